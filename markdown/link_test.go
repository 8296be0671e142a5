package markdown

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

func TestLinks(t *testing.T) {
	for _, tt := range []struct {
		name string
		src  string
		want []string // source -> destination | text
	}{
		{"inline", "see [the *log*](a.md) now\n", []string{"[the *log*](a.md) -> a.md | the log"}},
		{"title", "[a](b.md \"t\") [c](d.md 't') [e](f.md (t))\n", []string{
			"[a](b.md \"t\") -> b.md | a", "[c](d.md 't') -> d.md | c", "[e](f.md (t)) -> f.md | e"}},
		{"pointed", "[a](<b c.md>)\n", []string{"[a](<b c.md>) -> b c.md | a"}},
		{"brackets", "[a](b(c).md) [d](e\\).md)\n", []string{"[a](b(c).md) -> b(c).md | a", "[d](e\\).md) -> e).md | d"}},
		{"entity", "[a](b&amp;c.md)\n", []string{"[a](b&amp;c.md) -> b&c.md | a"}},
		{"empty", "[a]()\n", []string{"[a]() ->  | a"}},
		{"image", "![what](a.png)\n", []string{"![what](a.png) -> a.png | what"}},
		{"image in a link", "[![i](a.png)](b.md)\n", []string{"[![i](a.png)](b.md) -> b.md | i", "![i](a.png) -> a.png | i"}},
		{"no link in a link", "[a [b](c) d](e)\n", []string{"[b](c) -> c | b"}},
		{"references", "[a][x] [x][] [x] ![y]\n\n[x]: one.md\n[y]: two.png 'title'\n", []string{
			"[a][x] -> one.md | a", "[x][] -> one.md | x", "[x] -> one.md | x", "![y] -> two.png | y"}},
		{"case and space in labels", "[One\ntwo]\n\n[ONE  TWO]: a.md\n", []string{"[One\ntwo] -> a.md | One two"}},
		{"first definition", "[x]\n\n[x]: a.md\n[x]: b.md\n", []string{"[x] -> a.md | x"}},
		{"undefined", "[a][b] [c] [d][]\n", nil},
		{"code", "`[a](b)` [c](d)\n", []string{"[c](d) -> d | c"}},
		{"code block", "```\n[a](b)\n```\n\n    [a](b)\n", nil},
		{"comment", "<!-- [a](b) -->\n\nx <!-- [a](b) --> [c](d)\n", []string{"[c](d) -> d | c"}},
		{"escaped", "\\[a](b) [a\\](b)\n", nil},
		{"autolink", "<https://example.test> <me@example.test>\n", nil},
		{"over two lines", "[a\nb](c\n\"t\")\n", []string{"[a\nb](c\n\"t\") -> c | a b"}},
		{"in a quote", "> [a\n> b](c)\n", []string{"[a\n> b](c) -> c | a b"}},
		{"heading", "## [a](b)\n", []string{"[a](b) -> b | a"}},
		{"cells", "| [a](b) | `c\\|d` [e](f) |\n|---|---|\n| g | [h \\| i](j) |\n", []string{
			"[a](b) -> b | a", "[e](f) -> f | e", "[h \\| i](j) -> j | h | i"}},
		{"footnote", "[^1]\n\n[^1]: a.md\n", nil},
		{"wiki", "[[a]]\n", nil},
		{"broken target", "[a](b c) [d](e \"f) [g](h\n", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := Parse([]byte(tt.src))
			var got []string
			for _, l := range d.Links(d.Whole()) {
				got = append(got, fmt.Sprintf("%s -> %s | %s", tt.src[l.Span.Start:l.Span.End], l.Destination, l.Text))
				if l.Image != strings.HasPrefix(tt.src[l.Span.Start:], "!") {
					t.Errorf("Image = %v at %q", l.Image, tt.src[l.Span.Start:])
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("links of %q\n got %q\nwant %q", tt.src, got, tt.want)
			}
		})
	}
}

