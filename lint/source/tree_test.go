package source_test

import (
	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/source"
)

var (
	_ lint.Tree = (*source.Worktree)(nil)
	_ lint.Tree = (*source.Draft)(nil)

	// What lint asks of a tree that can tell; without it no test but those of
	// speed and wording would notice.
	_ interface {
		lint.Tree
		lint.Fetching
		lint.Identifying
		lint.Changing
	} = (*source.Tree)(nil)
	_ lint.Intending = (*source.Staged)(nil)
)
