package report

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"github.com/memorylint/memorylint/lint"
)

// caretOf renders the excerpt of the first "@...@" in text, the marks taken
// out, and gives its two lines.
func caretOf(t *testing.T, text string) (source, caret string) {
	t.Helper()
	before, rest, _ := strings.Cut(text, "@")
	inside, after, ok := strings.Cut(rest, "@")
	if !ok {
		t.Fatalf("no @...@ in %q", text)
	}
	at := lint.Range{
		Start: lint.Position{Offset: len(before), Line: 1, Column: 9},
		End:   lint.Position{Offset: len(before) + len(inside), Line: 1, Column: 9},
	}
	var out bytes.Buffer
	w := bufio.NewWriter(&out)
	excerpt(w, []byte(before+inside+after), at)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	if len(lines) != 3 || lines[2] != "" {
		t.Fatalf("not two lines: %q", out.String())
	}
	return lines[0], lines[1]
}

func TestExcerpt(t *testing.T) {
	tests := []struct{ name, text, source, caret string }{
		{"plain", "one\ntwo @three@ four\nfive", "  1 | two three four", "    |     ^~~~~"},
		{"empty range", "two @@three", "  1 | two three", "    |     ^"},
		{"end of line", "two@@\nthree", "  1 | two", "    |    ^"},
		{"empty line", "one\n@@\ntwo", "  1 |", "    | ^"},
		{"more than the line", "a @b\nc@ d", "  1 | a b", "    |   ^"},
		{"crlf", "one\r\ntwo @x@\r\n", "  1 | two x", "    |     ^"},
		{"inside crlf", "one\r\ntwo\r@\n@three", "  1 | two", "    |    ^"},
		{"lone cr", "one\rtwo @x@\rthree", "  1 | two x", "    |     ^"},
		{"tab", "\t\ta @b@", "  1 |   a b", "    |     ^"},
		{"wide", "目標：@完成@x", "  1 | 目標：完成x", "    |       ^~~~"},
		{"emoji", "✅ 🚀 @x@", "  1 | ✅ 🚀 x", "    |       ^"},
		{"combining", "e\u0301e\u0301@x@", "  1 | e\u0301e\u0301x", "    |   ^"},
		{"escaped", "a\x1b\u202e@x@", `  1 | a\x1b\u202ex`, "    |            ^"},
		{"not utf-8", "a\xff@\xfe@", `  1 | a\xff\xfe`, "    |      ^~~~"},
		{"byte-order mark", "\ufeff# @x@", "  1 | # x", "    |   ^"},
		{"before the mark's end", "@\ufeff@# x", "  1 | # x", "    | ^"},
		{"looks like one by a tab", "a.go:3:4:\terror: @x@ [a/b]", `  1 | a.go:3:4:\x20error: x [a/b]`, "    |                     ^"},
		{"looks like a finding", "a.go:3:4: error: @x@ [a/b]", `  1 | a.go:3:4:\x20error: x [a/b]`, "    |                     ^"},
	}
	for _, tt := range tests {
		source, caret := caretOf(t, tt.text)
		if source != tt.source || caret != tt.caret {
			t.Errorf("%s:\n%q\n%q, want\n%q\n%q", tt.name, source, caret, tt.source, tt.caret)
		}
	}
}

