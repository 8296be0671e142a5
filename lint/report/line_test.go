package report_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/memorylint/memorylint/lint/report"
)

// form is the line that editors and CI read.
var form = regexp.MustCompile(report.LineForm("(" + strings.Join(report.Words(), "|") + ")"))

func TestMatcherFindsFindingsAndNothingElse(t *testing.T) {
	place := regexp.MustCompile(`^\S.*:\d+:\d+: `)
	for _, s := range samples() {
		for _, verbose := range []bool{false, true} {
			s.options.Verbose = verbose
			found := 0
			for line := range strings.Lines(string(render(t, "text", s.result, s.options))) {
				line = strings.TrimSuffix(line, "\n")
				m := form.FindStringSubmatch(line)
				if (m != nil) != place.MatchString(line) {
					t.Errorf("%s: readers disagree on %q", s.name, line)
				}
				if m == nil {
					continue
				}
				if found < len(s.result.Diagnostics) && m[6] != s.result.Diagnostics[found].Rule {
					t.Errorf("%s: rule %s read from %q", s.name, m[6], line)
				}
				found++
			}
			if found != len(s.result.Diagnostics) {
				t.Errorf("%s, verbose %v: %d lines are findings, want %d", s.name, verbose, found, len(s.result.Diagnostics))
			}
		}
	}
}
