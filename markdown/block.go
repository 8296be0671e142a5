package markdown

import (
	"bytes"
	"sort"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// kind says what a block is.
type kind uint8

const (
	paragraph kind = iota
	heading
	quote
	list
	item
	fence     // fenced code
	indented  // indented code
	html      // an HTML block
	rule      // a thematic break
	underline // of a setext heading
	table
	row
)

// A block is one node of the block structure. The blocks of a document stand
// in one slice, parents before children.
type block struct {
	kind   kind
	level  uint8 // of a heading
	box    byte  // the mark of the task box before a paragraph; 0: none
	setext bool
	head   bool  // the header row of a table
	closed bool  // fenced code that has its closing line
	up     int32 // index of the parent; -1: the document
	last   int32 // index after the last descendant
	span   Span  // from the first byte, list or quote marker included, to the last; no line end
	inner  Span  // a paragraph's or heading's text, without box and hashes; what stands in fenced code; else span
}

// readBlocks turns goldmark's tree into blocks.
func (d *Document) readBlocks() {
	d.squeeze()
	root, r := engine().parse(d.text, d.body.Start)
	if root == nil {
		d.limit("parser", 0, d.body.Start)
		return
	}
	if r.deep >= 0 {
		d.limit("nesting", maxNesting, r.deep)
	}
	d.blocks = make([]block, 0, 8+(len(d.text)-d.body.Start)/48)
	d.top = make([]int, 0, root.ChildCount()+root.ChildCount()/8)
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		d.top = append(d.top, len(d.blocks))
		d.add(n, -1, r)
		if b := &d.blocks[len(d.blocks)-1]; b.kind == underline && b.up < 0 {
			d.top = append(d.top, len(d.blocks)-1)
		}
	}
	d.defs = r.defs
	for _, def := range d.defs {
		if d.refs == nil {
			d.refs = map[string]definition{}
		}
		if _, ok := d.refs[def.label]; !ok {
			d.refs[def.label] = def
		}
	}
	d.readComments()
}

// squeeze joins long runs of blank lines into one: goldmark keeps a record of
// every open block for each of them. Nothing but blank lines changes.
func (d *Document) squeeze() {
	const many = 100
	if len(d.text) < 16<<10 {
		return
	}
	run := 0
	for i := d.body.Start; i < len(d.text); {
		end := d.lineEnd(i)
		if len(bytes.TrimLeft(d.text[i:end], " \t")) > 0 {
			run = 0
		} else if run++; run > many {
			d.own()
			d.text[i-1] = ' ' // the end of the blank line before
		}
		i = end + 1
	}
}

// add appends the block of a node, with its children.
func (d *Document) add(n ast.Node, up int32, r *reading) {
	at := int32(len(d.blocks))
	d.blocks = append(d.blocks, block{up: up})
	b := block{up: up}
	switch n := n.(type) {
	case *ast.Heading:
		d.addHeading(&b, n)
	case *ast.FencedCodeBlock:
		d.addFence(&b, n, r)
	case *ast.CodeBlock:
		b.kind = indented
		b.span = d.extent(n.Lines(), n.Pos())
		b.inner = b.span
	case *ast.HTMLBlock:
		b.kind = html
		b.span = d.extent(n.Lines(), n.Pos())
		if n.HasClosure() {
			last := n.ClosureLine
			d.gap(b.span.End, last.Start)
			b.span.End = d.trim(Span{b.span.Start, last.Stop}).End
		}
		b.inner = b.span
	case *ast.ThematicBreak:
		b.kind = rule
		b.span = d.rest(n.Pos())
	case *ast.List:
		b.kind = list
		b.span = d.rest(n.Pos())
	case *ast.ListItem:
		b.kind = item
		b.span = d.rest(n.Pos())
	case *ast.Blockquote:
		b.kind = quote
		b.span = d.rest(n.Pos())
	case *tableNode:
		b.kind = table
		b.span = d.extent(n.Lines(), n.Pos())
		d.blocks[at] = b
		d.addRows(at, n.Lines())
	default:
		d.addParagraph(&b, n, at)
	}
	d.blocks[at] = b
	if b.kind == list || b.kind == item || b.kind == quote {
		for c := n.FirstChild(); c != nil; c = c.NextSibling() {
			d.add(c, at, r)
			d.blocks[at].span.End = max(d.blocks[at].span.End, d.blocks[len(d.blocks)-1].span.End)
		}
		if first := at + 1; b.kind == list && int(first) < len(d.blocks) {
			d.blocks[at].span.Start = d.blocks[first].span.Start
		}
	}
	d.blocks[at].last = int32(len(d.blocks))
	if b.kind == heading && b.setext {
		d.addUnderline(at)
	}
}

