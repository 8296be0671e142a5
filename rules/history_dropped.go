package rules

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

var historyDropped = &lint.Rule{
	ID: "history/dropped", Severity: lint.Warning, Doc: historyDoc,
	Kinds: []protocol.Kind{protocol.Memory},
	Check: func(p *lint.Pass) error { return checkDropped(p, false) },
}

var historyDroppedStep = &lint.Rule{
	ID: "history/dropped-step", Severity: lint.Info, Doc: historyDoc,
	Kinds: []protocol.Kind{protocol.Memory},
	Check: func(p *lint.Pass) error { return checkDropped(p, true) },
}

// checkDropped reports what of the memory is gone: the own next steps, or all
// else that was not to go.
func checkDropped(p *lint.Pass, steps bool) error {
	w := p.Workspace
	if len(w.Bases) == 1 && unchanged(w, p.File.Path) {
		return nil
	}
	var told []item
	for _, old := range versions(w, p.File.Path) {
		if bytes.Equal(plainLines(old), plainLines(p.File)) {
			continue
		}
		now := survivorsOf(w, p.File, old)
		already := standingOf(told, old) // what both sides of a merge had is one loss
		held := map[*lint.Workspace]*standing{}
		for _, c := range due(old, selves(w, p.File, old)) {
			holds := func(base *lint.Workspace) bool {
				if held[base] == nil {
					held[base] = standingOf(readable(base.File(p.File.Path)), old)
				}
				return held[base].has(&c)
			}
			if c.own != steps || now.has(&c) || already.has(&c) || !lost(w, holds) {
				continue
			}
			already.same[key(c.item)] = true
			told = append(told, c.item)
			p.Report(lint.Diagnostic{
				Range: p.File.Range(whereabouts(p.File, c.section)), Subject: c.text,
				Message: message(`%s is gone: "%s"; carry it over or mark it resolved`, lint.Clip(c.what, 28), lint.Clip(lint.Untagged(c.text), 26)),
				Related: []lint.Related{before(old, c.at, "the item")},
			})
		}
	}
	return nil
}

// readable are the items of a memory, which may be missing.
func readable(f *lint.File) []item {
	if f == nil || f.Wide() != "" {
		return nil
	}
	return memoryItems(f)
}

// A claim is an item that must not go silently.
type claim struct {
	item
	id   []string // of a workstream's row: what it is called by; else nil
	what string   // as messages call it
	own  bool     // a next step of whoever wrote the new text
}

// due are the items of the old memory that are to be carried over: unresolved
// risks and questions, next steps, and all that is another owner's.
func due(f *lint.File, self map[string]bool) []claim {
	var out []claim
	for _, it := range memoryItems(f) {
		if it.settled || it.slot || it.title {
			continue
		}
		c := claim{item: it, what: "item"}
		switch it.section {
		case protocol.OpenRisks:
			c.what = "open risk"
		case protocol.NextSteps:
			c.what = "next step"
		case protocol.Decisions:
			c.what = "decision"
		case protocol.ActiveWorkstreams:
			continue // its rows come below
		}
		names := ownerNames(it.owner)
		other := len(names) > 0 && !slices.ContainsFunc(names, func(n string) bool { return self[n] })
		if other {
			c.what += " of " + it.owner
		}
		c.own = it.section == protocol.NextSteps && !other
		if other || c.own || it.section == protocol.OpenRisks {
			out = append(out, c)
		}
	}
	rows, _ := workstreams(f)
	for _, w := range rows {
		names := ownerNames(w.owner)
		if w.closed || len(names) == 0 || slices.ContainsFunc(names, func(n string) bool { return self[n] }) {
			continue
		}
		name := cmp.Or(w.id, w.key)
		out = append(out, claim{
			item: item{at: w.at, section: protocol.ActiveWorkstreams, text: w.text, tokens: tokens(name + " " + w.owner)},
			id:   tokens(name), what: "workstream of " + w.owner,
		})
	}
	return out
}

// whereabouts is where in the file a section stands, as the place where an
// item of it is missing; the start of the file when it is gone too.
func whereabouts(f *lint.File, section string) markdown.Span {
	if place := f.Layout().Place(section); place != nil && place.Found() {
		return place.First().At
	}
	start := f.Doc().Whole().Start
	return markdown.Span{Start: start, End: start}
}
