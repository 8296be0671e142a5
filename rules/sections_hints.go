package rules

import (
	"bytes"
	"fmt"
	"unicode"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// A hint is a stretch of the file that may explain why a section is missing.
// Its text ends the sentence "section X is missing; ...".
type hint struct {
	at   markdown.Span
	text string
}

// explain finds a hint for as many missing sections as it can. Missing and
// the result hold indices of places.
func explain(f *lint.File, places []lint.Place, missing []int) map[int]hint {
	unmatched := strangers(f)
	hints := map[int]hint{}
	for _, i := range missing {
		if h, ok := nearMiss(f, unmatched, accepted(places[i])); ok {
			hints[i] = h
		}
	}
	wanted := func(title string) (int, bool) {
		for _, i := range missing {
			if _, ok := hints[i]; !ok && markdown.Match(title, accepted(places[i])...) >= markdown.Folded {
				return i, true
			}
		}
		return 0, false
	}
	for _, u := range f.Doc().Underlined {
		if i, ok := wanted(u.Text); ok {
			hints[i] = hint{u.Span, fmt.Sprintf("line %d is read as text above a rule, not as a heading", lineOf(f, u.Span))}
		}
	}
	lookalikes(f, wanted, hints)
	for i, h := range translations(f, places, unmatched) {
		if _, ok := hints[i]; !ok {
			hints[i] = h
		}
	}
	return hints
}

// accepted are the spellings of a section's name.
func accepted(p lint.Place) []string {
	return append([]string{p.Section.Name}, p.Section.Aliases...)
}

// strangers are the headings that name no section of the protocol.
func strangers(f *lint.File) []*markdown.Section {
	matched := map[int]bool{}
	for _, place := range f.Layout().Places {
		for _, h := range place.Headings {
			matched[h.At.Start] = true
		}
	}
	var out []*markdown.Section
	for i := range f.Doc().Sections {
		if s := &f.Doc().Sections[i]; !matched[s.Heading.Start] {
			out = append(out, s)
		}
	}
	return out
}

func nearMiss(f *lint.File, unmatched []*markdown.Section, names []string) (hint, bool) {
	for _, s := range unmatched {
		if markdown.Match(s.Title, names...) == markdown.Near {
			return hint{s.Heading, fmt.Sprintf(`found "%s" on line %d`, lint.Clip(s.Title, 30), lineOf(f, s.Heading))}, true
		}
	}
	return hint{}, false
}

// translations pairs missing sections with foreign headings that stand where
// they are due: between the same two sections, at the same level, and just as
// many as are missing there. In a file whose headings are all plain ASCII
// nothing speaks for a translation.
func translations(f *lint.File, places []lint.Place, unmatched []*markdown.Section) map[int]hint {
	if !foreign(f.Doc()) {
		return nil
	}
	hints := map[int]hint{}
	var due []int
	from, level := 0, protocol.HeadingLevel
	pair := func(to int) {
		var here []*markdown.Section
		for _, s := range unmatched {
			if s.Level == level && from <= s.Heading.Start && s.Heading.Start < to {
				here = append(here, s)
			}
		}
		if len(here) == len(due) {
			for i, s := range here {
				hints[due[i]] = hint{s.Heading, fmt.Sprintf(`add an alias if "%s" on line %d is a translation`,
					lint.Clip(s.Title, 29-min(18, len(places[due[i]].Section.Name))), lineOf(f, s.Heading))}
			}
		}
		due = nil
	}
	for i, place := range places {
		switch {
		case len(place.Headings) > 0:
			first := place.Headings[0]
			pair(first.At.Start)
			from, level = first.At.End, first.Section.Level
		case !place.Found() && !place.Section.Optional:
			due = append(due, i)
		}
	}
	pair(len(f.Source()))
	return hints
}

// foreign reports whether a heading is written with more than ASCII letters.
func foreign(doc *markdown.Document) bool {
	for i := range doc.Sections {
		for _, r := range doc.Sections[i].Title {
			if r > unicode.MaxASCII && unicode.IsLetter(r) {
				return true
			}
		}
	}
	return false
}

// lookalikes adds hints for lines that read like a heading but open no
// section, where the title is wanted. It reads raw lines: what stands in a
// code block or a comment has no structure to ask.
func lookalikes(f *lint.File, wanted func(title string) (int, bool), hints map[int]hint) {
	doc := f.Doc()
	opens := map[int]bool{}
	for i := range doc.Sections {
		opens[doc.Sections[i].Heading.Start] = true
	}
	for n, last := 1, doc.Lines(); n <= last; n++ {
		line := doc.LineSpan(n)
		if line.Start < doc.Whole().Start {
			continue
		}
		text, quoted, listed := unmarked(f.Source()[line.Start:line.End])
		at := markdown.Span{Start: line.End - len(text), End: line.End}
		title, hashes := headline(text)
		if title == "" || opens[at.Start] {
			continue
		}
		i, ok := wanted(title)
		if !ok {
			continue
		}
		switch code := doc.Code(at.Start); {
		case hashes > 0 && (text[hashes] == ' ' || text[hashes] == '\t'):
			hints[i] = hint{at, fmt.Sprintf("the one on line %d stands inside %s", n, surroundings(doc, at.Start, code, quoted, listed))}
		case code:
		case hashes > 0:
			hints[i] = hint{at, fmt.Sprintf(`line %d lacks a space after "%s"`, n, text[:hashes])}
		default:
			hints[i] = hint{at, fmt.Sprintf("line %d is bold text, not a heading", n)}
		}
	}
}

// headline is the title of a line that begins with one to six hashes, or is
// bold from end to end; else "".
func headline(text []byte) (title string, hashes int) {
	rest := bytes.TrimLeft(text, "#")
	hashes = len(text) - len(rest)
	rest = bytes.TrimSpace(rest)
	if hashes > 6 {
		return "", 0
	}
	if hashes == 0 {
		bold := len(rest) > 4 && (bytes.HasPrefix(rest, []byte("**")) && bytes.HasSuffix(rest, []byte("**")) ||
			bytes.HasPrefix(rest, []byte("__")) && bytes.HasSuffix(rest, []byte("__")))
		if !bold {
			return "", 0
		}
		rest = rest[2 : len(rest)-2]
	}
	return string(rest), hashes
}

// unmarked is a line without the quote and list markers it begins with.
func unmarked(line []byte) (rest []byte, quoted, listed bool) {
	for {
		line = bytes.TrimLeft(line, " \t")
		digits := len(line) - len(bytes.TrimLeft(line, "0123456789"))
		switch {
		case len(line) > 0 && line[0] == '>':
			line, quoted = line[1:], true
		case len(line) > 1 && bytes.IndexByte([]byte("-*+"), line[0]) >= 0 && line[1] == ' ':
			line, listed = line[2:], true
		case 0 < digits && digits+1 < len(line) && (line[digits] == '.' || line[digits] == ')') && line[digits+1] == ' ':
			line, listed = line[digits+2:], true
		default:
			return line, quoted, listed
		}
	}
}

func surroundings(doc *markdown.Document, at int, code, quoted, listed bool) string {
	for _, c := range doc.Comments() {
		if c.Span.Start <= at && at < c.Span.End {
			return "a comment"
		}
	}
	switch {
	case code:
		return "a code block"
	case quoted:
		return "a quote"
	case listed:
		return "a list item"
	}
	return "a list item or an HTML block"
}
