package markdown

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// stride is the distance of marks, and with it the most a column costs to
// count, in bytes.
const stride = 1024

// A mark says how many code points stand before an offset, so that columns in
// very long lines need not be counted from the line's start.
type mark struct{ offset, points int }

// Position gives the 1-based line and the 1-based column, in code points, of
// a byte offset. A byte-order mark and front matter are counted as lines as
// they stand in the file; a byte-order mark is no column. A byte that is not
// UTF-8 is one code point. A carriage return alone ends no line. Offsets past
// the end give the position of the end, negative ones that of the start.
func (d *Document) Position(offset int) (line, column int) {
	offset = min(max(offset, 0), len(d.Source))
	lines := d.starts()
	line = sort.Search(len(lines), func(i int) bool { return lines[i] > offset })
	start := lines[line-1]
	if start == 0 && bytes.HasPrefix(d.Source, bom) {
		start = min(len(bom), offset)
	}
	if offset-start <= stride {
		return line, 1 + utf8.RuneCount(d.Source[start:offset])
	}
	return line, 1 + d.points(offset) - d.points(start)
}

// Lines is the number of lines; a missing final newline changes nothing.
func (d *Document) Lines() int {
	src := bytes.TrimPrefix(d.Source, bom)
	n := bytes.Count(src, []byte{'\n'})
	if len(src) > 0 && src[len(src)-1] != '\n' {
		n++
	}
	return n
}

// LineSpan is the content of a 1-based line without its ending. A line that
// does not exist has the empty span at the end of the document.
func (d *Document) LineSpan(line int) Span {
	lines := d.starts()
	if line < 1 || line > len(lines) {
		return Span{len(d.Source), len(d.Source)}
	}
	s := Span{lines[line-1], len(d.Source)}
	if line < len(lines) {
		s.End = lines[line] - 1
	}
	if s.End > s.Start && s.End < len(d.Source) && d.Source[s.End-1] == '\r' {
		s.End--
	}
	return s
}

// starts are the offsets at which lines begin; there is always one.
func (d *Document) starts() []int {
	d.lineOnce.Do(func() {
		d.lines = make([]int, 1, 1+bytes.Count(d.Source, []byte{'\n'}))
		for i := 0; ; {
			n := bytes.IndexByte(d.Source[i:], '\n')
			if n < 0 {
				return
			}
			i += n + 1
			d.lines = append(d.lines, i)
		}
	})
	return d.lines
}

// points counts the code points before an offset.
func (d *Document) points(offset int) int {
	d.markOnce.Do(func() {
		d.marks = append(d.marks, mark{})
		for i, n := 0, 0; i < len(d.Source); n++ {
			if i-d.marks[len(d.marks)-1].offset >= stride {
				d.marks = append(d.marks, mark{i, n})
			}
			_, size := utf8.DecodeRune(d.Source[i:])
			i += size
		}
	})
	i := sort.Search(len(d.marks), func(i int) bool { return d.marks[i].offset > offset })
	m := d.marks[i-1]
	return m.points + utf8.RuneCount(d.Source[m.offset:offset])
}

// lineEnd is the offset of the line feed that ends the line of an offset, or
// the end of the text.
func (d *Document) lineEnd(offset int) int {
	if offset >= len(d.text) {
		return len(d.text)
	}
	if n := bytes.IndexByte(d.text[offset:], '\n'); n >= 0 {
		return offset + n
	}
	return len(d.text)
}

// lineStart is the offset at which the line of an offset begins.
func (d *Document) lineStart(offset int) int {
	return bytes.LastIndexByte(d.text[:offset], '\n') + 1
}

// nextLine is the offset at which the line after that of an offset begins, or
// the end of the text.
func (d *Document) nextLine(offset int) int { return min(d.lineEnd(offset)+1, len(d.text)) }

// trim takes white space off both ends.
func (d *Document) trim(s Span) Span { return trimSpan(d.text, s) }

func trimSpan(src []byte, s Span) Span {
	// The end first: a blank span shrinks to its start, whatever ends its line.
	for s.End > s.Start && space(src[s.End-1]) {
		s.End--
	}
	for s.Start < s.End && space(src[s.Start]) {
		s.Start++
	}
	return s
}

// clip is the part of s that lies in w; it is empty when there is none.
func (s Span) clip(w Span) Span {
	s.Start, s.End = max(s.Start, w.Start), min(s.End, w.End)
	s.End = max(s.Start, s.End)
	return s
}

func space(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'
}
