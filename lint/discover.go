package lint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/memorylint/memorylint/rules/protocol"
)

// A Target is a folder or a file that a run was asked to look at.
type Target struct {
	Path string // relative to the tree's root; "." for the root
	File bool   // one document: only its findings and the workspace's own are shown
	Self bool   // a folder: it alone, nothing below it

	// Loose says that a pattern matched it: what is no memory is passed over.
	Loose bool

	// Changed limits a folder to the workspaces of which one of these files,
	// relative to the tree's root, is a document. Nil: it is not limited.
	Changed []string
}

// A Scope is what a run looks at in one tree.
type Scope struct {
	Tree    Tree
	Targets []Target
	Prefix  string // how output names the tree's root; "" or "." for the current one

	// The "before" (SPEC 2.2), with the same root as Tree: no trees without
	// one, several in a merge, and then what its sides began with, if anything.
	Bases    []Tree
	Ancestor Tree
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
			err = d.file(t)
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
	claims := claimsOf(documents)
	for i := range claims {
		if dir, ok := claims[i].takes(name); ok {
			return dir, true
		}
	}
	return "", false
}

// Touched reports whether one of the names, relative to a tree's root, is that
// of a document.
func Touched(names []string, documents []protocol.Document) bool {
	claims := claimsOf(documents)
	return slices.ContainsFunc(names, func(name string) bool {
		return visited(name) && slices.ContainsFunc(claims, func(c claim) bool { _, ok := c.takes(name); return ok })
	})
}

// Moved gives further names for what changed in a tree: those by which a
// workspace at its root sees it when one of its own folders is a link, or is
// put there or taken away as a whole.
func Moved(tree Tree, names []string, documents []protocol.Document) []string {
	var out []string
	for _, doc := range documents {
		for _, pattern := range doc.Globs {
			parts := strings.Split(pattern, "/")
			for i := 1; i < len(parts) && literal(parts[i-1]); i++ {
				dir := path.Join(parts[:i]...)
				if slices.Contains(names, dir) {
					out = append(out, pattern)
				}
				to, ok := leadsTo(tree, dir)
				for _, name := range names {
					if ok && strings.HasPrefix(name, to+"/") {
						out = append(out, dir+strings.TrimPrefix(name, to))
					}
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// leadsTo is where a link ends, in the tree; there may be nothing.
func leadsTo(tree Tree, name string) (to string, ok bool) {
	for range 8 {
		target, err := tree.ReadLink(name)
		if err != nil {
			return name, ok
		}
		name, ok = path.Join(path.Dir(name), target), true
	}
	return "", false
}

// A claim is a pattern by which a document claims files.
type claim struct {
	glob
	document *protocol.Document
}

func claimsOf(documents []protocol.Document) []claim {
	var out []claim
	for i := range documents {
		doc := &documents[i]
		for _, g := range doc.Globs {
			out = append(out, claim{compile(g, doc.Kind == protocol.State), doc})
		}
	}
	return out
}

// takes gives the workspace from which the document claims a file.
func (c *claim) takes(name string) (dir string, ok bool) {
	dir, ok = c.root(name)
	return dir, ok && !matchAny(c.document.Exclude, relative(dir, name))
}

// file adds the workspace that a document belongs to.
func (d *discovery) file(t Target) error {
	name := t.Path
	skip := func() error {
		if !t.Loose {
			d.found.Skipped = append(d.found.Skipped, d.shown(name))
		}
		return nil
	}
	dir, ok := WorkspaceOf(name, d.settings.Documents)
	if !ok {
		return skip()
	}
	w, err := d.workspace(dir)
	if err != nil {
		return err
	}
	switch rel := relative(dir, name); {
	case len(w.Bases) > 0 && !d.isFolder(dir): // it is gone with all that was in it
		return skip()
	case !w.marked() && !w.Settings.Requires(protocol.CurrentState), !w.holds(rel):
		return skip()
	case !w.wanted:
		w.only = map[string]bool{rel: true}
		d.add(w)
	case w.only != nil:
		w.only[rel] = true
	}
	return nil
}

func (d *discovery) add(w *Workspace) {
	if !w.wanted {
		w.wanted = true
		d.found.Workspaces = append(d.found.Workspaces, w)
	}
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
	var bases []*Workspace
	for _, tree := range d.scope.Bases {
		b, err := d.listIn(tree, dir, nil)
		if err != nil {
			return nil, err
		}
		bases = append(bases, b)
	}
	w, err := d.listIn(d.scope.Tree, dir, bases)
	if err == nil && d.scope.Ancestor != nil {
		w.Ancestor, err = d.listIn(d.scope.Ancestor, dir, nil)
	}
	return w, err
}

func (d *discovery) listIn(tree Tree, dir string, bases []*Workspace) (*Workspace, error) {
	w := &Workspace{
		Dir: dir, Shown: d.shown(dir), Tree: tree, Now: d.now, Bases: bases,
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

// marked reports whether the folder itself holds a marker, or did in a base.
func (w *Workspace) marked() bool {
	if slices.ContainsFunc(w.Bases, (*Workspace).marked) {
		return true
	}
	for _, f := range w.Files {
		if f.Document.Marker {
			return true
		}
	}
	for _, l := range w.Links {
		if strings.EqualFold(l.Path, protocol.StatePath) || l.Kind == protocol.Memory {
			return true
		}
	}
	return false
}

// holds reports whether a path is one of the documents here or in a base,
// readable or not.
func (w *Workspace) holds(name string) bool {
	if slices.ContainsFunc(w.Bases, func(b *Workspace) bool { return b.holds(name) }) {
		return true
	}
	return w.File(name) != nil || w.excluded[name] != "" || slices.ContainsFunc(w.Links, func(l Link) bool { return l.Path == name })
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
