package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/source"
	"github.com/memorylint/memorylint/rules/protocol"
)

// A named is one folder or file that a run looks at.
type named struct {
	path  string // absolute, in the system's form
	file  bool
	loose bool   // matched by a glob: it is no loss when it holds no memory
	top   string // the root of its repository; "" outside git
}

// resolve turns arguments into folders and files. What exists is taken
// literally before it is tried as a glob; what matches nothing is an error.
func resolve(cwd string, args []string) ([]named, error) {
	if len(args) == 0 {
		args = []string{"."}
	}
	var out []named
	var errs []error
	for _, arg := range args {
		if arg == "" {
			errs = append(errs, errors.New("a path is empty"))
			continue
		}
		paths, loose, err := expand(cwd, arg)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		for _, p := range paths {
			info, err := os.Stat(p)
			if err != nil {
				// A dangling link that was named is the finding of its workspace.
				if info, err = os.Lstat(p); err != nil {
					errs = append(errs, err)
					continue
				}
			}
			n := named{file: !info.IsDir(), loose: loose}
			if n.path, err = real(p, n.file); err != nil {
				errs = append(errs, err)
				continue
			}
			n.top, _ = source.Repository(n.folder())
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out, errors.Join(errs...)
}

// real is the path with the links of its folders resolved. The file itself
// stays what it is: that it is a link is a finding.
func real(path string, file bool) (string, error) {
	if !file {
		return filepath.EvalSymlinks(path)
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	return filepath.Join(dir, filepath.Base(path)), err
}

// folder is the folder itself, or the one the file stands in.
func (n named) folder() string {
	if n.file {
		return filepath.Dir(n.path)
	}
	return n.path
}

// expand gives the paths that an argument stands for, and whether it is a glob.
func expand(cwd, arg string) (paths []string, glob bool, err error) {
	full := arg
	if !filepath.IsAbs(full) {
		full = filepath.Join(cwd, arg)
	}
	if _, err := os.Lstat(full); err == nil {
		return []string{filepath.Clean(full)}, false, nil
	} else if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid) {
		return nil, false, fmt.Errorf("look at %s: %w", arg, err)
	}
	if !strings.ContainsAny(arg, "*?[{") {
		return nil, false, missing(arg)
	}
	if runtime.GOOS != "windows" && strings.Contains(arg, `\`) {
		return nil, false, fmt.Errorf(`%q matches nothing: \ is no separator here, write /`, arg)
	}
	pattern := filepath.ToSlash(arg)
	base, rest := doublestar.SplitPattern(pattern)
	if !doublestar.ValidatePattern(pattern) {
		return nil, false, fmt.Errorf("%q is no valid glob", arg)
	}
	from := filepath.FromSlash(base)
	if !filepath.IsAbs(from) {
		from = filepath.Join(cwd, from)
	}
	matches, err := doublestar.Glob(os.DirFS(from), rest, doublestar.WithNoFollow(), doublestar.WithFailOnIOErrors())
	if err != nil {
		return nil, false, fmt.Errorf("expand %s: %w", arg, err)
	}
	matches = slices.DeleteFunc(matches, func(m string) bool {
		return slices.ContainsFunc(strings.Split(m, "/"), func(part string) bool { return part == ".git" || part == "node_modules" })
	})
	if len(matches) == 0 {
		return nil, false, fmt.Errorf("%q matches nothing", arg)
	}
	slices.Sort(matches)
	for i, m := range matches {
		matches[i] = filepath.Join(from, filepath.FromSlash(m))
	}
	return matches, true, nil
}

// missing says that a path does not exist, or that a command was meant.
func missing(arg string) error {
	if near := lint.Nearest(arg, commands()); near != "" && !strings.ContainsAny(arg, `/\.`) {
		return fmt.Errorf("no file or folder %q; did you mean the command %q?", arg, near)
	}
	return fmt.Errorf("no file or folder %q", arg)
}

// root is the folder that is opened to look at n: its repository, else the
// folder itself or, of a file, its workspace; the current folder instead when
// that holds it.
func (n named) root(cwd string, documents []protocol.Document) string {
	if n.top != "" {
		return n.top
	}
	root := n.folder()
	if n.file {
		if dir, ok := lint.WorkspaceOf(filepath.ToSlash(n.path), documents); ok {
			root = filepath.FromSlash(dir)
		}
	}
	if contains(cwd, root) {
		return cwd
	}
	return existing(root) // of a document that an editor has not saved yet, nothing may be there
}

// contains reports whether dir is path or holds it.
func contains(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// slash is path relative to dir, in slashes. dir holds it.
func slash(dir, path string) string {
	rel, err := filepath.Rel(dir, path)
	if err != nil {
		return filepath.ToSlash(path)
	}
	return filepath.ToSlash(rel)
}
