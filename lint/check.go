package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// check is the run of all rules over one workspace.
type check struct {
	w       *Workspace
	found   []Diagnostic
	runs    map[string]int
	skipped map[string]int
	healthy map[string]*string
	counts  map[string]int // of findings, by rule and file
	limit   Severity       // of limits/reached; OK when it does not run
}

func (c *check) run(a active) error {
	switch {
	case a.Check == nil:
		return nil
	case len(a.Kinds) == 0:
		if a.Protocol != "" && !c.w.Present(a.Protocol) {
			return nil
		}
		return c.once(a, nil)
	}
	for _, f := range c.w.Files {
		if !a.takes(f) || !c.w.shows(f.Path) {
			continue
		}
		if err := c.once(a, f); err != nil {
			return err
		}
	}
	return nil
}

// takes reports whether a file rule runs for the file. A file in a wide
// encoding cannot be read as text: one rule says so, and no other.
func (r *Rule) takes(f *File) bool {
	switch {
	case f.Document.Evidence:
		return false
	case f.Document.JSON: // whatever is wrong with its bytes is one finding of its own rules
		return slices.Contains(r.Kinds, f.Document.Kind)
	case !slices.Contains(r.Kinds, Any) && !slices.Contains(r.Kinds, f.Document.Kind):
		return false
	}
	return r.ID == wideRule || f.Wide() == ""
}

// wideRule is the one rule that judges files in UTF-16 and UTF-32.
const wideRule = "encoding/utf16"

func (c *check) once(a active, f *File) error {
	c.runs[a.ID]++
	return a.Check(&Pass{
		Rule: a.Rule, Workspace: c.w, File: f,
		report: func(d Diagnostic) {
			d.Severity = a.severity
			if c.w.excluded[d.Path] == "" && (f == nil || c.w.shows(d.Path)) {
				c.add(d)
			}
		},
		healthy: func(s string) { c.healthy[a.ID] = &s },
		skip:    func() { c.skipped[a.ID]++ },
	})
}

// maxFindings is how many findings of one rule in one file are told: more help
// nobody.
const maxFindings = 1000

// limitRule is the rule that says where a limit was reached.
const limitRule = "limits/reached"

func (c *check) add(d Diagnostic) {
	key := d.Rule + "\x00" + d.Path
	c.counts[key]++
	if n := c.counts[key]; n > maxFindings+1 {
		return
	} else if n == maxFindings+1 {
		d = Diagnostic{
			Rule: limitRule, Severity: c.limit, Path: d.Path, Subject: d.Rule,
			Message: fmt.Sprintf("only the first %d findings of %s are told", maxFindings, d.Rule),
		}
		if c.limit == OK {
			return
		}
	}
	c.found = append(c.found, d)
}

// shows reports whether findings about the file are wanted.
func (w *Workspace) shows(name string) bool { return w.only == nil || w.only[name] }

// checked puts the findings in the doctor's order, with the [OK] lines.
func (r *runner) checked(c *check, kept, suppressed []Diagnostic) Checked {
	out := Checked{Workspace: c.w.Shown}
	quiet := map[string]bool{}
	for _, d := range suppressed {
		quiet[d.Rule] = true
	}
	byRule := map[string][]Diagnostic{}
	for _, d := range kept {
		a, _ := r.find(d.Rule)
		d.Advisory = r.opts.Commit && a.Advisory && !c.w.Settings.Strict
		r.finish(c.w, &d)
		byRule[d.Rule] = append(byRule[d.Rule], d)
	}
	for _, a := range r.rules {
		entry := Check{Rule: a.Rule, Diagnostics: byRule[a.ID]}
		slices.SortFunc(entry.Diagnostics, compare)
		if len(entry.Diagnostics) == 0 && !quiet[a.ID] && c.runs[a.ID] > c.skipped[a.ID] {
			entry.Healthy = a.Healthy
			if h := c.healthy[a.ID]; h != nil {
				entry.Healthy = *h
			}
		}
		if entry.Healthy != "" || len(entry.Diagnostics) > 0 {
			out.Checks = append(out.Checks, entry)
		}
	}
	return out
}

// finish fills in what rules leave to the engine.
func (r *runner) finish(w *Workspace, d *Diagnostic) {
	d.Path, d.Workspace = w.display(d.Path), w.Shown
	d.Range = d.Range.normal()
	for i := range d.Related {
		d.Related[i].Path = w.display(d.Related[i].Path)
		d.Related[i].Range = d.Related[i].Range.normal()
	}
}

// normal turns the zero range into the empty one at the file's start.
func (r Range) normal() Range {
	if r.Start.Line == 0 {
		r.Start = Position{Line: 1, Column: 1}
	}
	if r.End.Line == 0 {
		r.End = r.Start
	}
	return r
}

// compare orders findings by path, line, column, rule and message.
func compare(a, b Diagnostic) int {
	return cmp.Or(
		strings.Compare(a.Path, b.Path),
		cmp.Compare(a.Range.Start.Line, b.Range.Start.Line),
		cmp.Compare(a.Range.Start.Column, b.Range.Start.Column),
		strings.Compare(a.Rule, b.Rule),
		strings.Compare(a.Message, b.Message),
	)
}
