package rules

import (
	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// objectives is where a state's Objective stands and what it says: one plain
// text, more where the section stands there twice. There is none where nothing
// was filled in, or where a merge left open what the objective is.
func objectives(f *lint.File) (*lint.Heading, []string) {
	place := f.Layout().Place(protocol.Objective)
	if place == nil || !place.Found() {
		return nil, nil
	}
	var texts []string
	for _, body := range place.Bodies() {
		for _, c := range f.Doc().Conflicts() {
			if body.Start <= c.Theirs.Start && c.Ours.Start < body.End {
				return place.First(), nil
			}
		}
		if f.Holds(body) == markdown.Filled {
			texts = append(texts, f.Doc().Text(body))
		}
	}
	return place.First(), texts
}
