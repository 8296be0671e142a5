package markdown

import (
	"bytes"
	"slices"
	"strings"
)

// Slots says which forms count (SPEC 3.4); see protocol.Slots.
type Slots struct {
	Square   bool     // [words] as a whole value
	Curly    bool     // {words} and {{words}} as a whole value
	Angle    bool     // <words> as a whole value
	Bare     bool     // TBD, TODO, ..., lorem ipsum as a whole value
	Moment   bool     // YYYY-MM-DD... literals as a whole value
	Anywhere bool     // {curly} and YYYY- literals count inside a line too
	Exact    []string // published slots, counted anywhere outside code
	Prefix   []string // as Exact, up to the closing bracket: "[One sentence:"
}

// maxSlot is the longest slot, in bytes, and maxDepth how deep brackets may
// nest in it; together they keep the search linear.
const (
	maxSlot  = 1000
	maxDepth = 8
)

// Slots finds the template text left in s, in source order. A whole value is a
// paragraph, a line, a list item behind its marker and box, a cell of a data
// row, or what follows a label's colon. Headings hold only slots that count
// anywhere. A slot may run over several lines of one block. Brackets around a
// none-word of English are no slot; SlotsBut knows those of other languages.
func (d *Document) Slots(s Span, f Slots) []Slot { return d.SlotsBut(s, f, nil) }

// SlotsBut is Slots without bracketed text that says "nothing" to w.
func (d *Document) SlotsBut(s Span, f Slots, w *Lexicon) []Slot {
	var out []Slot
	lo, hi := d.children(s)
	for i := lo; i < hi; i++ {
		if b := &d.blocks[i]; b.span.End <= s.Start || b.span.Start >= s.End {
			continue
		}
		for _, at := range d.slotsOf(i, f, w) {
			if at.Start >= s.Start && at.Start < s.End {
				out = append(out, Slot{Text: fold(string(d.text[at.Start:at.End])), Span: at})
			}
		}
	}
	return out
}

func (f *Slots) any() bool {
	return f.Square || f.Curly || f.Angle || f.Bare || f.Moment || f.Anywhere || len(f.Exact) > 0 || len(f.Prefix) > 0
}

// slotsOf are the slots of one block, without its children, in order; none
// stands in another.
func (d *Document) slotsOf(i int, f Slots, w *Lexicon) []Span {
	b := &d.blocks[i]
	switch b.kind {
	case paragraph, heading, row, html:
	default:
		return nil
	}
	if t := d.text[b.inner.Start:b.inner.End]; b.head || bytes.IndexByte(t, '[') < 0 &&
		bytes.IndexByte(t, '{') < 0 && bytes.IndexByte(t, '<') < 0 && bytes.IndexByte(t, wideOpen[0]) < 0 && !d.hasBare() {
		return nil
	}
	p := picker{d: d, f: f, w: w}
	switch b.kind {
	case paragraph:
		p.embedded(b.inner)
		p.paragraph(b.inner)
	case heading:
		p.embedded(b.inner)
	case row:
		p.embedded(b.inner)
		p.cell = true
		for _, cell := range splitCells(d.text, b.span) {
			p.value(cell)
		}
	case html:
		for line := range d.linesOf(b.inner) {
			if p.f.Angle && p.angle(line) {
				p.out = append(p.out, line)
			}
		}
	}
	return outermost(p.out)
}

// hasBare reports whether a slot without brackets may stand in the document.
func (d *Document) hasBare() bool {
	d.bareOnce.Do(func() {
		for i, c := range d.text {
			switch c {
			case '.', 'T', 't', 'L', 'l', 'Y', 'y', "…"[0]:
				if bareAt(d.text[i:]) {
					d.bare = true
					return
				}
			}
		}
	})
	return d.bare
}

func bareAt(t []byte) bool {
	for _, s := range [...]string{"...", "TODO", "TBD", "lorem", "YYYY", "…"} {
		if len(t) >= len(s) && t[0]|0x20 == s[0]|0x20 && bytes.EqualFold(t[:len(s)], []byte(s)) {
			return true
		}
	}
	return false
}

// outermost sorts spans and drops those inside others.
func outermost(in []Span) []Span {
	slices.SortFunc(in, func(a, b Span) int {
		if a.Start != b.Start {
			return a.Start - b.Start
		}
		return b.End - a.End
	})
	out := in[:0]
	for _, s := range in {
		if n := len(out); n == 0 || s.Start >= out[n-1].End {
			out = append(out, s)
		}
	}
	return out
}

// A picker collects the slots of one block.
type picker struct {
	d    *Document
	f    Slots
	w    *Lexicon
	cell bool // in a table cell TODO is a status
	out  []Span
}

// paragraph looks at the paragraph as a whole, and at its lines.
func (p *picker) paragraph(s Span) {
	first := p.d.trim(Span{s.Start, min(p.d.lineEnd(s.Start), s.End)})
	if first.End < s.End {
		p.value(s)
		if _, value, ok := p.d.parts(first); ok {
			p.value(Span{value.Start, s.End})
		}
	}
	for line := range p.d.linesOf(s) {
		p.value(line)
		if _, value, ok := p.d.parts(line); ok {
			p.value(value)
		}
	}
}

// value takes a whole value that is a slot.
func (p *picker) value(s Span) {
	s = p.d.trim(s)
	if s.Start == s.End || s.End-s.Start > maxSlot || s.Start > 0 && p.d.text[s.Start-1] == '`' ||
		strings.IndexByte("[{<*_.\xe2\xefTtLlYy", p.d.text[s.Start]) < 0 {
		return
	}
	for {
		if p.f.Bare && bare(p.d.text[s.Start:s.End], p.cell) {
			p.out = append(p.out, s)
			return
		}
		n := s.End - s.Start
		if n > 2 && strings.IndexByte("*_", p.d.text[s.Start]) >= 0 && p.d.text[s.End-1] == p.d.text[s.Start] {
			s = p.d.trim(Span{s.Start + 1, s.End - 1})
			continue // dots inside may be the slot itself
		}
		for s.End > s.Start+1 && strings.IndexByte(".;,!", p.d.text[s.End-1]) >= 0 {
			s.End--
		}
		if s.Start == s.End {
			return
		}
		if s.End-s.Start == n {
			break
		}
	}
	t := p.d.text[s.Start:s.End]
	ok := false
	switch t[0] {
	case '[':
		ok = p.f.Square && closes(t) == len(t) && !p.linked(s) && p.square(string(t[1:len(t)-1]))
	case wideOpen[0]:
		inner, found := wide(string(t))
		ok = p.f.Square && found && p.square(inner)
	case '{':
		ok = p.f.Curly && closes(t) == len(t) && curly(string(t))
	case '<':
		ok = p.f.Angle && p.angle(s)
	case 'Y', 'y':
		ok = p.f.Moment && moment(string(t))
	}
	if ok {
		p.out = append(p.out, s)
	}
}

// linked reports whether a link or image starts in s: its brackets are none of
// a slot's.
func (p *picker) linked(s Span) bool {
	for _, in := range p.d.inlinesIn(s) {
		if in.form == link || in.form == image {
			return true
		}
	}
	return false
}

// closes is the length of the bracketed text that t begins with; 0 when it is
// not closed.
func closes(t []byte) int {
	open := t[0]
	close := byte(']')
	if open == '{' {
		close = '}'
	}
	depth := 0
	for i := 0; i < len(t) && i < maxSlot; i++ {
		switch t[i] {
		case '\\':
			i++
		case open:
			if depth++; depth > maxDepth {
				return 0
			}
		case close:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}
