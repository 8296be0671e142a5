package markdown

import (
	"bytes"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName is the longest name of a label, in code points.
const maxName = 60

// Labels are the labels that start in s, in source order. Headings, tables,
// code and HTML hold none.
func (d *Document) Labels(s Span) []Label {
	d.labelOnce.Do(func() {
		for i := range d.blocks {
			if b := &d.blocks[i]; b.kind == paragraph {
				for line := range d.linesOf(b.inner) {
					if l, ok := d.label(line); ok {
						d.labels = append(d.labels, l)
					}
				}
			}
		}
	})
	lo := sort.Search(len(d.labels), func(i int) bool { return d.labels[i].Span.Start >= s.Start })
	hi := sort.Search(len(d.labels), func(i int) bool { return d.labels[i].Span.Start >= s.End })
	return d.labels[lo:max(lo, hi):max(lo, hi)]
}

// linesOf yields the lines of a stretch that hold something, trimmed.
func (d *Document) linesOf(s Span) func(yield func(Span) bool) {
	return func(yield func(Span) bool) {
		for at := s.Start; at < s.End; {
			end := s.End
			if n := bytes.IndexByte(d.text[at:end], '\n'); n >= 0 {
				end = at + n
			}
			if line := d.trim(Span{at, end}); line.Start < line.End && !yield(line) {
				return
			}
			at = end + 1
		}
	}
}

// label reads a trimmed line, its task box off, as a label.
func (d *Document) label(line Span) (Label, bool) {
	name, at, ok := d.parts(line)
	if !ok {
		return Label{}, false
	}
	return Label{
		Name:  strings.TrimFunc(d.plain(name), func(r rune) bool { return unicode.IsSpace(r) || r == '*' || r == '_' }),
		Value: fold(string(d.text[at.Start:at.End])),
		Span:  Span{name.Start, line.End},
		At:    at,
	}, true
}

// parts are the name and the value of a line that is a label.
func (d *Document) parts(line Span) (name, value Span, ok bool) {
	name = line
	name.Start = emphasisEnd(d.text, line)
	open := string(d.text[line.Start:name.Start])
	colon, size, ok := d.colon(name)
	if !ok {
		return name, value, false
	}
	name.End = colon
	closed := false // the emphasis that opens the line ends with the name
	if open != "" && bytes.HasSuffix(d.text[name.Start:name.End], []byte(open)) {
		name.End -= len(open)
		closed = true
	}
	name = d.trim(name)
	if !d.names(name) {
		return name, value, false
	}
	value = Span{colon + size, line.End}
	if open != "" && !closed {
		switch t := d.text[value.Start:value.End]; {
		case bytes.HasPrefix(t, []byte(open)):
			value.Start += len(open)
		case bytes.HasSuffix(t, []byte(open)):
			value.End -= len(open)
		}
	}
	return name, d.unwrap(value), true
}

// emphasisEnd is the offset behind the emphasis marks that open a line.
func emphasisEnd(t []byte, line Span) int {
	i := line.Start
	for i < line.End && (t[i] == '*' || t[i] == '_' || t[i] == '~') {
		i++
	}
	if i < line.End && space(t[i]) {
		return line.Start
	}
	return i
}

// colon finds the colon that ends a label's name: a full-width one, or one
// that white space, emphasis, the line's end or a letter beyond ASCII follows,
// outside code spans and links.
func (d *Document) colon(s Span) (at, size int, ok bool) {
	const wide = "："
	// A name, and some markup in it, ends here at the latest.
	t := d.text[s.Start:min(s.End, s.Start+maxName*utf8.UTFMax+16)]
	for i := 0; i < len(t); i++ {
		n := bytes.IndexByte(t[i:], ':')
		if n < 0 {
			n = len(t) - i
		}
		size := 1
		if w := bytes.IndexByte(t[i:i+n], wide[0]); w >= 0 {
			i += w
			if !bytes.HasPrefix(t[i:], []byte(wide)) {
				continue
			}
			size = len(wide)
		} else if i += n; i == len(t) || !d.endsName(s, s.Start+i) {
			continue
		}
		if d.plainAt(s.Start, s.Start+i) {
			return s.Start + i, size, true
		}
	}
	return 0, 0, false
}

// endsName looks at what follows the colon at an offset.
func (d *Document) endsName(s Span, at int) bool {
	if at++; at >= s.End {
		return true
	}
	c := d.text[at]
	return c <= ' ' || c == '*' || c == '_' || c >= utf8.RuneSelf
}

// plainAt reports whether an offset lies in no code span, link or tag that
// starts behind from.
func (d *Document) plainAt(from, at int) bool {
	if !bytes.ContainsAny(d.text[from:at], "`[<") {
		return true
	}
	for _, in := range d.inlinesIn(Span{from, at}) {
		if in.span.End > at {
			return false
		}
	}
	return true
}

// names reports whether a stretch can be a label's name.
func (d *Document) names(s Span) bool {
	t := d.text[s.Start:s.End]
	return len(t) > 0 && utf8.RuneCount(t) <= maxName && bytes.IndexFunc(t, unicode.IsLetter) >= 0
}

// maxWeight is the most that the name of a label may weigh when no value
// follows it; see short.
const maxWeight = 6

// short reports whether a name without a value is that of a label ("Owner:",
// "Waiting for:", "負責人：") and no sentence that ends in a colon: one or two
// words, three when all begin with capitals, or up to six characters of a
// script without spaces. A remark in brackets does not count.
func (d *Document) short(name Span) bool {
	s := strings.Trim(d.plain(name), "*_ ")
	if i := strings.IndexAny(s, "(（"); i > 0 {
		s = s[:i]
	}
	if first, _ := utf8.DecodeRuneInString(s); unicode.IsDigit(first) || strings.ContainsAny(s, ",，、;；.。!?！？") {
		return false
	}
	weight, words, capitals, word := 0, 0, 0, false
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana):
			weight++
			word = false
		case unicode.IsSpace(r):
			word = false
		case !word:
			weight += maxWeight / 2
			words++
			if word = true; unicode.IsUpper(r) {
				capitals++
			}
		}
	}
	return weight <= maxWeight || words == 3 && capitals == 3 && weight == 3*maxWeight/2
}

// unwrap takes white space, and emphasis or back-ticks around the whole, off.
func (d *Document) unwrap(s Span) Span {
	for {
		s = d.trim(s)
		if s.End-s.Start < 2 {
			return s
		}
		switch c := d.text[s.Start]; c {
		case '*', '_', '~', '`':
			if d.text[s.End-1] != c || bytes.IndexByte(bytes.Trim(d.text[s.Start:s.End], string(c)), c) >= 0 {
				return s
			}
			s.Start++
			s.End--
		default:
			return s
		}
	}
}

// fold folds white space and takes it off the ends.
func fold(s string) string {
	last := ' '
	for _, r := range s {
		if r == ' ' && last == ' ' || r < ' ' && unicode.IsSpace(r) || r >= utf8.RuneSelf && unicode.IsSpace(r) {
			return strings.Join(strings.Fields(s), " ")
		}
		last = r
	}
	return strings.TrimSuffix(s, " ")
}
