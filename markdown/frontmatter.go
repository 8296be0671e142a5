package markdown

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// maxFrontMatter is the longest front matter that is read, in bytes, and
// maxBrackets the most flow collections in it: the YAML parser's time grows
// with their square.
const (
	maxFrontMatter = 16 << 10
	maxBrackets    = 256
)

// FrontMatter is the YAML mapping between "---" lines at the very start.
type FrontMatter struct {
	Span   Span    // both fences included, the last line's ending not
	Fields []Field // top-level keys, in order
}

// Field is a top-level key of the front matter. Value is the scalar as
// written, quotes off; "" for a mapping, a list or null.
type Field struct {
	Key, Value string
	KeySpan    Span // quotes included
	ValueSpan  Span // quotes included; empty when nothing follows the key
}

// readFrontMatter finds the front matter and moves the body behind it. What
// is no YAML mapping stays Markdown. What is too large to be read is front
// matter without fields.
func (d *Document) readFrontMatter() {
	start := d.body.Start
	if !d.fenceLine(start) {
		return
	}
	first := d.nextLine(start)
	last := first
	for !d.fenceLine(last) {
		if last = d.nextLine(last); last >= len(d.text) {
			return
		}
	}
	front := &FrontMatter{Span: d.trim(Span{start, d.lineEnd(last)})}
	content := d.text[first:last]
	switch {
	case len(content) > maxFrontMatter:
		d.limit("front matter", maxFrontMatter, start)
	case bytes.Count(content, []byte("["))+bytes.Count(content, []byte("{")) > maxBrackets:
		d.limit("front matter", maxBrackets, start)
	default:
		mapping := parseMapping(d.Source[first:last])
		if mapping == nil {
			return
		}
		front.Fields = d.fields(mapping, Span{first, last})
	}
	d.Front = front
	d.body.Start = d.nextLine(last)
}

// fenceLine reports whether the line that begins at an offset is "---".
func (d *Document) fenceLine(at int) bool {
	line := d.text[at:d.lineEnd(at)]
	return bytes.HasPrefix(line, []byte("---")) && len(bytes.TrimRight(line, " \t")) == 3
}

// parseMapping gives the top-level mapping of a YAML text, or nil.
func parseMapping(content []byte) (mapping *ast.MappingNode) {
	// A fault of the parser is as good as broken YAML.
	defer func() {
		if recover() != nil {
			mapping = nil
		}
	}()
	// YAML takes a carriage return alone for a line end, we do not.
	content = bytes.ReplaceAll(bytes.ReplaceAll(content, []byte("\r\n"), []byte{'\n'}), []byte{'\r'}, []byte{' '})
	file, err := parser.ParseBytes(content, 0, parser.AllowDuplicateMapKey())
	if err != nil || len(file.Docs) != 1 {
		return nil
	}
	mapping, _ = file.Docs[0].Body.(*ast.MappingNode)
	if mapping != nil && len(mapping.Values) == 0 {
		return nil
	}
	return mapping
}

// fields places the mapping's pairs in the source.
func (d *Document) fields(m *ast.MappingNode, content Span) []Field {
	out := make([]Field, 0, len(m.Values))
	starts := []int{content.Start}
	for at := content.Start; at < content.End; {
		at = d.nextLine(at)
		starts = append(starts, at)
	}
	// The YAML parser counts lines and columns, in code points, from 1.
	place := func(line, column int) int {
		at := starts[min(max(line, 1), len(starts))-1]
		for ; column > 1 && at < content.End && d.text[at] != '\n'; column-- {
			_, size := utf8.DecodeRune(d.text[at:])
			at += size
		}
		return at
	}
	for _, pair := range m.Values {
		key := pair.Key.GetToken()
		if key == nil || key.Position == nil {
			continue
		}
		f := Field{Key: key.Value}
		at := place(key.Position.Line, key.Position.Column)
		f.KeySpan = d.keySpan(at, key.Value, content.End)
		f.ValueSpan = Span{f.KeySpan.End, f.KeySpan.End}
		if text, ok := scalar(pair.Value); ok {
			f.Value = text
			f.ValueSpan = d.valueSpan(f.KeySpan.End, content.End, text)
		}
		out = append(out, f)
	}
	return out
}

// scalar is a scalar's text as written, quotes off.
func scalar(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.NullNode, *ast.MappingNode, *ast.MappingValueNode, *ast.SequenceNode:
		return "", false
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return strings.TrimSpace(n.Value.Value), true
	case *ast.AnchorNode:
		return scalar(n.Value)
	case *ast.TagNode:
		return scalar(n.Value)
	}
	if t := n.GetToken(); t != nil {
		return strings.TrimSpace(t.Value), true
	}
	return "", false
}

// keySpan is the key that begins at an offset. Where the parser reads it
// otherwise than it is written, it ends at its colon.
func (d *Document) keySpan(at int, key string, end int) Span {
	s := Span{at, min(d.lineEnd(at), end)}
	line := d.text[s.Start:max(s.Start, s.End)]
	switch {
	case len(line) > 0 && (line[0] == '"' || line[0] == '\''):
		return d.quoted(Span{at, at + 1}, end)
	case bytes.HasPrefix(line, []byte(key)):
		return Span{at, at + len(key)}
	}
	if i := bytes.IndexByte(line, ':'); i >= 0 {
		s.End = s.Start + i
	}
	return d.trim(s)
}

// quoted widens a span that begins at a quote to the closing one.
func (d *Document) quoted(s Span, end int) Span {
	s.End = min(s.End, end)
	if s.Start >= end {
		return Span{end, end}
	}
	q := d.text[s.Start]
	if q != '"' && q != '\'' {
		return s
	}
	for i := s.Start + 1; i < end; i++ {
		switch {
		case q == '"' && d.text[i] == '\\':
			i++
		case d.text[i] == q && q == '\'' && i+1 < end && d.text[i+1] == q:
			i++
		case d.text[i] == q:
			return Span{s.Start, i + 1}
		}
	}
	return s
}

// valueSpan is the scalar behind a key that ends at an offset: a quoted one to
// its closing quote, one that stands there as it is read, or another to the
// end of its line or of the indented lines below it; a comment is left out.
// The YAML parser's own positions of values are not exact.
func (d *Document) valueSpan(at, end int, text string) Span {
	for at < end && (space(d.text[at]) || d.text[at] == ':') {
		at++
	}
	if text != "" && bytes.HasPrefix(d.text[at:end], []byte(text)) {
		return Span{at, at + len(text)}
	}
	if at < end && (d.text[at] == '"' || d.text[at] == '\'') {
		return d.quoted(Span{at, at + 1}, end)
	}
	s := Span{at, min(d.lineEnd(at), end)}
	if i := bytes.Index(d.text[s.Start:s.End], []byte(" #")); i >= 0 {
		s.End = s.Start + i
		return d.trim(s)
	}
	for next := d.nextLine(at); next < end && (d.text[next] == ' ' || d.text[next] == '\n'); next = d.nextLine(next) {
		s.End = min(d.lineEnd(next), end)
	}
	return d.trim(s)
}
