package rules

import (
	"sort"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
)

func checkEmpty(p *lint.Pass) error {
	for _, place := range mandatory(p) {
		for _, h := range bodies(place) {
			if place.Section.Work && p.File.Holds(h.Body) == markdown.Blank {
				p.Reportf(h.At, `section "%s" is empty: there is no work to recover`, lint.Clip(place.Section.Name, 40))
			}
		}
	}
	return nil
}

// checkBlank also speaks of text that is lost to strict Markdown: we count it
// as the section's, other readers see a heading and an empty section.
func checkBlank(p *lint.Pass) error {
	for _, place := range mandatory(p) {
		for _, h := range bodies(place) {
			if place.Section.None && p.File.Holds(h.Body) == markdown.Blank {
				p.Reportf(h.At, `section "%s" is empty; write None when there is nothing to say`, lint.Clip(place.Section.Name, 24))
			}
			underlined(p, place, h)
		}
	}
	return nil
}

func underlined(p *lint.Pass, place lint.Place, h lint.Heading) {
	all := p.File.Doc().Underlined
	i := sort.Search(len(all), func(i int) bool { return all[i].Span.Start >= h.Body.Start })
	for ; i < len(all) && all[i].Span.Start < h.Body.End; i++ {
		line := all[i].Break
		p.Report(lint.Diagnostic{
			Range: p.File.Range(all[i].Span),
			Message: message(`"%s" makes this a heading, not text of %s; put a blank line between`,
				lint.Clip(string(p.File.Source()[line.Start:line.End]), 8), titled(place)),
			Subject: all[i].Text,
			Related: []lint.Related{seen(p.File, h.At, "the section it belongs to")},
		})
	}
}

// mandatory are the sections that a file is to hold; none for one that does
// not follow its protocol.
func mandatory(p *lint.Pass) []lint.Place {
	if !p.Workspace.Follows(p.File) {
		return nil
	}
	var out []lint.Place
	for _, place := range p.File.Layout().Places {
		if !place.Section.Optional {
			out = append(out, place)
		}
	}
	return out
}

// bodies are the headings of a section, or its label: each has a body of its
// own.
func bodies(place lint.Place) []lint.Heading {
	if len(place.Headings) == 0 && place.Label != nil {
		return []lint.Heading{*place.Label}
	}
	return place.Headings
}
