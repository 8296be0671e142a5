package report

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/memorylint/memorylint/lint"
)

// excerptWidth is how many cells of a source line are shown at most.
const excerptWidth = 100

// excerpt writes the source line at starts on, and below it a caret under the
// start and tildes under the rest of the range. A range that does not fit src
// is left out: the file may have changed since it was read.
func excerpt(w *bufio.Writer, src []byte, at lint.Range) {
	if at.Start.Offset > len(src) || at.Start.Offset == 0 && at.Start.Line > 1 || len(src) == 0 {
		return
	}
	first, last := lineAround(src, at.Start.Offset)
	start := min(max(at.Start.Offset, first), last)
	shown, caret, marks := show(src[first:last], start-first, at.End.Offset-first)

	number := strconv.Itoa(at.Start.Line)
	writeTrimmed(w, "  "+number+" | "+shown)
	fmt.Fprintf(w, "  %*s | %*s^%s\n", len(number), "", caret, "", strings.Repeat("~", max(0, marks-1)))
}

func writeTrimmed(w *bufio.Writer, line string) {
	w.WriteString(strings.TrimRight(line, " "))
	w.WriteByte('\n')
}

// lineAround is the line that holds the byte at offset, without its ending and
// without a byte-order mark.
func lineAround(src []byte, offset int) (first, last int) {
	if 0 < offset && offset < len(src) && src[offset-1] == '\r' && src[offset] == '\n' {
		offset--
	}
	first = bytes.LastIndexAny(src[:offset], "\r\n") + 1
	if first == 0 && bytes.HasPrefix(src, []byte("\ufeff")) {
		first = len("\ufeff")
	}
	if n := bytes.IndexAny(src[offset:], "\r\n"); n >= 0 {
		return first, offset + n
	}
	return first, len(src)
}

// show renders a line, clipped around at, and gives in cells where at stands
// in what is shown and how long the stretch from at to end is there. A tab is
// shown as one space.
func show(line []byte, at, end int) (shown string, caret, marks int) {
	from, to := window(line, at)
	var (
		out strings.Builder
		g   guard
	)
	if from > 0 {
		out.WriteString("…")
		caret = 1
	}
	// What a tab is shown as is what the guard has to see.
	for i, text := from, strings.ReplaceAll(string(line[from:to]), "\t", " "); text != ""; {
		piece, size := g.next(text)
		out.WriteString(piece)
		switch cells := width(piece); {
		case i < at:
			caret += cells
		case i < end:
			marks += cells
		}
		i, text = i+size, text[size:]
	}
	if to < len(line) {
		out.WriteString("…")
	}
	return out.String(), caret, marks
}

// window is the part of a line around at that fits excerptWidth: all of it, or
// at least six tenths of the room before at, so that what leads there is seen.
func window(line []byte, at int) (from, to int) {
	from, before := back(line, at, excerptWidth)
	to, after := ahead(line, at, excerptWidth)
	if before+after <= excerptWidth && from == 0 && to == len(line) {
		return from, to
	}
	from, before = back(line, at, max(excerptWidth-after, excerptWidth*6/10))
	to, _ = ahead(line, at, excerptWidth-before)
	return from, to
}

// back goes from at towards the start of the line for at most room cells, and
// says how many it took; ahead does the same towards the end.
func back(line []byte, at, room int) (from, cells int) {
	for at > 0 {
		r, size := utf8.DecodeLastRune(line[:at])
		c := cost(r, size)
		if cells+c > room {
			break
		}
		at, cells = at-size, cells+c
	}
	return at, cells
}

func ahead(line []byte, at, room int) (to, cells int) {
	for at < len(line) {
		r, size := utf8.DecodeRune(line[at:])
		c := cost(r, size)
		if cells+c > room {
			break
		}
		at, cells = at+size, cells+c
	}
	return at, cells
}

// cost is the room a character takes when shown; at least one cell, so that
// a heap of combining marks has an end too.
func cost(r rune, size int) int {
	switch {
	case r == utf8.RuneError && size == 1:
		return len(`\xff`)
	case r == '\t':
		return 1
	case hidden(r):
		return len(spell(r))
	}
	return max(1, runeWidth(r))
}
