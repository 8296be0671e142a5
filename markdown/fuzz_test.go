package markdown

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// seeds are texts with every construct that is read.
func seeds() []string {
	return []string{
		"", "\n", "\ufeff", "---\na: b\n---\n# T\n", "\ufeff---\nLast updated: 2026-05-04\n---\n\n## A\nNone\n",
		stateText(), memoryText(),
		"## A\nNone\n---\n\n## B\n", "A\n=\n\nB\n---\ntext\n", "## A ##\n\n- [ ] [slot]\n- **Label:** {x}\n  more: `code`\n",
		"> Last updated: [ISO timestamp]\n\n[One sentence:\nwhat?]\n\n> [One\n> two](three)\n",
		"| a | b |\n|---|---|\n| [x](y) | None |\n| - | TBD |\n", "```\n[a]\n", "~~~ x\n```\n~~~\n\n    code\n\n- ```\n  a\n",
		"<!-- a -->\n<!-- b --> c\n\nd <!-- e --> f\n\n<div>\n<your name>\n</div>\n", "[a]: b\n[c]\n\n[c]: <d> 'e'\n\n[^1]: f\n",
		"a\n<<<<<<< b\n=======\n>>>>>>> c\n", "-\n\n*\n\n1.\n- - - a\n\t- b\n", "text\n\n---\n\n*note*\n\n## Template notes\n- x\n",
		"状态：无\n\n**目标**：[进展]\n", "a\rb\r\nc\x00\xff\xfe\n", ">\t- a\n>\t\tb\n", "-\t# a\n-\t> b\n\t> c\n", "1. a\n\n   ---\n\n   b\n   ===\n",
		"# a\nb\n-\n\nc: d\n---\n", "---\n0 \n: 0\n---\n", "[![a](b)](c) ![[d]](e) [f [g](h) i](j)\n", "`` a ` b `` <c d='e'> <https://f.g> &amp; \\[h\\]\n",
	}
}

// TestTwins: byte-order mark and CR LF change no line, no column, no text.
func TestTwins(t *testing.T) {
	for _, src := range seeds() {
		twins(t, []byte(src))
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds() {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		check(t, src)
		twins(t, src)
	})
}

var fuzzLexicon = sync.OnceValue(lexicon)

// check asks everything and looks at what must hold for any input.
func check(t *testing.T, src []byte) {
	before := bytes.Clone(src)
	d := Parse(src)
	inside := func(what string, s Span) {
		if s.Start < 0 || s.Start > s.End || s.End > len(src) {
			t.Errorf("%s: %v is not inside %d bytes", what, s, len(src))
		}
	}
	whole := d.Whole()
	inside("whole", whole)
	last := whole.Start
	for i, s := range d.Sections {
		inside("heading", s.Heading)
		inside("underline", s.Underline)
		inside("body", s.Body)
		if s.Heading.Start < last || s.Body.Start < s.Heading.End || strings.ContainsAny(s.Title, "\r\n") {
			t.Errorf("section %d: %+v behind %d", i, s, last)
		}
		last = s.Heading.End
		for _, next := range d.Sections[i+1:] {
			if next.Heading.Start < s.Body.End && next.Level <= s.Level {
				t.Errorf("section %+v reaches into %+v", s, next)
			}
		}
		for _, item := range d.Items(s.Body, fuzzLexicon()) {
			inside("item", item)
			if d.Holds(item, fuzzLexicon(), Slots{}) < Template && !d.touchesDefinition(item) {
				t.Errorf("item %q of section %d holds nothing", src[item.Start:item.End], i)
			}
			for at, nested := item, d.Nested(item); len(nested) > 0; at, nested = nested[0], nested[1:] {
				inside("nested item", nested[0])
				if nested[0].Start <= at.Start || nested[0].End > item.End {
					t.Errorf("%q: nested item %v of %v comes behind %v", src, nested[0], item, at)
				}
			}
		}
		for _, forms := range []Slots{{}, squareSlots(), curlySlots()} {
			d.Holds(s.Body, fuzzLexicon(), forms)
		}
	}
	last = whole.Start
	for i := range d.blocks {
		b := &d.blocks[i]
		inside("block", b.span)
		inside("block's text", b.inner)
		if i > 0 && b.span.Start < d.blocks[i-1].span.Start {
			t.Errorf("%q: block %d begins at %d, before the one that it follows", src, i, b.span.Start)
		}
		if b.box != 0 && int(b.up) != i-1 {
			t.Errorf("%q: block %d has a box and is not what its item begins with", src, i)
		}
		if b.up < 0 && b.span.Start < last {
			t.Errorf("%q: block %d begins at %d, before %d", src, i, b.span.Start, last)
		}
		if b.up < 0 {
			last = b.span.End
		}
	}
	for _, l := range d.Labels(whole) {
		inside("label", l.Span)
		inside("value", l.At)
	}
	for _, l := range d.Links(whole) {
		inside("link", l.Span)
	}
	for _, task := range d.Tasks(whole) {
		inside("task", task.Span)
	}
	for _, table := range d.Tables(whole) {
		inside("table", table.Span)
	}
	for _, c := range d.Comments() {
		inside("comment", c.Span)
	}
	for _, c := range d.Conflicts() {
		inside("conflict", Span{c.Ours.Start, c.Theirs.End})
	}
	for _, f := range d.OpenFences() {
		inside("fence", f.Span)
	}
	for _, l := range d.Limits {
		inside("limit", Span{l.At, len(src)})
	}
	for _, forms := range []Slots{squareSlots(), curlySlots()} {
		end := 0
		for _, s := range d.Slots(whole, forms) {
			inside("slot", s.Span)
			if s.Span.Start < end {
				t.Errorf("slot %v before %d", s, end)
			}
			end = s.Span.End
		}
	}
	if front := d.Front; front != nil {
		inside("front matter", front.Span)
		for _, field := range front.Fields {
			inside("key", field.KeySpan)
			inside("field", field.ValueSpan)
		}
	}
	d.Text(whole)
	for at := 0; at <= len(src); at += 1 + len(src)/50 {
		d.Code(at)
		line, column := d.Position(at)
		if s := d.LineSpan(line); line < 1 || column < 1 || at < s.Start {
			t.Errorf("offset %d stands at %d:%d, a line of %v", at, line, column, s)
		}
	}
	if !bytes.Equal(src, before) {
		t.Error("the source was changed")
	}
}

