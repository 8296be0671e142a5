package lint

import (
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// Settled reports whether an item, as Items gives them, is resolved: it says so
// itself, or stands under a heading that does.
func (f *File) Settled(at markdown.Span) bool { return f.saysSettled(at) || f.underSettled(at.Start) }

// saysSettled reports whether an item has a checked box, is struck through, or
// has a mark or word before it that says that it is resolved.
func (f *File) saysSettled(at markdown.Span) bool {
	text := f.text(at)
	if tasks := f.Doc().Tasks(at); len(tasks) > 0 && tasks[0].Done && !strings.Contains(text[:tasks[0].Span.Start-at.Start], "\n") {
		return true
	}
	head := Untagged(unmarked(text))
	if slices.ContainsFunc(protocol.ResolvedMarks(), func(mark string) bool { return strings.HasPrefix(head, mark) }) {
		return true
	}
	return slices.ContainsFunc(f.Own(at), func(own markdown.Span) bool {
		lower := strings.ToLower(f.text(own))
		return slices.ContainsFunc(protocol.ResolvedWords(), func(word string) bool { return marks(lower, word) })
	})
}

// underSettled reports whether the section in which something stands, or a
// heading in it, says that what follows is resolved.
func (f *File) underSettled(at int) bool {
	f.settling.Do(func() { f.settled = settledParts(f.Doc(), f.Layout()) })
	i := sort.Search(len(f.settled), func(i int) bool { return f.settled[i].End > at })
	return i < len(f.settled) && f.settled[i].Start <= at
}

// settledParts are the parts of a document that a title says are resolved, in
// order and apart. None runs on into a section of the protocol.
func settledParts(doc *markdown.Document, layout *Layout) []markdown.Span {
	titles := append(protocol.ResolvedWords(), protocol.ResolvedNotes)
	says := func(title string) bool { return markdown.Match(title, titles...) >= markdown.Folded }
	var starts []int
	var parts []markdown.Span
	for i := range layout.Places {
		place := &layout.Places[i]
		for _, body := range place.Bodies() {
			starts = append(starts, body.Start)
			if says(place.Section.Name) {
				parts = append(parts, body)
			}
		}
	}
	slices.Sort(starts)
	for i := range doc.Sections {
		if s := &doc.Sections[i]; says(s.Title) {
			part := s.Body
			if next, _ := slices.BinarySearch(starts, part.Start+1); next < len(starts) {
				part.End = min(part.End, starts[next])
			}
			parts = append(parts, part)
		}
	}
	slices.SortFunc(parts, func(a, b markdown.Span) int { return a.Start - b.Start })
	return merged(parts)
}

// merged are spans, in order, with those that overlap as one.
func merged(spans []markdown.Span) []markdown.Span {
	var out []markdown.Span
	for _, s := range spans {
		if n := len(out) - 1; n >= 0 && s.Start < out[n].End {
			out[n].End = max(out[n].End, s.End)
			continue
		}
		out = append(out, s)
	}
	return out
}

// Untagged is a text without the tags in square brackets that it begins with.
func Untagged(text string) string {
	for strings.HasPrefix(text, "[") {
		_, rest, ok := strings.Cut(text, "]")
		if !ok || strings.TrimSpace(rest) == "" {
			break
		}
		text = strings.TrimLeft(rest, " ")
	}
	return text
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
