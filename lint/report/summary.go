package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/memorylint/memorylint/lint"
)

// summarize writes what was asked for and not looked at, one line each, and
// then the last line.
func summarize(w *bufio.Writer, r *lint.Result, o *Options) {
	for _, path := range r.Excluded {
		fmt.Fprintf(w, "%s is excluded by the configuration\n", escapePath(path))
	}
	for _, path := range r.Skipped {
		fmt.Fprintf(w, "%s was not checked: missing, or no document of a known protocol\n", escapePath(path))
	}
	if r.Suppressed > 0 {
		fmt.Fprintf(w, "%s suppressed\n", count(r.Suppressed, "finding"))
	}
	if r.Known > 0 {
		fmt.Fprintf(w, "%s known before, not shown\n", count(r.Known, "finding"))
	}
	if r.Note != "" {
		fmt.Fprintln(w, escape(r.Note))
	}
	fmt.Fprintf(w, "%s%s\n", tally(r), surprise(r, o))
}

// tally says what was found, and in how much: "2 problems (2 warnings) in 7
// files, 1 workspace".
func tally(r *lint.Result) string {
	found := "no problems"
	if n := len(r.Diagnostics); n > 0 {
		var parts []string
		if c := r.Count(lint.Critical); c > 0 {
			parts = append(parts, fmt.Sprintf("%d critical", c))
		}
		if c := r.Count(lint.Warning); c > 0 {
			parts = append(parts, count(c, "warning"))
		}
		if c := r.Count(lint.Info); c > 0 {
			parts = append(parts, fmt.Sprintf("%d info", c))
		}
		found = fmt.Sprintf("%s (%s)", count(n, "problem"), strings.Join(parts, ", "))
	}
	return fmt.Sprintf("%s in %s, %s", found, count(r.Files, "file"), count(len(r.Workspaces), "workspace"))
}

// surprise explains an exit code that the counted severities alone do not.
func surprise(r *lint.Result, o *Options) string {
	counted := lint.OK
	for i := range r.Diagnostics {
		counted = max(counted, r.Diagnostics[i].Severity)
	}
	switch {
	case o.Exit == usual(counted):
		return ""
	case o.Exit == usual(r.Worst()):
		return fmt.Sprintf("; exit %d: advisory findings do not count", o.Exit)
	case o.FailOn != "" && o.FailOn != lint.Warning.String():
		return fmt.Sprintf("; exit %d: --fail-on %s", o.Exit, o.FailOn)
	}
	return fmt.Sprintf("; exit %d", o.Exit)
}

// usual is the exit code for a worst severity, --fail-on left alone.
func usual(worst lint.Severity) int {
	switch worst {
	case lint.Critical:
		return 2
	case lint.Warning:
		return 1
	}
	return 0
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
