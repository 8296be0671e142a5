package lsp

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"github.com/memorylint/memorylint/lint"
)

func TestEdits(t *testing.T) {
	at := func(a, b, c, d int) *span { return &span{position{a, b}, position{c, d}} }
	for _, test := range []struct {
		name, before string
		range_       *span
		encoding     encoding
		text, want   string
	}{
		{"whole", "old", nil, utf16, "new", "new"},
		{"into nothing", "", at(0, 0, 0, 0), utf16, "a", "a"},
		{"behind a surrogate pair", "😀b", at(0, 2, 0, 3), utf16, "c", "😀c"},
		{"in a surrogate pair: before it", "a😀b", at(0, 2, 0, 3), utf16, "-", "a-b"},
		{"in bytes", "目標b", at(0, 6, 0, 7), utf8Units, "c", "目標c"},
		{"in the middle of a character", "目標b", at(0, 4, 0, 6), utf8Units, "", "目b"},
		{"in code points", "😀😀b", at(0, 1, 0, 2), utf32Units, "", "😀b"},
		{"over lines", "one\ntwo\nthree", at(0, 3, 2, 0), utf16, "-", "one-three"},
		{"over lines with CR LF", "one\r\ntwo\r\nthree", at(0, 3, 1, 0), utf16, "", "onetwo\r\nthree"},
		{"past the end of a line", "one\r\ntwo", at(0, 99, 0, 99), utf16, "!", "one!\r\ntwo"},
		{"behind a CR that is a character to the editor", "a\r\nb", at(0, 1, 0, 2), utf16, "!\r", "a!\r\nb"},
		{"past the last line", "one\n", at(9, 0, 9, 9), utf16, "two", "one\ntwo"},
		{"the last, empty line", "one\n", at(1, 0, 1, 0), utf16, "two", "one\ntwo"},
		{"the wrong way round", "one two", at(0, 7, 0, 3), utf16, "", "one"},
		{"negative", "one", at(-1, -5, 0, 1), utf16, "", "ne"},
		{"a lone CR ends no line", "a\rb\nc", at(0, 2, 0, 3), utf16, "x", "a\rx\nc"},
		{"a combining mark is a unit", "e\u0301x", at(0, 2, 0, 3), utf16, "y", "e\u0301y"},
	} {
		got := newText([]byte(test.before)).apply(contentChange{test.range_, test.text}, test.encoding)
		if string(got.src) != test.want {
			t.Errorf("%s: %q, want %q", test.name, got.src, test.want)
		}
	}
}

func TestPlaces(t *testing.T) {
	for _, test := range []struct {
		text         string
		line, column int
		encoding     encoding
		want         position
	}{
		{"", 1, 1, utf16, position{0, 0}},
		{"目標😀x", 1, 4, utf16, position{0, 4}},
		{"目標😀x", 1, 4, utf8Units, position{0, 10}},
		{"目標😀x", 1, 4, utf32Units, position{0, 3}},
		{"a\r\nb", 1, 9, utf16, position{0, 1}},
		{"a\nb\n", 3, 1, utf16, position{2, 0}},
		{"a\nb", 9, 1, utf16, position{1, 0}},
		{"\xef\xbb\xbfab", 1, 2, utf16, position{0, 2}},
		{"a\xffb", 1, 3, utf16, position{0, 2}},
	} {
		at := lint.Position{Line: test.line, Column: test.column}
		got := newText([]byte(test.text)).span(lint.Range{Start: at, End: at}, test.encoding)
		if want := (span{test.want, test.want}); got != want {
			t.Errorf("%q %d:%d in %s: %v, want %v", test.text, test.line, test.column, test.encoding, got, want)
		}
	}
}

// TestSpansInAnyOrder: what was asked before changes no answer.
func TestSpansInAnyOrder(t *testing.T) {
	src := []byte("\xef\xbb\xbf😀目b😀\r\nx😀y\n")
	once := newText(src)
	for n := range 4000 {
		part := func(of int) int { p := n % of; n /= of; return p }
		e := []encoding{utf8Units, utf16, utf32Units}[part(3)]
		r := lint.Range{
			Start: lint.Position{Line: 1 + part(3), Column: 1 + part(7)},
			End:   lint.Position{Line: 1 + part(3), Column: 1 + part(7)},
		}
		if got, want := once.span(r, e), newText(src).span(r, e); got != want {
			t.Fatalf("%+v in %s: %+v, want %+v", r, e, got, want)
		}
	}
}

// FuzzEdit: whatever the range, what is edited in stays whole, and positions
// lead back to the places they were made of.
func FuzzEdit(f *testing.F) {
	f.Add("😀\r\n目標\nx", 0, 2, 1, 1, "新\n", uint8(1))
	f.Add("", -1, 7, 3, 0, "", uint8(0))
	f.Add("a\rb\r\n", 0, 3, 1, 0, "\r", uint8(2))
	f.Fuzz(func(t *testing.T, before string, a, b, c, d int, words string, unit uint8) {
		if !utf8.ValidString(before) || !utf8.ValidString(words) {
			return // JSON cannot bring it
		}
		e := []encoding{utf8Units, utf16, utf32Units}[unit%3]
		old := newText([]byte(before))
		changed := old.apply(contentChange{&span{position{a, b}, position{c, d}}, words}, e)
		if !utf8.Valid(changed.src) || !bytes.Contains(changed.src, []byte(words)) {
			t.Errorf("%q became %q", before, changed.src)
		}
		if string(old.src) != before {
			t.Errorf("the old text became %q", old.src)
		}
		for i := range changed.src {
			_, ending := bytes.CutSuffix(changed.src[:i], []byte("\r"))
			if !utf8.RuneStart(changed.src[i]) || ending && changed.src[i] == '\n' {
				continue
			}
			if got := changed.offset(changed.position(i, e), e); got != i {
				t.Errorf("%q in %s: offset %d came back as %d", changed.src, e, i, got)
			}
		}
	})
}
