package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// maxLabel is the longest label of a reference, in bytes (CommonMark 4.7).
const maxLabel = 999

// A definition is a link reference definition.
type definition struct {
	label string // normalised
	dest  string // resolved
	span  Span
}

// definitions takes link reference definitions off the start of paragraphs.
// A footnote ("[^1]: text") is none.
type definitions struct{ p *blockParser }

func (t definitions) Transform(node *ast.Paragraph, in text.Reader, pc parser.Context) {
	lines, src := node.Lines(), in.Source()
	if lines.Len() == 0 || !mayDefine(src, lines.At(0)) {
		return
	}
	var buf []byte
	starts := make([]int, 0, lines.Len()) // of each line in buf
	for i := range lines.Len() {
		s := lines.At(i)
		starts = append(starts, len(buf))
		buf = append(buf, src[s.Start:s.Stop]...)
	}
	r := t.p.reading(pc)
	taken := 0 // lines
	for taken < len(starts) {
		def, end, ok := parseDefinition(buf, starts[taken])
		if !ok {
			break
		}
		first := lines.At(taken)
		for taken < len(starts) && starts[taken] < end {
			taken++
		}
		last := lines.At(taken - 1)
		def.span = trimSpan(src, Span{first.Start, last.Stop})
		r.defs = append(r.defs, def)
	}
	if taken == 0 {
		return
	}
	lines.SetSliced(taken, lines.Len())
	if lines.Len() == 0 {
		node.Parent().RemoveChild(node.Parent(), node)
	}
}

// mayDefine looks at a paragraph's first line: it begins with '[', and the
// bracket, when it is closed there, is followed by a colon.
func mayDefine(src []byte, first text.Segment) bool {
	line := bytes.TrimLeft(src[first.Start:first.Stop], " \t")
	if len(line) < 2 || line[0] != '[' || line[1] == '^' {
		return false
	}
	i := bytes.IndexByte(line, ']')
	return i < 0 || line[i-1] == '\\' || i+1 < len(line) && line[i+1] == ':'
}

// parseDefinition reads one definition that begins a line at an offset of buf;
// end is where the next line begins.
func parseDefinition(buf []byte, at int) (def definition, end int, ok bool) {
	i := skipBlanks(buf, at)
	if i+1 >= len(buf) || buf[i] != '[' || buf[i+1] == '^' {
		return def, 0, false
	}
	close, ok := labelEnd(buf, i+1)
	if !ok || close+1 >= len(buf) || buf[close+1] != ':' {
		return def, 0, false
	}
	def.label = normalLabel(buf[i+1 : close])
	if def.label == "" {
		return def, 0, false
	}
	i, ok = skipBreak(buf, close+2)
	if !ok {
		return def, 0, false
	}
	dest, i, ok := destination(buf, i, len(buf))
	if !ok {
		return def, 0, false
	}
	def.dest = resolve(buf[dest.Start:dest.End])
	rest := skipBlanks(buf, i)
	bare := rest == len(buf) || buf[rest] == '\n' // nothing else stands on this line
	if q, same := skipBreak(buf, i); same && q > i && q < len(buf) {
		if _, after, found := title(buf, q, len(buf)); found {
			after = skipBlanks(buf, after)
			if after == len(buf) || buf[after] == '\n' {
				return def, after + 1, true
			}
		}
	}
	return def, rest + 1, bare
}

// labelEnd finds the bracket that closes a label which begins at an offset.
func labelEnd(buf []byte, at int) (int, bool) {
	for i := at; i < len(buf) && i-at <= maxLabel; i++ {
		switch buf[i] {
		case '\\':
			i++
		case '[':
			return 0, false
		case ']':
			return i, true
		}
	}
	return 0, false
}

// normalLabel is the form in which labels are compared; "" for a blank one.
func normalLabel(label []byte) string { return util.ToLinkReference(label) }

// destination reads a link destination, in pointed brackets or bare.
func destination(buf []byte, i, end int) (s Span, next int, ok bool) {
	if i < end && buf[i] == '<' {
		for j := i + 1; j < end; j++ {
			switch buf[j] {
			case '\\':
				j++
			case '\n', '<':
				return s, 0, false
			case '>':
				return Span{i + 1, j}, j + 1, true
			}
		}
		return s, 0, false
	}
	depth, j := 0, i
scan:
	for ; j < end; j++ {
		switch c := buf[j]; {
		case c == '\\' && j+1 < end && punct(buf[j+1]):
			j++
		case c == '(':
			// CommonMark allows a limit; it keeps this linear.
			if depth++; depth > 32 {
				return s, 0, false
			}
		case c == ')':
			if depth == 0 {
				break scan
			}
			depth--
		case c <= ' ' || c == 0x7f:
			break scan
		}
	}
	return Span{i, j}, j, j > i && depth == 0
}

// title reads a link title in quotes or parentheses.
func title(buf []byte, i, end int) (closer byte, next int, ok bool) {
	if i >= end {
		return 0, 0, false
	}
	switch closer = buf[i]; closer {
	case '"', '\'':
	case '(':
		closer = ')'
	default:
		return 0, 0, false
	}
	for j := i + 1; j < end; j++ {
		switch c := buf[j]; {
		case c == '\\':
			j++
		case c == closer:
			return closer, j + 1, true
		case c == '(' && closer == ')':
			return 0, 0, false
		}
	}
	return closer, 0, false
}

// resolve takes the escapes and entities out of a destination.
func resolve(b []byte) string {
	if bytes.IndexByte(b, '\\') >= 0 {
		b = util.UnescapePunctuations(b)
	}
	if bytes.IndexByte(b, '&') >= 0 {
		b = util.ResolveEntityNames(util.ResolveNumericReferences(b))
	}
	return string(b)
}

// skipBlanks skips spaces and tabs.
func skipBlanks(buf []byte, i int) int {
	for i < len(buf) && (buf[i] == ' ' || buf[i] == '\t') {
		i++
	}
	return i
}

// skipBreak skips blanks with at most one line end among them; a paragraph
// has no blank lines, so ok is false only at the end.
func skipBreak(buf []byte, i int) (next int, ok bool) {
	i = skipBlanks(buf, i)
	if i < len(buf) && buf[i] == '\n' {
		i = skipBlanks(buf, i+1)
	}
	return i, i < len(buf)
}

func punct(c byte) bool { return util.IsPunct(c) }
