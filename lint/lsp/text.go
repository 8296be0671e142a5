package lsp

import (
	"bytes"
	"sort"
	"sync"
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

	mu   sync.Mutex
	seen cursor
}

// A cursor is where place last found a position. Findings come in order: the
// next one in a line of a megabyte need not be counted from its start.
type cursor struct {
	at       int // bytes from the line's start
	found    lint.Position
	position position
	encoding encoding
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

// span is where a finding's range, in lines and code points from 1, is to the
// editor. A byte-order mark is no column to rules.
func (t *text) span(r lint.Range, e encoding) span {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.seen.encoding != e || t.seen.found.Line != r.Start.Line || t.seen.found.Column > r.Start.Column {
		t.seen = t.begin(r.Start.Line, e)
	}
	t.seen = t.forward(t.seen, r.Start.Column)
	end := t.seen
	if r.End.Line != r.Start.Line || r.End.Column < r.Start.Column {
		end = t.begin(r.End.Line, e)
	}
	return span{t.seen.position, t.forward(end, r.End.Column).position}
}

// begin is the first column of a line.
func (t *text) begin(line int, e encoding) cursor {
	line = max(line, 1)
	c := cursor{found: lint.Position{Line: line, Column: 1}, position: position{Line: min(line, len(t.starts)) - 1}, encoding: e}
	if _, content := t.line(line - 1); line == 1 && bytes.HasPrefix(content, bom) {
		c.at, c.position.Character = len(bom), e.units(bom)
	}
	return c
}

// forward goes on to a column of the line, or to the line's end.
func (t *text) forward(c cursor, column int) cursor {
	_, line := t.line(c.found.Line - 1)
	for c.found.Column < column && c.at < len(line) {
		r, size := utf8.DecodeRune(line[c.at:])
		c.at, c.found.Column, c.position.Character = c.at+size, c.found.Column+1, c.position.Character+c.encoding.width(r, size)
	}
	return c
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
