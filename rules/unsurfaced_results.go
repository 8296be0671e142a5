package rules

import (
	_ "embed"
	"fmt"
	"slices"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed unsurfaced_results.md
var unsurfacedResultsDoc string

var unsurfacedResultsPending = &lint.Rule{
	ID: "unsurfaced-results/pending", Severity: lint.Warning, Doc: unsurfacedResultsDoc,
	Kinds:    []protocol.Kind{lint.Any},
	Advisory: true,
	Check:    checkPending,
}

// checkPending has an [OK] line only where a section was read: silence about a
// file without one is no news about its results.
func checkPending(p *lint.Pass) error {
	if !p.Workspace.Follows(p.File) {
		return nil
	}
	for _, place := range p.File.Layout().Places {
		if place.Section.Pending && place.Found() {
			pending(p, place)
		}
	}
	return nil
}

// pending is one finding for the section, at the first result in it.
func pending(p *lint.Pass, place lint.Place) {
	var results []markdown.Span
	open := false // nobody has said yet whether there is anything: a slot, or a merge conflict
	for _, h := range bodies(place) {
		results = append(results, waiting(p.File, h)...)
		open = open || p.File.Holds(h.Body) == markdown.Template || disputed(p.File, markdown.Span{Start: h.At.Start, End: h.Body.End})
	}
	results = slices.DeleteFunc(results, func(s markdown.Span) bool { return disputed(p.File, s) })
	name := place.Section.Name
	switch {
	case len(results) == 0 && !open:
		p.Healthyf("%s: nothing pending", name)
		return
	case len(results) == 0:
		return
	}
	count := "1 item"
	if len(results) > 1 {
		count = fmt.Sprintf("%d items", len(results))
	}
	said := fmt.Sprintf("%s section is not empty — review needed", lint.Clip(name, 40))
	p.Report(lint.Diagnostic{
		Range:   p.File.Range(firstLine(p.File, results[0])),
		Message: fmt.Sprintf("%s (%s)", said, count),
		Doctor:  said,
		Subject: name + ": " + p.File.Doc().Text(results[0]),
	})
}

// waiting are the results below a heading: its items, without those that are
// nothing but slots.
func waiting(f *lint.File, h lint.Heading) []markdown.Span {
	if f.Holds(h.Body) != markdown.Filled {
		return nil
	}
	slots := f.Slots(h.Body)
	var out []markdown.Span
	for _, item := range f.Items(h.Body) {
		for len(slots) > 0 && slots[0].Span.Start < item.Start {
			slots = slots[1:]
		}
		slotted := len(slots) > 0 && slots[0].Span.Start < item.End
		if !slotted || f.Holds(item) == markdown.Filled {
			out = append(out, item)
		}
	}
	if len(out) == 0 {
		return []markdown.Span{h.At}
	}
	return out
}

// firstLine is the part of a span that stands on its first line.
func firstLine(f *lint.File, s markdown.Span) markdown.Span {
	line := f.Doc().LineSpan(lineOf(f, s))
	return markdown.Span{Start: s.Start, End: max(s.Start, min(s.End, line.End))}
}
