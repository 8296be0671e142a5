package markdown

import (
	"slices"
	"strings"
	"testing"
)

func TestComments(t *testing.T) {
	src := "<!-- one -->\n\ntext <!-- inside -->\n\n```\n<!-- fenced -->\n```\n\n- item\n\n  <!-- in an item -->\n\n> <!-- quoted -->\n\n" +
		"  <!--\ntwo\n\nlines\n-->\n<!-- a --> <!-- b --> text <!-- c -->\n\n<div>\n<!-- in a div -->\n</div>\n\n    <!-- code -->\n\n<!---->\n\n<!-->\n\n<!-- open"
	for _, eol := range []string{"\n", "\r\n"} {
		src := strings.ReplaceAll(src, "\n", eol)
		d := Parse([]byte(src))
		var got []string
		for _, c := range d.Comments() {
			got = append(got, c.Text)
			if !strings.HasPrefix(src[c.Span.Start:], "<!--") {
				t.Errorf("comment %q stands at %q", c.Text, src[c.Span.Start:c.Span.End])
			}
		}
		want := []string{"one", "in an item", "two\n\nlines", "a", "b", "", "", "open"}
		if !slices.Equal(got, want) {
			t.Errorf("comments %q, want %q", got, want)
		}
		if c := d.Comments()[0]; src[c.Span.Start:c.Span.End] != "<!-- one -->" {
			t.Errorf("the first comment stands at %q", src[c.Span.Start:c.Span.End])
		}
	}
}

func TestCode(t *testing.T) {
	src := "a `b` c\n\n```go\nd\n```\n\n    e\n\nf <!-- g --> h\n\n<!-- i -->\n\n> ```\n> j\n> ```\n\n- k\n\n  ~~~\n  l\n  ~~~\n\n`m\n"
	d := Parse([]byte(src))
	for i := range len(src) {
		want := strings.IndexByte("bdegijl", src[i]) >= 0 || i > 9 && i < strings.Index(src, "    e")-1 // with the info string
		if c := src[i]; c >= 'a' && c <= 'm' && d.Code(i) != want {
			t.Errorf("Code at %q = %v", src[i:min(len(src), i+8)], !want)
		}
	}
	if indent := strings.Index(src, "    e"); !d.Code(indent) {
		t.Error("the indentation is no part of the code")
	}
	if d.Code(-1) || d.Code(len(src)) || d.Code(len(src)+9) {
		t.Error("code outside the document")
	}
}

func TestOpenFences(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want []string
	}{
		{"```\na\n```\n", nil},
		{"```\na\n```", nil},
		{"```go\na\n", []string{"```go"}},
		{"```", []string{"```"}},
		{"  ~~~ text \n\n## a\n", []string{"~~~ text"}},
		{"````\n```\n", []string{"````"}},
		{"~~~\n```\n", []string{"~~~"}},
		{"```\na\n``` x\n", []string{"```"}},
		{"```\na\n```\n\n```\n", []string{"```"}},
		{"> ```\n> a\n\ntext\n", nil},
		{"- ```\n  a\n\ntext\n", nil},
		{"``` a ` b\n", nil},
		{"    ```\n", nil},
		{"<!--\n```\n-->\n", nil},
		{"---\na: b\n---\n```\n", []string{"```"}},
	} {
		for _, eol := range []string{"\n", "\r\n"} {
			src := strings.ReplaceAll(tt.src, "\n", eol)
			var got []string
			for _, f := range Parse([]byte(src)).OpenFences() {
				got = append(got, src[f.Span.Start:f.Span.End])
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("open fences of %q: %q, want %q", src, got, tt.want)
			}
		}
	}
}

