package source

import (
	"os"
	"path"
	"path/filepath"
	"strings"
)

// A repository is a git repository that holds files of a worktree.
type repository struct {
	top  string   // where its own work tree begins: absolute, links resolved
	data string   // its data folder, the .git
	env  []string // for git processes

	// At most one of these is set; neither when the two begin together.
	below string // the worktree's folder, from top
	at    string // top, from the worktree's folder: a nested repository
}

// inside turns a name of the worktree into a path from top.
func (r *repository) inside(name string) string {
	if r.at != "" {
		return path.Join(".", strings.TrimPrefix(strings.TrimPrefix(name, r.at), "/"))
	}
	return path.Join(r.below, name)
}

// outside turns a path from top into a name of the worktree; a path outside of
// the worktree has none.
func (r *repository) outside(p string) (name string, ok bool) {
	switch {
	case strings.HasPrefix(p, "../"):
		return "", false
	case r.at != "":
		return r.at + "/" + p, true
	case r.below != "":
		return strings.CutPrefix(p, r.below+"/")
	}
	return p, true
}

// enclosing is the repository that the folder dir, an absolute path without
// links, lies in; nil when it lies in none. A repository with its data
// elsewhere may be named by the environment alone.
func enclosing(dir string, environ []string) *repository {
	top, data, ok := topOf(dir)
	if !ok {
		if top, data, ok = named(dir, environ); !ok {
			return nil
		}
	}
	below, err := filepath.Rel(top, dir)
	if err != nil {
		return nil
	}
	r := &repository{top: top, data: data, env: foreignEnv(environ, top)}
	if speaksOf(environ, top, data) {
		r.env = ownEnv(environ, top)
	}
	if below != "." {
		r.below = filepath.ToSlash(below)
	}
	return r
}

// An owner is the repository of a folder: the nearest at or above it.
type owner struct {
	repo   *repository // nil: none
	behind bool        // the folder is reached through a link, and so in no repository
}

// owner finds the repository that a folder of the worktree lies in. No link is
// followed to find it.
func (w *Worktree) owner(dir string) *repository {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.climb(dir).repo
}

// climb asks the folders above dir first, which ends at the worktree's own.
func (w *Worktree) climb(dir string) owner {
	if o, ok := w.owners[dir]; ok {
		return o
	}
	o := w.climb(path.Dir(dir))
	if !o.behind {
		info, err := os.Lstat(w.disk(dir))
		switch {
		case err != nil: // not there, or not to be seen
		case !info.IsDir():
			o = owner{behind: true}
		default:
			if nested := w.begins(dir); nested != nil {
				o = owner{repo: nested}
			}
		}
	}
	w.owners[dir] = o
	return o
}

// nested is the repository that begins at dir, a folder below the worktree's
// own, or nil. No repository begins at a link.
func (w *Worktree) nested(dir string) *repository {
	if info, err := os.Lstat(w.disk(dir)); err != nil || !info.IsDir() {
		return nil
	}
	return w.begins(dir)
}

// begins is nested for what is known to be a folder and no link.
func (w *Worktree) begins(dir string) *repository {
	top := w.disk(dir)
	data, ok := gitDir(top)
	if !ok {
		return nil
	}
	return &repository{top: top, data: data, env: foreignEnv(w.environ, top), at: dir}
}
