package markdown

import (
	"bytes"
	"slices"
)

// form says what an inline construct is.
type form uint8

const (
	codeSpan form = iota
	link
	image
	autolink
	tag // raw HTML but comments
	remark
)

// An inline is one inline construct. Emphasis is none: it changes no other
// construct, and only plain text asks for it.
type inline struct {
	form  form
	span  Span
	text  Span   // of a code span: between the ticks; of a link: between the brackets
	dest  string // of a link or image, resolved
	at    Span   // of a destination; empty in a reference
	label string // of a reference, normalised
}

// maxTicks is the longest run of back-ticks that opens a code span, and maxTag
// the longest HTML tag, in bytes. Both keep the scan linear: a run that is not
// closed is the last one of its length, so at most maxTicks are looked for in
// vain.
const (
	maxTicks = 80
	maxTag   = 4 << 10
)

// An opener is a bracket that may begin a link.
type opener struct {
	at, text int
	image    bool
	bracket  bool // another bracket follows: no reference label
}

// A scanner reads the inlines of one block, t[:end] from i on, in time that
// grows with its length: what was not found once is not looked for again.
type scanner struct {
	t      []byte
	i, end int
	refs   map[string]definition
	out    []inline
	stack  []opener
	dead   int // openers below are in front of a link: they begin none

	missing [128]bool // closing bytes that do not come any more
	angles  int       // last '>'
	closing int       // last "-->"
}

// scan reads the inlines of one block, in the order of their first bytes.
func (d *Document) scan(s Span) []inline {
	var sc scanner
	sc.read(d, s)
	return sc.out
}

// read adds the inlines of a block to those of blocks before it.
func (s *scanner) read(d *Document, at Span) {
	t := d.text[at.Start:at.End]
	if bytes.IndexByte(t, '`') < 0 && bytes.IndexByte(t, '<') < 0 && bytes.IndexByte(t, '[') < 0 {
		return
	}
	from := len(s.out)
	*s = scanner{
		t: d.text[:at.End], i: at.Start, end: at.End, refs: d.refs, angles: -1,
		out: s.out, stack: s.stack[:0],
	}
	s.run()
	byStart := func(a, b inline) int { return a.span.Start - b.span.Start }
	if !slices.IsSortedFunc(s.out[from:], byStart) {
		slices.SortFunc(s.out[from:], byStart)
	}
}

func (s *scanner) run() {
	for s.i < s.end {
		switch s.t[s.i] {
		case '\\':
			s.i++
			if s.i < s.end && punct(s.t[s.i]) {
				s.i++
			}
		case '`':
			s.code()
		case '<':
			s.angle()
		case '!':
			if s.i+1 < s.end && s.t[s.i+1] == '[' {
				s.push(opener{at: s.i, text: s.i + 2, image: true})
			} else {
				s.i++
			}
		case '[':
			s.push(opener{at: s.i, text: s.i + 1})
		case ']':
			s.i++
			s.closeBracket()
		default:
			s.i++
		}
	}
}

func (s *scanner) code() {
	n := s.length('`')
	start := s.i
	s.i += n
	if n > maxTicks {
		return
	}
	for j := s.i; j < s.end; {
		k := bytes.IndexByte(s.t[j:s.end], '`')
		if k < 0 {
			return
		}
		at := j + k
		j = at
		for j < s.end && s.t[j] == '`' {
			j++
		}
		if j-at == n {
			s.out = append(s.out, inline{form: codeSpan, span: Span{start, j}, text: Span{s.i, at}})
			s.i = j
			return
		}
	}
}

// length is the length of the run of c at the current place.
func (s *scanner) length(c byte) int {
	n := 0
	for s.i+n < s.end && s.t[s.i+n] == c {
		n++
	}
	return n
}

func (s *scanner) push(o opener) {
	if n := len(s.stack); n > 0 {
		s.stack[n-1].bracket = true
	}
	s.stack = append(s.stack, o)
	s.i = o.text
}

// closeBracket has just read a ']'.
func (s *scanner) closeBracket() {
	n := len(s.stack) - 1
	if n < 0 {
		return
	}
	o := s.stack[n]
	s.stack = s.stack[:n]
	dead := n < s.dead
	s.dead = min(s.dead, n)
	if dead && !o.image {
		return
	}
	text := Span{o.text, s.i - 1}
	label := ""
	at, end, ok := s.target(s.i)
	dest := resolve(s.t[at.Start:at.End])
	if !ok {
		at = Span{}
		dest, label, end, ok = s.reference(text, o.bracket)
	}
	if !ok {
		return
	}
	f := link
	if o.image {
		f = image
	} else {
		s.dead = n
	}
	s.out = append(s.out, inline{form: f, span: Span{o.at, end}, text: text, dest: dest, at: at, label: label})
	s.i = end
}

// target reads "(destination "title")", and gives where the destination is.
func (s *scanner) target(i int) (at Span, end int, ok bool) {
	if i >= s.end || s.t[i] != '(' {
		return at, 0, false
	}
	i, ok = skipBreak(s.t, i+1)
	if !ok {
		return at, 0, false
	}
	if s.t[i] == ')' {
		return at, i + 1, true
	}
	at, next, ok := destination(s.t, i, s.end)
	if !ok {
		return at, 0, false
	}
	if i, ok = skipBreak(s.t, next); !ok {
		return at, 0, false
	}
	if s.t[i] != ')' && i > next {
		c := s.t[i]
		if c == '(' {
			c = ')'
		}
		if c >= 128 || s.missing[c] {
			return at, 0, false
		}
		closer, after, found := title(s.t, i, s.end)
		if !found {
			s.missing[c] = closer == c && c != ')'
			return at, 0, false
		}
		if i, ok = skipBreak(s.t, after); !ok {
			return at, 0, false
		}
	}
	if s.t[i] != ')' {
		return at, 0, false
	}
	return at, i + 1, true
}

// reference reads "[label]", "[]" or nothing behind a bracketed text.
func (s *scanner) reference(text Span, bracket bool) (dest, label string, end int, ok bool) {
	if len(s.refs) == 0 {
		return "", "", 0, false
	}
	end = s.i
	if s.i < s.end && s.t[s.i] == '[' {
		if close, found := labelEnd(s.t, s.i+1); found {
			if label = normalLabel(s.t[s.i+1 : close]); label != "" {
				def, ok := s.refs[label]
				return def.dest, label, close + 1, ok
			}
			end = close + 1
		}
	}
	if bracket || text.End-text.Start > maxLabel {
		return "", "", 0, false
	}
	label = normalLabel(s.t[text.Start:text.End])
	def, ok := s.refs[label]
	return def.dest, label, end, ok
}
