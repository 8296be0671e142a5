package lint

import (
	"slices"

	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// A Layout says where the sections of its protocol stand in a document: only
// headings that stand for their section, and bodies that end where the next
// section of the protocol begins, whatever its level.
type Layout struct {
	Places []Place // one for each section of the protocol, in its order
}

// A Place is where one section of the protocol stands.
type Place struct {
	Section  *protocol.Section
	Headings []Heading // none: it is missing, or stands as a label only
	Label    *Heading  // the label form, when there is no heading; Heading.Section is nil
}

// A Heading is one heading, or label line, that names a section.
type Heading struct {
	Section  *markdown.Section
	At       markdown.Span // the heading, or the label line
	Body     markdown.Span
	Spelling markdown.Spelling // Folded or Exact
}

// Found reports whether the section stands there in any form.
func (p *Place) Found() bool { return len(p.Headings) > 0 || p.Label != nil }

// First is the first heading, else the label. Found must hold.
func (p *Place) First() *Heading {
	if len(p.Headings) > 0 {
		return &p.Headings[0]
	}
	return p.Label
}

// Bodies are the bodies of all headings of the section, or of its label.
func (p *Place) Bodies() []markdown.Span {
	var out []markdown.Span
	for _, h := range p.Headings {
		out = append(out, h.Body)
	}
	if len(out) == 0 && p.Label != nil {
		out = append(out, p.Label.Body)
	}
	return out
}

// Layout finds the protocol's sections in the file, once.
func (f *File) Layout() *Layout {
	f.placing.Do(func() { f.layout = place(f.Doc(), f.Document.Sections) })
	return f.layout
}

// Place is where the named section stands, or nil when the protocol has none
// of that name.
func (l *Layout) Place(name string) *Place {
	for i := range l.Places {
		if l.Places[i].Section.Name == name {
			return &l.Places[i]
		}
	}
	return nil
}

func place(doc *markdown.Document, sections []protocol.Section) *Layout {
	l := &Layout{Places: make([]Place, len(sections))}
	for i := range sections {
		l.Places[i].Section = &sections[i]
	}
	names := make([][]string, len(sections))
	for i := range l.Places {
		names[i] = l.Places[i].names()
	}
	for i := range doc.Sections {
		s := &doc.Sections[i]
		if at, how := markdown.Find(s.Title, names); at >= 0 {
			l.Places[at].Headings = append(l.Places[at].Headings, Heading{Section: s, At: s.Heading, Body: s.Body, Spelling: how})
		}
	}
	l.settle(doc)
	l.placeLabels(doc, names)
	return l
}

func (p *Place) names() []string { return append([]string{p.Section.Name}, p.Section.Aliases...) }

// placeLabels looks for the sections that no heading names among the label
// lines. A label's body runs to the line of the next label of a section or the
// next heading.
func (l *Layout) placeLabels(doc *markdown.Document, names [][]string) {
	missing := func(p Place) bool { return len(p.Headings) == 0 }
	if !slices.ContainsFunc(l.Places, missing) {
		return
	}
	type found struct {
		place *Place
		label markdown.Label
	}
	var labels []found
	for _, label := range doc.Labels(doc.Whole()) {
		if at, _ := markdown.Find(label.Name, names); at >= 0 && missing(l.Places[at]) {
			labels = append(labels, found{&l.Places[at], label})
		}
	}
	for i, f := range labels {
		if f.place.Label != nil {
			continue
		}
		end := doc.Whole().End
		if i+1 < len(labels) { // the next label's markers are no longer this one's text
			line, _ := doc.Position(labels[i+1].label.Span.Start)
			end = doc.LineSpan(line).Start
		}
		for _, s := range doc.Sections {
			if s.Heading.Start > f.label.Span.Start && s.Heading.Start < end {
				end = s.Heading.Start
			}
		}
		f.place.Label = &Heading{
			At: f.label.Span, Body: markdown.Span{Start: f.label.At.Start, End: max(end, f.label.At.Start)}, Spelling: markdown.Folded,
		}
	}
}

// Follows reports whether the file follows its protocol (SPEC 3.5): the path
// alone does not tell.
func (w *Workspace) Follows(f *File) bool {
	d := f.Document
	switch {
	case len(d.Sections) == 0:
		return false
	case d.ByPath, w.Settings.Requires(d.Protocol):
		return true
	case len(w.Of(protocol.Archive)) > 0:
		return true
	}
	headings, found := 0, 0
	for i := range f.Layout().Places {
		p := &f.Layout().Places[i]
		if len(p.Headings) > 0 {
			headings++
		}
		if p.Found() {
			found++
		}
	}
	if headings >= 2 || found >= 3 {
		return true
	}
	if f.Holds(f.Doc().Whole()) == markdown.Blank && len(f.Doc().Sections) == 0 {
		return true
	}
	for _, base := range w.Bases {
		if b := base.File(f.Path); b != nil && base.Follows(b) {
			return true
		}
	}
	return false
}
