package rules

import (
	_ "embed"
	"errors"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed links.md
var linksDoc string

var linksDead = &lint.Rule{
	ID: "links/dead", Severity: lint.Warning, Doc: linksDoc,
	Kinds: []protocol.Kind{lint.Any},
	Check: checkLinks,
}

func checkLinks(p *lint.Pass) error {
	f, w := p.File, p.Workspace
	if !f.Document.Links {
		return nil
	}
	doc := f.Doc()
	targets := lookup{tree: w.Tree, dead: map[string]bool{}, twins: map[string]map[string]string{}}
	for _, link := range doc.Links(doc.Whole()) {
		relative, ok := localPath(link.Destination)
		if !ok {
			continue
		}
		target := path.Join(w.Dir, path.Dir(f.Path), relative)
		if !fs.ValidPath(target) || f.Document.Kind == protocol.Index && (holdsSnapshots(w, path.Dir(target)) || formOfSnapshot(path.Base(target))) {
			continue
		}
		if !targets.missing(target) {
			continue
		}
		what := "link"
		if link.Image {
			what = "image"
		}
		said := message("%s to %s is dead: no such file", what, lint.Clip(relative, 60))
		if name := targets.twin(target); name != "" {
			said = message("%s to %s is dead: the file is called %s", what, lint.Clip(relative, 36), lint.Clip(name, 24))
		}
		p.Report(lint.Diagnostic{Range: f.Range(link.Span), Message: said, Subject: link.Destination})
	}
	return nil
}

// localPath is the path that a destination gives relative to the file it
// stands in, and false when it has none or it cannot be judged: an address, an
// absolute path, a place in the same file, template text.
func localPath(destination string) (string, bool) {
	name, _, _ := strings.Cut(destination, "#")
	name, _, _ = strings.Cut(name, "?")
	if decoded, err := url.PathUnescape(name); err == nil {
		name = decoded
	}
	name = strings.TrimSpace(name)
	if name == "" || strings.HasPrefix(name, "/") || strings.HasPrefix(name, `\`) || strings.HasPrefix(name, "~") ||
		scheme(name) || strings.ContainsAny(name, "{}<>*$") {
		return "", false
	}
	return name, true
}

// scheme reports whether the name begins like an address, or like a path on a
// Windows drive.
func scheme(name string) bool {
	i := strings.IndexAny(name, `:/\`)
	return i > 0 && name[i] == ':'
}

// exists reports whether the name is there, or cannot be said to be missing. A
// line number behind the name, as in main.go:12 or main.go:12-20, may be left out.
func exists(tree lint.Tree, name string) bool {
	for {
		_, err := tree.Stat(name)
		if err == nil || !missing(tree, name, err) {
			return true
		}
		i := strings.LastIndexByte(name, ':')
		if i < 0 || !lineNumbers(name[i+1:]) {
			return false
		}
		name = name[:i]
	}
}

// lineNumbers reports whether a text is a line number, or the first and the last
// of several lines.
func lineNumbers(s string) bool {
	first, last, _ := strings.Cut(s, "-")
	return strings.Trim(first+last, "0123456789") == "" && (first != "" || last == "")
}

// missing reports whether the error means that there is no such file. What
// stands "below" a file is missing too, under an error that differs by system.
func missing(tree lint.Tree, name string, err error) bool {
	if errors.Is(err, fs.ErrNotExist) {
		return true
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if info, err := tree.Stat(dir); err == nil {
			return !info.IsDir()
		}
	}
	return false
}

// A lookup asks the tree once for each target, and once for each folder: a file
// may hold the same link many thousand times.
type lookup struct {
	tree  lint.Tree
	dead  map[string]bool
	twins map[string]map[string]string // by folder, the names in it by their lower case
}

// missing reports whether there is no such file.
func (l *lookup) missing(name string) bool {
	dead, known := l.dead[name]
	if !known {
		dead = !exists(l.tree, name)
		l.dead[name] = dead
	}
	return dead
}

// twin is the name of the file that differs from the missing one by the case
// of its letters alone, or "".
func (l *lookup) twin(name string) string {
	dir := path.Dir(name)
	names, known := l.twins[dir]
	if !known {
		names = map[string]string{}
		entries, err := l.tree.ReadDir(dir)
		for _, e := range entries {
			if err == nil {
				names[strings.ToLower(e.Name())] = e.Name()
			}
		}
		l.twins[dir] = names
	}
	if found := names[strings.ToLower(path.Base(name))]; found != path.Base(name) {
		return found
	}
	return ""
}

// holdsSnapshots reports whether the folder, relative to the tree's root, is
// where the workspace keeps its snapshots: another rule looks at those links.
func holdsSnapshots(w *lint.Workspace, dir string) bool {
	for _, d := range w.Settings.Documents {
		for _, glob := range d.Globs {
			if d.Kind == protocol.Snapshot && path.Join(w.Dir, path.Dir(glob)) == dir {
				return true
			}
		}
	}
	return false
}
