// Package memory is the workflows of a session over the memory of one
// workspace: Init makes what is missing, Snapshot freezes what a session ends
// with, and Brief tells the next one what it must know.
//
// Nothing is invented: what is written comes from a template, from the memory
// itself, from git or from the caller.
package memory

import (
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// stampForm is how a moment is written in text; the seconds' colons tell it
// from a file name.
const stampForm = "2006-01-02T15:04:05Z"

// Nothing known is written as these.
const (
	none    = "None"
	unknown = "n/a"
)

func stamp(t time.Time) string { return t.UTC().Format(stampForm) }

// document is the built-in document of a kind. Sections are written by their
// own names, whatever aliases a config adds for those that are read.
func document(kind protocol.Kind) *protocol.Document {
	all := protocol.Builtin()
	i := slices.IndexFunc(all, func(d protocol.Document) bool { return d.Kind == kind })
	return &all[i]
}

// A piece is one open item of a section.
type piece struct {
	at    markdown.Span // the item with the white space before it on its line
	under string        // the sub-heading it stands under
	head  string        // of a table row: the table's header and delimiter row
}

// A pile is what a section holds.
type pile struct {
	open    []piece
	settled int // items that say they are resolved
	slots   int // items that are template text
	torn    int // items in a merge conflict
}

// pileOf sorts what stands in the bodies of a section.
func pileOf(f *lint.File, bodies []markdown.Span) pile {
	var p pile
	doc := f.Doc()
	for _, body := range bodies {
		tables := doc.Tables(body)
		for _, at := range f.Items(body) {
			under := subheading(doc, body, at)
			switch {
			case conflicting(doc, at):
				p.torn++
			case f.Holds(at) == markdown.Template:
				p.slots++
			case f.Settled(at):
				p.settled++
			default:
				line, _ := doc.Position(at.Start)
				start := max(doc.LineSpan(line).Start, body.Start)
				p.open = append(p.open, piece{at: markdown.Span{Start: start, End: at.End}, under: under, head: tableHead(doc, tables, at)})
			}
		}
	}
	return p
}

func conflicting(doc *markdown.Document, at markdown.Span) bool {
	return slices.ContainsFunc(doc.Conflicts(), func(c markdown.Conflict) bool {
		return at.Start < c.Theirs.End && c.Ours.Start < at.End
	})
}

// subheading is the title of the last heading before an item in a body.
func subheading(doc *markdown.Document, body, at markdown.Span) string {
	title := ""
	for i := range doc.Sections {
		if s := &doc.Sections[i]; s.Heading.Start >= body.Start && s.Heading.Start < at.Start {
			title = s.Title
		}
	}
	return title
}

// tableHead is what stands above the rows of the table that an item is a row of.
func tableHead(doc *markdown.Document, tables []markdown.Table, at markdown.Span) string {
	for _, t := range tables {
		if len(t.Rows) > 0 && t.Rows[0].Span.Start <= at.Start && at.End <= t.Span.End {
			return strings.ReplaceAll(strings.TrimRight(string(doc.Source[t.Span.Start:t.Rows[0].Span.Start]), " \t\r\n"), "\r\n", "\n")
		}
	}
	return ""
}

// line folds foreign text into one line that is at most n code points long and
// in which nothing acts as markup, link or slot: what could is quoted as code.
func line(s string, n int) string {
	s = lint.Clip(strings.Map(visible, s), n)
	risky := strings.ContainsAny(s, "{<`") || strings.Contains(s, "](") || strings.Contains(s, "][") || strings.Contains(strings.ToUpper(s), "YYYY")
	if !risky {
		return s
	}
	run := longestRun(s, '`')
	fence := strings.Repeat("`", run+1)
	if run > 0 {
		s = " " + s + " "
	}
	return fence + s + fence
}

// visible turns what only moves the cursor or the direction of writing into
// spaces.
func visible(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
		return ' '
	}
	return r
}

func longestRun(s string, of rune) int {
	longest, run := 0, 0
	for _, r := range s {
		if run++; r != of {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}
