package rules

import (
	"bytes"
	_ "embed"
	"strings"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed markdown.md
var markdownDoc string

var markdownFence = &lint.Rule{
	ID: "markdown/fence", Severity: lint.Warning, Doc: markdownDoc,
	Kinds: []protocol.Kind{lint.Any},
	Check: checkFences,
}

func checkFences(p *lint.Pass) error {
	f := p.File
	if f.Document.JSON || !bytes.Contains(f.Source(), []byte("```")) && !bytes.Contains(f.Source(), []byte("~~~")) {
		return nil
	}
	for _, fence := range f.Doc().OpenFences() {
		line := strings.TrimSpace(string(f.Source()[fence.Span.Start:fence.Span.End]))
		p.Reportf(fence.Span, "fence %s is never closed: everything after it is code", lint.Clip(line, 40))
	}
	return nil
}