func (d *Document) addParagraph(b *block, n ast.Node, at int32) {
	b.span = d.extent(n.Lines(), n.Pos())
	b.inner = b.span
	if b.up < 0 || at != b.up+1 || d.blocks[b.up].kind != item {
		return
	}
	t := d.text[b.span.Start:b.span.End]
	if len(t) >= 3 && t[0] == '[' && t[2] == ']' && (len(t) == 3 || space(t[3])) && bytes.IndexByte([]byte(" xX~-/>!?"), t[1]) >= 0 {
		b.box = t[1]
		b.inner = d.trim(Span{b.span.Start + 3, b.span.End})
	}
}

// addHeading tells an ATX heading by the hashes before its text.
func (d *Document) addHeading(b *block, n *ast.Heading) {
	b.kind, b.level = heading, uint8(n.Level)
	if n.Lines().Len() == 0 {
		b.span = d.rest(n.Pos())
		b.inner = Span{b.span.End, b.span.End}
		return
	}
	b.inner = d.extent(n.Lines(), n.Pos())
	at := b.inner.Start
	for at > 0 && d.text[at-1] != '\n' && space(d.text[at-1]) {
		at--
	}
	if b.setext = at == 0 || d.text[at-1] != '#'; b.setext {
		b.span = b.inner
		return
	}
	b.span = d.rest(at - n.Level)
}

// addUnderline adds the line below a setext heading. It is no content, and no
// thematic break unless the heading turns out to be none.
func (d *Document) addUnderline(at int32) {
	h := &d.blocks[at]
	next := d.nextLine(h.span.End)
	s := d.rest(next)
	// In a quote the line begins with the quote's markers.
	for s.Start < s.End && d.text[s.Start] != '-' && d.text[s.Start] != '=' {
		s.Start++
	}
	d.blocks = append(d.blocks, block{kind: underline, up: h.up, last: int32(len(d.blocks)) + 1, span: s, inner: s})
}

func (d *Document) addFence(b *block, n *ast.FencedCodeBlock, r *reading) {
	b.kind = fence
	b.span = d.rest(n.Pos())
	next := d.nextLine(b.span.Start)
	b.inner = Span{next, next}
	if n.Lines().Len() > 0 {
		d.gap(b.span.End, n.Lines().At(0).Start)
		b.inner = d.extent(n.Lines(), next)
		b.span.End = max(b.span.End, b.inner.End)
	}
	if c, ok := r.closers[n]; ok {
		b.closed = true
		d.gap(b.span.End, c.Start)
		b.span.End = d.trim(Span{b.span.Start, c.End}).End
	}
}

func (d *Document) addRows(at int32, lines *text.Segments) {
	for i := range lines.Len() {
		if i == 1 { // the delimiter row
			continue
		}
		s := lines.At(i)
		span := d.trim(Span{s.Start, s.Stop})
		d.blocks = append(d.blocks, block{
			kind: row, head: i == 0, up: at, last: int32(len(d.blocks)) + 1, span: span, inner: span,
		})
	}
}

// rest is the line of an offset, from there on.
func (d *Document) rest(at int) Span { return d.trim(Span{at, d.lineEnd(at)}) }

// extent spans a block's lines. Markers of quotes around it that stand between
// the lines are blanked, so that the block reads in one piece.
func (d *Document) extent(lines *text.Segments, at int) Span {
	n := lines.Len()
	if n == 0 {
		at = min(max(at, 0), len(d.text))
		return Span{at, at}
	}
	for i := 1; i < n; i++ {
		d.gap(lines.At(i-1).Stop, lines.At(i).Start)
	}
	return d.trim(Span{lines.At(0).Start, lines.At(n - 1).Stop})
}

// gap blanks what stands between two lines of a block.
func (d *Document) gap(from, to int) {
	for i := from; i < to; i++ {
		if !space(d.text[i]) {
			d.blank(Span{from, to})
			return
		}
	}
}

// topRange is the range of places in top that s touches.
func (d *Document) topRange(s Span) (lo, hi int) {
	lo = sort.Search(len(d.top), func(i int) bool { return d.blocks[d.top[i]].span.End > s.Start })
	hi = sort.Search(len(d.top), func(i int) bool { return d.blocks[d.top[i]].span.Start >= s.End })
	return lo, max(lo, hi)
}

// children is the range of blocks that s touches, whole children of the
// document at a time.
func (d *Document) children(s Span) (lo, hi int) {
	i, j := d.topRange(s)
	if i == j {
		return 0, 0
	}
	return d.top[i], int(d.blocks[d.top[j-1]].last)
}

// starting is the range of blocks that start in s.
func (d *Document) starting(s Span) (lo, hi int) {
	lo, hi = d.children(s)
	blocks := d.blocks[lo:hi]
	hi = lo + sort.Search(len(blocks), func(i int) bool { return blocks[i].span.Start >= s.End })
	lo += sort.Search(len(blocks), func(i int) bool { return blocks[i].span.Start >= s.Start })
	return lo, max(lo, hi)
}
