package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path"
	"strings"
)

// Paths lists the files at or below the folder dir that git would not ignore:
// all that are tracked (whether they still exist or not) and the untracked
// ones that no rule excludes, links included. Repositories inside are listed
// by their own rules. Outside of any repository, and where git is missing, it
// lists all regular files and links. Folders named .git or node_modules are
// never entered, and none behind a link.
//
// It costs one git process for each repository. The order is not defined, and
// no name comes twice. An error ends the listing. Names are as the disk has
// them, which need not be valid for Open.
func (w *Worktree) Paths(ctx context.Context, dir string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		l := &listing{w: w, ctx: ctx, dir: dir, yield: yield}
		info, err := w.Stat(dir)
		switch {
		case err != nil:
			l.fail(err)
		case !info.IsDir():
			l.fail(&fs.PathError{Op: "list", Path: dir, Err: errors.New("is no folder")})
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
}

func (l *listing) fail(err error) bool {
	l.yield("", fmt.Errorf("list files of %s: %w", l.w.disk(l.dir), err))
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
		if errors.Is(err, errNoGit) || errors.Is(err, errNoRepository) {
			return l.folder(dir)
		}
		if err != nil {
			return l.fail(err)
		}
		p, isRepository := listed(record)
		name, ok := r.outside(p)
		if !ok || name == last || l.skips(name) { // an unmerged file has up to three entries in a row
			continue
		}
		last = name
		if isRepository {
			nested = append(nested, name)
		} else if !l.yield(name, nil) {
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

// listed reads one record of ls-files: "? path" for an untracked file,
// "H mode id stage<TAB>path" for a tracked one. A repository among the
// untracked ends in a slash.
func listed(record string) (p string, isRepository bool) {
	tag, rest, _ := strings.Cut(record, " ")
	if tag == "?" {
		return strings.CutSuffix(rest, "/")
	}
	meta, p, _ := strings.Cut(rest, "\t")
	return p, strings.HasPrefix(meta, "160000 ")
}

// skips reports whether a name lies in a folder that is never entered. The
// folder that was asked for is: only what is below it counts.
func (l *listing) skips(name string) bool {
	if l.dir != "." {
		name = strings.TrimPrefix(name, l.dir+"/")
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == ".git" || part == "node_modules" {
			return true
		}
	}
	return false
}

// folder lists the files at or below dir by reading folders. As with git,
// folders below it that may not be read, or are gone, are passed over.
func (l *listing) folder(dir string) bool {
	entries, err := l.w.ReadDir(dir)
	switch {
	case l.ctx.Err() != nil:
		return l.fail(context.Cause(l.ctx))
	case err != nil && dir != l.dir && (errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist)):
		return true
	case err != nil:
		return l.fail(err)
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		ok := true
		switch {
		case e.Name() == ".git", e.Name() == "node_modules":
		case e.IsDir():
			if child := l.w.nested(name); child != nil {
				ok = l.repository(child, name)
			} else {
				ok = l.folder(name)
			}
		case e.Type().IsRegular(), e.Type()&fs.ModeSymlink != 0:
			ok = l.yield(name, nil)
		}
		if !ok {
			return false
		}
	}
	return true
}
