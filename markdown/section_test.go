package markdown

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// outline writes sections as "level title line-of-body-start-to-end".
func outline(d *Document) []string {
	var out []string
	for _, s := range d.Sections {
		line, column := d.Position(s.Heading.Start)
		out = append(out, fmt.Sprintf("%d %s @%d:%d", s.Level, s.Title, line, column))
	}
	return out
}

func TestSections(t *testing.T) {
	for _, tt := range []struct {
		name string
		src  string
		want []string
	}{
		{"plain", "# A\n\n## B\ntext\n\n## C\n", []string{"1 A @1:1", "2 B @3:1", "2 C @6:1"}},
		{"indented", " ## A\n   ## B\n    ## code\n", []string{"2 A @1:2", "2 B @2:4"}},
		{"closing hashes", "## A ##\n##\tB\n   ### **C** ###   \n## D #####", []string{"2 A @1:1", "2 B @2:1", "3 C @3:4", "2 D @4:1"}},
		{"hash in the text", "## A #b\n## C\\#\n", []string{"2 A #b @1:1", "2 C# @2:1"}},
		{"setext", "A\n=\n\nB\nand C\n---\ntext\n", []string{"1 A @1:1", "2 B and C @4:1"}},
		{"empty", "##\n\n## \n\n### ###\n", []string{"2  @1:1", "2  @3:1", "3  @5:1"}},
		{"markup", "## The `code` of *a_b* [link](x) ![i](y) <b>c</b> &amp; \\* d\n", []string{"2 The code of a_b link i c & * d @1:1"}},
		{"underscores kept", "## snake_case_name and 2 * 3 * 4\n", []string{"2 snake_case_name and 2 * 3 * 4 @1:1"}},
		{"not sections", "```\n## A\n```\n\n~~~~\n~~~\n## B\n```\n~~~~\n\n<!--\n## C\n\n-->\n\n> ## D\n\n- ## E\n\n    ## F\n\n<div>\n## G\n</div>\n\n## H\n", []string{"2 H @26:1"}},
		{"no space", "##A\n\n#hashtag\n", nil},
		{"comment in a heading", "## A <!-- b -->\n", []string{"2 A @1:1"}},
		{"reference", "## See [a]\n\n[a]: b\n", []string{"2 See a @1:1"}},
		{"definition is no heading", "[a]: b\n---\n", nil},
		{"table is no heading", "| a |\n|---|\n| b |\n---\n", nil},
		{"text before a table", "text\n| a |\n|---|\n===\n## B\n", []string{"2 B @5:1"}},
		{"rule", "text\n\n---\n\n## A\n", []string{"2 A @5:1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, lead := range []string{"", "\ufeff"} {
				for _, eol := range []string{"\n", "\r\n"} {
					src := lead + strings.ReplaceAll(tt.src, "\n", eol)
					if got := outline(Parse([]byte(src))); !slices.Equal(got, tt.want) {
						t.Errorf("%q\n got %q\nwant %q", src, got, tt.want)
					}
				}
			}
		})
	}
}

func TestSectionSpans(t *testing.T) {
	src := "# T\nintro\n\n## A ##  \n\n### B\nb\n\nC\nc\n---\ntext\n\n# U\n"
	d := Parse([]byte(src))
	for i, want := range [][3]string{
		{"# T", "", "intro\n\n## A ##  \n\n### B\nb\n\nC\nc\n---\ntext\n\n"},
		{"## A ##", "", "\n### B\nb\n\n"},
		{"### B", "", "b\n\n"},
		{"C\nc", "---", "text\n\n"},
		{"# U", "", ""},
	} {
		s := d.Sections[i]
		got := [3]string{src[s.Heading.Start:s.Heading.End], src[s.Underline.Start:s.Underline.End], src[s.Body.Start:s.Body.End]}
		if got != want {
			t.Errorf("section %d = %q, want %q", i, got, want)
		}
		if s.Setext != (want[1] != "") {
			t.Errorf("section %d: Setext = %v", i, s.Setext)
		}
	}
}

// A line of dashes right below text makes a heading of it. Where that was
// hardly meant, the text stays what it is and no section is lost.
func TestUnderlined(t *testing.T) {
	for _, tt := range []struct {
		name     string
		src      string
		sections []string
		lost     []string
	}{
		{
			"right below a heading", "# T\n\n## Blockers\nNone\n---\n\n## Results\nNone\n",
			[]string{"1 T @1:1", "2 Blockers @3:1", "2 Results @7:1"}, []string{"None"},
		},
		{
			"right below, text follows", "## A\ntext\nmore\n-----\nrest\n\n## B\n",
			[]string{"2 A @1:1", "2 B @7:1"}, []string{"text more"},
		},
		{
			"with a blank line", "## A\n\nNone\n---\n\n## B\n",
			[]string{"2 A @1:1", "2 B @6:1"}, []string{"None"},
		},
		{
			"second paragraph", "## A\n\none\n\ntwo\n---\n\n## B\n",
			[]string{"2 A @1:1", "2 B @8:1"}, []string{"two"},
		},
		{
			"before the page's footer", "## A\n\nNone\n---\n*a closing note*\n",
			[]string{"2 A @1:1"}, []string{"None"},
		},
		{
			"a stamp below the title", "# T\nLast updated: 2026-05-04\n---\n\n## A\n",
			[]string{"1 T @1:1", "2 A @5:1"}, []string{"Last updated: 2026-05-04"},
		},
		{"a single dash", "## A\ntext\n-\n", []string{"2 A @1:1"}, []string{"text"}},

		{
			"setext document", "T\n===\n\nA\n---\n\nB\n---\n\n",
			[]string{"1 T @1:1", "2 A @4:1", "2 B @7:1"}, nil,
		},
		{
			"setext sections below a title", "# T\n\nA\n---\n\nB\n---\ntext\n",
			[]string{"1 T @1:1", "2 A @3:1", "2 B @6:1"}, nil,
		},
		{
			"setext right below a title, with text", "# T\nA\n---\ntext\n",
			[]string{"1 T @1:1", "2 A @2:1"}, nil,
		},
		{
			"mixed, with text", "## A\n\ntext\n\nB\n---\n\nmore\n",
			[]string{"2 A @1:1", "2 B @5:1"}, nil,
		},
		{
			"long underline", "## A\n\ntext\n\nNotes\n-----\n\n## B\n",
			[]string{"2 A @1:1", "2 Notes @5:1", "2 B @8:1"}, nil,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := Parse([]byte(tt.src))
			if got := outline(d); !slices.Equal(got, tt.sections) {
				t.Errorf("sections %q, want %q", got, tt.sections)
			}
			var lost []string
			for _, u := range d.Underlined {
				lost = append(lost, u.Text)
				if got := strings.Trim(tt.src[u.Break.Start:u.Break.End], "-"); got != "" {
					t.Errorf("break holds %q", got)
				}
			}
			if !slices.Equal(lost, tt.lost) {
				t.Errorf("underlined %q, want %q", lost, tt.lost)
			}
		})
	}
}

// The body of a section with such a paragraph holds what its writer meant.
func TestUnderlinedHolds(t *testing.T) {
	w := lexicon()
	d := Parse([]byte("## Blockers\nNone\n---\n\n## Results\nThe totals do not add up\n---\n\n## Template notes\n- x\n"))
	if got := d.Holds(d.Sections[0].Body, w, Slots{}); got != Nothing {
		t.Errorf("Blockers holds %v, want Nothing", got)
	}
	if got := d.Holds(d.Sections[1].Body, w, Slots{}); got != Filled {
		t.Errorf("Results holds %v, want Filled", got)
	}
}
