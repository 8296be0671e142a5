// Package report renders a [lint.Result]: as lines for people and editors, as
// the doctor's list of checks, as JSON for programs, and in the forms that CI
// services collect.
//
// A reporter decides nothing. It writes what the result holds, in the
// result's order, so two runs over one result give the same bytes. Text that
// comes from files (names, contents) is escaped once, by the reporter: a
// finding stays on its line, and neither a terminal nor a CI runner can be
// steered by it.
package report

import (
	"fmt"
	"io"

	"github.com/memorylint/memorylint/lint"
)

// A Reporter writes r to w in one format. The error is the first one that w
// returned; what was written until then stays written.
type Reporter func(w io.Writer, r *lint.Result, o Options) error

// Options are what a reporter is told besides the result. The zero value is
// plain, uncoloured output of a run that ended with 0.
type Options struct {
	Color   bool   // see UseColor
	Verbose bool   // text: source lines, related places and help below each finding
	Exit    int    // the exit code of the run
	FailOn  string // as --fail-on spells it; "" is the default, warning
	Version string // the tool's version

	// Source gives the content of the file shown as path, or nil. It is asked
	// once for each run of findings in one file. May be nil.
	Source func(path string) []byte

	// Help says how to fix what a rule finds; "" when there is nothing to say.
	// It is asked for every finding that shows it. May be nil.
	Help func(rule string) string
}

type format struct {
	name      string
	reporter  Reporter
	collected bool
}

// formats is the one list of formats, in the order in which help shows them.
func formats() []format {
	return []format{
		{name: "text", reporter: Text},
		{name: "doctor", reporter: Doctor},
		{name: "json", reporter: JSON},
		{name: "sarif", reporter: SARIF, collected: true},
		{name: "github", reporter: GitHub},
		{name: "gitlab", reporter: GitLab, collected: true},
		{name: "junit", reporter: JUnit, collected: true},
	}
}

// Formats are the names that For knows, the default first.
func Formats() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// For is the reporter of a format.
func For(name string) (Reporter, bool) {
	for _, f := range formats() {
		if f.name == name {
			return f.reporter, true
		}
	}
	return nil, false
}

// Collected reports whether a format is one that a CI service picks up as a
// file, so that whoever reads the job's log sees nothing of it. Such a run is
// to say Summary elsewhere.
func Collected(name string) bool {
	for _, f := range formats() {
		if f.name == name {
			return f.collected
		}
	}
	return false
}

func (o *Options) help(rule string) string {
	if o.Help == nil {
		return ""
	}
	return o.Help(rule)
}

// where is the path a finding is shown at: its own, else its workspace's.
func where(d *lint.Diagnostic) string {
	switch {
	case d.Path != "":
		return d.Path
	case d.Workspace != "":
		return d.Workspace
	}
	return "."
}

// whereRelated is the path of a related place: its own, else the finding's.
func whereRelated(d *lint.Diagnostic, rel *lint.Related) string {
	if rel.Path != "" {
		return rel.Path
	}
	return where(d)
}

// normal turns the zero Range into the empty one at 1:1, and an end that was
// not set into the start.
func normal(r lint.Range) lint.Range {
	if r.Start.Line == 0 {
		r = lint.Range{Start: lint.Position{Line: 1, Column: 1}}
	}
	if r.End.Line == 0 {
		r.End = r.Start
	}
	return r
}

// whole reports whether a normal range stands for the whole file.
func whole(r lint.Range) bool {
	return r.Start == r.End && r.Start.Line == 1 && r.Start.Column == 1
}

// fails reports whether a finding is one that lets the run fail.
func (o *Options) fails(d *lint.Diagnostic) bool {
	if o.FailOn == "" {
		return !d.Advisory && d.Severity >= lint.Warning
	}
	line, err := lint.ParseSeverity(o.FailOn)
	return err == nil && !d.Advisory && d.Severity >= line // "never" is no severity
}

func written(err error) error {
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}
