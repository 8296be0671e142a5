package rules

import (
	"net/url"
	"path"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// An indexRow is one entry of the index: a row of a table, an item of a list,
// or a lone link in other text.
type indexRow struct {
	at       markdown.Span
	grid     *grid // of the table; nil outside one
	cells    markdown.Row
	pointers []pointer
}

// A pointer is one place of the index that names a snapshot.
type pointer struct {
	path  string // of the snapshot, from the workspace
	shown string // as it stands there
	label string // of a link
	at    markdown.Span
}

// name is the file name that is pointed to.
func (p *pointer) name() string { return path.Base(p.path) }

// colons reports whether the name is written with the colons of a timestamp,
// and gives the name with hyphens.
func (p *pointer) colons() (hyphens string, ok bool) {
	t, err := time.Parse(protocol.SnapshotColons, p.name())
	return t.Format(protocol.SnapshotName), err == nil
}

// cell is the row's cell in a column; empty where it has none, and in a row of
// too few or too many cells: they may be those of other columns.
func (r *indexRow) cell(name string) markdown.Cell {
	if r.grid == nil || len(r.cells.Cells) != r.grid.width {
		return markdown.Cell{}
	}
	return r.grid.cell(r.cells, name)
}

// indexRows are the rows of an index in source order, read once. Rows that
// hold nothing, or template text in place of the pointer, are left out.
func indexRows(f *lint.File) []indexRow {
	return f.Once(readRows).([]indexRow)
}

func readRows(f *lint.File) any {
	doc := f.Doc()
	finder := pointers{f: f, links: doc.Links(doc.Whole()), used: map[int]bool{}}
	var out []indexRow
	for _, t := range doc.Tables(doc.Whole()) {
		g := gridOf(&t, protocol.ColumnTimestamp, protocol.ColumnObjective, protocol.ColumnOwner, protocol.ColumnSnapshot)
		pointing := g.has(protocol.ColumnSnapshot)
		var rows []indexRow
		for _, r := range t.Rows {
			row := indexRow{at: r.Span, grid: g, cells: r, pointers: finder.in(r.Span)}
			rows, pointing = append(rows, row), pointing || len(row.pointers) > 0
		}
		if pointing {
			out = append(out, rows...)
		}
	}
	for _, item := range doc.ListItems(doc.Whole()) {
		if found := finder.in(item); len(found) > 0 {
			out = append(out, indexRow{at: item, pointers: found})
		}
	}
	for _, link := range finder.links { // those in other text
		if found, ok := finder.link(link); ok && !finder.used[link.Span.Start] {
			out = append(out, indexRow{at: link.Span, pointers: []pointer{found}})
		}
	}
	out = slices.DeleteFunc(out, func(r indexRow) bool {
		template := slices.ContainsFunc(r.pointers, func(p pointer) bool { return p.name() == protocol.SnapshotForm })
		return template || len(r.pointers) == 0 && f.Holds(r.at) < markdown.Filled
	})
	slices.SortStableFunc(out, func(a, b indexRow) int { return a.at.Start - b.at.Start })
	return out
}

// pointers finds what an index points to.
type pointers struct {
	f     *lint.File
	links []markdown.Link // in source order
	used  map[int]bool    // links that stand in a row, by where they start
}

// in finds the pointers in a row: links, and paths that stand there as text or
// in a code span.
func (p *pointers) in(at markdown.Span) []pointer {
	var out []pointer
	text := slices.Clone(p.f.Source()[at.Start:at.End])
	first := sort.Search(len(p.links), func(i int) bool { return p.links[i].Span.Start >= at.Start })
	for _, link := range p.links[first:] {
		if link.Span.Start >= at.End {
			break
		}
		p.used[link.Span.Start] = true
		if found, ok := p.link(link); ok {
			out = append(out, found)
		}
		for i := link.Span.Start; i < min(link.Span.End, at.End); i++ {
			text[i-at.Start] = ' '
		}
	}
	plain, _, _ := strings.Cut(string(text), "```") // a sample below an item is no row
	out = append(out, p.bare(plain, at.Start)...)
	slices.SortFunc(out, func(a, b pointer) int { return a.at.Start - b.at.Start })
	return out
}

// link reads a link as a pointer.
func (p *pointers) link(l markdown.Link) (pointer, bool) {
	target, _, _ := strings.Cut(l.Destination, "#")
	if decoded, err := url.PathUnescape(target); err == nil {
		target = decoded
	}
	name := snapshotPath(p.f, target)
	return pointer{path: name, shown: target, label: l.Text, at: l.Span}, name != "" && !l.Image
}

// bare finds paths in text that begins at offset. They may be written from
// the workspace, or without the folder of the snapshots.
func (p *pointers) bare(text string, offset int) []pointer {
	var out []pointer
	for start := 0; start < len(text); {
		n := strings.IndexAny(text[start:], " \t\r\n|`()[]<>,;\"'*")
		if n < 0 {
			n = len(text) - start
		}
		word := strings.TrimRight(text[start:start+n], ".:!?")
		target := strings.TrimPrefix(word, protocol.MemoryDir+"/")
		if !strings.Contains(word, "/") && formOfSnapshot(word) {
			target = path.Join(path.Base(protocol.SnapshotDir), word)
		}
		if name := snapshotPath(p.f, target); name != "" {
			at := offset + start
			out = append(out, pointer{path: name, shown: word, at: markdown.Span{Start: at, End: at + len(word)}})
		}
		start += n + 1
	}
	return out
}

// snapshotPath is the path, from the workspace, of a snapshot that a target in
// the index means; "" when it means none. A name that has the form of one is
// meant wherever it leads.
func snapshotPath(index *lint.File, target string) string {
	if strings.Contains(target, "://") || path.IsAbs(target) || path.Ext(target) != path.Ext(protocol.SnapshotName) {
		return ""
	}
	name := path.Join(path.Dir(index.Path), target)
	if path.Dir(name) == protocol.SnapshotDir || formOfSnapshot(path.Base(target)) {
		return name
	}
	return ""
}

// formOfSnapshot reports whether a file name is written like a snapshot's,
// with hyphens or colons, real moment or not.
func formOfSnapshot(name string) bool {
	return shaped(strings.ReplaceAll(name, ":", "-"), protocol.SnapshotForm) || name == protocol.SnapshotForm
}
