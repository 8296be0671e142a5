package rules

import (
	"bytes"
	_ "embed"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed conflict.md
var conflictDoc string

var conflictMarkers = &lint.Rule{
	ID: "conflict/markers", Severity: lint.Critical, Doc: conflictDoc,
	Kinds: []protocol.Kind{lint.Any},
	Check: checkConflicts,
}

func checkConflicts(p *lint.Pass) error {
	f := p.File
	if !bytes.Contains(f.Source(), []byte("<<<<<<<")) {
		return nil
	}
	for _, c := range f.Doc().Conflicts() {
		line := func(s markdown.Span) int { return f.Range(s).Start.Line }
		p.Report(lint.Diagnostic{
			Range:   f.Range(c.Ours),
			Message: message("merge conflict left on lines %d, %d and %d", line(c.Ours), line(c.Middle), line(c.Theirs)),
			Subject: string(f.Source()[c.Ours.Start:c.Theirs.End]),
			Related: []lint.Related{
				seen(f, c.Middle, "the other side begins"),
				seen(f, c.Theirs, "the conflict ends"),
			},
		})
	}
	return nil
}
