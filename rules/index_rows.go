package rules

import (
	"net/url"
	"path"
	"slices"
	"sort"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

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
	mentions []pointer // further snapshots that it speaks of, and does not point to
}

// A pointer is one place of the index that names a snapshot.
type pointer struct {
	path  string // of the snapshot, from the workspace
	shown string // as it stands there
	label string // of a link
	link  bool
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

// An IndexRow is a row of an index that points to a snapshot.
type IndexRow struct {
	Path      string    // of the snapshot, from the workspace, with hyphens however it is written
	When      time.Time // by the file name
	Objective string    // plain text; "" when the row does not say
	Table     bool      // the row is a table's, and not a list's item or a link in other text
	At        markdown.Span
}

// IndexRows are the rows of an index that point to a snapshot with a moment for
// a name, in source order: what the index rules see. It reads f once.
func IndexRows(f *lint.File) []IndexRow {
	var out []IndexRow
	for _, r := range indexRows(f) {
		if len(r.pointers) == 0 {
			continue
		}
		to := r.pointers[0]
		name := plainName(to.name())
		when, ok := snapshotMoment(name)
		if !ok {
			continue
		}
		row := IndexRow{Path: path.Join(path.Dir(to.path), name), When: when, Table: r.grid != nil, At: r.at}
		if cell := r.cell(protocol.ColumnObjective); f.Holds(cell.Span) == markdown.Filled {
			row.Objective = cell.Text
		}
		out = append(out, row)
	}
	return out
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
			row.point()
			rows, pointing = append(rows, row), pointing || len(row.pointers) > 0
		}
		if pointing {
			out = append(out, rows...)
		}
	}
	for _, item := range doc.ListItems(doc.Whole()) {
		row := indexRow{at: item, pointers: finder.in(item)}
		if row.point(); len(row.pointers) > 0 {
			out = append(out, row)
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

// point parts what the row points to from what it speaks of. A row of a table
// points in the column for it, if it does there at all; an item of a list points
// to what it links to first or, without a link, names first, and may name that
// twice.
func (r *indexRow) point() {
	if len(r.pointers) < 2 {
		return
	}
	all := r.pointers
	main := max(0, slices.IndexFunc(all, func(p pointer) bool { return p.link }))
	points := func(p pointer) bool { return p.path == all[main].path }
	if r.grid != nil {
		cell := r.cell(protocol.ColumnSnapshot).Span
		points = func(p pointer) bool { return cell.Start <= p.at.Start && p.at.Start < cell.End }
		if !slices.ContainsFunc(all, points) {
			return
		}
	}
	r.pointers = nil
	for _, p := range all {
		if points(p) {
			r.pointers = append(r.pointers, p)
		} else {
			r.mentions = append(r.mentions, p)
		}
	}
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
	out = append(out, p.bare(string(text), at.Start)...)
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
	return pointer{path: name, shown: target, label: l.Text, link: true, at: l.Span}, name != "" && !l.Image
}

// bare finds paths in text that begins at offset, outside of samples. They may be
// written from the workspace, or without the folder of the snapshots.
func (p *pointers) bare(text string, offset int) []pointer {
	var out []pointer
	for start := 0; start < len(text); {
		if n := strings.IndexFunc(text[start:], inPath); n >= 0 {
			start += n
		} else {
			break
		}
		end := len(text)
		if n := strings.IndexFunc(text[start:], notInPath); n >= 0 {
			end = start + n
		}
		from, to := pathIn(text[start:end])
		word, at := text[start+from:start+to], offset+start+from
		start = end
		target := strings.TrimPrefix(word, protocol.MemoryDir+"/")
		if !strings.Contains(word, "/") && formOfSnapshot(word) {
			target = path.Join(path.Base(protocol.SnapshotDir), word)
		}
		if name := snapshotPath(p.f, target); name != "" && !p.f.Doc().Sample(at) {
			out = append(out, pointer{path: name, shown: word, at: markdown.Span{Start: at, End: at + len(word)}})
		}
	}
	return out
}

// inPath reports whether a character may stand in a path that is written as
// text: white space and punctuation end one, also those of other scripts.
func inPath(r rune) bool {
	if r < utf8.RuneSelf {
		return r > ' ' && !strings.ContainsRune("|`()[]<>,;\"'*", r)
	}
	return !unicode.IsSpace(r) && !unicode.IsPunct(r) && !unicode.IsSymbol(r)
}

func notInPath(r rune) bool { return !inPath(r) }

// pathIn is the path in a word: without the marks of emphasis, the sentence's,
// and the words that scripts without spaces put before and behind it.
func pathIn(word string) (from, to int) {
	const marks = ".:!?_~"
	to = len(word)
	ext := path.Ext(protocol.SnapshotName)
	if i := strings.LastIndex(word, ext); i >= 0 {
		if rest := word[i+len(ext):]; rest != "" && rest[0] >= utf8.RuneSelf {
			to = i + len(ext)
		}
	}
	to = len(strings.TrimRight(word[:to], marks))
	for _, begin := range []string{protocol.MemoryDir + "/", path.Base(protocol.SnapshotDir) + "/"} {
		if i := strings.Index(word[:to], begin); i > 0 && word[i-1] >= utf8.RuneSelf {
			return i, to
		}
	}
	if n := len(protocol.SnapshotForm); n < to && word[to-n-1] >= utf8.RuneSelf && formOfSnapshot(word[to-n:to]) {
		return to - n, to
	}
	return to - len(strings.TrimLeft(word[:to], "_~")), to
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
