package report

import (
	"bufio"
	_ "embed" // the schema
	"encoding/json"
	"fmt"
	"io"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/memorylint/memorylint/lint"
)

// jsonVersion changes when a reader of the old form could misread the new one.
// New keys do not change it.
const jsonVersion = 1

//go:embed schema.json
var schema string

// Schema is the JSON schema (draft 2020-12) of what JSON writes.
func Schema() string { return schema }

// JSON writes one object, described by Schema, with keys in a fixed order.
// Strings are those of the result, apart from bytes that are not UTF-8, which
// JSON cannot hold: each stands as four characters such as \xff, so that two
// paths never become one. Lists are never null.
func JSON(w io.Writer, r *lint.Result, o Options) error {
	out := bufio.NewWriter(w)
	if err := encode(out, newDocument(r, &o)); err != nil {
		return written(err)
	}
	return written(out.Flush())
}

// encode writes JSON with keys in a fixed order, indented for people.
func encode(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

type document struct {
	Version     int         `json:"version"`
	Tool        tool        `json:"tool"`
	Summary     totals      `json:"summary"`
	Diagnostics []finding   `json:"diagnostics"`
	Checks      []passed    `json:"checks"`
	Excluded    []plainText `json:"excluded"`
	Skipped     []plainText `json:"skipped"`
}

type tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type totals struct {
	Critical   int `json:"critical"`
	Warning    int `json:"warning"`
	Info       int `json:"info"`
	Files      int `json:"files"`
	Workspaces int `json:"workspaces"`
	Suppressed int `json:"suppressed"`
	Known      int `json:"known"`
	ExitCode   int `json:"exitCode"`

	Note plainText `json:"note"`
}

type finding struct {
	Rule        string        `json:"rule"`
	Severity    lint.Severity `json:"severity"`
	Message     plainText     `json:"message"`
	Path        plainText     `json:"path"`
	Workspace   plainText     `json:"workspace"`
	Range       lint.Range    `json:"range"`
	Related     []related     `json:"related"`
	Help        plainText     `json:"help"`
	Fingerprint string        `json:"fingerprint"`
	Advisory    bool          `json:"advisory"`
}

type related struct {
	Message plainText  `json:"message"`
	Path    plainText  `json:"path"`
	Range   lint.Range `json:"range"`
}

// passed is a check that found nothing.
type passed struct {
	Workspace plainText `json:"workspace"`
	Rule      string    `json:"rule"`
	Message   plainText `json:"message"`
}

func newDocument(r *lint.Result, o *Options) *document {
	doc := &document{
		Version: jsonVersion,
		Tool:    tool{Name: "memorylint", Version: o.Version},
		Summary: totals{
			Critical: r.Count(lint.Critical), Warning: r.Count(lint.Warning), Info: r.Count(lint.Info),
			Files: r.Files, Workspaces: len(r.Workspaces), Suppressed: r.Suppressed, Known: r.Known, ExitCode: o.Exit,
			Note: plainText(r.Note),
		},
		Diagnostics: make([]finding, 0, len(r.Diagnostics)),
		Checks:      []passed{},
		Excluded:    plainTexts(r.Excluded),
		Skipped:     plainTexts(r.Skipped),
	}
	for i := range r.Diagnostics {
		doc.Diagnostics = append(doc.Diagnostics, newFinding(&r.Diagnostics[i], o))
	}
	for _, w := range r.Workspaces {
		for _, c := range w.Checks {
			if len(c.Diagnostics) == 0 && c.Healthy != "" {
				doc.Checks = append(doc.Checks, passed{plainText(w.Workspace), c.Rule.ID, plainText(c.Healthy)})
			}
		}
	}
	return doc
}

func newFinding(d *lint.Diagnostic, o *Options) finding {
	f := finding{
		Rule: d.Rule, Severity: d.Severity, Message: plainText(d.Message),
		Path: plainText(where(d)), Workspace: plainText(d.Workspace), Range: normal(d.Range),
		Related: make([]related, 0, len(d.Related)), Help: plainText(o.help(d.Rule)),
		Fingerprint: d.Fingerprint, Advisory: d.Advisory,
	}
	for i := range d.Related {
		rel := &d.Related[i]
		f.Related = append(f.Related, related{plainText(rel.Message), plainText(whereRelated(d, rel)), normal(rel.Range)})
	}
	return f
}

// plainText is text from outside. As JSON it is the same string, written so
// that nothing in it acts on a terminal or a CI runner that shows it.
type plainText string

func plainTexts(list []string) []plainText {
	out := make([]plainText, len(list))
	for i, s := range list {
		out[i] = plainText(s)
	}
	return out
}

// MarshalJSON implements json.Marshaler.
func (t plainText) MarshalJSON() ([]byte, error) {
	var g guard
	out := append(make([]byte, 0, len(t)+2), '"')
	for i := 0; i < len(t); {
		r, size := utf8.DecodeRuneInString(string(t[i:]))
		acts := g.completes(r)
		switch {
		case r == utf8.RuneError && size == 1:
			out = fmt.Appendf(out, `\\x%02x`, t[i])
		case r == '"' || r == '\\':
			out = append(out, '\\', byte(r))
		case acts || hidden(r):
			out = appendUnicode(out, r)
		default:
			out = append(out, t[i:i+size]...)
		}
		i += size
	}
	return append(out, '"'), nil
}

func appendUnicode(out []byte, r rune) []byte {
	switch r {
	case '\n':
		return append(out, `\n`...)
	case '\r':
		return append(out, `\r`...)
	case '\t':
		return append(out, `\t`...)
	}
	for _, unit := range utf16.AppendRune(nil, r) {
		out = fmt.Appendf(out, `\u%04x`, unit)
	}
	return out
}
