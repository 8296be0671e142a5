package markdown

import (
	"bytes"
	"slices"
	"strings"
)

// Items are the top-level pieces of content in s: each list item (of the
// outermost lists, with all below it), paragraph, table data row, code block,
// quote or HTML block that is not a comment, and each link definition that no
// reference uses; sub-headings, thematic breaks and the page's footer are
// none. Items that hold nothing or say none are left out.
func (d *Document) Items(s Span, w *Lexicon) []Span {
	s.End = d.footer(s)
	var out []Span
	lo, hi := d.children(s)
	for i := lo; i < hi; {
		b := &d.blocks[i]
		switch b.kind {
		case list, table:
			i++ // its items and rows come next
			continue
		case heading, rule, underline:
		default:
			at := d.trim(b.span.clip(s))
			j := judge{d: d, w: w, s: at}
			j.blocks(i, int(b.last))
			if j.most >= Template {
				out = append(out, at)
			}
		}
		i = int(b.last)
	}
	for _, def := range d.unused() {
		if def.Start >= s.Start && def.Start < s.End {
			out = append(out, def)
		}
	}
	slices.SortStableFunc(out, func(a, b Span) int { return a.Start - b.Start })
	return out
}

// unused are the link reference definitions whose label nothing refers to.
func (d *Document) unused() []Span {
	if len(d.defs) == 0 {
		return nil
	}
	d.allInlines()
	var out []Span
	for _, def := range d.defs {
		if !d.used[def.label] {
			out = append(out, def.span)
		}
	}
	return out
}

// templateNotes is the heading of the published template's own footer.
const templateNotes = "Template notes"

// footer is where the page's footer begins in s, or the end of s: a thematic
// break followed only by stamps and italic notes up to the end of the page,
// or by the template's notes.
func (d *Document) footer(s Span) int {
	lo, hi := d.topRange(s)
	found := false
	for n := lo; n < hi; n++ {
		if b := &d.blocks[d.top[n]]; b.kind == rule {
			found = true
			if n+1 < hi && d.templateNotes(n+1) {
				return max(s.Start, b.span.Start)
			}
		}
	}
	if !found || hi < len(d.top) && !d.templateNotes(hi) {
		return s.End
	}
	end := s.End
	for n := hi - 1; n >= lo; n-- {
		switch b := &d.blocks[d.top[n]]; {
		case b.kind == rule:
			end = max(s.Start, b.span.Start)
		case d.empty(b.span) || d.note(d.top[n]):
		default:
			return end
		}
	}
	return end
}

// templateNotes reports whether the block at a place of top is that heading.
func (d *Document) templateNotes(n int) bool {
	b := &d.blocks[d.top[n]]
	return b.kind == heading && Match(d.plain(b.inner), templateNotes) >= Folded
}

// note reports whether a block is a paragraph of stamps or italic notes, or a
// quote of such.
func (d *Document) note(i int) bool {
	b := &d.blocks[i]
	switch b.kind {
	case quote:
		for c := i + 1; c < int(b.last); c = int(d.blocks[c].last) {
			if !d.note(c) {
				return false
			}
		}
		return int(b.last) > i+1
	case paragraph:
		if italic(d.text[b.span.Start:b.span.End]) {
			return true
		}
		for line := range d.linesOf(b.span) {
			t := d.text[line.Start:line.End]
			if !italic(t) && !d.stamp(line) {
				return false
			}
		}
		return true
	}
	return false
}

// italic reports whether a text is emphasised, not strongly, as a whole.
func italic(t []byte) bool {
	if len(t) < 3 || t[0] != '*' && t[0] != '_' || t[1] == t[0] || t[len(t)-1] != t[0] {
		return false
	}
	return t[0] == '_' || bytes.IndexByte(t[1:len(t)-1], '*') < 0
}

// stamp reports whether a line says when the page was written: a label that
// speaks of an update, or a few words and then a date, with a time at most.
func (d *Document) stamp(line Span) bool {
	if l, ok := d.label(line); ok && strings.Contains(strings.ToLower(l.Name), "updated") {
		return true
	}
	text := d.plain(line)
	at := strings.IndexAny(text, "0123456789")
	if at < 0 || len(strings.Fields(text[:at])) > 4 || !dated(text[at:]) {
		return false
	}
	if strings.Contains(strings.ToLower(text[:at]), "updated") {
		return true
	}
	// Behind the date only a time and its zone: "2026-02-02 22:44 PST".
	for word := range strings.FieldsSeq(text[at:]) {
		if strings.Trim(word, "0123456789:.+-/TZ()年月日") != "" && (word != strings.ToUpper(word) || len(word) > 5) {
			return false
		}
	}
	return true
}

// dated reports whether a text begins with a date: digits parted by '-', '/',
// '.', or by Chinese and Japanese words for year and month.
func dated(s string) bool {
	digits := func() int {
		n := 0
		for n < len(s) && digit(s[n]) {
			n++
		}
		s = s[n:]
		return n
	}
	for range 2 {
		if n := digits(); n == 0 || n > 4 {
			return false
		}
		sep := false
		for _, c := range []string{"-", "/", ".", "年", "月"} {
			if strings.HasPrefix(s, c) {
				s, sep = s[len(c):], true
				break
			}
		}
		if !sep {
			return false
		}
	}
	return digits() > 0
}
