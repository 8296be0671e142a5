package markdown

import (
	"strings"
	"testing"
)

func TestFrontMatter(t *testing.T) {
	src := "---\nname: STATE # why\nLast updated: 2026-05-04\n\"quoted key\": 'it''s'\nnote: \"a: b\"\nlist:\n  - x\nmap: {a: b}\n" +
		"empty:\nnull: ~\ncount: 12\ntext: |\n  one\n  two\nlong: first\n  second\nünï: é\nname: again\n---\n# Title\n"
	want := []struct{ key, value, keySource, valueSource string }{
		{"name", "STATE", "name", "STATE"},
		{"Last updated", "2026-05-04", "Last updated", "2026-05-04"},
		{"quoted key", "it's", `"quoted key"`, "'it''s'"},
		{"note", "a: b", "note", `"a: b"`},
		{"list", "", "list", ""},
		{"map", "", "map", ""},
		{"empty", "", "empty", ""},
		{"null", "", "null", ""},
		{"count", "12", "count", "12"},
		{"text", "one\ntwo", "text", "|\n  one\n  two"},
		{"long", "first second", "long", "first\n  second"},
		{"ünï", "é", "ünï", "é"},
		{"name", "again", "name", "again"},
	}
	for _, lead := range []string{"", "\ufeff"} {
		src := lead + src
		d := Parse([]byte(src))
		if d.Front == nil {
			t.Fatalf("no front matter in %q", src)
		}
		if got := src[d.Front.Span.Start:d.Front.Span.End]; !strings.HasPrefix(got, "---\n") || !strings.HasSuffix(got, "\n---") {
			t.Errorf("span holds %q", got)
		}
		if len(d.Front.Fields) != len(want) {
			t.Fatalf("%d fields, want %d: %+v", len(d.Front.Fields), len(want), d.Front.Fields)
		}
		for i, f := range d.Front.Fields {
			w := want[i]
			if f.Key != w.key || f.Value != w.value {
				t.Errorf("field %d = %q: %q, want %q: %q", i, f.Key, f.Value, w.key, w.value)
			}
			if got := src[f.KeySpan.Start:f.KeySpan.End]; got != w.keySource {
				t.Errorf("key %d stands at %q, want %q", i, got, w.keySource)
			}
			if got := src[f.ValueSpan.Start:f.ValueSpan.End]; got != w.valueSource {
				t.Errorf("value %d stands at %q, want %q", i, got, w.valueSource)
			}
		}
		if got := outline(d); len(got) != 1 || got[0] != "1 Title @20:1" {
			t.Errorf("sections %q", got)
		}
	}
}

func TestFrontMatterForms(t *testing.T) {
	for _, tt := range []struct {
		name  string
		src   string
		found bool
	}{
		{"mapping", "---\na: b\n---\n", true},
		{"closing line is the last", "---\na: b\n---", true},
		{"CRLF", "---\r\na: b\r\n---\r\n", true},
		{"spaces behind the fences", "--- \na: b\n---\t\n", true},
		{"flow mapping", "---\n{a: b}\n---\n", true},
		{"empty line before", "\n---\na: b\n---\n", false},
		{"space before", " ---\na: b\n---\n", false},
		{"never closed", "---\na: b\n", false},
		{"dots close nothing", "---\na: b\n...\n", false},
		{"four dashes", "----\na: b\n----\n", false},
		{"list", "---\n- a\n---\n", false},
		{"sentence", "---\nJust a sentence.\n---\n", false},
		{"nothing", "---\n---\n", false},
		{"comment alone", "---\n# a\n---\n", false},
		{"broken", "---\na: b: c\n---\n", false},
		{"unclosed flow", "---\na: [b\n---\n", false},
		{"markdown", "---\n**Owner:** me\n---\n", false},
		{"empty document", "", false},
		{"one fence", "---", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := Parse([]byte(tt.src))
			if (d.Front != nil) != tt.found {
				t.Errorf("front matter %+v, want found = %v", d.Front, tt.found)
			}
			if d.Front == nil && d.Whole().Start != 0 {
				t.Errorf("the document begins at %d", d.Whole().Start)
			}
		})
	}
}

// What the YAML parser would need too long for is not handed to it.
func TestFrontMatterLimits(t *testing.T) {
	for _, content := range []string{strings.Repeat("[", 60000), strings.Repeat("{a: ", 500), strings.Repeat("k: v\n", 8000), "a: " + strings.Repeat("[", 4000)} {
		d := Parse([]byte("---\n" + content + "\n---\n\n# T\n"))
		if d.Front == nil || len(d.Front.Fields) != 0 {
			t.Errorf("%.8q: front matter %v", content, d.Front)
		}
		if len(d.Limits) != 1 || d.Limits[0].Name != "front matter" {
			t.Errorf("%.8q: limits %v", content, d.Limits)
		}
		if len(d.Sections) != 1 {
			t.Errorf("%.8q: sections %v", content, d.Sections)
		}
	}
}
