package lint

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/memorylint/memorylint/rules/protocol"
)

// list fills Files and Links with the documents of the protocols present.
func (w *Workspace) list() error {
	l := lister{w: w, dirs: map[string][]fs.DirEntry{}, seen: map[string]bool{}}
	// A declared document takes a path over from a built-in one, so the last
	// one that claims a path has it.
	for i := len(w.Settings.Documents) - 1; i >= 0; i-- {
		doc := &w.Settings.Documents[i]
		for _, g := range doc.Globs {
			if err := l.expand(doc, ".", strings.Split(g, "/")); err != nil {
				return err
			}
		}
		if doc.Kind == protocol.State {
			l.announced(doc)
		}
		if doc.Kind == protocol.State && !l.seen[protocol.StatePath] {
			if err := l.twins(doc); err != nil {
				return err
			}
		}
	}
	w.Files = slices.DeleteFunc(w.Files, func(f *File) bool {
		return builtin(f.Document.Protocol) && !w.Present(f.Document.Protocol)
	})
	slices.SortFunc(w.Files, func(a, b *File) int { return cmp.Compare(a.Path, b.Path) })
	slices.SortFunc(w.Links, func(a, b Link) int { return cmp.Compare(a.Path, b.Path) })
	return nil
}

func builtin(name string) bool {
	return name == protocol.CurrentState || name == protocol.Agentic || name == protocol.ApprovedPlan
}

type lister struct {
	w    *Workspace
	dirs map[string][]fs.DirEntry // folders already read
	seen map[string]bool          // paths already claimed
}

// expand adds what matches the rest of a pattern below dir, which is relative
// to the workspace.
func (l *lister) expand(doc *protocol.Document, dir string, rest []string) error {
	for len(rest) > 1 && literal(rest[0]) {
		dir, rest = path.Join(dir, rest[0]), rest[1:]
	}
	if _, listed := l.dirs[dir]; !listed && len(rest) == 1 && literal(rest[0]) {
		return l.single(doc, path.Join(dir, rest[0]))
	}
	entries, err := l.read(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case rest[0] == "**":
			if e.IsDir() && !unvisited(e.Name()) {
				if err := l.expand(doc, name, rest); err != nil {
					return err
				}
			}
		case len(rest) == 1:
			if matchPart(rest[0], e.Name()) {
				if err := l.add(doc, name, e); err != nil {
					return err
				}
			}
		case e.IsDir() && !unvisited(e.Name()) && matchPart(rest[0], e.Name()):
			if err := l.expand(doc, name, rest[1:]); err != nil {
				return err
			}
		}
	}
	if rest[0] == "**" && len(rest) > 1 {
		return l.expand(doc, dir, rest[1:])
	}
	return nil
}

// single adds one file that is named outright: its folder, which may be large,
// is not read for it.
func (l *lister) single(doc *protocol.Document, name string) error {
	info, err := l.w.Tree.Lstat(path.Join(l.w.Dir, name))
	if err != nil {
		// Missing, or below something that is no folder. A folder that may not
		// be searched is told by the first document that is read in it.
		if errors.Is(err, fs.ErrPermission) {
			return err
		}
		return nil
	}
	return l.add(doc, name, fs.FileInfoToDirEntry(info))
}

func unvisited(name string) bool { return name == ".git" || name == "node_modules" }

// read lists a folder of the workspace; one that is missing, or no folder, is
// empty.
func (l *lister) read(dir string) ([]fs.DirEntry, error) {
	if entries, ok := l.dirs[dir]; ok {
		return entries, nil
	}
	full := path.Join(l.w.Dir, dir)
	entries, err := l.w.Tree.ReadDir(full)
	if err != nil {
		// It is no folder, or stands below what is none: then there is nothing.
		if info, e := l.w.Tree.Lstat(full); e != nil && !errors.Is(e, fs.ErrPermission) || e == nil && !info.IsDir() {
			entries, err = nil, nil
		}
	}
	l.dirs[dir] = entries
	return entries, err
}

