package lint

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// Settled reports whether an item, as Items gives them, says that it is
// resolved: by its checked box, struck through, or in a word before it.
func (f *File) Settled(at markdown.Span) bool {
	text := string(f.Source()[at.Start:at.End])
	if tasks := f.Doc().Tasks(at); len(tasks) > 0 && tasks[0].Done && !strings.Contains(text[:tasks[0].Span.Start-at.Start], "\n") {
		return true
	}
	if strings.HasPrefix(Untagged(strings.TrimLeft(text, "-*+0123456789.) \t")), "~~") {
		return true
	}
	lower := strings.ToLower(text)
	return slices.ContainsFunc(protocol.ResolvedWords(), func(word string) bool { return marks(lower, word) })
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
