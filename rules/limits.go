package rules

import (
	"bytes"
	_ "embed"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed limits.md
var limitsDoc string

var limitsReached = &lint.Rule{
	ID: "limits/reached", Severity: lint.Warning, Doc: limitsDoc,
	Kinds: []protocol.Kind{lint.Any},
	Check: checkLimits,
}

func checkLimits(p *lint.Pass) error {
	f := p.File
	if f.Cut() {
		end := markdown.Span{Start: len(f.Source()), End: len(f.Source())}
		p.Report(lint.Diagnostic{
			Range: f.Range(end), Subject: "size",
			Message: message("size limit of %d bytes reached: what follows was not read", markdown.MaxSize),
		})
	}
	if f.Document.JSON || !structured(f) && !deep(f.Source()) {
		return nil
	}
	for _, l := range f.Doc().Limits {
		said := message("%s limit reached: what follows was not read", l.Name)
		if l.Max > 0 {
			said = message("%s limit of %d reached: what follows was not read", l.Name, l.Max)
		}
		p.Report(lint.Diagnostic{Range: f.Range(markdown.Span{Start: l.At, End: l.At}), Subject: l.Name, Message: said})
	}
	return nil
}

// structured reports whether other rules read the file as Markdown anyway.
func structured(f *lint.File) bool {
	d := f.Document
	return len(d.Sections) > 0 || d.Links || d.Stamped
}

// deep reports whether the text may reach a limit of depth at all. Parsing
// every archive to find out would take longer than all other rules do.
func deep(src []byte) bool {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	if bytes.HasPrefix(src, []byte("---")) {
		return true // front matter may be nested too
	}
	for len(src) > 0 {
		if indent(src) >= deepIndent {
			return true
		}
		end := bytes.IndexByte(src, '\n')
		if end < 0 {
			break
		}
		src = src[end+1:]
	}
	return false
}

// deepIndent is less than any limit of depth: no line opens more quotes and
// lists than it has columns before its text.
const deepIndent = 24

// indent is how many columns of white space and of markers of quotes and lists
// a line begins with.
func indent(line []byte) (columns int) {
	for _, c := range line {
		switch {
		case c == '\t':
			columns += 4
		case c == ' ', c == '>', c == '-', c == '*', c == '+', c == '.', c == ')', '0' <= c && c <= '9':
			columns++
		default:
			return columns
		}
	}
	return columns
}
