package lint

import (
	"cmp"
	"context"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/memorylint/memorylint/rules/protocol"
)

// folder adds the workspaces at and, unless it is for itself alone, below a
// folder.
func (d *discovery) folder(ctx context.Context, t Target) error {
	if len(d.scope.Bases) > 0 && !d.isFolder(t.Path) {
		return nil // it is gone with all that was in it
	}
	dirs, excluded, err := d.candidates(ctx, t)
	if err != nil {
		return err
	}
	var near []string
	deep := map[string][]string{} // by the outermost workspace
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		if top, ok := tooDeep(dirs, dir); ok {
			deep[top] = append(deep[top], relative(top, dir))
		} else {
			near = append(near, dir)
		}
	}
	workspaces, err := d.workspaces(near)
	if err != nil {
		return err
	}
	found := false
	for _, w := range workspaces {
		switch {
		case w.marked() && d.isFolder(w.Dir):
		case len(w.excluded) > 0:
			excluded = append(excluded, w.out()...)
			continue
		case dirs[w.Dir].state && d.isFolder(w.Dir):
			w.Lost = true
		case t.Self:
		default: // all that made it a workspace was deleted since git listed it
			continue
		}
		found = true
		w.only, w.Nested = nil, deep[w.Dir]
		d.add(w)
	}
	if found || t.Changed != nil {
		return nil
	}
	return d.nothing(t, excluded)
}

// nothing handles a folder in which no workspace begins: it may be part of
// one, or the config may take out all there is. Else it is bare.
func (d *discovery) nothing(t Target, excluded []string) error {
	folder := t.Path
	if ok, err := d.inside(folder); ok || err != nil {
		return err
	}
	if len(excluded) > 0 {
		slices.Sort(excluded)
		d.found.Excluded = append(d.found.Excluded, slices.Compact(excluded)...)
		return nil
	}
	if t.Loose {
		return nil
	}
	// A memory folder without memory is its workspace's.
	for _, part := range []string{protocol.ArchiveDir, path.Dir(protocol.StatePath)} {
		if rest, ok := strings.CutSuffix("/"+folder, "/"+part); ok {
			folder = cmp.Or(strings.TrimPrefix(rest, "/"), ".")
			break
		}
	}
	self, err := d.workspace(folder)
	if err != nil {
		return err
	}
	if self.marked() { // the folder is part of it, and holds no document
		d.found.Skipped = append(d.found.Skipped, d.shown(t.Path))
		return nil
	}
	self.Bare = !d.settings.Requires(protocol.CurrentState)
	d.add(self)
	return nil
}

// A candidate is a folder that may be a workspace.
type candidate struct {
	state bool // a state was listed there
}

// candidates are the folder itself and, unless it is for itself alone, the
// folders below it that hold a marker. Markers that the config takes out are
// told, as shown.
func (d *discovery) candidates(ctx context.Context, t Target) (dirs map[string]candidate, excluded []string, err error) {
	if t.Changed != nil {
		return d.touched(t), nil, nil
	}
	self, err := d.workspace(t.Path)
	if err != nil {
		return nil, nil, err
	}
	dirs = map[string]candidate{}
	if t.Self || self.marked() || len(self.excluded) > 0 {
		dirs[t.Path] = candidate{}
	}
	if t.Self {
		return dirs, nil, nil
	}
	for _, base := range d.scope.Bases {
		if err := d.before(ctx, base, t.Path, dirs); err != nil {
			return nil, nil, err
		}
	}
	for name, err := range d.scope.Tree.Paths(ctx, t.Path) {
		if err != nil {
			return nil, nil, err
		}
		if strings.HasSuffix(name, "/") { // a folder whose name is not UTF-8
			d.found.Skipped = append(d.found.Skipped, d.shown(name)+"/")
			continue
		}
		for i := range d.markers {
			dir, ok := d.markers[i].root(name)
			switch {
			case !ok || !within(t.Path, dir):
			case !fs.ValidPath(name):
				d.found.Skipped = append(d.found.Skipped, d.shown(name))
			case d.excluded(name):
				excluded = append(excluded, d.shown(name))
			default:
				dirs[dir] = candidate{state: dirs[dir].state || d.markers[i].fold}
			}
		}
	}
	return dirs, excluded, nil
}

// before adds the folders at and below dir that hold a marker in a base.
func (d *discovery) before(ctx context.Context, base Tree, dir string, dirs map[string]candidate) error {
	if info, err := base.Stat(dir); err != nil || !info.IsDir() {
		return nil
	}
	for name, err := range base.Paths(ctx, dir) {
		if err != nil {
			return err
		}
		for i := range d.markers {
			if at, ok := d.markers[i].root(name); ok && within(dir, at) && fs.ValidPath(name) && !d.excluded(name) {
				dirs[at] = dirs[at]
			}
		}
	}
	return nil
}

// touched are the folders at and below the target of which a changed file
// would be a document.
func (d *discovery) touched(t Target) map[string]candidate {
	dirs := map[string]candidate{}
	claims := claimsOf(d.settings.Documents)
	for _, name := range t.Changed {
		for i := range claims {
			if dir, ok := claims[i].takes(name); ok && within(t.Path, dir) && !d.excluded(name) {
				dirs[dir] = candidate{}
			}
		}
	}
	return dirs
}

func (d *discovery) isFolder(name string) bool {
	info, err := d.scope.Tree.Stat(name)
	return err == nil && info.IsDir()
}

// inside handles a folder in which no workspace begins but which is part of
// one: "memory" or "memory/session_archive". The documents in it are meant.
func (d *discovery) inside(folder string) (bool, error) {
	for dir := folder; dir != "."; {
		dir = path.Dir(dir)
		w, err := d.workspace(dir)
		if err != nil {
			return false, err
		}
		if !w.marked() {
			continue
		}
		below := map[string]bool{}
		for _, f := range w.Files {
			if within(folder, path.Join(dir, f.Path)) {
				below[f.Path] = true
			}
		}
		if len(below) == 0 {
			return false, nil
		}
		w.only = below
		d.add(w)
		return true, nil
	}
	return false, nil
}

// tooDeep reports whether dir stands inside more than MaxNesting other
// workspaces, and the outermost of them.
func tooDeep(dirs map[string]candidate, dir string) (outermost string, deep bool) {
	n := 0
	for up := dir; up != "."; {
		up = path.Dir(up)
		if _, ok := dirs[up]; ok {
			n++
			outermost = up
		}
	}
	return outermost, n > MaxNesting
}

// MaxNesting is how many workspaces deep a workspace may stand inside others.
const MaxNesting = 12
