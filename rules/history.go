package rules

import (
	_ "embed"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed history.md
var historyDoc string

var historyRewritten = &lint.Rule{
	ID: "history/rewritten", Severity: lint.Warning, Doc: historyDoc,
	Check: checkRewritten,
}

func checkRewritten(p *lint.Pass) error {
	if len(p.Workspace.Bases) == 0 {
		p.Skip()
		return nil
	}
	for i := range p.Workspace.Settings.Documents {
		if d := &p.Workspace.Settings.Documents[i]; d.Frozen.Form != "" && p.Workspace.Present(d.Protocol) {
			checkFrozen(p, d)
		}
	}
	if f := p.Workspace.File(protocol.IndexPath); f != nil && f.Document.Kind == protocol.Index && f.Wide() == "" &&
		(len(p.Workspace.Bases) > 1 || !unchanged(p.Workspace, f.Path)) {
		checkKeptRows(p, f)
	}
	return nil
}

// lost reports whether what w does not hold was taken away in w itself: all
// bases hold it, or some do and what the sides of a merge began with does not.
// Else one side of the merge took it away, and that was judged there.
func lost(w *lint.Workspace, holds func(*lint.Workspace) bool) bool {
	n := 0
	for _, base := range w.Bases {
		if holds(base) {
			n++
		}
	}
	switch n {
	case 0:
		return false
	case len(w.Bases):
		return true
	}
	return w.Ancestor == nil || !holds(w.Ancestor)
}

// before is a place in the base, where f is a file of.
func before(f *lint.File, at markdown.Span, what string) lint.Related {
	return seen(f, at, "%s, as it was before", what)
}
