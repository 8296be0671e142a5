package rules

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
		it.tokens = tokens(untagged(it.text))
		it.owner = ownerOf(doc, at)
		it.settled = it.section == protocol.ResolvedNotes || settled(doc, at)
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

// untagged is a text without the tags in square brackets that it begins with.
func untagged(text string) string {
	for strings.HasPrefix(text, "[") {
		_, rest, ok := strings.Cut(text, "]")
		if !ok || strings.TrimSpace(rest) == "" {
			break
		}
		text = strings.TrimLeft(rest, " ")
	}
	return text
}

// settled reports whether an item says that it is resolved: by its checked
// box, struck through, or in a word before it.
func settled(doc *markdown.Document, at markdown.Span) bool {
	text := string(doc.Source[at.Start:at.End])
	if tasks := doc.Tasks(at); len(tasks) > 0 && tasks[0].Done && !strings.Contains(string(doc.Source[at.Start:tasks[0].Span.Start]), "\n") {
		return true
	}
	lead := untagged(strings.TrimLeft(text, "-*+0123456789.) \t"))
	if strings.HasPrefix(lead, "~~") {
		return true
	}
	lower := strings.ToLower(text)
	return slices.ContainsFunc(protocol.ResolvedWords(), func(word string) bool { return marks(lower, word) })
}

// marks reports whether the word stands in a text as a mark: before a colon,
// or alone in brackets.
func marks(text, word string) bool {
	for {
		before, after, ok := strings.Cut(text, word)
		if !ok {
			return false
		}
		last, _ := utf8.DecodeLastRuneInString(before)
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, "*_"))
		switch {
		case strings.ContainsRune(":：", next) && !unicode.IsLetter(last), strings.ContainsRune("[(（", last) && strings.ContainsRune("])）", next):
			return true
		}
		text = after
	}
}
