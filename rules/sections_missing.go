package rules

import (
	"strings"

	"github.com/memorylint/memorylint/lint"
)

func checkMissing(p *lint.Pass) error {
	if !p.Workspace.Follows(p.File) {
		p.Skip()
		return nil
	}
	places := p.File.Layout().Places
	var missing []int
	mandatory := 0
	for i := range places {
		if places[i].Section.Optional {
			continue
		}
		mandatory++
		if !places[i].Found() {
			missing = append(missing, i)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	hints := explain(p.File, places, missing)
	if 2*(mandatory-len(missing)) < mandatory {
		reportAll(p, places, missing, hints)
		return nil
	}
	for _, i := range missing {
		d := lint.Diagnostic{
			Message: message("section %s is missing", titled(places[i])),
			Subject: places[i].Section.Name,
		}
		if h, ok := hints[i]; ok {
			d.Message = message("section %s is missing; %s", titled(places[i]), h.text)
			d.Related = []lint.Related{seen(p.File, h.at, "%s", h.text)}
		}
		p.Report(d)
	}
	return nil
}

// reportAll is one finding for a file that lacks most of its sections.
func reportAll(p *lint.Pass, places []lint.Place, missing []int, hints map[int]hint) {
	var names []string
	var where []lint.Related
	for _, i := range missing {
		names = append(names, places[i].Section.Name)
		if h, ok := hints[i]; ok {
			where = append(where, seen(p.File, h.at, "%s: %s", places[i].Section.Name, h.text))
		}
	}
	list := strings.Join(names, ", ")
	p.Report(lint.Diagnostic{Message: message("sections missing: %s", list), Subject: list, Related: where})
}
