package markdown

import (
	"bytes"
	"sort"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/util"
)

// Content says what a stretch of a document holds.
type Content uint8

const (
	Blank    Content = iota // nothing, or labels without values
	Nothing                 // the word None, in one of its forms
	Template                // only slots
	Filled                  // anything else
)

// Holds is the one function that decides emptiness (SPEC 3.3). Headings,
// thematic breaks, comments, link definitions in use, stamps of the page and its
// footer are no content. f says which slots make a Template; with none of them a slot
// is Filled.
func (d *Document) Holds(s Span, w *Lexicon, f Slots) Content {
	s.End = d.footer(s, w)
	j := judge{d: d, w: w, f: f, s: s}
	lo, hi := d.children(s)
	j.blocks(lo, hi)
	if j.most < Filled {
		j.definitions()
	}
	return j.most
}

// A judge weighs the pieces of a stretch: one that is Filled outweighs any
// slot, a slot any None.
type judge struct {
	d    *Document
	w    *Lexicon
	f    Slots
	s    Span
	most Content

	block int    // whose slots these are
	slots []Span // nil: nobody asked yet
}

func (j *judge) add(c Content) { j.most = max(j.most, c) }

func (j *judge) blocks(lo, hi int) {
	for i := lo; i < hi && j.most < Filled; i++ {
		b := &j.d.blocks[i]
		at := j.d.trim(b.inner.clip(j.s))
		if at.Start == at.End {
			continue
		}
		switch b.kind {
		case fence, indented:
			j.add(Filled)
		case paragraph:
			j.text(at, i)
		case heading:
			if b.up >= 0 { // text of a list or quote
				j.text(at, i)
			}
		case html:
			j.html(at, i)
		case row:
			if !b.head {
				for _, cell := range splitCells(j.d.text, b.span) {
					j.add(j.value(cell.clip(j.s), i))
				}
			}
		}
	}
}

// definitions: one that no reference uses is text to its writer.
func (j *judge) definitions() {
	for _, def := range j.d.unused() {
		if def.Start >= j.s.Start && def.Start < j.s.End {
			j.add(Filled)
		}
	}
}

// text weighs a paragraph: as a whole, then line by line.
func (j *judge) text(at Span, block int) {
	if italic(j.d.text[at.Start:at.End]) && j.d.ownStamp(at, j.w) {
		return
	}
	n := bytes.IndexByte(j.d.text[at.Start:at.End], '\n')
	if n < 0 {
		j.add(j.line(at, block))
		return
	}
	whole := at
	if _, value, ok := j.d.parts(j.d.trim(Span{at.Start, at.Start + n})); ok {
		whole.Start = value.Start
	}
	if c := j.value(whole, block); c == Nothing || c == Template {
		j.add(c)
		return
	}
	for line := range j.d.linesOf(at) {
		j.add(j.line(line, block))
		if j.most == Filled {
			return
		}
	}
}

// line weighs one line: a label by its value.
func (j *judge) line(at Span, block int) Content {
	if j.d.ownStamp(at, j.w) {
		return Blank
	}
	if name, value, ok := j.d.parts(at); ok {
		if j.d.empty(value) {
			if j.d.short(name) {
				return Blank
			}
			return Filled
		}
		if c := j.value(value, block); c < Filled {
			return c
		}
	}
	return j.value(at, block)
}

// value weighs a whole value: blank, None, or nothing but slots. What says None
// is no slot, but dots and tags that hold no word may be one.
func (j *judge) value(at Span, block int) Content {
	c := j.word(at)
	if c != Nothing && j.f.any() && j.slotted(at, block) {
		return Template
	}
	return c
}

// slotted reports whether there are slots in a stretch and nothing else.
func (j *judge) slotted(at Span, block int) bool {
	if j.slots == nil || j.block != block {
		j.block, j.slots = block, append([]Span{}, j.d.slotsOf(block, j.f, j.w)...)
	}
	var rest []byte
	first := sort.Search(len(j.slots), func(i int) bool { return j.slots[i].End > at.Start })
	for _, s := range j.slots[first:] {
		if s.Start >= at.End {
			break
		}
		if rest == nil {
			rest = bytes.Clone(j.d.text[at.Start:at.End])
		}
		s = s.clip(at)
		for i := s.Start; i < s.End; i++ {
			rest[i-at.Start] = ' '
		}
	}
	return rest != nil && hollow(rest)
}

// word weighs a value that slots do not matter for.
func (j *judge) word(at Span) Content {
	t := j.d.text[at.Start:at.End]
	if len(t) > maxPhrase+40 {
		if bytes.IndexFunc(t, wordRune) >= 0 {
			return Filled
		}
		return Blank
	}
	if bytes.IndexByte(t, '<') >= 0 {
		if inner, ok := pointed(t); ok && j.w.says(core(inner)) {
			return Nothing
		}
		t = j.d.untagged(at)
	} else if !j.w.mayBegin(t) {
		return Filled
	}
	if bytes.IndexByte(t, '\\') >= 0 {
		t = util.UnescapePunctuations(t)
	}
	s := core(fold(strings.ReplaceAll(string(t), "&nbsp;", " ")))
	switch {
	case j.w.says(s):
		return Nothing
	case s == "":
		return Blank
	}
	return Filled
}

// hollow reports whether nothing is left of a line without its slots but
// punctuation, a bracketed key ("[owner=]") or a label's name.
func hollow(rest []byte) bool {
	d := &Document{text: rest}
	line := d.trim(Span{0, len(rest)})
	if _, value, ok := d.parts(line); ok && d.empty(value) {
		return true
	}
	for line.Start < line.End && rest[line.Start] == '[' {
		i := bytes.IndexByte(rest[line.Start:line.End], ']')
		if i < 0 {
			break
		}
		key := bytes.TrimSpace(rest[line.Start+1 : line.Start+i])
		if len(key) > 0 && !bytes.HasSuffix(key, []byte("=")) {
			break
		}
		line = d.trim(Span{line.Start + i + 1, line.End})
	}
	if _, value, ok := d.parts(line); ok && d.empty(value) {
		return true
	}
	return bytes.IndexFunc(rest[line.Start:line.End], wordRune) < 0
}

// pointed is what stands between the pointed brackets around a text.
func pointed(t []byte) (inner string, ok bool) {
	t = bytes.TrimSpace(t)
	if len(t) < 3 || t[0] != '<' || bytes.IndexByte(t, '>') != len(t)-1 {
		return "", false
	}
	return string(t[1 : len(t)-1]), true
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// untagged is a stretch without its HTML tags.
func (d *Document) untagged(s Span) []byte {
	t := bytes.Clone(d.text[s.Start:s.End])
	for _, in := range d.scan(s) {
		if in.form == tag {
			clear(t[in.span.Start-s.Start : in.span.End-s.Start])
		}
	}
	return bytes.ReplaceAll(t, []byte{0}, []byte{' '})
}

// html weighs an HTML block by what stands between its tags, or by what a tag
// shows.
func (j *judge) html(at Span, block int) {
	before := j.most
	for line := range j.d.linesOf(at) {
		j.add(j.value(line, block))
	}
	if j.most > before {
		return
	}
	lower := bytes.ToLower(j.d.text[at.Start:at.End])
	for _, name := range []string{"<img", "<video", "<audio", "<iframe", "<object", "<svg", "<input"} {
		if bytes.Contains(lower, []byte(name)) {
			j.add(Filled)
		}
	}
}
