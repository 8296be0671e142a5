package lint_test

import (
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/memorylint/memorylint/lint"
)

func TestWide(t *testing.T) {
	const text = "# Current State\n\n## Objective\nMove the queue 移動\n"
	wide16 := func(order binary.AppendByteOrder, s string) string {
		var out []byte
		for _, u := range utf16.Encode([]rune(s)) {
			out = order.AppendUint16(out, u)
		}
		return string(out)
	}
	wide32 := func(order binary.AppendByteOrder, s string) string {
		var out []byte
		for _, r := range s {
			out = order.AppendUint32(out, uint32(r))
		}
		return string(out)
	}
	le, be := binary.LittleEndian, binary.BigEndian
	for name, c := range map[string]struct{ source, want string }{
		"empty":                   {"", ""},
		"plain":                   {text, ""},
		"utf-8 mark":              {"\ufeff" + text, ""},
		"one zero":                {"# Current\x00 State\n", ""},
		"a short text and a zero": {"ab\x00c", ""},
		"zeros alone":             {strings.Repeat("\x00", 4096), ""},
		"zeros behind text":       {text + strings.Repeat("\x00", 4096), ""},
		"zeros before text":       {strings.Repeat("\x00", 512) + text, ""},
		"UTF-16LE with mark":      {wide16(le, "\ufeff"+text), "UTF-16LE"},
		"UTF-16BE with mark":      {wide16(be, "\ufeff"+text), "UTF-16BE"},
		"UTF-32LE with mark":      {wide32(le, "\ufeff"+text), "UTF-32LE"},
		"UTF-32BE with mark":      {wide32(be, "\ufeff"+text), "UTF-32BE"},
		"UTF-16LE":                {wide16(le, text), "UTF-16LE"},
		"UTF-16BE":                {wide16(be, text), "UTF-16BE"},
		"UTF-32LE":                {wide32(le, text), "UTF-32LE"},
		"UTF-32BE":                {wide32(be, text), "UTF-32BE"},
		"long UTF-16LE":           {wide16(le, strings.Repeat(text, 100)), "UTF-16LE"},
		"a mark alone":            {"\xff\xfe", "UTF-16LE"},
		"Latin-1":                 {"caf\xe9 \xfe\xff\n", ""},
	} {
		f := lint.NewFile("x", nil, []byte(c.source))
		if got := f.Wide(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
