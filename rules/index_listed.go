package rules

import (
	"path"
	"slices"
	"sort"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
)

// checkListed looks at the rows of a declared list. Below a heading under which
// one row points to a file of the kind, all do; elsewhere lists are text.
func checkListed(p *lint.Pass) {
	f, doc := p.File, p.File.Doc()
	var rows []markdown.Span
	for _, t := range doc.Tables(doc.Whole()) {
		for _, r := range t.Rows {
			rows = append(rows, r.Span)
		}
	}
	rows = append(rows, doc.ListItems(doc.Whole())...)
	slices.SortFunc(rows, func(a, b markdown.Span) int { return a.Start - b.Start })
	pointing := map[int]bool{} // by section
	var astray []markdown.Span
	for _, row := range rows {
		switch {
		case pointsTo(p, row):
			pointing[sectionAt(doc, row.Start)] = true
		case f.Holds(row) == markdown.Filled:
			astray = append(astray, row)
		}
	}
	for _, row := range astray {
		if pointing[sectionAt(doc, row.Start)] {
			p.Reportf(firstLine(f, row), "row points to no %s; link the file that it is about", lint.Clip(string(f.Document.Lists), 30))
		}
	}
}

// pointsTo reports whether a row links to a file of the kind that is listed, or
// to one that is missing: that is another rule's finding.
func pointsTo(p *lint.Pass, row markdown.Span) bool {
	for _, link := range p.File.Doc().Links(row) {
		name, ok := localPath(link.Destination)
		if !ok {
			continue
		}
		name = path.Join(path.Dir(p.File.Path), name)
		if f := p.Workspace.File(name); f != nil && f.Document.Kind == p.File.Document.Lists {
			return true
		}
		if p.File.Document.Links && !exists(p.Workspace.Tree, path.Join(p.Workspace.Dir, name)) {
			return true
		}
	}
	return false
}

// sectionAt is the number of headings that stand before an offset.
func sectionAt(doc *markdown.Document, offset int) int {
	return sort.Search(len(doc.Sections), func(i int) bool { return doc.Sections[i].Heading.Start > offset })
}
