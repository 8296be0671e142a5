package markdown

import (
	"strings"
	"testing"
	"time"
)

// Text that makes parsers slow is read in a time that grows with its length. A
// reader whose time grows with the square of it needs minutes for these.
func TestSlowText(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const size, patience = 1 << 16, 5 * time.Second
	for _, unit := range []string{
		">", "> ", "- ", "1. ", "\t- ", "[", "![", "]", "[a](", "[a](b \"", "[a](<", "[a][", "[[a]", "[]", "*", "***", "*a*", "_a ", "~~", "`", "`` ` ", "` `` ``` ```` ````` ",
		"<", "<a b=\"", "<a b='\" ", "<!--", "<!-- a -->", "<?", "<!A", "<![CDATA[", "&", "&amp;", "\\", "\\[", "(", "{", "{{", "{a} ",
		"YYYY- ", "[One sentence: ", "[Decision 1]", "None ", "a: ", "：", "|a", "|-", "/", "#", "\t", " ", "\x00", "\xff", "\r",
		"\n", " \n", "\r\n", "a\n", "- \n", "- a\n", "- a\n\n", "- a\n  - b\n", "> a\n", "> 1. a\n> > b\n", "# a\n", "# [a]\n", "a\n---\n", "=\n", "---\n", "［", "［あ］\n", "Last updated: 2026-05-04\n", "None, ", "a:\n", "*a*\n\n", "---\n\n*a*\n\n",
		"```\n", "<a\n", "<a\n\n", "<div>\n", "<div>\n\n", "<pre>\n", "<!-- a -->\n", "[a]: x\n", "[a]: <", "[a]:\n", "[a]\n\n", "[b]: c\n[b]\n", "[^a]: b\n",
		"|\n", "|-|\n", "a|b\n-|-\nc|d\n", "- [ ] a\n", "TBD\n\n", "<<<<<<< a\n", "<<<<<<< a\n=======\n>>>>>>> b\n",
		strings.Repeat("> ", 40) + "a\n", strings.Repeat("- ", 22) + "a\n\n\n\n",
	} {
		done := make(chan struct{})
		go func() {
			defer close(done)
			askAll([]byte(strings.Repeat(unit, size/len(unit))))
		}()
		select {
		case <-done:
		case <-time.After(patience):
			t.Fatalf("%.20q: %d bytes take more than %v", unit, size, patience)
		}
	}
}

// askAll asks all there is to ask about a whole document.
func askAll(src []byte) {
	w := fuzzLexicon()
	d := Parse(src)
	d.Labels(d.Whole())
	d.Links(d.Whole())
	d.Tasks(d.Whole())
	d.Tables(d.Whole())
	for _, f := range []Slots{squareSlots(), curlySlots()} {
		for _, s := range d.Slots(d.Whole(), f) {
			d.Position(s.Span.Start)
		}
		d.Holds(d.Whole(), w, f)
	}
	d.Items(d.Whole(), w)
	d.Text(d.Whole())
	d.Code(0)
	d.Conflicts()
	d.OpenFences()
}

func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		name string
		src  string
		want Limit
	}{
		{"quotes", strings.Repeat(">", 60000), Limit{"nesting", maxNesting, maxNesting}},
		{"lists", strings.Repeat("- ", 30000) + "a", Limit{"nesting", maxNesting, maxNesting}},
		{"size", strings.Repeat("0123456789abcde\n", MaxSize/16+1) + "tail\n", Limit{"size", MaxSize, MaxSize}},
		{"size, in a line", "a\n" + strings.Repeat("b", MaxSize), Limit{"size", MaxSize, 2}},
		{"size, one line", strings.Repeat("b", MaxSize+1), Limit{"size", MaxSize, MaxSize}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := Parse([]byte(tt.src))
			if len(d.Limits) != 1 || d.Limits[0] != tt.want {
				t.Errorf("limits %+v, want %+v", d.Limits, tt.want)
			}
			if tt.want.Name == "size" && d.Whole().End != tt.want.At {
				t.Errorf("the document ends at %d, want %d", d.Whole().End, tt.want.At)
			}
		})
	}
	for _, src := range []string{strings.Repeat("> ", 20) + "a", strings.Repeat("0123456789abcde\n", MaxSize/16)} {
		if d := Parse([]byte(src)); len(d.Limits) > 0 {
			t.Errorf("%.20q: limits %+v", src, d.Limits)
		}
	}
}

// Blank lines by the thousand are read as some: no line moves.
func TestManyBlankLines(t *testing.T) {
	blank := strings.Repeat("\n", 1000) + strings.Repeat(" \r\n", 20000)
	src := "- a\n  - b\n" + blank + "    c: d\n\n```\n" + blank + "e\n```\n" + blank + "## F\n"
	d := Parse([]byte(src))
	if len(d.Sections) != 1 {
		t.Fatalf("sections %+v", d.Sections)
	}
	if n := strings.Count(string(d.text), "\n"); n > 1000 {
		t.Errorf("goldmark is given %d lines", n)
	}
	line, column := d.Position(d.Sections[0].Heading.Start)
	if want := strings.Count(src, "\n"); line != want || column != 1 {
		t.Errorf("the heading stands at %d:%d, want line %d", line, column, want)
	}
	if got := d.Labels(d.Whole()); len(got) != 1 || got[0].Name != "c" {
		t.Errorf("labels %+v", got)
	}
	if !d.Code(strings.Index(src, "e\n```")) {
		t.Error("the fence ended early")
	}
}
