package report_test

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/report"
)

func TestGitLabFitsSchema(t *testing.T) {
	s := published(t, "gitlab.json")
	for _, sample := range samples() {
		out := render(t, "gitlab", sample.result, sample.options)
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Validate(v); err != nil {
			t.Errorf("%s: %v", sample.name, err)
		}
		// GitLab keeps one of the issues that share a fingerprint.
		seen := map[any]bool{}
		for _, issue := range v.([]any) {
			f := issue.(map[string]any)["fingerprint"]
			if seen[f] {
				t.Errorf("%s: %v twice", sample.name, f)
			}
			seen[f] = true
		}
	}
}

func TestGitLabNothingFound(t *testing.T) {
	if got := string(render(t, "gitlab", clean(), report.Options{})); got != "[]\n" {
		t.Errorf("%q", got)
	}
}

func TestGitLabSeverities(t *testing.T) {
	tests := []struct {
		severity lint.Severity
		advisory bool
		want     string
	}{
		{lint.Critical, false, "critical"},
		{lint.Critical, true, "minor"},
		{lint.Warning, false, "major"},
		{lint.Warning, true, "minor"},
		{lint.Info, false, "info"},
		{lint.Info, true, "info"},
	}
	for _, tt := range tests {
		r := one()
		r.Diagnostics[0].Severity, r.Diagnostics[0].Advisory = tt.severity, tt.advisory
		if got := readGitLab(t, render(t, "gitlab", r, report.Options{}))[0].Severity; got != tt.want {
			t.Errorf("%v, advisory %v: %s, want %s", tt.severity, tt.advisory, got, tt.want)
		}
	}
}
