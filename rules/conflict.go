package rules

import (
	"bytes"
	_ "embed"
	"slices"

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

// disputed reports whether a merge conflict reaches into a stretch of the file:
// what stands there is not known before it is solved.
func disputed(f *lint.File, s markdown.Span) bool {
	return slices.ContainsFunc(f.Doc().Conflicts(), func(c markdown.Conflict) bool {
		return c.Ours.Start < s.End && s.Start < c.Theirs.End
	})
}

// oneConflict reports whether both stretches stand in the same merge conflict.
func oneConflict(f *lint.File, a, b markdown.Span) bool {
	return slices.ContainsFunc(f.Doc().Conflicts(), func(c markdown.Conflict) bool {
		return c.Ours.Start < a.Start && a.Start < c.Theirs.End && c.Ours.Start < b.Start && b.Start < c.Theirs.End
	})
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
