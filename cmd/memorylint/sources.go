package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/source"
)

// sources are the flags that say which content is linted, and what came before
// it (SPEC 2.2).
type sources struct {
	staged  bool
	rev     string
	stdin   string // the path of the document on standard input
	base    string
	newFrom string
}

func (s *sources) register(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&s.staged, "staged", false, "lint what the commit will hold: the index; without a path, the workspaces it touches")
	f.StringVar(&s.rev, "rev", "", "lint the tree of this commit")
	f.StringVar(&s.stdin, "stdin-path", "", "lint standard input as the document at this path")
	f.StringVar(&s.base, "base", "", "what came before, for the history rules: a commit (default with --staged: HEAD)")
	f.StringVar(&s.newFrom, "new-from", "", "show only what this commit's tree does not already report")
}

// check refuses flags that say nothing or exclude each other.
func (s *sources) check(given map[string]bool, paths []string) error {
	for flag, value := range map[string]string{"rev": s.rev, "stdin-path": s.stdin, "base": s.base, "new-from": s.newFrom} {
		if given[flag] && value == "" {
			return fmt.Errorf("--%s is empty", flag)
		}
	}
	var content []string
	for _, flag := range []string{"staged", "rev", "stdin-path"} {
		if given[flag] && (flag != "staged" || s.staged) {
			content = append(content, "--"+flag)
		}
	}
	if len(content) > 1 {
		return fmt.Errorf("%s exclude each other: one source is linted", strings.Join(content, " and "))
	}
	if s.stdin != "" && len(paths) > 0 {
		return errors.New("--stdin-path names the one document: no other path goes with it")
	}
	return nil
}

// committed reports whether git's content is linted, not that of the disk.
func (s *sources) committed() bool { return s.staged || s.rev != "" }

// A before is what a tree is compared with.
type before struct {
	trees    []lint.Tree
	ancestor lint.Tree
}

// before opens the tree of --base for the work tree at top.
func (j *job) before(ctx context.Context, top string) (before, error) {
	if j.from.base == "" {
		return before{}, nil
	}
	tree, err := j.revision(ctx, top, "base", j.from.base)
	if err != nil {
		return before{}, err
	}
	return before{trees: []lint.Tree{tree}}, nil
}

// revision opens the tree of a commit of the repository at top, which a flag
// names.
func (j *job) revision(ctx context.Context, top, flag, rev string) (*source.Tree, error) {
	git, err := j.repository(ctx, top)
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", flag, err)
	}
	tree, err := git.Revision(rev)
	if err != nil {
		return nil, fmt.Errorf("--%s: %w", flag, err)
	}
	return tree, nil
}

// repository opens the repository at top, once.
func (j *job) repository(ctx context.Context, top string) (*source.Git, error) {
	if git := j.gits[top]; git != nil {
		return git, nil
	}
	git, err := source.OpenGit(ctx, top)
	if err != nil {
		return nil, err
	}
	if git.Top() != top {
		return nil, errors.Join(fmt.Errorf("%s is in no git repository of its own", top), git.Close())
	}
	j.gits[top] = git
	return git, nil
}

// unread is an error when something of git's could not be read. Whoever looks
// for a file takes an error for its absence; here that is not to be mixed up.
func (j *job) unread() error {
	var errs []error
	for _, top := range slices.Sorted(maps.Keys(j.gits)) {
		errs = append(errs, j.gits[top].Err())
	}
	return errors.Join(errs...)
}

// maxDraft is how much is read of a document on standard input.
const maxDraft = source.MaxReadFile

// readDraft reads the document on standard input, and names it.
func (j *job) readDraft() error {
	text, err := readBounded(j.std.in, "-", maxDraft)
	if err != nil {
		return fmt.Errorf("read standard input: %w", err)
	}
	if err := j.lay(j.from.stdin, text); err != nil {
		return fmt.Errorf("--stdin-path %w", err)
	}
	return nil
}

// lay names one document, and lays text over what the disk holds of it.
func (j *job) lay(file string, text []byte) error {
	n, err := unsaved(file)
	if err != nil {
		return err
	}
	j.names, j.drafts = []named{n}, map[string][]byte{n.path: text}
	return nil
}

// unsaved names a document that an editor holds. The file, and its folders, need
// not be on disk.
func unsaved(file string) (named, error) {
	full, err := filepath.Abs(file)
	if err == nil {
		full, err = onDisk(full)
	}
	if err != nil {
		return named{}, err
	}
	if info, err := os.Stat(full); err == nil && info.IsDir() {
		return named{}, fmt.Errorf("%s is a folder", file)
	}
	n := named{path: full, file: true}
	n.top, _ = source.Repository(existing(filepath.Dir(full)))
	return n, nil
}

// existing is the nearest folder at or above dir that is there.
func existing(dir string) string {
	for {
		if _, err := os.Stat(dir); err == nil || dir == filepath.Dir(dir) {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// onDisk resolves the links of those folders of an absolute path that exist.
func onDisk(name string) (string, error) {
	dir := existing(filepath.Dir(name))
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", err
	}
	rest, err := filepath.Rel(dir, name)
	return filepath.Join(real, rest), err
}

// knownFindings are the fingerprints of what the tree of --new-from reports for the
// same scope.
func (j *job) knownFindings(ctx context.Context, root string, now lint.Scope, s *lint.Settings, rules []*lint.Rule, opts lint.Options) (map[string]bool, error) {
	tree, err := j.revision(ctx, root, "new-from", j.from.newFrom)
	if err != nil {
		return nil, err
	}
	scope := lint.Scope{Tree: tree, Prefix: now.Prefix}
	for _, t := range now.Targets {
		if _, err := fs.Stat(tree, t.Path); err == nil {
			scope.Targets = append(scope.Targets, t)
		}
	}
	found, err := lint.Discover(ctx, scope, s, j.now)
	if err != nil {
		return nil, err
	}
	opts.Evidence = nil
	result, err := lint.Run(ctx, found.Workspaces, rules, opts)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, d := range result.Diagnostics {
		known[d.Fingerprint] = true
	}
	return known, nil
}