func (l *lister) add(doc *protocol.Document, name string, e fs.DirEntry) error {
	if l.seen[name] || matchAny(doc.Exclude, name) {
		return nil
	}
	full := path.Join(l.w.Dir, name)
	file := &File{Path: name, Document: doc}
	switch mode := e.Type(); {
	case !fs.ValidPath(name):
		l.seen[name] = true
		l.w.Links = append(l.w.Links, Link{Path: name, Kind: doc.Kind, Irregular: "a file whose name is not UTF-8"})
		return nil
	case mode.IsRegular():
	case doc.Kind == protocol.Receipt: // the store writes files, and follows no link
		file.Irregular = irregular(mode)
	case mode&fs.ModeSymlink != 0 && l.w.Settings.Committed && !doc.Evidence: // git holds the target's name there
		l.seen[name] = true
		l.w.Links = append(l.w.Links, Link{Path: name, Kind: doc.Kind, Irregular: irregular(mode)})
		return nil
	case mode&fs.ModeSymlink != 0:
		info, err := l.w.Tree.Stat(full)
		switch {
		case err != nil:
			l.seen[name] = true
			l.broken(doc, name, full)
			return nil
		case info.IsDir() && doc.Kind != protocol.State:
			return nil
		case !info.Mode().IsRegular():
			l.irregular(doc, name, info.Mode())
			return nil
		}
	case mode.IsDir() && doc.Kind != protocol.State:
		return nil
	default:
		l.irregular(doc, name, mode)
		return nil
	}
	l.seen[name] = true
	if s := l.w.Settings; s.Excluded != nil && s.Excluded(full) {
		l.w.excluded[name] = doc.Kind
		return nil
	}
	l.w.Files = append(l.w.Files, file)
	return nil
}

func (l *lister) irregular(doc *protocol.Document, name string, mode fs.FileMode) {
	l.seen[name] = true
	l.w.Links = append(l.w.Links, Link{Path: name, Kind: doc.Kind, Irregular: irregular(mode)})
}

// irregular says what a file is that is not regular.
func irregular(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeSymlink != 0:
		return "a link"
	}
	return "no regular file"
}

// broken adds a link that cannot be followed.
func (l *lister) broken(doc *protocol.Document, name, full string) {
	target, err := l.w.Tree.ReadLink(full)
	if err != nil {
		target = "?"
	}
	leaves := path.IsAbs(target)
	if !leaves {
		joined := path.Join(path.Dir(full), target)
		leaves = joined == ".." || strings.HasPrefix(joined, "../")
	}
	l.w.Links = append(l.w.Links, Link{Path: name, Kind: doc.Kind, Target: target, Leaves: leaves})
}

// Intending is a Tree that knows which files were announced to git and never
// added, so that no commit will hold them.
type Intending interface {
	Intended(name string) bool
}

// announced adds a state that is not going to be committed.
func (l *lister) announced(doc *protocol.Document) {
	tree, ok := l.w.Tree.(Intending)
	if ok && tree.Intended(path.Join(l.w.Dir, protocol.StatePath)) {
		l.seen[protocol.StatePath] = true
		l.w.Links = append(l.w.Links, Link{Path: protocol.StatePath, Kind: doc.Kind, Irregular: "in the index by git add -N only; git add it"})
	}
}

// twins adds files that are the state but for the case of their path.
func (l *lister) twins(doc *protocol.Document) error {
	dir, base := path.Split(protocol.StatePath)
	top, err := l.read(".")
	if err != nil {
		return err
	}
	for _, folder := range top {
		if !strings.EqualFold(folder.Name(), path.Clean(dir)) || !folder.IsDir() {
			continue
		}
		entries, err := l.read(folder.Name())
		if err != nil {
			return err
		}
		for _, e := range entries {
			if strings.EqualFold(e.Name(), base) {
				if err := l.add(doc, path.Join(folder.Name(), e.Name()), e); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
