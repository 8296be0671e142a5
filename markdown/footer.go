package markdown

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// templateNotes is the heading of the published template's own footer.
const templateNotes = "Template notes"

// footer is where the footer begins in s, or the end of s: a thematic break
// followed only by stamps up to the end of s, at the end of the page by italic
// notes too, or by the template's notes.
func (d *Document) footer(s Span, w *Lexicon) int {
	lo, hi := d.topRange(s)
	last := d.last(s)
	found := false
	for n := lo; n < hi; n++ {
		if b := &d.blocks[d.top[n]]; b.kind == rule {
			found = true
			if n+1 < hi && d.templateNotes(n+1) {
				return max(s.Start, b.span.Start)
			}
		}
	}
	if !found {
		return s.End
	}
	end := s.End
	for n := hi - 1; n >= lo; n-- {
		switch b := &d.blocks[d.top[n]]; {
		case b.kind == rule:
			end = max(s.Start, b.span.Start)
		case d.empty(b.span) || d.note(d.top[n], w, last):
		default:
			return end
		}
	}
	return end
}

// last reports whether no heading follows s, but for that of the template's
// notes.
func (d *Document) last(s Span) bool {
	i := sort.Search(len(d.Sections), func(i int) bool { return d.Sections[i].Heading.Start >= s.End })
	return i == len(d.Sections) || Match(d.Sections[i].Title, templateNotes) >= Folded
}

// templateNotes reports whether the block at a place of top is that heading.
func (d *Document) templateNotes(n int) bool {
	b := &d.blocks[d.top[n]]
	return b.kind == heading && Match(d.plain(b.inner), templateNotes) >= Folded
}

// note reports whether a block is a paragraph of stamps or, where they count,
// of italic notes, or a quote of such.
func (d *Document) note(i int, w *Lexicon, italics bool) bool {
	b := &d.blocks[i]
	switch b.kind {
	case quote:
		for c := i + 1; c < int(b.last); c = int(d.blocks[c].last) {
			if !d.note(c, w, italics) {
				return false
			}
		}
		return int(b.last) > i+1
	case paragraph:
		if italics && italic(d.text[b.span.Start:b.span.End]) {
			return true
		}
		for line := range d.linesOf(b.span) {
			t := d.text[line.Start:line.End]
			if !(italics && italic(t)) && !d.stamp(line) && !d.ownStamp(line, w) {
				return false
			}
		}
		return true
	}
	return false
}

// ownStamp reports whether a line, or a text that is emphasised as a whole, is
// a stamp of the page itself: a label of w with a value behind a colon, or with
// a date. It is no content of the section it happens to stand in.
func (d *Document) ownStamp(at Span, w *Lexicon) bool {
	t := bytes.TrimLeft(d.text[at.Start:at.End], "*_ ")
	if w == nil || len(t) == 0 || !slices.ContainsFunc(w.words.Stamps, func(s string) bool { return s[0] == t[0] || s[0] == t[0]|0x20 }) {
		return false
	}
	p := phrase{w: w, s: strings.ToLower(d.plain(at))}
	if !p.any(w.words.Stamps) {
		return false
	}
	rest := strings.TrimLeft(p.s[p.i:], " *_")
	if says(rest) {
		return false
	}
	words := 2 // "as of"
	if strings.HasPrefix(rest, "by ") {
		words = 6
	}
	return strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "：") || dateBehind(rest, words)
}

// says reports whether what follows a stamp's label says more than when, and
// by whom: more than three words, or six signs that no space parts, behind the
// date, remarks in brackets left out; or a colon between words and date.
func says(rest string) bool {
	for _, pair := range [...][2]string{{"(", ")"}, {"（", "）"}} {
		before, tail, _ := strings.Cut(rest, pair[0])
		if _, after, ok := strings.Cut(tail, pair[1]); ok {
			rest = before + after
		}
	}
	at := strings.IndexAny(rest, "0123456789")
	if at < 0 {
		return len(strings.Fields(rest)) > 6
	}
	if head := strings.TrimLeft(rest[:at], ":： "); strings.ContainsAny(head, ":：") {
		return true
	}
	tail := rest[at:]
	if i := strings.Index(tail, ". "); i >= 0 && strings.Trim(tail[:i], "0123456789-/:.,+tz 年月日") == "" {
		tail = tail[i:]
	}
	tail = strings.TrimLeft(tail, "0123456789-/:,+tz 年月日")
	return len(strings.Fields(tail)) > 3 || utf8.RuneCountInString(tail) > 6 && strings.IndexFunc(tail, func(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }) == 0
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
	if !dateBehind(text, 4) {
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

// dateBehind reports whether a text's first digit begins a date, behind a few
// words at most.
func dateBehind(text string, words int) bool {
	at := strings.IndexAny(text, "0123456789")
	return at >= 0 && len(strings.Fields(text[:at])) <= words && dated(text[at:])
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
