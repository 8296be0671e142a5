package markdown

import (
	"strings"
	"testing"
)

func TestPosition(t *testing.T) {
	for _, tt := range []struct {
		name         string
		src          string
		offset       int
		line, column int
	}{
		{"empty", "", 0, 1, 1},
		{"start", "abc", 0, 1, 1},
		{"end", "abc", 3, 1, 4},
		{"past the end", "abc", 99, 1, 4},
		{"negative", "abc", -1, 1, 1},
		{"line feed", "abc\ndef", 3, 1, 4},
		{"second line", "abc\ndef", 4, 2, 1},
		{"behind the last line feed", "abc\n", 4, 2, 1},
		{"code points", "äöü日本x", 12, 1, 6},
		{"astral", "😀x", 4, 1, 2},
		{"mark is no column", "\ufeffabc", 3, 1, 1},
		{"inside the mark", "\ufeffabc", 1, 1, 1},
		{"behind the mark", "\ufeffabc", 5, 1, 3},
		{"mark alone", "\ufeff", 3, 1, 1},
		{"mark, second line", "\ufeffa\nb", 5, 2, 1},
		{"mark in the middle", "a\ufeffb", 4, 1, 3},
		{"CR LF", "ab\r\ncd", 4, 2, 1},
		{"lone CR", "ab\rcd", 3, 1, 4},
		{"not UTF-8", "a\xff\xfeb", 3, 1, 4},
		{"front matter counts", "---\na: b\n---\nx", 13, 4, 1},
		{"long line", strings.Repeat("é", 5000) + "x", 10000, 1, 5001},
		{"long line, broken bytes", strings.Repeat("\xff\xc3", 5000) + "x", 10000, 1, 10001},
		{"long second line", "é\n" + strings.Repeat("日", 5000) + "x", 15003, 2, 5001},
	} {
		t.Run(tt.name, func(t *testing.T) {
			line, column := Parse([]byte(tt.src)).Position(tt.offset)
			if line != tt.line || column != tt.column {
				t.Errorf("%d:%d, want %d:%d", line, column, tt.line, tt.column)
			}
		})
	}
}

func TestLines(t *testing.T) {
	for src, want := range map[string][]string{
		"":              {},
		"a":             {"a"},
		"a\n":           {"a"},
		"a\nb":          {"a", "b"},
		"a\r\nb\r\n":    {"a", "b"},
		"\n\n":          {"", ""},
		"a\rb\n":        {"a\rb"},
		"a\r":           {"a\r"},
		"\ufeffa\n":     {"\ufeffa"},
		"---\n---\nx\n": {"---", "---", "x"},
	} {
		d := Parse([]byte(src))
		if got := Parse([]byte("\ufeff" + src)).Lines(); got != len(want) && !strings.HasPrefix(src, "\ufeff") {
			t.Errorf("%q behind a mark has %d lines, want %d", src, got, len(want))
		}
		if got := d.Lines(); got != len(want) {
			t.Errorf("%q has %d lines, want %d", src, got, len(want))
		}
		for i, line := range want {
			if s := d.LineSpan(i + 1); src[s.Start:s.End] != line {
				t.Errorf("line %d of %q is %q, want %q", i+1, src, src[s.Start:s.End], line)
			}
		}
		end := Span{len(src), len(src)}
		if got := d.LineSpan(0); got != end {
			t.Errorf("line 0 of %q is %v", src, got)
		}
		if got := d.LineSpan(len(want) + 2); got != end {
			t.Errorf("line past the end of %q is %v", src, got)
		}
	}
}
