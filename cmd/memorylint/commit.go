package main

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/config"
	"github.com/memorylint/memorylint/lint/source"
)

// A commit is what git holds and is linted: the commit under way, or one that
// was made.
type commit struct {
	top     string // where paths begin: absolute
	tree    lint.Tree
	parents []string       // what came before, as revisions
	changed []string       // paths that differ from it; nil for a commit that was made
	staged  bool           // it is under way
	index   *source.Staged // what it will hold; nil for a commit that was made
	between bool           // it stands for all that lead to it and not to its parent

	before   before
	touching []string // paths that alone make a workspace count; nil: all are linted
}

// lintCommit checks what --staged and --rev name: without paths all of a commit
// that was made, and of the one under way the workspaces that it touches, or
// all when nothing is staged.
func (j *job) lintCommit(ctx context.Context, paths []string) (*lint.Result, error) {
	if err := j.openCommit(ctx); err != nil {
		return nil, err
	}
	c := j.commit
	note, nothing, holder := "", "nothing is staged", "the index"
	if c.between {
		nothing, holder = "nothing changed between the two revisions", "the commit"
	}
	switch {
	case len(paths) > 0 || !c.staged:
	case len(c.changed) == 0:
		note = fmt.Sprintf("%s, so all that %s holds was looked at", nothing, holder)
	default:
		touched, err := j.touched()
		if err != nil {
			return nil, err
		}
		if !touched {
			return &lint.Result{Note: fmt.Sprintf("the commit touches no memory (%d changed)", len(c.changed))}, nil
		}
	}
	var err error
	if c.index != nil {
		if err = c.index.Settle(ctx); err != nil {
			return nil, err
		}
	}
	if c.before, err = j.beforeCommit(ctx); err != nil {
		return nil, err
	}
	if j.names, err = c.resolve(ctx, j.cwd, paths); err != nil {
		return nil, err
	}
	result, err := j.check(ctx, false)
	if err != nil {
		return nil, err
	}
	switch none := len(result.Workspaces) == 0 && c.staged; {
	case none && len(paths) > 0:
		note = "nothing that was named is memory in " + c.String()
	case none && len(c.changed) > 0:
		note = fmt.Sprintf("the commit touches no memory that is checked (%d changed)", len(c.changed))
	case none && len(result.Excluded) > 0: // as CI runs it, where nothing checked is nothing passed
		return nil, j.looked(result)
	case none:
		note = fmt.Sprintf("%s, and %s holds no memory", nothing, holder)
	}
	result.Note = note
	return result, nil
}

// touched finds out which files make a workspace count, and whether one of them
// is a document by the configuration in force. Most commits touch none and
// nothing is configured: that is told without a look into the repository, which
// is what a hook costs most of.
func (j *job) touched() (bool, error) {
	c := j.commit
	if !lint.Touched(c.changed, config.Default().Documents()) && !j.mayDeclare() {
		return false, nil
	}
	file, err := j.configFile(named{path: j.commit.top, top: j.commit.top})
	if err != nil {
		return false, err
	}
	if err := j.configure(file); err != nil {
		return false, err
	}
	c.touching = append(lint.Moved(c.tree, c.changed, j.known()), c.changed...)
	return lint.Touched(c.touching, j.known()), nil
}

// mayDeclare reports whether a configuration may be in force under which a
// changed file is a document: the commit has one, or it changes, or documents as
// they are usually declared change.
func (j *job) mayDeclare() bool {
	if j.opts.noConfig {
		return false
	}
	if j.opts.config != "" {
		return true
	}
	for _, name := range config.Names() {
		if _, err := j.commit.tree.Lstat(name); err == nil || slices.Contains(j.commit.changed, name) {
			return true
		}
	}
	for _, name := range j.commit.changed {
		if slices.Contains([]string{".md", ".markdown", ".mdx", ".txt", ".json"}, strings.ToLower(path.Ext(name))) {
			return true
		}
		for _, doc := range config.Default().Documents() { // a link in the place of a folder of memory
			if slices.ContainsFunc(doc.Globs, func(glob string) bool { return strings.HasPrefix(glob, name+"/") }) {
				return true
			}
		}
	}
	return false
}

