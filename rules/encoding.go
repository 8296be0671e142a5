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

//go:embed encoding.md
var encodingDoc string

var encodingUTF16 = &lint.Rule{
	ID: "encoding/utf16", Severity: lint.Critical, Doc: encodingDoc,
	Kinds: []protocol.Kind{lint.Any},
	Check: func(p *lint.Pass) error {
		if wide := p.File.Wide(); wide != "" {
			p.Filef("wide", "the file is %s; memory is UTF-8", wide)
		}
		return nil
	},
}

var encodingUTF8 = &lint.Rule{
	ID: "encoding/utf8", Severity: lint.Warning, Doc: encodingDoc,
	Kinds: []protocol.Kind{lint.Any},
	Check: checkUTF8,
}

var encodingBOM = &lint.Rule{
	ID: "encoding/bom", Severity: lint.Info, Doc: encodingDoc,
	Kinds: []protocol.Kind{lint.Any},
	Check: func(p *lint.Pass) error {
		if bytes.HasPrefix(p.File.Source(), []byte("\ufeff")) {
			p.Filef("mark", "the file starts with a byte-order mark")
		}
		return nil
	},
}

// checkUTF8 reports the first fault of each kind, with the number of faults.
func checkUTF8(p *lint.Pass) error {
	src := p.File.Source()
	if !utf8.Valid(src) {
		reportBytes(p, "invalid", "is not UTF-8", invalid(src, p.File.Cut()))
	}
	if bytes.IndexByte(src, 0) >= 0 {
		reportBytes(p, "NUL", "is NUL", places(src, func(i int) bool { return src[i] == 0 }))
	}
	if bytes.IndexByte(src, '\r') >= 0 {
		reportBytes(p, "CR", "is a carriage return without a line feed", places(src, func(i int) bool {
			return src[i] == '\r' && (i+1 == len(src) || src[i+1] != '\n')
		}))
	}
	return nil
}

func reportBytes(p *lint.Pass, subject, what string, at []int) {
	if len(at) == 0 {
		return
	}
	first := at[0]
	where := p.File.Range(markdown.Span{Start: first, End: first + 1})
	said := fmt.Sprintf("byte 0x%02X at line %d, offset %d %s", p.File.Source()[first], where.Start.Line, first, what)
	if more := len(at) - 1; more > 0 {
		said += fmt.Sprintf(" (and %d more)", more)
	}
	p.Report(lint.Diagnostic{Range: where, Message: said, Subject: subject})
}

// invalid lists the bytes that are not UTF-8. A character that the reading cut
// in two at the end is none.
func invalid(src []byte, cut bool) (at []int) {
	for i := 0; i < len(src); {
		r, width := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && width == 1 {
			if cut && !utf8.FullRune(src[i:]) {
				break
			}
			at = append(at, i)
		}
		i += width
	}
	return at
}

func places(src []byte, bad func(i int) bool) (at []int) {
	for i := range src {
		if bad(i) {
			at = append(at, i)
		}
	}
	return at
}
