package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/memorylint/memorylint/lint"
)

// resolve gives the files and folders of the commit, or of what came before
// it, that the arguments name; without one, all of it. Those that the commit
// deletes can be named too.
func (c *commit) resolve(ctx context.Context, cwd string, args []string) ([]named, error) {
	if len(args) == 0 {
		return []named{{path: c.top, top: c.top, loose: c.staged}}, nil
	}
	var out []named
	var errs []error
	for _, arg := range args {
		paths, loose, err := c.expand(ctx, cwd, arg)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		for _, p := range paths {
			n := named{path: filepath.Join(c.top, filepath.FromSlash(p)), top: c.top, file: !c.isFolder(p), loose: loose || c.staged}
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out, errors.Join(errs...)
}

func (c *commit) isFolder(name string) bool {
	for _, tree := range c.trees() {
		if info, err := tree.Stat(name); err == nil && info.IsDir() {
			return true
		}
		if _, err := tree.Lstat(name); err == nil {
			return false
		}
	}
	return false
}

// trees are the commit's and those before it.
func (c *commit) trees() []lint.Tree { return append([]lint.Tree{c.tree}, c.before.trees...) }

// expand gives the paths, from the top, that an argument stands for, and
// whether it is a glob.
func (c *commit) expand(ctx context.Context, cwd, arg string) (paths []string, glob bool, err error) {
	if arg == "" {
		return nil, false, errors.New("a path is empty")
	}
	full := arg
	if !filepath.IsAbs(arg) {
		full = filepath.Join(cwd, arg)
	}
	if full, err = onDisk(filepath.Clean(full)); err != nil {
		return nil, false, err
	}
	if !contains(c.top, full) {
		return nil, false, fmt.Errorf("%s lies outside of the repository %s", arg, filepath.ToSlash(c.top))
	}
	name := slash(c.top, full)
	for _, tree := range c.trees() {
		if t, ok := tree.(interface{ Submodule(string) (string, bool) }); ok {
			if at, ok := t.Submodule(name); ok {
				return nil, false, fmt.Errorf("%s lies in the submodule %s, which has an index and commits of its own: lint it there", arg, at)
			}
		}
		if _, err := tree.Lstat(name); err == nil {
			return []string{name}, false, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, false, fmt.Errorf("look at %s: %w", arg, err)
		}
	}
	if !strings.ContainsAny(arg, "*?[{") {
		return nil, false, c.missing(arg)
	}
	if !doublestar.ValidatePattern(name) {
		return nil, false, fmt.Errorf("%q is no valid glob", arg)
	}
	found := map[string]bool{}
	for _, tree := range c.trees() {
		for p, err := range tree.Paths(ctx, ".") {
			if err != nil {
				return nil, false, err
			}
			for ; p != "." && !found[p]; p = path.Dir(p) {
				if doublestar.MatchUnvalidated(name, p) {
					found[p] = true
				}
			}
		}
	}
	for p := range found {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	if len(paths) == 0 {
		return nil, false, fmt.Errorf("%q matches nothing in %s", arg, c)
	}
	return paths, true, nil
}

// missing says that the commit has no such path, or that a command was meant.
func (c *commit) missing(arg string) error {
	if near := lint.Nearest(arg, commands()); near != "" && !strings.ContainsAny(arg, `/\.`) {
		return fmt.Errorf("no file or folder %q in %s; did you mean the command %q?", arg, c, near)
	}
	if _, err := os.Lstat(arg); err == nil && c.staged {
		return fmt.Errorf("%q is not in the index: git add it, or lint the files on disk without --staged", arg)
	}
	return fmt.Errorf("no file or folder %q in %s", arg, c)
}
