package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Paths lists the files at or below the folder dir that git would not ignore:
// all that are tracked (whether they still exist or not, but for those that a
// sparse checkout leaves out) and the untracked ones that no rule excludes,
// links included. Repositories inside are listed by their own rules. Outside of
// any repository, and where git is missing, it lists all that is no folder,
// pipes and devices too. Folders named .git or node_modules are never entered,
// and none behind a link.
//
// Names are yielded as the disk or the index has them, byte for byte. One that
// is not valid UTF-8 is refused by Open and Stat; outside of git a folder of
// such a name is not entered but yielded itself, with a slash at its end, the
// only names that end in one.
//
// An error ends the listing: so does a folder that may not be read, or a
// repository that git refuses. A folder that vanishes meanwhile does not.
//
// It costs one git process for each repository. The order is not defined, and
// no name comes twice.
func (w *Worktree) Paths(ctx context.Context, dir string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		l := &listing{w: w, ctx: ctx, dir: dir, yield: yield}
		info, err := w.Stat(dir)
		switch {
		case err != nil:
			l.fail(dir, err)
		case !info.IsDir():
			l.fail(dir, &fs.PathError{Op: "list", Path: dir, Err: errors.New("is no folder")})
		default:
			if repo := w.owner(dir); repo != nil {
				l.repository(repo, dir)
			} else {
				l.folder(dir)
			}
		}
	}
}

// A listing is one call of Paths. Its methods report whether to go on.
type listing struct {
	w     *Worktree
	ctx   context.Context
	dir   string
	yield func(string, error) bool
	gone  string // a folder that is not on disk, with a slash; empty: none is known
}

// fail ends the listing in the folder dir.
func (l *listing) fail(dir string, err error) bool {
	l.yield("", fmt.Errorf("list files of %s: %w", l.w.disk(dir), err))
	return false
}

// repository lists a repository's files at or below dir.
func (l *listing) repository(r *repository, dir string) bool {
	// -t and -s tell tracked from untracked, and submodules from files.
	args := []string{"ls-files", "-t", "-s", "-z", "--cached", "--others", "--exclude-standard", "--exclude=node_modules/", "--"}
	if p := r.inside(dir); p != "." {
		args = append(args, p)
	}
	var nested []string
	last := ""
	for record, err := range r.records(l.ctx, nil, args...) {
		if errors.Is(err, errNoGit) {
			return l.folder(dir)
		}
		if err != nil {
			if r.top != l.w.disk(dir) {
				err = fmt.Errorf("repository %s: %w", r.top, err)
			}
			return l.fail(dir, err)
		}
		e := listed(record)
		name, ok := r.outside(e.path)
		if !ok || name == last || l.skips(name) { // an unmerged file has up to three entries in a row
			continue
		}
		last = name
		switch at := l.refused(r, name, e); {
		case e.repository:
			nested = append(nested, name)
		case at != "" && !slices.Contains(nested, at):
			nested = append(nested, at)
		case at != "", e.sparse && !l.onDisk(name):
		case !l.yield(name, nil):
			return false
		}
	}
	for _, name := range nested {
		if child := l.w.nested(name); child != nil && !l.repository(child, name) {
			return false
		}
	}
	return true
}

// refused names the nested repository that an untracked file of r lies in; in
// most cases there is none. Git shows such files only when it would refuse the
// repository, whose own answer is then wanted.
func (l *listing) refused(r *repository, name string, e entry) string {
	if e.tracked || e.repository {
		return ""
	}
	if o := l.w.owner(path.Dir(name)); o != nil && o.top != r.top {
		return o.at
	}
	return ""
}

// onDisk reports whether a file is there, as far as can be seen.
func (l *listing) onDisk(name string) bool {
	if l.gone != "" && strings.HasPrefix(name, l.gone) {
		return false
	}
	_, err := l.w.root.Lstat(filepath.FromSlash(name))
	if err == nil || errors.Is(err, fs.ErrPermission) {
		return true
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if _, err := l.w.root.Lstat(filepath.FromSlash(dir)); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		l.gone = dir + "/"
	}
	return false
}

// An entry is one record of ls-files.
type entry struct {
	path       string // from the repository's top
	tracked    bool
	sparse     bool // tracked, but not to be checked out
	repository bool // a submodule, or a repository among the untracked
}

// listed reads a record: "? path" for what is untracked, with a slash at the
// end of a repository; "S mode id stage<TAB>path" for a file that is not to be
// checked out, and the same with another letter for all that are.
func listed(record string) entry {
	tag, rest, _ := strings.Cut(record, " ")
	if tag == "?" {
		p, isRepository := strings.CutSuffix(rest, "/")
		return entry{path: p, repository: isRepository}
	}
	meta, p, _ := strings.Cut(rest, "\t")
	return entry{path: p, tracked: true, sparse: tag == "S", repository: strings.HasPrefix(meta, "160000 ")}
}

// skips reports whether a name lies in a folder that is never entered. The
// folder that was asked for is: only what is below it counts.
func (l *listing) skips(name string) bool {
	if l.dir != "." {
		name = strings.TrimPrefix(name, l.dir+"/")
	}
	return unvisited(name)
}

// folder lists what is at or below dir by reading folders.
func (l *listing) folder(dir string) bool {
	entries, err := l.w.ReadDir(dir)
	switch {
	case l.ctx.Err() != nil:
		return l.fail(l.dir, context.Cause(l.ctx))
	case err != nil && dir != l.dir && errors.Is(err, fs.ErrNotExist):
		return true // it was there a moment ago
	case err != nil:
		return l.fail(l.dir, err)
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		ok := true
		switch {
		case e.Name() == ".git", e.Name() == "node_modules":
		case !e.IsDir():
			ok = l.yield(name, nil)
		case !fs.ValidPath(name):
			ok = l.yield(name+"/", nil)
		default:
			if child := l.w.begins(name); child != nil {
				ok = l.repository(child, name)
			} else {
				ok = l.folder(name)
			}
		}
		if !ok {
			return false
		}
	}
	return true
}