// openCommit opens what --staged and --rev name.
func (j *job) openCommit(ctx context.Context) error {
	git, err := source.OpenGit(ctx, j.cwd)
	if err != nil {
		return err
	}
	c := &commit{top: git.Top(), staged: j.from.staged}
	j.gits[c.top], j.commit, j.base = git, c, c.top
	from, to := os.Getenv("PRE_COMMIT_FROM_REF"), os.Getenv("PRE_COMMIT_TO_REF")
	switch {
	case !j.from.staged:
		tree, err := git.Revision(j.from.rev)
		if err != nil {
			return fmt.Errorf("--rev: %w", err)
		}
		c.tree = tree
	case from != "" && to != "":
		if err := c.openRange(ctx, git, from, to, j.from.base); err != nil {
			return err
		}
	default:
		staged, err := git.Staged(ctx, j.now)
		if err != nil {
			return err
		}
		c.tree, c.index, c.parents, c.changed = staged, staged, staged.Parents, staged.Changed
		if len(staged.Unmerged) > 0 {
			return fmt.Errorf("%s is not merged yet: solve the conflict and git add it, then lint what is staged", staged.Unmerged[0])
		}
	}
	// A name that nothing bears is told even when nobody would need it.
	for _, named := range [][2]string{{"base", j.from.base}, {"new-from", j.from.newFrom}} {
		if named[1] == "" {
			continue
		}
		if _, err := git.Revision(named[1]); err != nil {
			return fmt.Errorf("--%s: %w", named[0], err)
		}
	}
	if j.from.base != "" {
		c.parents = []string{j.from.base}
	}
	return nil
}

// openRange opens what pre-commit was told to look at: the commits that lead to
// one revision and not to another. What came before them is the base that is
// named or, without one, where both part.
func (c *commit) openRange(ctx context.Context, git *source.Git, from, to, base string) error {
	tree, err := git.Revision(to)
	if err != nil {
		return fmt.Errorf("PRE_COMMIT_TO_REF: %w", err)
	}
	if _, err := git.Revision(from); err != nil {
		return fmt.Errorf("PRE_COMMIT_FROM_REF: %w", err)
	}
	if base == "" {
		if base, err = git.MergeBase(ctx, from, to); err != nil {
			return err
		}
	}
	base = cmp.Or(base, from) // they have nothing in common
	c.tree, c.parents, c.between = tree, []string{base}, true
	c.changed, err = git.Between(ctx, base, to)
	return err
}

// beforeCommit opens the trees that came before the commit. In a merge they
// are the parents, and what these began with.
func (j *job) beforeCommit(ctx context.Context) (before, error) {
	var b before
	git := j.gits[j.commit.top]
	for _, rev := range j.commit.parents {
		tree, err := git.Revision(rev)
		if err != nil {
			return b, fmt.Errorf("read what came before: %w", err)
		}
		b.trees = append(b.trees, tree)
	}
	if len(b.trees) < 2 {
		return b, nil
	}
	ancestor, err := git.MergeBase(ctx, j.commit.parents...)
	if err != nil || ancestor == "" {
		return b, err
	}
	b.ancestor, err = git.Revision(ancestor)
	return b, err
}

func (c *commit) String() string {
	if c.staged && !c.between {
		return "what is staged"
	}
	return "the commit"
}

// read gives the content of a file of the commit, by its absolute path.
func (c *commit) read(file string) ([]byte, error) {
	if info, err := c.tree.Stat(slash(c.top, file)); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", slash(c.top, file))
	}
	return fs.ReadFile(c.tree, slash(c.top, file))
}
