package rules

import (
	"sort"
	"strings"

	"github.com/memorylint/memorylint/markdown"
)

// template takes a value that nobody has filled in.
func (s *stampFinder) template(rank rank, top bool, offset int, text string) bool {
	v := s.cut(stampValue{reading: unset, end: len(text)}, offset, text)
	return v.text != "" && s.overlapsSlot(v.at) && s.keep(rank, top, v)
}

// overlapsSlot reports whether template text stands in a stretch of the body.
func (s *stampFinder) overlapsSlot(at markdown.Span) bool {
	if s.slots == nil {
		s.slots = append([]markdown.Slot{}, s.f.Slots(s.doc.Whole())...)
	}
	i := sort.Search(len(s.slots), func(i int) bool { return s.slots[i].Span.End > at.Start })
	return i < len(s.slots) && s.slots[i].Span.Start < at.End
}

// longestByline is how many words may say who updated the document, and when.
const longestByline = 8

// byline reads the date behind the name of whoever updated the document, on the
// same line or, wrapped, on the next one.
func (s *stampFinder) byline(rank rank, line, offset int, text string, top bool) int {
	words := 0
	for used := line; used <= min(line+1, s.count); used++ {
		if used > line {
			at := s.doc.LineSpan(used)
			offset, text = at.Start, string(s.doc.Source[at.Start:min(at.End, at.Start+longestLine)])
		}
		v := readStamp(text)
		if v.reading >= unreal {
			if words += len(strings.Fields(text[:v.start])); words <= longestByline {
				s.keep(rank, top, s.cut(v, offset, text))
			}
			return used
		}
		words += len(strings.Fields(text))
	}
	return line
}
