package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/memorylint/memorylint/lint"
)

// Text writes one line for each finding,
//
//	path:line:col: severity: message [rule]
//
// and a last line that says how much was looked at. Lines count from 1,
// columns from 1 in code points; a finding about a whole file is at 1:1. The
// severity is error (for critical), warning or info. This form is read by
// editors and CI and does not change. Whatever else is written is either
// indented or holds no place, so that it is no finding to a line-based reader.
func Text(w io.Writer, r *lint.Result, o Options) error {
	out := bufio.NewWriter(w) // it keeps the first error for Flush
	t := texter{out: out, palette: newPalette(o.Color), options: &o}
	for i := range r.Diagnostics {
		t.finding(&r.Diagnostics[i])
	}
	summarize(out, r, &o)
	return written(out.Flush())
}

type texter struct {
	out     *bufio.Writer
	palette *palette
	options *Options

	path   string // of source
	source []byte // the file last shown
}

func (t *texter) finding(d *lint.Diagnostic) {
	fmt.Fprintln(t.out, line(d, t.palette))
	if t.options.Verbose {
		t.detail(d)
	}
}

func (t *texter) detail(d *lint.Diagnostic) {
	if at := normal(d.Range); !whole(at) {
		excerpt(t.out, t.content(d.Path), at)
	}
	for i := range d.Related {
		t.related(d, &d.Related[i])
	}
	if help := strings.TrimSpace(t.options.help(d.Rule)); help != "" {
		t.help(help)
	}
}

func (t *texter) related(d *lint.Diagnostic, rel *lint.Related) {
	at := normal(rel.Range).Start
	place := fmt.Sprintf("%s:%d:%d", escape(whereRelated(d, rel)), at.Line, at.Column)
	if rel.Message == "" {
		fmt.Fprintf(t.out, "    see: %s\n", place)
		return
	}
	fmt.Fprintf(t.out, "    see: %s (%s)\n", escape(rel.Message), place)
}

func (t *texter) help(text string) {
	label := "    help: "
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		if line == "" {
			t.out.WriteByte('\n')
			continue
		}
		fmt.Fprintf(t.out, "%s%s\n", label, escape(line))
		label = "          "
	}
}

// content is the file shown as path; only the last one is kept, since findings
// come sorted by path.
func (t *texter) content(path string) []byte {
	if t.options.Source == nil {
		return nil
	}
	if t.source == nil || t.path != path {
		t.path, t.source = path, t.options.Source(path)
	}
	return t.source
}