// The scanner finds what goldmark's inline parsers find.
func TestInlinesAsGoldmark(t *testing.T) {
	full := goldmark.New().Parser()
	for _, src := range []string{
		"a `b` ``c ` d`` `e\nf` ```g``` `h", "`a\\` b`", "\\`a`", "`` `", "```` a ``` b ````", "[`a](b)`", "`[a`](b)", "<a href=\"`\">`",
		"`<a href=\"`\">`", "[a](b) ![c](d) [e][f] [f] [f][] ![f]\n\n[f]: /g", "[a [b] c](d)", "[a](b)[c](d)", "[[a](b)](c)", "![[a](b)](c)",
		"![a [b](c)](d)", "[![a](b)](c)", "[a](b \"c\")", "[a](b 'c\nd')", "[a](b (c (d)))", "[a](<b>)", "[a](<b\nc>)", "[a](b(c)d)", "[a](b\\(c)",
		"[a]( b )", "[a](\nb\n)", "[a](b\"c\")", "[a] (b)", "[a](b", "[a]b)", "]a[", "[]", "[]()", "![]()", "[a\\]](b)", "[a]\n(b)",
		"<https://a.b/c?d=e> <mailto:a@b.c> <a@b.c> <a:b> <ab:c d> <>", "<b> </b> <b/> <b c> <b c=d> <b c='d' e=\"f\"> <b c=> <b 1c> </b c>",
		"a <!-- b --> c <!-- d", "a <? b ?> c <!A b> <![CDATA[ c ]]>", "<a\nb\n=\n'c'>", "<a b=`c`>", "<a *b*>", "[a](<b) c>", "[a][b\\]c]\n\n[b\\]c]: d",
		"[a]: <b> 'c'\n[d]: e\n\"f\"\n\n[a] [d]", "[a]:\nb\n\n[a]", "[a]: b c\n\n[a]", "[a]: b\n'c\n\n[a]", "[ a\nb ]: c\n\n[a b]", "[A]: b\n\n[a]",
		"> [a]: b\n>\n> [a]", "- [a]: b\n\n[a]", "[a]: b\n[c]: d\ntext [a] [c]", "[a][]\n\n[a]: b", "[a][b][c]\n\n[b]: d\n[c]: e", "*[a](b)*", "**a [b**](c)",
		"[a](b&copy;c) [d](&#35;e)", "![a](b \"c\" d)", "[a](b\n\nc)", "# a [b](c) #", "a\n[b](c)\n===",
	} {
		if got, want := inlineNames(Parse([]byte(src))), goldmarkNames(full.Parse(text.NewReader([]byte(src))), []byte(src)); got != want {
			t.Errorf("%q\n got %s\nwant %s", src, got, want)
		}
	}
}

func inlineNames(d *Document) string {
	var out []string
	for _, in := range d.allInlines() {
		switch in.form {
		case link, image:
			out = append(out, fmt.Sprintf("link %v %s", in.form == image, in.dest))
		case codeSpan:
			out = append(out, "code "+noSpace(d.text[in.text.Start:in.text.End]))
		case autolink:
			out = append(out, "auto")
		case tag:
			out = append(out, "tag")
		}
	}
	for range d.remarks {
		out = append(out, "tag")
	}
	sort.Strings(out)
	return strings.Join(out, ", ")
}

func goldmarkNames(root ast.Node, src []byte) string {
	var out []string
	dest := func(b []byte) []byte {
		return util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(b)))
	}
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			out = append(out, fmt.Sprintf("link false %s", dest(n.Destination)))
		case *ast.Image:
			out = append(out, fmt.Sprintf("link true %s", dest(n.Destination)))
		case *ast.CodeSpan:
			var code []byte
			for c := n.FirstChild(); c != nil; c = c.NextSibling() {
				s := c.(*ast.Text).Segment
				code = append(code, s.Value(src)...)
			}
			out = append(out, "code "+noSpace(code))
		case *ast.AutoLink:
			out = append(out, "auto")
		case *ast.RawHTML:
			out = append(out, "tag")
		}
		return ast.WalkContinue, nil
	})
	sort.Strings(out)
	return strings.Join(out, ", ")
}

func noSpace(b []byte) string { return strings.Join(strings.Fields(string(b)), "") }
