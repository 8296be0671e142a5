package source

import (
	"path"
	"time"
)

// changes are what the index holds instead of what the last commit holds.
type changes struct {
	now    time.Time
	nodes  map[string]node            // by path; without a mode for what is deleted
	files  map[string]map[string]node // the same, by folder and name
	within map[string]map[string]bool // folder, name of a folder in it that differs: whether something is deleted there
}

func newChanges(now time.Time) *changes {
	return &changes{
		now: now, nodes: map[string]node{},
		files: map[string]map[string]node{}, within: map[string]map[string]bool{},
	}
}

func (o *changes) add(name string, n node) {
	o.nodes[name] = n
	dir, base := path.Dir(name), path.Base(name)
	if o.files[dir] == nil {
		o.files[dir] = map[string]node{}
	}
	o.files[dir][base] = n
	for dir != "." {
		dir, base = path.Dir(dir), path.Base(dir)
		if o.within[dir] == nil {
			o.within[dir] = map[string]bool{}
		}
		deleted, known := o.within[dir][base]
		if known && (deleted || n.mode != "") {
			return // as it is for the folders above
		}
		o.within[dir][base] = n.mode == ""
	}
}

// lay puts what is staged in the place of what is committed. Git knows no
// empty folders: one of which all is deleted is gone.
func (t *Tree) lay(dir string, nodes map[string]node) error {
	committed := map[string]node{}
	for name := range t.staged.within[dir] {
		committed[name] = nodes[name]
	}
	for name, n := range t.staged.files[dir] {
		if n.mode == "" {
			delete(nodes, name)
		} else {
			nodes[name] = n
		}
	}
	for name, deleted := range t.staged.within[dir] {
		was := committed[name]
		if was.mode != modeTree {
			was = node{mode: modeTree}
		}
		if deleted {
			inside, err := t.folder(path.Join(dir, name), was.id)
			if err != nil {
				return err
			}
			if len(inside) == 0 {
				if nodes[name].mode == modeTree {
					delete(nodes, name)
				}
				continue
			}
		}
		nodes[name] = was
	}
	return nil
}

// replaced reports whether a committed file is no longer as it was.
func (t *Tree) replaced(name string) bool {
	if t.staged == nil {
		return false
	}
	_, ok := t.staged.nodes[name]
	return ok
}

// Changes reports whether the index holds a file otherwise than the last commit.
func (t *Tree) Changes(name string) bool {
	if t.staged == nil {
		return false
	}
	n, ok := t.staged.nodes[name]
	return ok && n.mode != ""
}
