package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/memorylint/memorylint/lint"
)

// Summary is the last line of the text format: what was found, in how much,
// and what a code means that this does not explain. It holds no foreign text.
func Summary(r *lint.Result, o Options) string { return tally(r) + surprise(r, &o) }

// summarize writes the asides and then the last line.
func summarize(w *bufio.Writer, r *lint.Result, o *Options) {
	for _, aside := range asides(r) {
		fmt.Fprintln(w, aside)
	}
	fmt.Fprintln(w, Summary(r, *o))
}

// asides say what was asked for and not looked at, and what is not shown.
func asides(r *lint.Result) []string {
	var out []string
	for _, path := range r.Excluded {
		out = append(out, escapePath(path)+" is excluded by the configuration")
	}
	for _, path := range r.Skipped {
		out = append(out, escapePath(path)+" was not checked: missing, or no document of a known protocol")
	}
	if r.Suppressed > 0 {
		out = append(out, count(r.Suppressed, "finding")+" suppressed")
	}
	if r.Known > 0 {
		out = append(out, count(r.Known, "finding")+" known before, not shown")
	}
	if r.Note != "" {
		out = append(out, escape(r.Note))
	}
	return out
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
