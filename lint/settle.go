package lint

import (
	"slices"

	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// settle leaves out the headings that do not stand for their section and ends
// each body where the next section begins.
//
// A deeper heading that repeats a section's name is part of the body around
// it, unless the section stands nowhere else.
func (l *Layout) settle(doc *markdown.Document) {
	n := nesting{above: parents(doc), names: map[int]bool{}}
	repeated := false
	for i := range l.Places {
		repeated = repeated || len(l.Places[i].Headings) > 1
		for _, h := range l.Places[i].Headings {
			n.names[h.At.Start] = h.Section.Level > 1 || l.wraps(i, h) < 2
		}
	}
	if repeated {
		n.level = l.level(&n)
	}
	var starts []int
	for i := range l.Places {
		if len(l.Places[i].Headings) > 1 {
			l.foremost(i, &n)
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
// section's body. All others repeat the section.
func (l *Layout) foremost(i int, n *nesting) {
	headings := l.Places[i].Headings
	if first := headings[0]; first.Section.Level == 1 && holds(first, headings[1]) && l.wraps(i, first) > 0 {
		headings = headings[1:] // a title that speaks of the section, not the section
	}
	nested := func(h Heading) bool { return n.nested(h.Section) }
	if slices.ContainsFunc(headings, func(h Heading) bool { return !nested(h) }) {
		headings = slices.DeleteFunc(headings, nested)
	}
	l.Places[i].Headings = headings
}

// level is the one at which most sections of the protocol stand that stand in
// no other; of several the protocol's own, else the highest.
func (l *Layout) level(n *nesting) int {
	n.level = 7 // deeper than any: only sections have a body yet
	var count [7]int
	for i := range l.Places {
		for _, h := range l.Places[i].Headings {
			if !n.nested(h.Section) {
				count[h.Section.Level]++
			}
		}
	}
	best := protocol.HeadingLevel
	for level := range count {
		if count[level] > count[best] {
			best = level
		}
	}
	return best
}

// A nesting knows which headings stand in the body of a section.
type nesting struct {
	above map[int]*markdown.Section // the heading that each heading stands under, by where that one starts
	names map[int]bool              // where headings start that name a section of the protocol and are no title
	level int                       // of sections: a heading of this level or a deeper one has a body of its own
}

// nested reports whether a heading stands in the body of another one, be that
// a section of the protocol or one beside them. The document's title has no
// such body.
func (n *nesting) nested(s *markdown.Section) bool {
	for up := n.above[s.Heading.Start]; up != nil; up = n.above[up.Heading.Start] {
		if up.Level >= n.level || n.names[up.Heading.Start] {
			return true
		}
	}
	return false
}

// wraps counts the other sections that have a heading below h, which is one of
// place i. A heading of level 1 that wraps several is the document's title.
func (l *Layout) wraps(i int, h Heading) (n int) {
	for j := range l.Places {
		if j != i && slices.ContainsFunc(l.Places[j].Headings, func(inner Heading) bool { return holds(h, inner) }) {
			n++
		}
	}
	return n
}

func holds(outer, inner Heading) bool {
	return outer.Body.Start <= inner.At.Start && inner.At.Start < outer.Body.End
}

// parents gives the heading that each heading stands under, by the offset at
// which the heading starts; nil for one that stands under none.
func parents(doc *markdown.Document) map[int]*markdown.Section {
	out := make(map[int]*markdown.Section, len(doc.Sections))
	var open []*markdown.Section // ever deeper
	for i := range doc.Sections {
		s := &doc.Sections[i]
		for len(open) > 0 && open[len(open)-1].Level >= s.Level {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			out[s.Heading.Start] = open[len(open)-1]
		}
		open = append(open, s)
	}
	return out
}
