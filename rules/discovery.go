package rules

import (
	_ "embed"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed discovery.md
var discoveryDoc string

var discoveryNested = &lint.Rule{
	ID: "discovery/nested", Severity: lint.Warning, Doc: discoveryDoc,
	Check: func(p *lint.Pass) error {
		nested := p.Workspace.Nested
		if len(nested) == 0 {
			return nil
		}
		said := message("workspace is more than %d deep in others and is not entered", lint.MaxNesting)
		if more := len(nested) - 1; more > 0 {
			said += message("; nor are %d more", more)
		}
		p.Report(lint.Diagnostic{Path: nested[0], Subject: "nested", Message: said})
		return nil
	},
}

var discoveryLink = &lint.Rule{
	ID: "discovery/link", Severity: lint.Info, Doc: discoveryDoc,
	Check: func(p *lint.Pass) error {
		for _, l := range p.Workspace.Links {
			if twin(l.Path) || l.Kind == protocol.Memory || l.Kind == protocol.Index { // existence/* says it
				continue
			}
			p.Report(lint.Diagnostic{Path: l.Path, Subject: l.Target, Message: message("%s is %s", lint.Clip(string(l.Kind), 20), nature(l))})
		}
		return nil
	},
}
