package rules

import (
	_ "embed"
	"sort"
	"strings"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed placeholders.md
var placeholdersDoc string

var placeholdersLeft = &lint.Rule{
	ID: "placeholders/left", Severity: lint.Info, Doc: placeholdersDoc,
	Healthy: "Template compliance: no placeholder text left",
	Kinds:   []protocol.Kind{lint.Any},
	Check:   checkPlaceholders,
}

// checkPlaceholders does not ask whether the file follows its protocol: a
// slot that is a whole value is template text in any layout.
func checkPlaceholders(p *lint.Pass) error {
	if !slotted(&p.File.Document.Slots) {
		p.Skip()
		return nil
	}
	for _, slot := range p.File.Slots(p.File.Doc().Whole()) {
		p.Report(lint.Diagnostic{
			Range:   p.File.Range(slot.Span),
			Message: message("placeholder text left%s: %s", around(p.File, slot.Span.Start), plain(slot.Text)),
			Subject: slot.Text,
		})
	}
	return nil
}

// slotted reports whether the document has any slot forms at all.
func slotted(s *protocol.Slots) bool {
	return s.Square || s.Curly || s.Angle || s.Bare || s.Moment || s.Anywhere || len(s.Exact)+len(s.Prefix) > 0
}

// plain sets off slots that have no brackets of their own.
func plain(slot string) string {
	if strings.IndexAny(slot, "[{<［") == 0 {
		return slot
	}
	return `"` + slot + `"`
}

// around says in which section an offset lies; nothing for one before the
// first section, or right below the document's title.
func around(f *lint.File, offset int) string {
	sections := f.Doc().Sections
	i := sort.Search(len(sections), func(i int) bool { return sections[i].Heading.Start > offset }) - 1
	if i < 0 || i == 0 && sections[i].Level < protocol.HeadingLevel {
		return ""
	}
	return " in " + lint.Clip(sections[i].Title, 30)
}
