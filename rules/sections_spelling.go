package rules

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// checkSpelling is one finding for the file, whatever the number of headings:
// they are the habit of whoever writes it.
func checkSpelling(p *lint.Pass) error {
	if !p.Workspace.Follows(p.File) {
		return nil
	}
	var loose []lint.Place
	for _, place := range p.File.Layout().Places {
		if place.Found() && !strict(place) && !(p.File.Document.Labels && place.Label != nil) {
			loose = append(loose, place)
		}
	}
	if len(loose) == 0 {
		return nil
	}
	slices.SortFunc(loose, func(a, b lint.Place) int { return a.First().At.Start - b.First().At.Start })
	var names []string
	var others []lint.Related
	for i, place := range loose {
		names = append(names, place.Section.Name)
		if i > 0 {
			others = append(others, seen(p.File, place.First().At, "stands for %s", heading(place)))
		}
	}
	p.Report(lint.Diagnostic{
		Range:   p.File.Range(loose[0].First().At),
		Message: looseMessage(p.File, loose[0], names[1:]),
		Subject: strings.Join(names, ", "),
		Related: others,
	})
	return nil
}

// strict reports whether a reader that knows one form only finds the section.
func strict(place lint.Place) bool {
	for _, h := range place.Headings {
		if h.Spelling == markdown.Exact && h.Section.Level == protocol.HeadingLevel && !h.Section.Setext {
			return true
		}
	}
	return false
}

// heading is the line that strict readers of the protocol look for.
func heading(p lint.Place) string {
	return fmt.Sprintf(`"%s %s"`, strings.Repeat("#", protocol.HeadingLevel), lint.Clip(p.Section.Name, 30))
}

// looseMessage names the first heading in full and of the others as many as
// there is room for.
func looseMessage(f *lint.File, first lint.Place, others []string) string {
	out := fmt.Sprintf("strict readers look for %s, not %s", heading(first), asWritten(f, first))
	if len(others) == 0 {
		return message("%s", out)
	}
	out += fmt.Sprintf("; %d more: ", len(others))
	for i, name := range others {
		if i > 0 {
			out += ", "
		}
		room := 100
		if i+1 < len(others) {
			room -= len(", ") + 1 // the ellipsis
		}
		if utf8.RuneCountInString(out+name) > room {
			return message("%s", out+"…")
		}
		out += name
	}
	return message("%s", out)
}

// asWritten is how the section's name stands in the file.
func asWritten(f *lint.File, p lint.Place) string {
	at := p.First().At
	text := f.Source()[at.Start:at.End]
	if len(p.Headings) == 0 {
		name, _, _ := strings.Cut(strings.ReplaceAll(string(text), "：", ":"), ":")
		return fmt.Sprintf(`the label "%s"`, lint.Clip(strings.Trim(name, "*_~ "), 20))
	}
	form := ""
	if p.Headings[0].Section.Setext {
		form = "the underlined "
	}
	return fmt.Sprintf(`%s"%s"`, form, lint.Clip(string(text), 24))
}