func TestExcerptClips(t *testing.T) {
	long := strings.Repeat("0123456789", 1<<17)
	wide := strings.Repeat("目標", 1<<17)
	for name, text := range map[string]string{
		"start":     "@X@" + long,
		"middle":    long + "@X@" + long,
		"end":       long + "@X@",
		"long mark": long + "@X" + long + "@" + long,
		"wide":      wide + "@X@" + wide,
		"zalgo":     "@X@" + strings.Repeat("\u0301", 1<<17),
		"controls":  strings.Repeat("\x1b", 1<<17) + "@X@" + strings.Repeat("\u202e", 1<<17),
		"just over": "@X@" + strings.Repeat("y", excerptWidth),
	} {
		source, caret := caretOf(t, text)
		shown := strings.TrimPrefix(source, "  1 | ")
		if n := width(shown); n > excerptWidth+2 {
			t.Errorf("%s: %d cells", name, n)
		}
		if len(shown) > 4*excerptWidth {
			t.Errorf("%s: %d bytes", name, len(shown))
		}
		if !strings.Contains(shown, "…") {
			t.Errorf("%s: nothing says that it was clipped: %q", name, shown)
		}
		if got, want := strings.Index(caret, "^")-len("    | "), width(shown[:strings.Index(shown, "X")]); got != want {
			t.Errorf("%s: caret in cell %d, X in cell %d", name, got, want)
		}
		if width(caret) > width(source) {
			t.Errorf("%s: the marks go on past the line", name)
		}
	}
	if _, caret := caretOf(t, long+"@X@"+long); strings.Index(caret, "^") < excerptWidth/2 {
		t.Errorf("too little of what leads to the caret: %q", caret)
	}
	exact := strings.Repeat("y", excerptWidth-1)
	if source, _ := caretOf(t, exact+"@X@"); source != "  1 | "+exact+"X" {
		t.Errorf("a line that fits is clipped: %q", source)
	}
}

func TestExcerptOfAnotherContent(t *testing.T) {
	var out bytes.Buffer
	w := bufio.NewWriter(&out)
	at := lint.Position{Offset: 9, Line: 2, Column: 1}
	excerpt(w, []byte("short"), lint.Range{Start: at, End: at})
	excerpt(w, nil, lint.Range{Start: at, End: at})
	at.Offset = 0 // a place known by its line only
	excerpt(w, []byte("one\ntwo"), lint.Range{Start: at, End: at})
	w.Flush()
	if out.Len() > 0 {
		t.Errorf("shows %q", out.String())
	}
}

func TestEscape(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", ""},
		{"plain 目標: a\\b é 👨‍👩‍👧 نمی‌خواهم", "plain 目標: a\\b é 👨‍👩‍👧 نمی‌خواهم"},
		{"a\tb\nc\rd", `a\tb\nc\rd`},
		{"\x00\x1b\x7f", `\x00\x1b\x7f`},
		{"\u0085\u009b\u00ad", `\u0085\u009b\u00ad`},
		{"\u061c\u200b\u200e\u2029\u202e\u2069\ufeff", `\u061c\u200b\u200e\u2029\u202e\u2069\ufeff`},
		{"\U000e0041", `\U000e0041`},
		{"\u0600", "\u0600"},
		{"a\xffb\xe7\x9b", `a\xffb\xe7\x9b`},
		{"\ufffd", "\ufffd"},
		{"##[error]x", `##\x5berror]x`},
		{"###vso[x] ##Load-More[", `###vso\x5bx] ##Load-More\x5b`},
		{"#[x] # #[ ##a b[", "#[x] # #[ ##a b["},
		{"a:1:2: x", `a:1:2:\x20x`},
		{"a:1:23:456: x", `a:1:23:456:\x20x`},
		{"a:1: x:2 :3:4 12:30:45 ::1:2", "a:1: x:2 :3:4 12:30:45 ::1:2"},
	}
	for _, tt := range tests {
		if got := escape(tt.in); got != tt.want {
			t.Errorf("escape(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
	paths := []struct{ in, want string }{
		{"::error::x", `\x3a:error::x`},
		{":x", ":x"},
		{" x", `\x20x`},
		{"\u3000x", `\u3000x`},
		{"a ::b", "a ::b"},
		{"", ""},
	}
	for _, tt := range paths {
		if got := escapePath(tt.in); got != tt.want {
			t.Errorf("escapePath(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestWideBlocksAreInOrder(t *testing.T) {
	last := rune(0)
	for _, block := range wideBlocks {
		if block[0] <= last || block[1] < block[0] {
			t.Errorf("%U stands out of order", block)
		}
		last = block[1]
	}
}
