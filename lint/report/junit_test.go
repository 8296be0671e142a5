package report_test

import (
	"strings"
	"testing"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/report"
)

func TestJUnitCounts(t *testing.T) {
	for _, s := range samples() {
		doc := parseJUnit(t, render(t, "junit", s.result, s.options))
		tests, failures := 0, 0
		for _, suite := range doc.Suites {
			n := 0
			names := map[string]bool{}
			for _, c := range suite.Cases {
				if c.Failure != nil {
					n++
				}
				if key := c.Class + "\n" + c.Name; names[key] {
					t.Errorf("%s: %s twice in %s", s.name, c.Name, c.Class)
				} else {
					names[key] = true
				}
			}
			if suite.Tests != len(suite.Cases) || suite.Failures != n {
				t.Errorf("%s: suite %q counts %d, %d of them failures", s.name, suite.Name, suite.Tests, suite.Failures)
			}
			tests, failures = tests+len(suite.Cases), failures+n
		}
		if doc.Tests != tests || doc.Failures != failures {
			t.Errorf("%s: %d tests, %d failures; counted %d, %d", s.name, doc.Tests, doc.Failures, tests, failures)
		}
		healthy := 0
		for _, w := range s.result.Workspaces {
			for _, c := range w.Checks {
				if c.Healthy != "" && len(c.Diagnostics) == 0 {
					healthy++
				}
			}
		}
		if want := 1 + len(s.result.Diagnostics) + healthy; tests != want {
			t.Errorf("%s: %d tests, want %d", s.name, tests, want)
		}
		if len(doc.Suites) != 1+len(s.result.Workspaces) {
			t.Errorf("%s: %d suites", s.name, len(doc.Suites))
		}
	}
}

// What fails is what lets the run fail.
func TestJUnitFailures(t *testing.T) {
	tests := map[string]int{"": 3, "info": 4, "warning": 3, "critical": 1, "never": 0}
	for line, want := range tests {
		r := finish(&lint.Result{Files: 1, Workspaces: []lint.Checked{{Workspace: "."}}, Diagnostics: []lint.Diagnostic{
			{Rule: "a/b", Severity: lint.Critical, Path: "p", Workspace: ".", Message: "m"},
			{Rule: "a/b", Severity: lint.Warning, Path: "p", Workspace: ".", Message: "m"},
			{Rule: "a/b", Severity: lint.Warning, Path: "p", Workspace: ".", Message: "m", Advisory: true},
			{Rule: "a/b", Severity: lint.Info, Path: "p", Workspace: ".", Message: "m"},
			{Rule: "a/b", Severity: lint.Warning, Path: "p", Workspace: "elsewhere", Message: "m"},
		}})
		doc := parseJUnit(t, render(t, "junit", r, report.Options{FailOn: line}))
		if doc.Failures != want || doc.Tests != 6 {
			t.Errorf("--fail-on %q: %d failures in %d tests, want %d in 6", line, doc.Failures, doc.Tests, want)
		}
		if n := len(doc.Suites[0].Cases); n != 2 {
			t.Errorf("--fail-on %q: %d tests outside the workspaces, want 2", line, n)
		}
	}
}

func TestJUnitHoldsNoMarkup(t *testing.T) {
	r := one()
	d := &r.Diagnostics[0]
	d.Message = "a]]> <b> &c; \x00\x0b\ufffe\x1b[31m"
	out := string(render(t, "junit", r, report.Options{Exit: 1}))
	if strings.Contains(out, "]]>") {
		t.Errorf("ends a CDATA section:\n%s", out)
	}
	want := `a]]> <b> &c; \x00\x0b\ufffe\x1b[31m`
	if got := parseJUnit(t, []byte(out)).Suites[1].Cases[0].Failure.Message; got != want {
		t.Errorf("message %q, want %q", got, want)
	}
}
