package rules

import (
	"strings"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// objectives is where a state's Objective stands and what it may say: one
// plain text, or more where the section stands there twice or a merge left two
// sides. There is none where nothing was filled in.
func objectives(f *lint.File) (*lint.Heading, []string) {
	place := f.Layout().Place(protocol.Objective)
	if place == nil || !place.Found() {
		return nil, nil
	}
	var texts []string
	for _, body := range place.Bodies() {
		for _, side := range sides(f, body) {
			var text []string
			for _, part := range side {
				if f.Holds(part) == markdown.Filled {
					text = append(text, f.Doc().Text(part))
				}
			}
			if len(text) > 0 {
				texts = append(texts, strings.Join(text, "\n"))
			}
		}
	}
	return place.First(), texts
}

// sides are the versions of a body, each in parts: one, or both sides of the
// merge conflicts in it. A conflict that reaches beyond the body leaves open
// what it says.
func sides(f *lint.File, body markdown.Span) [][]markdown.Span {
	ours, theirs := []markdown.Span{}, []markdown.Span{}
	start, conflict := body.Start, false
	for _, c := range f.Doc().Conflicts() {
		switch {
		case c.Theirs.End <= body.Start || body.End <= c.Ours.Start:
			continue
		case c.Ours.Start < start || body.End < c.Theirs.End:
			return nil
		}
		before := markdown.Span{Start: start, End: c.Ours.Start}
		ours = append(ours, before, markdown.Span{Start: c.Ours.End, End: c.Middle.Start})
		theirs = append(theirs, before, markdown.Span{Start: c.Middle.End, End: c.Theirs.Start})
		start, conflict = c.Theirs.End, true
	}
	rest := markdown.Span{Start: start, End: body.End}
	if !conflict {
		return [][]markdown.Span{{rest}}
	}
	return [][]markdown.Span{append(ours, rest), append(theirs, rest)}
}