func TestConflicts(t *testing.T) {
	for _, tt := range []struct {
		name string
		src  string
		want int
	}{
		{"one", "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> topic\nd\n", 1},
		{"under a heading", "## A\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> topic\n", 1},
		{"with the base", "<<<<<<< HEAD\nb\n||||||| base\nx\n=======\nc\n>>>>>>> topic\n", 1},
		{"two", "<<<<<<< a\n=======\n>>>>>>> b\ntext\n<<<<<<< a\n=======\n>>>>>>> b", 2},
		{"without labels", "<<<<<<<\nb\n=======\nc\n>>>>>>>\n", 1},
		{"begun anew", "<<<<<<< a\n<<<<<<< b\n=======\n>>>>>>> c\n", 1},
		{"fence inside", "<<<<<<< a\n```\nx\n=======\ny\n>>>>>>> b\n", 1},
		{"in front matter's place", "---\na: b\n---\n<<<<<<< a\n=======\n>>>>>>> b\n", 1},
		{"fenced", "```\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> topic\n```\n", 0},
		{"indented", "x\n\n    <<<<<<< HEAD\n    =======\n    >>>>>>> topic\n", 0},
		{"not at the start of the line", "> <<<<<<< a\n> =======\n> >>>>>>> b\n", 0},
		{"no middle", "<<<<<<< a\n>>>>>>> b\n", 0},
		{"no end", "<<<<<<< a\n=======\n", 0},
		{"wrong order", ">>>>>>> b\n=======\n<<<<<<< a\n", 0},
		{"setext heading", "Title\n=======\n\ntext\n", 0},
		{"eight marks", "<<<<<<<< a\n========\n>>>>>>>> b\n", 0},
		{"six marks", "<<<<<< a\n======\n>>>>>> b\n", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, eol := range []string{"\n", "\r\n"} {
				src := strings.ReplaceAll(tt.src, "\n", eol)
				got := Parse([]byte(src)).Conflicts()
				if len(got) != tt.want {
					t.Fatalf("conflicts of %q: %v", src, got)
				}
				for _, c := range got {
					for mark, s := range map[string]Span{"<<<<<<<": c.Ours, "=======": c.Middle, ">>>>>>>": c.Theirs} {
						if line := src[s.Start:s.End]; !strings.HasPrefix(line, mark) || strings.ContainsAny(line, "\r\n") {
							t.Errorf("line %q, want %s", line, mark)
						}
					}
				}
			}
		})
	}
}

func TestTables(t *testing.T) {
	src := "text before\n| A | B \\| C | `d` |\n|---|:-:|--:|\n| [one](x) | two |\n| | - | three | four |\nno pipes\n\n> | Q |\n> |---|\n> | q |\n\n" +
		"```\n| x |\n|---|\n```\n\n| no | table |\n|---|\n"
	d := Parse([]byte(src))
	var got []string
	for _, table := range d.Tables(d.Whole()) {
		for _, r := range append([]Row{table.Header}, table.Rows...) {
			var cells []string
			for _, c := range r.Cells {
				cells = append(cells, c.Text)
			}
			got = append(got, strings.Join(cells, "; "))
		}
	}
	want := []string{"A; B | C; d", "one; two", "; -; three; four", "no pipes", "Q", "q"}
	if !slices.Equal(got, want) {
		t.Errorf("rows %q\nwant %q", got, want)
	}
	first := d.Tables(d.Whole())[0]
	if c := first.Rows[0].Cells[0].Span; src[c.Start:c.End] != "[one](x)" {
		t.Errorf("the first cell stands at %q", src[c.Start:c.End])
	}
	if line, _ := d.Position(first.Rows[1].Span.Start); line != 5 {
		t.Errorf("the second row stands on line %d", line)
	}
	if got := d.Tables(Span{first.Span.End, len(src)}); len(got) != 1 {
		t.Errorf("tables behind the first one: %d", len(got))
	}
}

func TestText(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"# A **b** `c_d`\n\ntext *e*\nf <!-- g -->\n\n- h\n  - [i](j)\n\n> k\n", "A b c_d text e f h i k"},
		{"| a | b |\n|---|---|\n| c | **d** |\n", "a b c d"},
		{"```go\nx  *y*\n```\n\n    z\n", "x *y* z"},
		{"- [ ] task\n- [x] done\n", "task done"},
		{"<div>a <b>c</b></div>\n", "a c"},
		{"&lt;a&gt; &amp; \\*b\\* <https://c.test>\n", "<a> & *b* https://c.test"},
		{"~~gone~~ a~b~c *a**b* __s__ snake_case ***x*** 2*3*4\n", "gone a~b~c ab s snake_case x 234"},
		{"a\n\n---\n\n[x]: y\n\nb\n", "a b"},
		{"![alt *text*](x.png)\n", "alt text"},
		{"a*b c* d_e f_ **g h**\n", "ab c d_e f_ g h"},
	} {
		d := Parse([]byte(tt.src))
		if got := d.Text(d.Whole()); got != tt.want {
			t.Errorf("text of %q\n got %q\nwant %q", tt.src, got, tt.want)
		}
	}
	d := Parse([]byte("one two\n\nthree\n"))
	if got := d.Text(Span{4, 11}); got != "two th" {
		t.Errorf("text of a stretch: %q", got)
	}
}
