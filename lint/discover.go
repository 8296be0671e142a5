package lint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/memorylint/memorylint/rules/protocol"
)

// MaxNesting is how many workspaces deep a workspace may stand inside others.
const MaxNesting = 12

// A Target is a folder or a file that a run was asked to look at.
type Target struct {
	Path string // relative to the tree's root; "." for the root
	File bool   // one document: only its findings and the workspace's own are shown
	Self bool   // a folder: it alone, nothing below it
}

// A Scope is what a run looks at in one tree.
type Scope struct {
	Tree    Tree
	Targets []Target
	Prefix  string // how output names the tree's root; "" or "." for the current one
}

// Found is what discovery found.
type Found struct {
	Workspaces []*Workspace // sorted by folder
	Excluded   []string     // targets that the config takes out, as shown
	Skipped    []string     // files that are no document of a known protocol, as shown
}

// Discover finds the workspaces of a scope and lists their documents. Nothing
// is read yet. A folder in which nothing is found becomes a bare workspace.
func Discover(ctx context.Context, scope Scope, settings *Settings, now time.Time) (*Found, error) {
	d := &discovery{
		scope: scope, settings: settings, now: now,
		markers: markers(settings.Documents),
		known:   map[string]*Workspace{},
	}
	for _, t := range scope.Targets {
		var err error
		switch {
		case d.excluded(t.Path):
			d.found.Excluded = append(d.found.Excluded, d.shown(t.Path))
		case t.File:
			err = d.file(t.Path)
		default:
			err = d.folder(ctx, t)
		}
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(d.found.Workspaces, func(a, b *Workspace) int { return cmp.Compare(a.Dir, b.Dir) })
	return &d.found, nil
}

type discovery struct {
	scope    Scope
	settings *Settings
	now      time.Time
	markers  []glob
	known    map[string]*Workspace // by Dir
	found    Found
}

func (d *discovery) excluded(name string) bool {
	return d.settings.Excluded != nil && name != "." && d.settings.Excluded(name)
}

func (d *discovery) shown(name string) string { return path.Join(d.scope.Prefix, name) }

// WorkspaceOf is the folder of the workspace that a file belongs to by its
// path, and false for a file that is no document.
func WorkspaceOf(name string, documents []protocol.Document) (dir string, ok bool) {
	for _, doc := range documents {
		for _, g := range doc.Globs {
			pattern := compile(g, doc.Kind == protocol.State)
			if dir, ok := pattern.root(name); ok && !matchAny(doc.Exclude, relative(dir, name)) {
				return dir, true
			}
		}
	}
	return "", false
}

// file adds the workspace that a document belongs to.
func (d *discovery) file(name string) error {
	dir, ok := WorkspaceOf(name, d.settings.Documents)
	if !ok {
		d.found.Skipped = append(d.found.Skipped, d.shown(name))
		return nil
	}
	w, err := d.workspace(dir)
	if err != nil {
		return err
	}
	switch rel := relative(dir, name); {
	case !w.marked() && !w.Settings.Requires(protocol.CurrentState):
		d.found.Skipped = append(d.found.Skipped, d.shown(name))
	case !w.wanted:
		w.only = map[string]bool{rel: true}
		d.add(w)
	case w.only != nil:
		w.only[rel] = true
	}
	return nil
}

// folder adds the workspaces at and, unless it is for itself alone, below a
// folder.
func (d *discovery) folder(ctx context.Context, t Target) error {
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
		case w.marked():
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
	if found {
		return nil
	}
	return d.nothing(t.Path, excluded)
}

// nothing handles a folder in which no workspace begins: it may be part of
// one, or the config may take out all there is. Else it is bare.
func (d *discovery) nothing(folder string, excluded []string) error {
	if ok, err := d.inside(folder); ok || err != nil {
		return err
	}
	if len(excluded) > 0 {
		slices.Sort(excluded)
		d.found.Excluded = append(d.found.Excluded, slices.Compact(excluded)...)
		return nil
	}
	self, err := d.workspace(folder)
	if err != nil {
		return err
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

func (d *discovery) add(w *Workspace) {
	if !w.wanted {
		w.wanted = true
		d.found.Workspaces = append(d.found.Workspaces, w)
	}
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

// workspace lists the documents of a folder, once.
func (d *discovery) workspace(dir string) (*Workspace, error) {
	ws, err := d.workspaces([]string{dir})
	if err != nil {
		return nil, err
	}
	return ws[0], nil
}

// workspaces lists the documents of folders, several at once.
func (d *discovery) workspaces(dirs []string) ([]*Workspace, error) {
	out, errs := make([]*Workspace, len(dirs)), make([]error, len(dirs))
	parallel(len(dirs), func(i int) {
		if out[i] = d.known[dirs[i]]; out[i] == nil {
			out[i], errs[i] = d.list(dirs[i])
		}
	})
	for _, w := range out {
		if w != nil {
			d.known[w.Dir] = w
		}
	}
	return out, errors.Join(errs...)
}

func (d *discovery) list(dir string) (*Workspace, error) {
	w := &Workspace{
		Dir: dir, Shown: d.shown(dir), Tree: d.scope.Tree, Now: d.now,
		Settings: d.settings, excluded: map[string]protocol.Kind{},
	}
	if w.Shown == "" {
		w.Shown = "."
	}
	if err := w.list(); err != nil {
		return nil, fmt.Errorf("list the memory in %s: %w", w.Shown, err)
	}
	return w, nil
}

// marked reports whether the folder itself holds a marker.
func (w *Workspace) marked() bool {
	for _, f := range w.Files {
		if f.Document.Marker {
			return true
		}
	}
	for _, l := range w.Links {
		if strings.EqualFold(l.Path, protocol.StatePath) {
			return true
		}
	}
	return false
}

// out are the documents that the config takes out, as shown.
func (w *Workspace) out() []string {
	var out []string
	for name := range w.excluded {
		out = append(out, w.display(name))
	}
	return out
}

func markers(documents []protocol.Document) []glob {
	var out []glob
	for _, doc := range documents {
		if !doc.Marker {
			continue
		}
		for _, g := range doc.Globs {
			out = append(out, compile(g, doc.Kind == protocol.State))
		}
	}
	return out
}

// within reports whether name is dir or stands below it.
func within(dir, name string) bool {
	return dir == "." || name == dir || strings.HasPrefix(name, dir+"/")
}

// relative is name as seen from dir, which holds it.
func relative(dir, name string) string {
	switch {
	case dir == ".":
		return name
	case dir == name:
		return "."
	}
	return name[len(dir)+1:]
}
