package rules

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
)

// A stamp is one place of a document that tells when it was last updated.
type stamp struct {
	value   stampValue
	text    string        // what was read, without what follows on the line
	at      markdown.Span // the same; the label when there is no value
	decides bool          // it speaks of the update of the whole document
	top     bool          // it stands where a document's own stamp is looked for first
	slot    bool          // template text: nobody has set it yet, and another rule says so
}

// names reports whether the stamp names a day.
func (s stamp) names() bool { return s.value.reading >= day }

// A rank orders labels by how surely they mark the document's own stamp.
type rank uint8

const (
	noLabel     rank = iota
	rankDated        // some date that tells the age, if no better one does
	rankUpdated      // the stamp, when it stands at the top
	rankLast         // the stamp, wherever it stands
)

// findStamps finds the stamps of a document, those in the front matter first.
func findStamps(f *lint.File) []stamp {
	finder := stampFinder{f: f, doc: f.Doc(), count: f.Doc().Lines()}
	finder.frontMatter()
	finder.lines()
	if !slices.ContainsFunc(finder.found, stamp.names) {
		finder.title()
	}
	return finder.found
}

type stampFinder struct {
	f     *lint.File
	doc   *markdown.Document
	count int             // of lines
	slots []markdown.Slot // of the whole document; nil: nobody asked yet
	found []stamp
}

func (s *stampFinder) frontMatter() {
	if s.doc.Front == nil {
		return
	}
	for _, field := range s.doc.Front.Fields {
		n, rank := labelAt(field.Key)
		if rest := strings.TrimSpace(field.Key[n:]); rank == noLabel || rest != "" && rest[0] != '(' {
			continue
		}
		at := field.ValueSpan
		if field.Value == "" {
			at = field.KeySpan
		}
		s.keep(rank, true, stamp{value: readStamp(field.Value), text: field.Value, at: at})
	}
}

// keep adds a stamp, unless its label and place promise too little for what
// its value holds: "update: merged" in a list of decisions is none.
func (s *stampFinder) keep(rank rank, top bool, found stamp) bool {
	found.slot = found.text != "" && s.overlapsSlot(found.at)
	switch r := found.value.reading; {
	case found.slot && rank == rankLast:
	case r == unset && !top, r < unreal && r != unset && (!top || rank < rankLast):
		return false
	}
	found.decides, found.top = rank == rankLast || rank == rankUpdated && top, top
	s.found = append(s.found, found)
	return true
}

// longestLine is how much of a line is looked at, in bytes.
const longestLine = 1000

// lines looks through the lines of the body outside code and comments.
func (s *stampFinder) lines() {
	whole := s.doc.Whole()
	first, _ := s.doc.Position(whole.Start)
	for line := first; line <= s.count; line++ {
		at := s.doc.LineSpan(line)
		at.Start = max(at.Start, whole.Start)
		text := string(s.doc.Source[at.Start:min(at.End, at.Start+longestLine)])
		indent := len(text) - len(strings.TrimLeft(text, " \t"))
		if indent == len(text) || s.doc.Code(at.Start+indent) {
			continue
		}
		line = s.line(line, at.Start, text)
	}
}

// line reads one line and returns the number of the last line that was used.
func (s *stampFinder) line(line, offset int, text string) int {
	start := strings.IndexFunc(text, unicode.IsLetter)
	if start >= 0 {
		n, rank := labelAt(text[start:])
		if rank != noLabel {
			return s.labelled(rank, line, offset, text, start, start+n)
		}
	}
	if s.top(offset) && s.bare(offset, text) {
		return line
	}
	s.inside(offset, text)
	return line
}

// labelled reads the value behind a label at the start of a line, or below it.
func (s *stampFinder) labelled(rank rank, line, offset int, text string, label, end int) int {
	heading := s.heading(offset, text)
	value, between := behindLabel(text, end)
	top := s.top(offset) || heading
	if s.template(rank, top, offset+value, text[value:]) {
		return line
	}
	if strings.TrimFunc(text[value:], decoration) == "" && (between == byColon || heading) {
		// "## Update" alone may be an ordinary section.
		sure := between == byColon || rank == rankLast
		if below, ok := s.below(line, rank, top, sure); ok {
			return below
		}
		if sure {
			at := markdown.Span{Start: offset + label, End: offset + end}
			s.keep(rank, top, stamp{value: stampValue{reading: unset}, at: at})
		}
		return line
	}
	v := readStamp(text[value:])
	if by, ok := foldPrefix(text[value:], "by "); ok && between == bySpace && rank != rankDated {
		return s.byline(rank, line, offset+value+by, text[value+by:], top)
	}
	if between == bySpace && (v.reading < ambiguous || strings.TrimFunc(text[value:value+v.start], decoration) != "") {
		return line
	}
	if between == byBar || s.nested(offset) {
		rank, top = rankDated, false
	}
	s.keep(rank, top, s.cut(v, offset+value, text[value:]))
	return line
}

