package markdown

import (
	"bytes"
	"slices"
	"sort"
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
		bytes.IndexByte(t, '{') < 0 && bytes.IndexByte(t, '<') < 0 && !d.hasBare() {
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
			if p.f.Angle && d.angleSlot(line) {
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
		strings.IndexByte("[{<*_.\xe2TtLlYy", p.d.text[s.Start]) < 0 {
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
	case '{':
		ok = p.f.Curly && closes(t) == len(t) && curly(string(t))
	case '<':
		ok = p.f.Angle && p.d.angleSlot(s)
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

// embedded takes the slots that count anywhere outside code and links.
func (p *picker) embedded(s Span) {
	first := "[{Y" // what such slots begin with
	switch {
	case p.f.Anywhere:
	case len(p.f.Exact)+len(p.f.Prefix) > 0:
		first = "["
	default:
		return
	}
	t := p.d.text[:s.End]
	var code []inline // what is left of it
	for i := s.Start; i < s.End; {
		k := bytes.IndexAny(t[i:], first)
		if k < 0 {
			return
		}
		i += k
		n := p.opening(t, i)
		if n == 0 || escaped(t[s.Start:i]) {
			i++
			continue
		}
		if code == nil {
			code = p.d.inlinesIn(s)
		}
		for len(code) > 0 && (code[0].form == link || code[0].form == image || code[0].span.End <= i) {
			code = code[1:]
		}
		switch {
		case len(code) > 0 && code[0].span.Start <= i:
			i = code[0].span.End
			continue
		case t[i] == '[' && p.linksAt(i):
			n = 1
		default:
			p.out = append(p.out, Span{i, i + n})
		}
		i += n
	}
}

// opening is the length of the slot that counts anywhere and begins at i, were
// it no code; 0: none does.
func (p *picker) opening(t []byte, i int) int {
	switch t[i] {
	case '[':
		return p.published(t[i:])
	case '{':
		if !standsAlone(t, i) {
			return 0
		}
		n := closes(t[i:])
		if n == 0 || !curly(string(t[i:i+n])) || i+n < len(t) && glued(t[i+n]) {
			return 0
		}
		return n
	}
	return p.literal(t, i)
}

// escaped reports whether an odd number of backslashes ends a text.
func escaped(before []byte) bool {
	n := len(before) - len(bytes.TrimRight(before, "\\"))
	return n%2 == 1
}

// linksAt reports whether a link or image begins at the bracket at i.
func (p *picker) linksAt(i int) bool {
	in, ok := p.d.inlineAt(i)
	return ok && (in.form == link || in.form == image)
}

// published is the length of a published slot that t begins with.
func (p *picker) published(t []byte) int {
	for _, s := range p.f.Exact {
		if n := prefixFold(t, s); n > 0 {
			return n
		}
	}
	for _, s := range p.f.Prefix {
		if prefixFold(t, s) > 0 {
			return closes(t)
		}
	}
	return 0
}

// prefixFold is the length of the part of t that reads s, where any white
// space in t reads as one space; 0: it does not begin with s.
func prefixFold(t []byte, s string) int {
	i := 0
	for j := 0; j < len(s); j++ {
		switch {
		case i >= len(t):
			return 0
		case s[j] == ' ' && space(t[i]):
			for i < len(t) && space(t[i]) {
				i++
			}
		case s[j] == t[i]:
			i++
		default:
			return 0
		}
	}
	return i
}

// literal is the length of a YYYY- literal at i, when it is no part of a
// file's name.
func (p *picker) literal(t []byte, i int) int {
	if !p.f.Anywhere || !p.f.Moment || !bytes.HasPrefix(t[i:], []byte("YYYY-")) || i > 0 && (glued(t[i-1]) || t[i-1] == '-') {
		return 0
	}
	n := 0
	for i+n < len(t) && strings.IndexByte("YMDHSTZ:-_.+0123456789", t[i+n]) >= 0 {
		n++
	}
	if i+n < len(t) && glued(t[i+n]) {
		return 0
	}
	return len(strings.TrimRight(string(t[i:i+n]), ":-_.+"))
}

// standsAlone reports whether the brace at i is no part of a path, a name or a
// shell variable.
func standsAlone(t []byte, i int) bool { return i == 0 || !glued(t[i-1]) && t[i-1] != '$' }

// glued reports whether a byte beside a literal makes it part of a path or a
// name.
func glued(c byte) bool { return letter(c) || digit(c) || c == '/' || c == '_' }

// angleSlot reports whether s is "<words>" and neither a tag nor an autolink.
func (d *Document) angleSlot(s Span) bool {
	t := string(d.text[s.Start:s.End])
	if len(t) < 3 || t[0] != '<' || strings.IndexByte(t, '>') != len(t)-1 {
		return false
	}
	words := strings.Fields(t[1 : len(t)-1])
	if len(words) == 0 || !letter(t[1]) || strings.Trim(strings.ToLower(t[1:len(t)-1]), "abcdefghijklmnopqrstuvwxyz0123456789 _-'") != "" {
		return false
	}
	name := strings.ToLower(words[0])
	if element(name) {
		return false
	}
	return len(words) > 1 || !d.closesTag(name)
}

// closesTag reports whether the document closes a tag of that name: then it is
// markup of some kind.
func (d *Document) closesTag(name string) bool {
	d.tagOnce.Do(func() {
		for t := d.text; ; {
			i := bytes.Index(t, []byte("</"))
			if i < 0 {
				break
			}
			t = t[i+2:]
			end := bytes.IndexByte(t[:min(len(t), 64)], '>')
			if end > 0 {
				d.closed = append(d.closed, strings.ToLower(string(bytes.TrimSpace(t[:end]))))
			}
		}
		sort.Strings(d.closed)
	})
	i := sort.SearchStrings(d.closed, name)
	return i < len(d.closed) && d.closed[i] == name
}
