package lint

import (
	"fmt"
	"slices"
	"strings"
)

// A Result is what a run found and what it looked at.
type Result struct {
	Diagnostics []Diagnostic // sorted by path, line, column, rule, message
	Workspaces  []Checked    // sorted by folder
	Rules       []*Rule      // those that ran, in reporting order
	Files       int          // documents that were read
	Suppressed  int          // findings that a comment in the file took out
	Excluded    []string     // named on the command line, but excluded by the config; as shown
	Skipped     []string     // named on the command line, but no document of a known protocol, or missing; as shown
	Known       int          // findings that Hide took out
	Note        string       // one line about what was looked at, without a line break; may be empty
}

// A Checked is what was found in one workspace.
type Checked struct {
	Workspace  string  // as Diagnostic.Workspace
	Checks     []Check // one for each rule that ran there and has something to say, in rule order
	Files      int     // as Result.Files
	Suppressed int     // as Result.Suppressed
	Known      int     // as Result.Known
}

// A Check is the outcome of one rule in one workspace.
type Check struct {
	Rule        *Rule
	Healthy     string       // the [OK] line, when there is no finding; "" for a rule that has none
	Diagnostics []Diagnostic // its findings, in order
}

// Count is the number of findings of a severity.
func (r *Result) Count(s Severity) int {
	n := 0
	for i := range r.Diagnostics {
		if r.Diagnostics[i].Severity == s {
			n++
		}
	}
	return n
}

// Worst is the highest severity found; advisory findings do not count.
func (r *Result) Worst() Severity {
	worst := OK
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; !d.Advisory && d.Severity > worst {
			worst = d.Severity
		}
	}
	return worst
}

// Merge is one result made of several runs. Of a workspace that was checked in
// more than one, the first counts.
func Merge(results ...*Result) *Result {
	merged := &Result{}
	seen := map[string]bool{}
	for _, r := range results {
		merged.Excluded = append(merged.Excluded, r.Excluded...)
		merged.Skipped = append(merged.Skipped, r.Skipped...)
		for _, rule := range r.Rules {
			if !slices.ContainsFunc(merged.Rules, func(have *Rule) bool { return have.ID == rule.ID }) {
				merged.Rules = append(merged.Rules, rule)
			}
		}
		for _, w := range r.Workspaces {
			if !seen[w.Workspace] {
				seen[w.Workspace] = true
				merged.Workspaces = append(merged.Workspaces, w)
			}
		}
	}
	merged.sum()
	return merged
}

// Hide takes out the findings that are known by their fingerprints.
func (r *Result) Hide(known map[string]bool) {
	hidden := map[string]int{} // by where they stand in order, which tells equal ones apart
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; known[d.Fingerprint] {
			hidden[d.place()]++
		}
	}
	for i := range r.Workspaces {
		w := &r.Workspaces[i]
		for j := range w.Checks {
			c := &w.Checks[j]
			had := len(c.Diagnostics)
			c.Diagnostics = slices.DeleteFunc(slices.Clone(c.Diagnostics), func(d Diagnostic) bool {
				n := hidden[d.place()]
				hidden[d.place()] = max(n-1, 0)
				return n > 0
			})
			w.Known += had - len(c.Diagnostics)
		}
	}
	r.sum()
}

// place tells a finding from all others but those that say the same of the
// same place.
func (d *Diagnostic) place() string {
	return fmt.Sprintf("%s\x00%s\x00%s\x00%d\x00%s", d.Workspace, d.Rule, d.Path, d.Range.Start.Offset, d.Message)
}

// sum fills in what follows from the workspaces.
func (r *Result) sum() {
	r.Diagnostics, r.Files, r.Suppressed, r.Known = nil, 0, 0, 0
	slices.SortStableFunc(r.Workspaces, func(a, b Checked) int { return strings.Compare(a.Workspace, b.Workspace) })
	for _, w := range r.Workspaces {
		r.Files += w.Files
		r.Suppressed += w.Suppressed
		r.Known += w.Known
		for _, c := range w.Checks {
			r.Diagnostics = append(r.Diagnostics, c.Diagnostics...)
		}
	}
	slices.SortStableFunc(r.Diagnostics, compare)
	fingerprint(r.Diagnostics)
}
