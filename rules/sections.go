package rules

import (
	_ "embed"
	"slices"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed sections.md
var sectionsDoc string

var sectionsMissing = &lint.Rule{
	ID: "sections/missing", Severity: lint.Warning, Doc: sectionsDoc,
	Healthy: "Template compliance: all sections present",
	Kinds:   []protocol.Kind{lint.Any},
	Check:   checkMissing,
}

var sectionsUnrecognised = &lint.Rule{
	ID: "sections/unrecognised", Severity: lint.Info, Doc: sectionsDoc,
	Kinds: []protocol.Kind{lint.Any},
	Check: checkUnrecognised,
}

var sectionsSpelling = &lint.Rule{
	ID: "sections/spelling", Severity: lint.Info, Doc: sectionsDoc,
	Kinds: []protocol.Kind{lint.Any},
	Check: checkSpelling,
}

var sectionsOrder = &lint.Rule{
	ID: "sections/order", Severity: lint.Info, Doc: sectionsDoc,
	Kinds: []protocol.Kind{lint.Any},
	Check: checkOrder,
}

var sectionsDuplicate = &lint.Rule{
	ID: "sections/duplicate", Severity: lint.Warning, Doc: sectionsDoc,
	Kinds: []protocol.Kind{lint.Any},
	Check: checkDuplicate,
}

var sectionsEmpty = &lint.Rule{
	ID: "sections/empty", Severity: lint.Warning, Doc: sectionsDoc,
	Kinds: []protocol.Kind{lint.Any},
	Check: checkEmpty,
}

var sectionsBlank = &lint.Rule{
	ID: "sections/blank", Severity: lint.Info, Doc: sectionsDoc,
	Kinds: []protocol.Kind{lint.Any},
	Check: checkBlank,
}

func checkUnrecognised(p *lint.Pass) error {
	d := p.File.Document
	if len(d.Sections) == 0 || p.Workspace.Follows(p.File) {
		return nil
	}
	p.Filef(p.File.Path, "%s follows another layout; declare its sections under %s: in the config",
		lint.Clip(d.Name, 40), protocol.DocumentsKey)
	return nil
}

// checkOrder compares headings only: a label has no place of its own.
func checkOrder(p *lint.Pass) error {
	if !p.Workspace.Follows(p.File) {
		return nil
	}
	var order []lint.Place // by rank, until sorted by position
	for _, place := range p.File.Layout().Places {
		if len(place.Headings) > 0 && !place.Section.Optional {
			order = append(order, place)
		}
	}
	rank := map[string]int{}
	for i, place := range order {
		rank[place.Section.Name] = i
	}
	slices.SortFunc(order, func(a, b lint.Place) int { return a.First().At.Start - b.First().At.Start })
	for i := 1; i < len(order); i++ {
		late, before := order[i], order[i-1]
		if rank[late.Section.Name] > rank[before.Section.Name] {
			continue
		}
		p.Report(lint.Diagnostic{
			Range:   p.File.Range(late.First().At),
			Message: message("section %s stands after %s; the protocol has it before", titled(late), titled(before)),
			Subject: late.Section.Name,
			Related: []lint.Related{seen(p.File, before.First().At, "%s stands here", titled(before))},
		})
		return nil
	}
	return nil
}

func checkDuplicate(p *lint.Pass) error {
	if !p.Workspace.Follows(p.File) {
		return nil
	}
	for _, place := range p.File.Layout().Places {
		if place.Section.Optional {
			continue
		}
		for i := 1; i < len(place.Headings); i++ {
			first := place.Headings[0].At
			if oneConflict(p.File, first, place.Headings[i].At) {
				continue
			}
			p.Report(lint.Diagnostic{
				Range:   p.File.Range(place.Headings[i].At),
				Message: message("section %s again; the first is on line %d", titled(place), lineOf(p.File, first)),
				Subject: place.Section.Name,
				Related: []lint.Related{seen(p.File, first, "first %s", titled(place))},
			})
		}
	}
	return nil
}
