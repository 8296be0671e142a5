package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/memorylint/memorylint/lint"
)

// Doctor writes one line for each check: its findings, or what is healthy.
//
//	[WARNING]  Unsurfaced Results section is not empty — review needed
//	[OK]       Template compliance: all sections present
//
// The tag takes eleven columns. Findings whose wording is fixed come in
// exactly that wording; to the others the place is added in brackets. With
// several workspaces a "# path" line stands before each. A blank line and the
// last line of the text format follow.
func Doctor(w io.Writer, r *lint.Result, o Options) error {
	out := bufio.NewWriter(w)
	d := doctor{out: out, palette: newPalette(o.Color)}
	d.outside(r)
	for i := range r.Workspaces {
		checked := &r.Workspaces[i]
		if len(r.Workspaces) > 1 {
			d.line("# %s", escape(checked.Workspace))
		}
		for j := range checked.Checks {
			d.check(&checked.Checks[j])
		}
	}
	if d.wrote {
		out.WriteByte('\n')
	}
	summarize(out, r, &o)
	return written(out.Flush())
}

type doctor struct {
	out     *bufio.Writer
	palette *palette
	wrote   bool
}

func (d *doctor) line(format string, args ...any) {
	d.wrote = true
	fmt.Fprintf(d.out, format+"\n", args...)
}

// outside writes the findings that belong to no workspace that was checked:
// that there is none, for example.
func (d *doctor) outside(r *lint.Result) {
	checked := make(map[string]bool, len(r.Workspaces))
	for i := range r.Workspaces {
		checked[r.Workspaces[i].Workspace] = true
	}
	for i := range r.Diagnostics {
		if !checked[r.Diagnostics[i].Workspace] {
			d.finding(&r.Diagnostics[i])
		}
	}
}

func (d *doctor) check(c *lint.Check) {
	for i := range c.Diagnostics {
		d.finding(&c.Diagnostics[i])
	}
	if len(c.Diagnostics) == 0 && c.Healthy != "" {
		d.line("%s%s", d.tag(lint.OK), escape(c.Healthy))
	}
}

func (d *doctor) finding(f *lint.Diagnostic) {
	text := escape(f.Doctor)
	if f.Doctor == "" {
		text = escape(f.Message) + " (" + place(f) + ")"
	}
	if f.Advisory {
		text += " (advisory)"
	}
	d.line("%s%s", d.tag(f.Severity), text)
}

// place is the path, with the line when the finding has one.
func place(f *lint.Diagnostic) string {
	if at := normal(f.Range); !whole(at) {
		return fmt.Sprintf("%s:%d", escape(where(f)), at.Start.Line)
	}
	return escape(where(f))
}

// tag is the severity in brackets, padded to eleven columns. The padding
// stands outside the colour.
func (d *doctor) tag(s lint.Severity) string {
	name := strings.ToUpper(s.String())
	return fmt.Sprintf("[%s]%*s", d.palette.severity(s, name), len("CRITICAL ")-len(name), "")
}
