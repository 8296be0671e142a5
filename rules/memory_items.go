package rules

import (
	"slices"
	"strings"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// An item is one piece of content of a memory or a snapshot.
type item struct {
	at      markdown.Span
	section string // of the protocol; "" for any other
	text    string // markup off
	tokens  []string
	owner   string // as written; "" for nobody
	settled bool   // resolved, in one of the ways to say so
	slot    bool   // template text is left in it
}

// about are the terms of the item but for its owner and the labels that items
// of its kind have in common.
func (it item) about() terms {
	common := termsOf(strings.Join([]string{protocol.LabelDecision, protocol.LabelRationale, protocol.LabelOwner, it.owner}, " "))
	return slices.DeleteFunc(termsOf(lint.Untagged(it.text)), func(t term) bool { return slices.Contains(common, t) })
}

// memoryItems are the items of a memory, or of a snapshot, read once.
func memoryItems(f *lint.File) []item { return f.Once(readItems).([]item) }

func readItems(f *lint.File) any {
	var out []item
	doc := f.Doc()
	for _, at := range f.Items(doc.Whole()) {
		it := item{at: at, text: doc.Text(at), slot: len(f.Slots(at)) > 0}
		for _, place := range f.Layout().Places {
			if slices.ContainsFunc(place.Bodies(), func(b markdown.Span) bool { return b.Start <= at.Start && at.Start < b.End }) {
				it.section = place.Section.Name
			}
		}
		it.tokens = tokens(lint.Untagged(it.text))
		it.owner = ownerOf(doc, at)
		it.settled = f.Settled(at)
		out = append(out, it)
	}
	return out
}

// ownerOf is whose an item is, by its tag or its label.
func ownerOf(doc *markdown.Document, at markdown.Span) string {
	text := string(doc.Source[at.Start:at.End])
	for rest := text; ; {
		_, after, ok := strings.Cut(rest, "[")
		if !ok {
			break
		}
		tag, _, closed := strings.Cut(after, "]")
		if key, value, _ := strings.Cut(tag, "="); closed && strings.EqualFold(strings.TrimSpace(key), protocol.OwnerTag) {
			return strings.TrimSpace(value)
		}
		rest = after
	}
	for _, label := range doc.Labels(at) {
		if markdown.Match(label.Name, protocol.LabelOwner, protocol.ColumnOwner) >= markdown.Folded {
			return label.Value
		}
	}
	return ""
}
