package lint_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// word reports each line of the states that holds its word.
func word(id, w string, severity lint.Severity) *lint.Rule {
	return &lint.Rule{
		ID: id, Severity: severity, Healthy: id + " fine", Kinds: []protocol.Kind{protocol.State},
		Check: func(p *lint.Pass) error {
			for line := 1; line <= p.File.Doc().Lines(); line++ {
				s := p.File.Doc().LineSpan(line)
				text := string(p.File.Source()[s.Start:s.End])
				if i := strings.Index(text, w); i >= 0 && !strings.Contains(text, "memorylint-") && !p.File.Doc().Code(s.Start+i) {
					p.Reportf(markdown.Span{Start: s.Start + i, End: s.Start + i + len(w)}, "found %s", w)
				}
			}
			return nil
		},
	}
}

func engineRules() []*lint.Rule {
	return []*lint.Rule{
		{ID: "suppression/unknown", Severity: lint.Warning},
		{ID: "suppression/unused", Severity: lint.Info},
		{ID: "suppression/reason", Severity: lint.Warning},
	}
}

func run(t *testing.T, tr lint.Tree, opts lint.Options, rules ...*lint.Rule) *lint.Result {
	t.Helper()
	found := discover(t, tr, settings(), lint.Target{Path: "."})
	res, err := lint.Run(context.Background(), found.Workspaces, rules, opts)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func lines(r *lint.Result) string {
	var b strings.Builder
	for _, d := range r.Diagnostics {
		fmt.Fprintf(&b, "%s:%d:%d %s %s %s\n", d.Path, d.Range.Start.Line, d.Range.Start.Column, d.Severity, d.Rule, d.Message)
	}
	return b.String()
}

func TestRunSortsAndCounts(t *testing.T) {
	tr := files("b/memory/CURRENT_STATE.md", "x\ny x\n", "a/memory/CURRENT_STATE.md", "目標 x y\n", "a/tasks.md", "x")
	res := run(t, tr, lint.Options{}, word("m/y", "y", lint.Critical), word("m/x", "x", lint.Info))
	want := `a/memory/CURRENT_STATE.md:1:4 info m/x found x
a/memory/CURRENT_STATE.md:1:6 critical m/y found y
b/memory/CURRENT_STATE.md:1:1 info m/x found x
b/memory/CURRENT_STATE.md:2:1 critical m/y found y
b/memory/CURRENT_STATE.md:2:3 info m/x found x
`
	if got := lines(res); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if res.Files != 3 || len(res.Workspaces) != 2 || res.Worst() != lint.Critical || res.Count(lint.Info) != 3 {
		t.Errorf("files %d, workspaces %d, worst %v, info %d", res.Files, len(res.Workspaces), res.Worst(), res.Count(lint.Info))
	}
	again := run(t, tr, lint.Options{}, word("m/y", "y", lint.Critical), word("m/x", "x", lint.Info))
	if !reflect.DeepEqual(res.Diagnostics, again.Diagnostics) {
		t.Error("two runs differ")
	}
}

func TestRunSeverityAndChecks(t *testing.T) {
	tr := files("memory/CURRENT_STATE.md", "x\n")
	res := run(t, tr, lint.Options{Severity: map[string]lint.Severity{"m/x": lint.Warning, "m/off": lint.OK}},
		word("m/z", "z", lint.Info), word("m/x", "x", lint.Info), word("m/off", "x", lint.Critical))
	if got := lines(res); got != "memory/CURRENT_STATE.md:1:1 warning m/x found x\n" {
		t.Errorf("got %s", got)
	}
	checks := res.Workspaces[0].Checks
	if len(checks) != 2 || checks[0].Healthy != "m/z fine" || checks[1].Healthy != "" || len(checks[1].Diagnostics) != 1 {
		t.Errorf("checks: %+v", checks)
	}
	if len(res.Rules) != 2 {
		t.Errorf("a rule that is off ran: %d rules", len(res.Rules))
	}
}

// A rule that had nothing to judge, or whose finding was suppressed, gives no
// [OK] line.
func TestRunHealthy(t *testing.T) {
	skips := word("m/skips", "never", lint.Info)
	skips.Check = func(p *lint.Pass) error { p.Skip(); return nil }
	says := word("m/says", "never", lint.Info)
	says.Check = func(p *lint.Pass) error { p.Healthyf("%d judged", 1); return nil }
	tr := files("memory/CURRENT_STATE.md", "<!-- memorylint-disable-file m/x -- why -->\n\nx\n")
	res := run(t, tr, lint.Options{}, append(engineRules(), skips, says, word("m/x", "x", lint.Critical))...)
	checks := res.Workspaces[0].Checks
	if len(checks) != 1 || checks[0].Healthy != "1 judged" {
		t.Errorf("checks: %+v", checks)
	}
	if res.Suppressed != 1 || res.Worst() != lint.OK {
		t.Errorf("suppressed %d, worst %v", res.Suppressed, res.Worst())
	}
}

func TestRunAdvisory(t *testing.T) {
	advisory := word("m/x", "x", lint.Warning)
	advisory.Advisory = true
	tr := files("memory/CURRENT_STATE.md", "x\n")
	if res := run(t, tr, lint.Options{}, advisory); res.Worst() != lint.Warning || res.Diagnostics[0].Advisory {
		t.Error("advisory outside a commit")
	}
	if res := run(t, tr, lint.Options{Commit: true}, advisory); res.Worst() != lint.OK || !res.Diagnostics[0].Advisory {
		t.Error("not advisory at a commit")
	}
}

func TestRunFaults(t *testing.T) {
	found := discover(t, files("memory/CURRENT_STATE.md", "x\n"), settings(), lint.Target{Path: "."})
	boom := word("m/x", "x", lint.Info)
	boom.Check = func(*lint.Pass) error { panic("boom") }
	if _, err := lint.Run(context.Background(), found.Workspaces, []*lint.Rule{boom}, lint.Options{}); err == nil || !strings.Contains(err.Error(), "internal fault while checking .: boom") {
		t.Errorf("panic gave %v", err)
	}
	fails := word("m/x", "x", lint.Info)
	fails.Check = func(*lint.Pass) error { return errors.New("no") }
	if _, err := lint.Run(context.Background(), found.Workspaces, []*lint.Rule{fails}, lint.Options{}); err == nil || !strings.Contains(err.Error(), "rule m/x in .: no") {
		t.Errorf("error gave %v", err)
	}
}

func TestRunOneFile(t *testing.T) {
	tr := files("memory/CURRENT_STATE.md", "x\n", "memory/session_archive/2026-05-01_10-00.md", "x\n")
	found := discover(t, tr, settings(), lint.Target{Path: "memory/session_archive/2026-05-01_10-00.md", File: true})
	whole := &lint.Rule{ID: "w/s", Severity: lint.Info, Check: func(p *lint.Pass) error {
		p.Report(lint.Diagnostic{Path: protocol.StatePath, Message: "the workspace's own"})
		return nil
	}}
	each := word("m/x", "x", lint.Info)
	each.Kinds = []protocol.Kind{lint.Any}
	res, err := lint.Run(context.Background(), found.Workspaces, []*lint.Rule{whole, each}, lint.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := "memory/CURRENT_STATE.md:1:1 info w/s the workspace's own\nmemory/session_archive/2026-05-01_10-00.md:1:1 info m/x found x\n"
	if got := lines(res); got != want || res.Files != 1 {
		t.Errorf("%d files, got\n%swant\n%s", res.Files, got, want)
	}
}

func TestFingerprints(t *testing.T) {
	one := run(t, files("memory/CURRENT_STATE.md", "x\nx\n"), lint.Options{}, word("m/x", "x", lint.Info)).Diagnostics
	moved := run(t, files("memory/CURRENT_STATE.md", "\n\ny\nx\nx\n"), lint.Options{}, word("m/x", "x", lint.Info)).Diagnostics
	if one[0].Fingerprint == one[1].Fingerprint || len(one[0].Fingerprint) != 32 {
		t.Errorf("fingerprints %q and %q", one[0].Fingerprint, one[1].Fingerprint)
	}
	if one[0].Fingerprint != moved[0].Fingerprint || one[1].Fingerprint != moved[1].Fingerprint {
		t.Error("a fingerprint changed with the line")
	}
	other := run(t, files("a/memory/CURRENT_STATE.md", "x\n"), lint.Options{}, word("m/x", "x", lint.Info)).Diagnostics
	if other[0].Fingerprint == one[0].Fingerprint {
		t.Error("two paths share a fingerprint")
	}
}

// counting counts how often times are asked for.
type counting struct {
	tree
	calls *int
}

func (c *counting) Modified(ctx context.Context, names []string) (map[string]time.Time, error) {
	*c.calls++
	return c.tree.Modified(ctx, names)
}

// Times cost git processes: they are asked for once a tree, and only where
// there is evidence to compare with.
func TestTimesAreAskedOnce(t *testing.T) {
	rule := &lint.Rule{ID: "staleness/state", Severity: lint.Info, Check: func(*lint.Pass) error { return nil }}
	tests := []struct {
		tree tree
		want int
	}{
		{files("memory/CURRENT_STATE.md", "x"), 0},
		{files("a/memory/CURRENT_STATE.md", "x", "a/memory/2026-05-01.md", "x", "b/memory/CURRENT_STATE.md", "x", "b/memory/sessions/2026-05-01.md", "x"), 1},
	}
	for _, tt := range tests {
		calls := 0
		run(t, &counting{tt.tree, &calls}, lint.Options{}, rule)
		if calls != tt.want {
			t.Errorf("asked %d times, want %d", calls, tt.want)
		}
	}
}

// More than a thousand findings of one rule in one file are not told; that they
// are not is.
func TestFindingsAreCapped(t *testing.T) {
	tr := files("memory/CURRENT_STATE.md", strings.Repeat("x\n", 1500))
	limits := &lint.Rule{ID: "limits/reached", Severity: lint.Warning}
	res := run(t, tr, lint.Options{}, word("m/x", "x", lint.Info), limits)
	if n := res.Count(lint.Info); n != 1000 {
		t.Errorf("%d findings", n)
	}
	if got, want := lines(&lint.Result{Diagnostics: res.Diagnostics[:1]}), "memory/CURRENT_STATE.md:1:1 warning limits/reached only the first 1000 findings of m/x are told\n"; got != want {
		t.Errorf("got %s", got)
	}
	if res := run(t, tr, lint.Options{}, word("m/x", "x", lint.Info)); len(res.Diagnostics) != 1000 {
		t.Errorf("%d findings without the rule that says so", len(res.Diagnostics))
	}
}
