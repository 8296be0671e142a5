package lint

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

// A Checked is what the doctor says of one workspace.
type Checked struct {
	Workspace string  // as Diagnostic.Workspace
	Checks    []Check // one for each rule that ran there and has something to say, in rule order
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
