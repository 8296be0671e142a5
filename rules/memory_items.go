package rules

import (
	"cmp"
	"slices"
	"strings"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// An item is one piece of content of a memory or a snapshot, without what is
// an item of its own below it.
type item struct {
	at      markdown.Span
	section string // of the protocol; "" for any other
	text    string // markup off
	tokens  []string
	owner   string // as written; "" for nobody
	settled bool   // resolved, in one of the ways to say so
	slot    bool   // template text is left in it
	title   bool   // it only says what the items below it are about
	parent  *item  // the item that it stands below; nil for none
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
	for _, at := range f.Items(f.Doc().Whole()) {
		out = appendItem(out, f, at, nil)
	}
	return out
}

// appendItem appends an item, and those below it that are items of their own.
func appendItem(out []item, f *lint.File, at markdown.Span, parent *item) []item {
	it := item{at: at, parent: parent, settled: f.Settled(at)}
	if parent != nil {
		it.owner, it.settled = parent.owner, it.settled || parent.settled
	}
	for _, place := range f.Layout().Places {
		if slices.ContainsFunc(place.Bodies(), func(b markdown.Span) bool { return b.Start <= at.Start && at.Start < b.End }) {
			it.section = place.Section.Name
		}
	}
	var texts []string
	own := f.Own(at)
	for _, part := range own {
		texts = append(texts, f.Doc().Text(part))
		it.slot = it.slot || len(f.Slots(part)) > 0
	}
	it.text = strings.TrimSpace(strings.Join(texts, " "))
	it.tokens = tokens(lint.Untagged(it.text))
	it.owner = cmp.Or(ownerOf(f.Doc(), own), it.owner)
	below := f.Below(at)
	it.title = len(below) > 0 && (it.text == "" || strings.HasSuffix(it.text, ":") || strings.HasSuffix(it.text, "："))
	out = append(out, it)
	for _, b := range below {
		out = appendItem(out, f, b, &it)
	}
	return out
}

// ownerOf is whose an item is, by its tag or its label.
func ownerOf(doc *markdown.Document, own []markdown.Span) string {
	for _, part := range own {
		if owner := lint.TaggedOwner(string(doc.Source[part.Start:part.End])); owner != "" {
			return owner
		}
	}
	for _, part := range own {
		for _, label := range doc.Labels(part) {
			if markdown.Match(label.Name, protocol.LabelOwner, protocol.ColumnOwner) >= markdown.Folded {
				return label.Value
			}
		}
	}
	return ""
}
