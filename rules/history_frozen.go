package rules

import (
	"bytes"
	"cmp"
	"maps"
	"path"
	"slices"
	"time"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// checkFrozen looks for files of the document, which is written once, that are
// no longer what they were.
func checkFrozen(p *lint.Pass, d *protocol.Document) {
	w := p.Workspace
	names := map[string]bool{} // of all that were there before or are there now
	for _, from := range append([]*lint.Workspace{w}, w.Bases...) {
		for _, f := range from.Of(d.Kind) {
			names[f.Path] = true
		}
	}
	for i, name := range newestFirst(names, d.Frozen.Form) {
		if unchanged(w, name) {
			continue
		}
		old := versions(w, name)
		switch f := w.File(name); {
		case len(old) == 0:
		case f != nil:
			if !slices.ContainsFunc(old, func(b *lint.File) bool { return bytes.Equal(plainLines(b), plainLines(f)) }) {
				reportChanged(p, f, old[0])
			}
		case i < d.Frozen.Keep && lost(w, func(b *lint.Workspace) bool { return b.File(name) != nil }) && !moved(w, old[0], names):
			reportRemoved(p, old[0])
		}
	}
}

// unchanged reports whether a file is known to be what it was in a base,
// without being read.
func unchanged(w *lint.Workspace, name string) bool {
	f := w.File(name)
	return f != nil && slices.ContainsFunc(w.Bases, func(base *lint.Workspace) bool {
		old := base.File(name)
		return old != nil && f.Unchanged(old)
	})
}

// newestFirst are the paths, the newest moment in a name first. Those that
// name none come last.
func newestFirst(paths map[string]bool, form string) []string {
	when := func(name string) time.Time {
		t, _ := time.Parse(form, path.Base(name))
		return t
	}
	return slices.SortedFunc(maps.Keys(paths), func(a, b string) int {
		return cmp.Or(when(b).Compare(when(a)), cmp.Compare(b, a))
	})
}

// moved reports whether a file that is gone still stands elsewhere: in the
// folder for old ones, or under a name that is new.
func moved(w *lint.Workspace, old *lint.File, names map[string]bool) bool {
	if cold := old.Document.Frozen.Cold; cold != "" {
		if exists(w.Tree, path.Join(w.Dir, path.Dir(old.Path), cold, path.Base(old.Path))) {
			return true
		}
	}
	for name := range names {
		f := w.File(name)
		if f != nil && len(versions(w, name)) == 0 && bytes.Equal(plainLines(f), plainLines(old)) {
			return true
		}
	}
	return false
}

// plainLines is a file's content with the same line ends everywhere: git may
// write them anew in the working tree.
func plainLines(f *lint.File) []byte {
	return bytes.ReplaceAll(f.Source(), []byte("\r\n"), []byte("\n"))
}

func reportChanged(p *lint.Pass, f, old *lint.File) {
	now, was := firstChange(f, old)
	p.Report(lint.Diagnostic{
		Path: f.Path, Range: f.Range(now), Subject: f.Path,
		Message: message("%s %s was changed after it was committed; take it back", f.Document.Name, lint.Clip(path.Base(f.Path), 40)),
		Related: []lint.Related{before(old, was, "this line")},
	})
}

// firstChange is the first line in which a file differs from what it was; the
// last line of one that ends before the other.
func firstChange(f, old *lint.File) (now, was markdown.Span) {
	last := min(f.Doc().Lines(), old.Doc().Lines())
	for line := 1; ; line++ {
		now, was = f.Doc().LineSpan(line), old.Doc().LineSpan(line)
		if line >= last || !bytes.Equal(f.Source()[now.Start:now.End], old.Source()[was.Start:was.End]) {
			return now, was
		}
	}
}

func reportRemoved(p *lint.Pass, old *lint.File) {
	frozen := old.Document.Frozen
	said := "%s %s is gone, one of the newest %d; take it back"
	if frozen.Cold != "" {
		said += " or move it to " + frozen.Cold + "/"
	}
	p.Report(lint.Diagnostic{
		Path: old.Path, Subject: old.Path,
		Message: message(said, old.Document.Name, lint.Clip(path.Base(old.Path), 32), frozen.Keep),
		Related: []lint.Related{before(old, markdown.Span{}, "the file")},
	})
}
