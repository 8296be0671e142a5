package lint

import (
	"strings"

	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// Below are the list items below an item that are items of their own, because
// they have a box or a tag that names their owner. Each has all that is below
// it; the others belong to the item.
func (f *File) Below(at markdown.Span) []markdown.Span {
	var out []markdown.Span
	nested := f.Doc().Nested(at)
	for i, s := range nested {
		if len(out) > 0 && s.Start < out[len(out)-1].End {
			continue
		}
		first := s
		if i+1 < len(nested) {
			first.End = min(first.End, nested[i+1].Start)
		}
		if (len(f.Doc().Tasks(first)) > 0 || tagged(f.text(first))) && f.Holds(first) >= markdown.Template {
			out = append(out, s)
		}
	}
	return out
}

// Own is what an item says itself: all of it that is not Below, in at least one
// part.
func (f *File) Own(at markdown.Span) []markdown.Span {
	var out []markdown.Span
	for _, s := range append(f.Below(at), markdown.Span{Start: at.End, End: at.End}) {
		part := markdown.Span{Start: at.Start, End: s.Start}
		if len(out) == 0 || strings.TrimSpace(f.text(part)) != "" {
			out = append(out, part)
		}
		at.Start = s.End
	}
	return out
}

// TaggedOwner is the owner that a tag in a text names; "" is none.
func TaggedOwner(text string) string {
	for {
		_, after, ok := strings.Cut(text, "[")
		if !ok {
			return ""
		}
		tag, _, closed := strings.Cut(after, "]")
		if key, value, _ := strings.Cut(tag, "="); closed && strings.EqualFold(strings.TrimSpace(key), protocol.OwnerTag) {
			return strings.TrimSpace(value)
		}
		text = after
	}
}

// tagged reports whether a text has a tag that names its owner, and says more.
func tagged(text string) bool {
	rest := strings.TrimSpace(Untagged(unmarked(text)))
	alone := strings.HasPrefix(rest, "[") && strings.Index(rest, "]") == len(rest)-1
	return !alone && TaggedOwner(text) != ""
}

// unmarked is an item's text without the marker it begins with.
func unmarked(text string) string { return strings.TrimLeft(text, "-*+0123456789.) \t") }

func (f *File) text(s markdown.Span) string { return string(f.Source()[s.Start:s.End]) }
