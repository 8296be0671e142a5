package report_test

import (
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/report"
)

func published(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	src, err := os.ReadFile("testdata/schema/" + name)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(src)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(name, doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSARIFFitsSchema(t *testing.T) {
	s := published(t, "sarif-2.1.0.json")
	for _, sample := range samples() {
		if err := s.Validate(decode(t, render(t, "sarif", sample.result, sample.options))); err != nil {
			t.Errorf("%s: %v", sample.name, err)
		}
	}
}

func TestSARIFSchemaRejects(t *testing.T) {
	s := published(t, "sarif-2.1.0.json")
	run := func(doc map[string]any) map[string]any { return doc["runs"].([]any)[0].(map[string]any) }
	first := func(doc map[string]any) map[string]any { return run(doc)["results"].([]any)[0].(map[string]any) }
	for name, spoil := range map[string]func(map[string]any){
		"another version":  func(doc map[string]any) { doc["version"] = "2.0.0" },
		"no driver":        func(doc map[string]any) { delete(run(doc)["tool"].(map[string]any), "driver") },
		"our own severity": func(doc map[string]any) { first(doc)["level"] = "critical" },
		"no message":       func(doc map[string]any) { delete(first(doc), "message") },
		"an unknown key":   func(doc map[string]any) { first(doc)["advisory"] = true },
		"another columns":  func(doc map[string]any) { run(doc)["columnKind"] = "bytes" },
		"success not said": func(doc map[string]any) {
			delete(run(doc)["invocations"].([]any)[0].(map[string]any), "executionSuccessful")
		},
		"null for results": func(doc map[string]any) { run(doc)["results"] = "none" },
		"a region at no line": func(doc map[string]any) {
			physical := first(doc)["locations"].([]any)[0].(map[string]any)["physicalLocation"].(map[string]any)
			physical["region"].(map[string]any)["startLine"] = 0
		},
		"half an escape": func(doc map[string]any) {
			physical := first(doc)["locations"].([]any)[0].(map[string]any)["physicalLocation"].(map[string]any)
			physical["artifactLocation"].(map[string]any)["uri"] = "100%.md"
		},
	} {
		doc := decode(t, render(t, "sarif", full(), report.Options{Exit: 2}))
		spoil(doc)
		if s.Validate(doc) == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestSARIFPaths(t *testing.T) {
	tests := []struct{ path, uri, base string }{
		{"memory/CURRENT_STATE.md", "memory/CURRENT_STATE.md", "%SRCROOT%"},
		{"agents/工 區/a b.md", "agents/%E5%B7%A5%20%E5%8D%80/a%20b.md", "%SRCROOT%"},
		{"100%#?.md", "100%25%23%3F.md", "%SRCROOT%"},
		{"c:/drive.md", "c%3A/drive.md", "%SRCROOT%"},
		{"a\xffb\n.md", "a%FFb%0A.md", "%SRCROOT%"},
		{"~u/-_.md", "~u/-_.md", "%SRCROOT%"},
		{".", ".", "%SRCROOT%"},
		{"/else where/a.md", "file:///else%20where/a.md", ""},
	}
	if runtime.GOOS == "windows" {
		tests = tests[:3]
		tests = append(tests, struct{ path, uri, base string }{"c:/a b.md", "file:///c:/a%20b.md", ""})
	}
	for _, tt := range tests {
		if uri, base := report.ArtifactURI(tt.path); uri != tt.uri || base != tt.base {
			t.Errorf("%q is %s (%s), want %s (%s)", tt.path, uri, base, tt.uri, tt.base)
		}
	}
}

func TestSARIFSaysWhatItKnows(t *testing.T) {
	var doc sarifLog
	unmarshal(t, render(t, "sarif", full(), report.Options{Exit: 2, Help: help}), &doc)
	run := doc.Runs[0]
	if run.ColumnKind != "unicodeCodePoints" {
		t.Errorf("columns are %s", run.ColumnKind)
	}
	if n := len(run.Invocations[0].ToolExecutionNotifications); n != 3 {
		t.Errorf("%d notes, want those about what is excluded, skipped and suppressed", n)
	}
	var ids []string
	for _, r := range run.Tool.Driver.Rules {
		ids = append(ids, r.ID)
	}
	if got, want := strings.Join(ids, " "), "placeholders/left sections/missing conflict/markers sections/order sections/duplicate"; got != want {
		t.Errorf("rules %s, want %s", got, want)
	}
	rule := run.Tool.Driver.Rules[0]
	if rule.DefaultConfiguration.Level != "note" || rule.ShortDescription.Text != "Text of the template is left." ||
		rule.FullDescription.Text != "Text of the template is left. It looks like an answer." ||
		!strings.HasPrefix(rule.Help.Text, "Write what it asks for.") || !strings.HasSuffix(rule.HelpURI, "/rules/placeholders.md") ||
		!strings.Contains(rule.Help.Markdown, "## How to fix\n\nWrite what it asks for.\n\n## Not looked at") {
		t.Errorf("rule %+v %+v", rule, rule.Help)
	}
	related := run.Results[2].RelatedLocations
	if len(related) != 2 || related[0].Message.Text != "the first one" || related[0].PhysicalLocation.Region.StartLine != 1 || related[1].Message != nil {
		t.Errorf("related %+v", related)
	}
	for i, r := range run.Results {
		if want := full().Diagnostics[i].Fingerprint; r.PartialFingerprints["memorylint/v1"] != want {
			t.Errorf("fingerprints %v, want %s", r.PartialFingerprints, want)
		}
	}

	unmarshal(t, render(t, "sarif", advisory(), report.Options{}), &doc)
	if !doc.Runs[0].Results[0].Properties.Advisory {
		t.Error("nothing says that the finding is advisory")
	}
}

// A link in a message is one that we wrote.
func TestSARIFMessagesHoldNoLinks(t *testing.T) {
	r := one()
	r.Diagnostics[0].Message = `see [this](1), \[that\](https://example.invalid)`
	r.Diagnostics[0].Related = []lint.Related{{Message: "[x](2)"}}
	var doc sarifLog
	unmarshal(t, render(t, "sarif", r, report.Options{}), &doc)
	got := doc.Runs[0].Results[0]
	if text := got.Message.Text + got.RelatedLocations[0].Message.Text; strings.Contains(text, "](") || !strings.Contains(text, `[this]\x281)`) {
		t.Errorf("%q", text)
	}
}