// cut makes the stamp of a value that was read in text, which begins at offset.
func (s *stampFinder) cut(v stampValue, offset int, text string) stamp {
	read := text[v.start:v.end]
	trimmed := strings.TrimLeft(read, " \t*_~`\"'")
	start := offset + v.start + len(read) - len(trimmed)
	trimmed = strings.TrimRight(trimmed, " \t*_~`\"'")
	return stamp{value: v, text: trimmed, at: markdown.Span{Start: start, End: start + len(trimmed)}}
}

// below reads the value of a label that stands alone: on the next line, or
// with one or two blank lines between. It returns the line it was found on. Unless the
// label is sure, only a date will do.
func (s *stampFinder) below(line int, rank rank, top, sure bool) (int, bool) {
	end := line + 3
	for next := line + 1; next <= min(end, s.count); next++ {
		at := s.doc.LineSpan(next)
		text := string(s.doc.Source[at.Start:min(at.End, at.Start+longestLine)])
		switch {
		case strings.TrimSpace(text) == "":
			continue
		case next == line+1 && strings.Trim(text, "=- ") == "": // of a heading
			end++
			continue
		}
		if strings.HasPrefix(strings.TrimLeft(text, " "), "#") || s.doc.Code(at.Start) {
			return 0, false
		}
		if sure && s.template(rank, top, at.Start, text) {
			return next, true
		}
		value := 0
		if start := strings.IndexFunc(text, unicode.IsLetter); start >= 0 {
			if n, rank := labelAt(text[start:]); rank != noLabel {
				value, _ = behindLabel(text, start+n)
			}
		}
		v := readStamp(text[value:])
		if v.reading == unreadable || !sure && v.reading < ambiguous {
			return 0, false
		}
		return next, s.keep(rank, top, s.cut(v, at.Start+value, text[value:]))
	}
	return 0, false
}

// bare takes a line at the top that holds a date and nothing else.
func (s *stampFinder) bare(offset int, text string) bool {
	v := readStamp(text)
	if v.reading < day || strings.TrimFunc(text[:v.start]+text[v.end:], decoration) != "" {
		return false
	}
	return s.keep(rankDated, true, s.cut(v, offset, text))
}

// inside looks for a stamp behind other text of the line, after a separator.
func (s *stampFinder) inside(offset int, text string) {
	for i, r := range text {
		if !strings.ContainsRune("|·•;—–(（,", r) {
			continue
		}
		start := i + utf8.RuneLen(r)
		start += len(text[start:]) - len(strings.TrimLeft(text[start:], " *_"))
		n, rank := labelAt(text[start:])
		if rank != rankLast {
			continue
		}
		value, between := behindLabel(text, start+n)
		if v := readStamp(text[value:]); between == byColon && v.reading >= day {
			s.keep(rank, false, s.cut(v, offset+value, text[value:]))
			return
		}
	}
}

// title takes the date in the document's title.
func (s *stampFinder) title() {
	if len(s.doc.Sections) == 0 || s.doc.Sections[0].Level != 1 {
		return
	}
	at := s.doc.Sections[0].Heading
	text := string(s.doc.Source[at.Start:at.End])
	if v := readStamp(text); v.reading >= day {
		s.keep(rankDated, true, s.cut(v, at.Start, text))
	}
}

// top reports whether the offset lies before the first section: in the text
// under the title, or before any heading.
func (s *stampFinder) top(offset int) bool {
	for i, section := range s.doc.Sections {
		if i > 0 || section.Level > 1 {
			return offset < section.Heading.Start
		}
	}
	return true
}

// heading reports whether a heading of the document begins on the line at the
// offset.
func (s *stampFinder) heading(offset int, text string) bool {
	sections := s.doc.Sections
	i := sort.Search(len(sections), func(i int) bool { return sections[i].Heading.Start >= offset })
	return i < len(sections) && sections[i].Heading.Start < offset+len(text)
}

// nested reports whether the offset lies in a part of a section: what is dated
// there is that part.
func (s *stampFinder) nested(offset int) bool {
	sections := s.doc.Sections
	i := sort.Search(len(sections), func(i int) bool { return sections[i].Heading.Start > offset })
	return i > 0 && sections[i-1].Level > 2
}
