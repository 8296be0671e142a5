package lsp

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/memorylint/memorylint/lint"
)

// An encoding says in which units an editor counts characters.
type encoding string

const (
	utf8Units  encoding = "utf-8"  // bytes
	utf16      encoding = "utf-16" // two for what lies beyond U+FFFF; the protocol's default
	utf32Units encoding = "utf-32" // code points
)

// agree takes the first of the client's encodings that is known.
func agree(offered []encoding) encoding {
	for _, e := range offered {
		if e == utf8Units || e == utf16 || e == utf32Units {
			return e
		}
	}
	return utf16
}

// width is the number of units of a code point that takes size bytes.
func (e encoding) width(r rune, size int) int {
	switch {
	case e == utf8Units:
		return size
	case e == utf16 && r > 0xffff:
		return 2
	}
	return 1
}

// units is the length of a piece of a line.
func (e encoding) units(b []byte) int {
	n := 0
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		n += e.width(r, size)
		b = b[size:]
	}
	return n
}

// bytes is how many bytes of a line the first n units take: no more than there
// are, and none of a code point of which n ends in the middle.
func (e encoding) bytes(line []byte, n int) int {
	at := 0
	for at < len(line) {
		r, size := utf8.DecodeRune(line[at:])
		if n -= e.width(r, size); n < 0 {
			break
		}
		at += size
	}
	return at
}

// A text is the content of a document, with its lines. It never changes.
type text struct {
	src    []byte
	starts []int // offsets at which lines begin; there is always one
}

func newText(src []byte) *text {
	t := &text{src: src, starts: make([]int, 1, 1+bytes.Count(src, []byte("\n")))}
	for i, c := range src {
		if c == '\n' {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// line is the content of a line, from 0, without its ending. A line that is not
// there is the empty one at the end.
func (t *text) line(n int) (start int, content []byte) {
	if n >= len(t.starts) {
		return len(t.src), nil
	}
	start = t.starts[n]
	content = t.src[start:]
	if n+1 < len(t.starts) {
		content = bytes.TrimSuffix(content[:t.starts[n+1]-1-start], []byte("\r"))
	}
	return start, content
}

// offset is the place of a position in bytes. Lines past the end are at the
// end, characters past the end of a line at its end. Only the one right behind
// the end of a line with CR LF is behind the CR: where LF alone ends lines for
// Neovim and Emacs, the CR is one more character to them.
func (t *text) offset(p position, e encoding) int {
	start, line := t.line(max(p.Line, 0))
	at := start + e.bytes(line, max(p.Character, 0))
	if at == start+len(line) && p.Character == e.units(line)+1 && bytes.HasPrefix(t.src[at:], []byte("\r\n")) {
		at++
	}
	return at
}

// position is the place of an offset that is in no line ending and no code
// point.
func (t *text) position(offset int, e encoding) position {
	n := sort.Search(len(t.starts), func(i int) bool { return t.starts[i] > offset }) - 1
	start, line := t.line(n)
	return position{n, e.units(line[:min(offset-start, len(line))])}
}

// place is where a finding's position, in lines and code points from 1, is to
// the editor. A byte-order mark is no column to rules.
func (t *text) place(p lint.Position, e encoding) position {
	_, line := t.line(p.Line - 1)
	at := 0
	if p.Line == 1 && bytes.HasPrefix(line, bom) {
		at = len(bom)
	}
	for n := 1; n < p.Column && at < len(line); n++ {
		_, size := utf8.DecodeRune(line[at:])
		at += size
	}
	return position{min(p.Line, len(t.starts)) - 1, e.units(line[:at])}
}

func (t *text) span(r lint.Range, e encoding) span {
	return span{t.place(r.Start, e), t.place(r.End, e)}
}

var bom = []byte("\xef\xbb\xbf")

// apply is the text after a change. The ends of a range may be the wrong way
// round.
func (t *text) apply(c contentChange, e encoding) *text {
	if c.Range == nil {
		return newText([]byte(c.Text))
	}
	from, to := t.offset(c.Range.Start, e), t.offset(c.Range.End, e)
	from, to = min(from, to), max(from, to)
	return newText(t.with(from, to, c.Text))
}

// with is the content with other words from one offset to another.
func (t *text) with(from, to int, words string) []byte {
	out := make([]byte, 0, len(t.src)-(to-from)+len(words))
	out = append(out, t.src[:from]...)
	out = append(out, words...)
	return append(out, t.src[to:]...)
}
