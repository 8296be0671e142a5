package rules

import (
	"fmt"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
)

// lineOf is the line a span starts on.
func lineOf(f *lint.File, s markdown.Span) int {
	line, _ := f.Doc().Position(s.Start)
	return line
}

// titled is the section's name as messages quote it.
func titled(p lint.Place) string { return `"` + lint.Clip(p.Section.Name, 30) + `"` }

// message is a diagnostic's text, held to the length that all keep.
func message(format string, args ...any) string {
	return lint.Clip(fmt.Sprintf(format, args...), 100)
}

// seen is another place in the same file.
func seen(f *lint.File, at markdown.Span, format string, args ...any) lint.Related {
	return lint.Related{Path: f.Path, Range: f.Range(at), Message: message(format, args...)}
}
