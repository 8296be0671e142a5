package markdown

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"
)

// Text is the plain text of s: comments, markers and inline markup off, white
// space folded, code spans' and code blocks' text kept, table cells and blocks
// parted by a space. Link reference definitions and thematic breaks are none.
func (d *Document) Text(s Span) string {
	var parts []string
	lo, hi := d.children(s)
	for i := lo; i < hi; i++ {
		b := &d.blocks[i]
		at := b.inner.clip(s)
		if at.Start == at.End {
			continue
		}
		switch b.kind {
		case paragraph, heading, html:
			parts = append(parts, d.plain(at))
		case fence, indented:
			parts = append(parts, fold(string(d.text[at.Start:at.End])))
		case row:
			for _, cell := range splitCells(d.text, b.span) {
				if cell = cell.clip(s); cell.Start < cell.End {
					parts = append(parts, d.plain(cell))
				}
			}
		}
	}
	return fold(strings.Join(parts, " "))
}

// plain is the text of a stretch of one block, inline markup off, white space
// folded.
func (d *Document) plain(s Span) string {
	t := d.text[s.Start:s.End]
	if !bytes.ContainsAny(t, "\\`*_~[]<&") {
		return fold(string(t))
	}
	cuts := cutter{t: t, base: s.Start, cut: make([]bool, len(t)), kept: make([]bool, len(t))}
	for _, in := range d.scan(s) {
		cuts.inline(in)
	}
	cuts.escapes()
	cuts.emphasis()
	out := make([]byte, 0, len(t))
	for i, c := range t {
		if !cuts.cut[i] {
			out = append(out, c)
		}
	}
	if bytes.IndexByte(out, '&') >= 0 {
		out = util.ResolveEntityNames(util.ResolveNumericReferences(out))
	}
	return fold(string(out))
}

// A cutter says which bytes of a text are markup, and which are code or a
// destination, in which nothing is.
type cutter struct {
	t         []byte
	base      int
	cut, kept []bool
}

func (c *cutter) inline(in inline) {
	switch in.form {
	case tag, remark:
		c.drop(in.span.Start, in.span.End)
	case codeSpan, link, image:
		c.drop(in.span.Start, in.text.Start)
		c.drop(in.text.End, in.span.End)
		if in.form == codeSpan {
			c.keep(in.text.Start, in.text.End)
		}
	case autolink:
		c.drop(in.span.Start, in.span.Start+1)
		c.drop(in.span.End-1, in.span.End)
		c.keep(in.span.Start, in.span.End)
	}
}

func (c *cutter) drop(from, to int) {
	for i := from - c.base; i < to-c.base; i++ {
		c.cut[i], c.kept[i] = true, true
	}
}

func (c *cutter) keep(from, to int) {
	for i := from - c.base; i < to-c.base; i++ {
		c.kept[i] = true
	}
}

func (c *cutter) escapes() {
	for i := 0; i+1 < len(c.t); i++ {
		if c.t[i] == '\\' && !c.kept[i] && punct(c.t[i+1]) {
			c.cut[i], c.kept[i], c.kept[i+1] = true, true, true
			i++
		}
	}
}

// emphasis cuts runs of '*', '_' and "~~" that open and close; CommonMark's
// finer rules about which run pairs with which change the look, not the text.
func (c *cutter) emphasis() {
	type run struct{ at, n int }
	var open [3][]run
	for i := 0; i < len(c.t); {
		k := strings.IndexByte("*_~", c.t[i])
		if k < 0 || c.kept[i] {
			i++
			continue
		}
		end := i
		for end < len(c.t) && c.t[end] == c.t[i] && !c.kept[end] {
			end++
		}
		opens, closes := c.flanks(i, end)
		left := run{i, end - i}
		for closes && left.n > 0 && len(open[k]) > 0 {
			last := &open[k][len(open[k])-1]
			n := min(last.n, left.n)
			c.drop(c.base+last.at+last.n-n, c.base+last.at+last.n)
			c.drop(c.base+left.at, c.base+left.at+n)
			left.at, left.n, last.n = left.at+n, left.n-n, last.n-n
			if last.n == 0 {
				open[k] = open[k][:len(open[k])-1]
			}
		}
		if opens && left.n > 0 && (k < 2 || left.n == 2) {
			open[k] = append(open[k], left)
		}
		i = end
	}
}

// flanks reports whether a run of emphasis marks can open and close emphasis
// (CommonMark 6.2).
func (c *cutter) flanks(from, to int) (opens, closes bool) {
	before, _ := utf8.DecodeLastRune(c.t[:from])
	after, _ := utf8.DecodeRune(c.t[to:])
	if from == 0 {
		before = ' '
	}
	if to == len(c.t) {
		after = ' '
	}
	left := !unicode.IsSpace(after) && (!symbol(after) || unicode.IsSpace(before) || symbol(before))
	right := !unicode.IsSpace(before) && (!symbol(before) || unicode.IsSpace(after) || symbol(after))
	if c.t[from] != '_' {
		return left, right
	}
	return left && (!right || symbol(before)), right && (!left || symbol(after))
}

func symbol(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }
