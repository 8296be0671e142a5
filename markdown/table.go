package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// tableNode is a table in goldmark's tree: its lines are the header, the
// delimiter row and the data rows.
type tableNode struct{ ast.TextBlock }

// IsRaw keeps the inline phase out.
func (*tableNode) IsRaw() bool { return true }

// tables turns paragraphs into GFM tables.
type tables struct{}

// Transform splits the paragraph before the first line that a delimiter row
// follows; the row must have as many cells.
func (tables) Transform(node *ast.Paragraph, in text.Reader, _ parser.Context) {
	lines, src := node.Lines(), in.Source()
	for i := 1; i < lines.Len(); i++ {
		s := lines.At(i)
		n := delimiterCells(src[s.Start:s.Stop])
		if n == 0 {
			continue
		}
		head := lines.At(i - 1)
		if len(splitCells(src, Span{head.Start, head.Stop})) != n {
			return
		}
		// The paragraph itself must go: a setext underline below the table
		// would take what is left of it.
		parent := node.Parent()
		if i > 1 {
			before := ast.NewParagraph()
			before.SetPos(node.Pos())
			before.SetBlankPreviousLines(node.HasBlankPreviousLines())
			before.Lines().AppendAll(lines.Sliced(0, i-1))
			parent.InsertBefore(parent, node, before)
		}
		table := &tableNode{}
		table.SetPos(head.Start)
		table.Lines().AppendAll(lines.Sliced(i-1, lines.Len()))
		parent.ReplaceChild(parent, node, table)
		return
	}
}

// delimiterCells counts the cells of a delimiter row; 0: it is none. A line
// that could be indented code is none.
func delimiterCells(line []byte) int {
	if n := len(line) - len(bytes.TrimLeft(line, " ")); n > 3 || n < len(line) && line[n] == '\t' {
		return 0
	}
	line = bytes.Trim(line, " \t\r\n")
	if !bytes.ContainsAny(line, "|:") || len(bytes.Trim(line, "-:| \t")) > 0 {
		return 0
	}
	line = bytes.TrimSuffix(bytes.TrimPrefix(line, []byte{'|'}), []byte{'|'})
	n := 0
	for cell := range bytes.SplitSeq(line, []byte{'|'}) {
		cell = bytes.Trim(cell, " \t")
		cell = bytes.TrimSuffix(bytes.TrimPrefix(cell, []byte{':'}), []byte{':'})
		if len(cell) == 0 || len(bytes.Trim(cell, "-")) > 0 {
			return 0
		}
		n++
	}
	return n
}

// splitCells are the cells of a table row, white space off; a pipe behind a
// backslash ends none.
func splitCells(src []byte, row Span) []Span {
	row = trimSpan(src, row)
	if row.Start < row.End && src[row.Start] == '|' {
		row.Start++
	}
	var out []Span
	start := row.Start
	for i := row.Start; i < row.End; i++ {
		if src[i] == '|' && (i == row.Start || src[i-1] != '\\') {
			out = append(out, trimSpan(src, Span{start, i}))
			start = i + 1
		}
	}
	if start < row.End {
		out = append(out, trimSpan(src, Span{start, row.End}))
	}
	return out
}

// Tables are the tables that start in s, in source order.
func (d *Document) Tables(s Span) []Table {
	var out []Table
	lo, hi := d.children(s)
	for i := lo; i < hi; i++ {
		if b := &d.blocks[i]; b.kind == table && b.span.Start >= s.Start && b.span.Start < s.End {
			t := Table{Span: b.span}
			for j := i + 1; j < int(b.last); j++ {
				if d.blocks[j].head {
					t.Header = d.row(d.blocks[j].span)
				} else {
					t.Rows = append(t.Rows, d.row(d.blocks[j].span))
				}
			}
			out = append(out, t)
		}
	}
	return out
}

func (d *Document) row(s Span) Row {
	r := Row{Span: s}
	for _, c := range splitCells(d.text, s) {
		r.Cells = append(r.Cells, Cell{Text: d.plain(c), Span: c})
	}
	return r
}