func (d *Document) touchesDefinition(s Span) bool {
	for _, def := range d.defs {
		if def.span.Start < s.End && s.Start < def.span.End {
			return true
		}
	}
	return false
}

func twins(t *testing.T, src []byte) {
	if bytes.IndexByte(src, '\r') >= 0 || bytes.HasPrefix(src, bom) || len(src) > MaxSize/4 {
		return
	}
	want := places(Parse(src))
	crlf := bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n"))
	for _, twin := range [][]byte{crlf, append(bytes.Clone(bom), src...), append(bytes.Clone(bom), crlf...)} {
		if got := places(Parse(twin)); got != want {
			t.Errorf("%q reads\n%s\nbut %q reads\n%s", twin, got, src, want)
		}
	}
}

// places writes down all that is found with lines and columns.
func places(d *Document) string {
	var b strings.Builder
	note := func(what, text string, s Span) {
		l1, c1 := d.Position(s.Start)
		l2, c2 := d.Position(s.End)
		fmt.Fprintf(&b, "%s %q %d:%d-%d:%d\n", what, text, l1, c1, l2, c2)
	}
	whole := d.Whole()
	for _, s := range d.Sections {
		note("section", s.Title, s.Heading)
		for _, f := range []Slots{squareSlots(), curlySlots()} {
			fmt.Fprintln(&b, d.Holds(s.Body, fuzzLexicon(), f))
		}
		for _, item := range d.Items(s.Body, fuzzLexicon()) {
			note("item", "", item)
		}
	}
	for _, u := range d.Underlined {
		note("underlined", u.Text, u.Span)
	}
	for _, l := range d.Labels(whole) {
		note("label", l.Name+l.Value, l.Span)
		note("value", "", l.At)
	}
	for _, l := range d.Links(whole) {
		note("link", l.Destination+l.Text, l.Span)
	}
	for _, task := range d.Tasks(whole) {
		note("task", task.Text, task.Span)
	}
	for _, c := range d.Comments() {
		note("comment", c.Text, c.Span)
	}
	for _, f := range d.OpenFences() {
		note("fence", "", f.Span)
	}
	for _, c := range d.Conflicts() {
		note("conflict", "", Span{c.Ours.Start, c.Theirs.End})
	}
	for _, s := range d.Slots(whole, squareSlots()) {
		note("slot", s.Text, s.Span)
	}
	if d.Front != nil {
		for _, f := range d.Front.Fields {
			note("field", f.Key+f.Value, f.KeySpan)
			note("", "", f.ValueSpan)
		}
	}
	fmt.Fprintln(&b, d.Lines(), d.Text(whole))
	return b.String()
}
