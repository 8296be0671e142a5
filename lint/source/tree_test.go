package source_test

import (
	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/source"
)

var _ lint.Tree = (*source.Worktree)(nil)
