package lint

import (
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
}

// A Checked is what was found in one workspace.
type Checked struct {
	Workspace  string  // as Diagnostic.Workspace
	Checks     []Check // one for each rule that ran there and has something to say, in rule order
	Files      int     // as Result.Files
	Suppressed int     // as Result.Suppressed
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

// sum fills in what follows from the workspaces.
func (r *Result) sum() {
	slices.SortStableFunc(r.Workspaces, func(a, b Checked) int { return strings.Compare(a.Workspace, b.Workspace) })
	for _, w := range r.Workspaces {
		r.Files += w.Files
		r.Suppressed += w.Suppressed
		for _, c := range w.Checks {
			r.Diagnostics = append(r.Diagnostics, c.Diagnostics...)
		}
	}
	slices.SortStableFunc(r.Diagnostics, compare)
	fingerprint(r.Diagnostics)
}
