package rules

import (
	"bytes"
	_ "embed"
	"fmt"
	"unicode/utf8"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed size.md
var sizeDoc string

var sizeLines = &lint.Rule{
	ID: "size/lines", Severity: lint.Info, Doc: sizeDoc,
	Kinds: []protocol.Kind{lint.Any},
	Check: checkSize,
}

// checkSize holds the protocol's own limits against files that follow it, and
// the runtime's limit against every file that has a part in a session.
func checkSize(p *lint.Pass) error {
	d := p.File.Document
	if len(d.Sections) == 0 && d.Lines == 0 && d.Bytes == 0 {
		return nil
	}
	if len(d.Sections) == 0 || p.Workspace.Follows(p.File) {
		tooManyLines(p)
		journal(p)
	}
	if d.Bytes > 0 {
		tooManyBytes(p)
	} else {
		tooManyCharacters(p)
	}
	return nil
}

func tooManyLines(p *lint.Pass) {
	limit := p.File.Document.Lines
	if limit == 0 {
		return
	}
	n := p.File.Doc().Lines()
	if n <= limit {
		return
	}
	p.Report(lint.Diagnostic{
		Range:   p.File.Range(p.File.Doc().LineSpan(limit + 1)),
		Message: message("%s has %s lines, more than the %d of its protocol", lint.Clip(p.File.Document.Name, 40), counted(p.File, n), limit),
		Subject: "lines",
	})
}

// counted is a number of things in a file, of which no more than its start may
// have been read.
func counted(f *lint.File, n int) string {
	if f.Cut() {
		return fmt.Sprintf("more than %d", n)
	}
	return fmt.Sprint(n)
}

// tooManyBytes reports where a runtime that counts bytes stops reading.
func tooManyBytes(p *lint.Pass) {
	limit, source := p.File.Document.Bytes, p.File.Source()
	if len(source) <= limit {
		return
	}
	at := limit
	for at > 0 && !utf8.RuneStart(source[at]) {
		at--
	}
	p.Report(lint.Diagnostic{
		Range:   p.File.Range(markdown.Span{Start: at, End: at}),
		Message: message("%s has %s bytes; only the first %d are loaded", lint.Clip(p.File.Document.Name, 40), counted(p.File, len(source)), limit),
		Subject: "bytes",
	})
}

// tooManyCharacters counts a line end as one character, however it is written.
func tooManyCharacters(p *lint.Pass) {
	limit := p.Workspace.Settings.Characters
	source := p.File.Source()
	text := bytes.TrimPrefix(source, []byte("\ufeff"))
	if limit == 0 || len(text) <= limit {
		return
	}
	n := utf8.RuneCount(text) - bytes.Count(text, []byte("\r\n"))
	if n <= limit {
		return
	}
	at := len(source) - len(text)
	for range limit {
		if bytes.HasPrefix(source[at:], []byte("\r\n")) {
			at++
		}
		_, size := utf8.DecodeRune(source[at:])
		at += size
	}
	p.Report(lint.Diagnostic{
		Range:   p.File.Range(markdown.Span{Start: at, End: at}),
		Message: message("%s has %s characters; only the first %d are loaded", lint.Clip(p.File.Document.Name, 40), counted(p.File, n), limit),
		Subject: "characters",
	})
}

// journal reports dated sections after those of the protocol. One whose title
// begins with its date is an entry; a date further on may be a plan's, so a
// single one of that kind is let pass.
func journal(p *lint.Pass) {
	last, end := -1, 0 // of the protocol's sections, where the last one starts and ends
	for _, place := range p.File.Layout().Places {
		if place.Found() && !place.Section.Optional && place.First().At.Start > last {
			last, end = place.First().At.Start, place.First().Body.End
		}
	}
	if last < 0 {
		return
	}
	var dated []*markdown.Section
	leading := false
	sections := p.File.Doc().Sections
	for i := range sections {
		s := &sections[i]
		if s.Heading.Start < end {
			continue
		}
		if v := readStamp(s.Title); v.reading >= ambiguous {
			leading = leading || v.start == 0
			dated = append(dated, s)
		}
	}
	if len(dated) == 0 || len(dated) == 1 && !leading {
		return
	}
	count := "1 dated section"
	if len(dated) > 1 {
		count = fmt.Sprintf("%d dated sections", len(dated))
	}
	p.Report(lint.Diagnostic{
		Range: p.File.Range(dated[0].Heading),
		Message: message("%s has become a journal: %s after its own; overwrite, do not append",
			lint.Clip(p.File.Document.Name, 16), count),
		Subject: "journal",
	})
}
