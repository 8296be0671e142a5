package lint_test

import (
	"testing"

	"github.com/memorylint/memorylint/lint"
)

func TestSuppressions(t *testing.T) {
	tests := []struct {
		name, source, want string
		suppressed         int
	}{
		{"next line", "<!-- memorylint-disable-next-line m/x -- why -->\nx\nx\n", "3:1 info m/x found x", 1},
		{"next line of a comment of two lines", "<!-- memorylint-disable-next-line\nm/x -- why -->\nx\n", "", 1},
		{"module", "<!-- memorylint-disable-next-line m -- why -->\nx\n", "", 1},
		{"two rules", "<!-- memorylint-disable-next-line m/x, m/y -- why -->\nx y\n", "", 2},
		{"region", "x\n\n<!-- memorylint-disable m/x -- why -->\n\nx\n\n<!-- memorylint-enable m/x -->\n\nx\n", "1:1 info m/x found x|9:1 info m/x found x", 1},
		{"region to the end", "<!-- memorylint-disable m/x -- why -->\n\nx\n", "", 1},
		{"file", "x\n\n<!-- memorylint-disable-file m/x -- why -->\n", "", 1},
		{"no reason", "<!-- memorylint-disable-next-line m/x -->\nx\n", "1:1 warning suppression/reason disable-next-line without a reason suppresses nothing; write -- and the reason|2:1 info m/x found x", 0},
		{"unknown rule", "<!-- memorylint-disable-next-line m/xx -- why -->\nx\n", `1:1 warning suppression/unknown unknown rule "m/xx" in disable-next-line; did you mean m/x?|2:1 info m/x found x`, 0},
		{"no rule", "<!-- memorylint-disable-next-line -- why -->\nx\n", "1:1 warning suppression/unknown disable-next-line names no rule|2:1 info m/x found x", 0},
		{"unknown verb", "<!-- memorylint-ignore m/x -- why -->\nx\n", "1:1 warning suppression/unknown unknown suppression memorylint-ignore|2:1 info m/x found x", 0},
		{"unused", "<!-- memorylint-disable-next-line m/x -- why -->\nz\n", "1:1 info suppression/unused disable-next-line m/x suppresses nothing", 0},
		{"unused, of a rule that does not run", "<!-- memorylint-disable-next-line m/off -- why -->\nz\n", "", 0},
		{"fixed rule", "<!-- memorylint-disable-next-line m/fixed -- why -->\nf\n", "1:1 info suppression/unused m/fixed cannot be suppressed here, only in the configuration|2:1 critical m/fixed found f", 0},
		{"enable without a region", "<!-- memorylint-enable m/x -->\nz\n", "1:1 info suppression/unused enable m/x ends no suppression", 0},
		{"none hides itself", "<!-- memorylint-disable-file suppression/unused -- why -->\nz\n", "1:1 info suppression/unused disable-file suppression/unused suppresses nothing", 0},
		{"in a fence", "```\n<!-- memorylint-disable m/x -- why -->\n```\nx\n", "4:1 info m/x found x", 0},
		{"inside a line", "text <!-- memorylint-disable-file m/x -- why --> text\n\nx\n", "3:1 info m/x found x", 0},
		{"an unused one can be suppressed", "<!-- memorylint-disable-next-line suppression/unused -- kept for now -->\n<!-- memorylint-disable-next-line m/x -- why -->\nz\n", "", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fixed := word("m/fixed", "f", lint.Critical)
			fixed.Fixed = true
			rules := append(engineRules(), word("m/x", "x", lint.Info), word("m/y", "y", lint.Info), fixed)
			res := run(t, files("memory/CURRENT_STATE.md", tt.source), lint.Options{
				Known: []string{"m/x", "m/y", "m/fixed", "m/off", "suppression/unused"},
			}, rules...)
			got := ""
			for _, d := range res.Diagnostics {
				if got != "" {
					got += "|"
				}
				got += lines(&lint.Result{Diagnostics: []lint.Diagnostic{d}})[len("memory/CURRENT_STATE.md:"):]
				got = got[:len(got)-1]
			}
			if got != tt.want || res.Suppressed != tt.suppressed {
				t.Errorf("suppressed %d, want %d\ngot  %s\nwant %s", res.Suppressed, tt.suppressed, got, tt.want)
			}
		})
	}
}
