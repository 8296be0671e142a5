package lint

import (
	"slices"

	"github.com/memorylint/memorylint/markdown"
)

// settle leaves out the headings that do not stand for their section and ends
// each body where the next section begins.
//
// A deeper heading that repeats a section's name is part of the body around
// it, unless the section stands nowhere else.
func (l *Layout) settle(doc *markdown.Document) {
	var starts []int
	for i := range l.Places {
		if len(l.Places[i].Headings) > 1 {
			l.foremost(doc, i)
		}
		for _, h := range l.Places[i].Headings {
			starts = append(starts, h.At.Start)
		}
	}
	slices.Sort(starts)
	for i := range l.Places {
		for j := range l.Places[i].Headings {
			body := &l.Places[i].Headings[j].Body
			if k, _ := slices.BinarySearch(starts, body.Start); k < len(starts) && starts[k] < body.End {
				body.End = starts[k]
			}
		}
	}
}

// foremost leaves out the headings of place i that are part of another
// section's body.
func (l *Layout) foremost(doc *markdown.Document, i int) {
	headings := l.Places[i].Headings
	if first := headings[0]; first.Section.Level == 1 && holds(first, headings[1]) && l.wraps(i) {
		headings = headings[1:] // a title that speaks of the section, not the section
	}
	top := headings[0].Section.Level
	for _, h := range headings {
		top = min(top, h.Section.Level)
	}
	above := parents(doc)
	l.Places[i].Headings = slices.DeleteFunc(headings, func(h Heading) bool {
		return h.Section.Level > top && above[h.At.Start] >= top
	})
}

// wraps reports whether the first heading of place i has headings of other
// sections below it.
func (l *Layout) wraps(i int) bool {
	for j := range l.Places {
		if j != i && len(l.Places[j].Headings) > 0 && holds(l.Places[i].Headings[0], l.Places[j].Headings[0]) {
			return true
		}
	}
	return false
}

func holds(outer, inner Heading) bool {
	return outer.Body.Start <= inner.At.Start && inner.At.Start < outer.Body.End
}

// parents gives the level of the heading that each heading stands under, by
// the offset at which the heading starts; 0 for one that stands under none.
func parents(doc *markdown.Document) map[int]int {
	out := make(map[int]int, len(doc.Sections))
	var open []int // levels, ever deeper
	for i := range doc.Sections {
		s := &doc.Sections[i]
		for len(open) > 0 && open[len(open)-1] >= s.Level {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			out[s.Heading.Start] = open[len(open)-1]
		}
		open = append(open, s.Level)
	}
	return out
}
