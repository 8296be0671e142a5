package report_test

import (
	"fmt"
	"os"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/report"
)

func ExampleFor() {
	result := &lint.Result{
		Files:      1,
		Workspaces: []lint.Checked{{Workspace: "."}},
		Diagnostics: []lint.Diagnostic{{
			Rule: "sections/missing", Severity: lint.Warning, Path: "memory/CURRENT_STATE.md", Workspace: ".",
			Message: `section "Blockers" is missing`,
		}},
	}
	reporter, ok := report.For("text")
	if !ok {
		return
	}
	if err := reporter(os.Stdout, result, report.Options{Exit: 1}); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	// Output:
	// memory/CURRENT_STATE.md:1:1: warning: section "Blockers" is missing [sections/missing]
	// 1 problem (1 warning) in 1 file, 1 workspace
}
