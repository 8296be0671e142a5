package report_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/report"
)

func compile(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(report.Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("report.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("report.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func decode(t *testing.T, data []byte) map[string]any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatalf("%v in:\n%s", err, data)
	}
	return v.(map[string]any)
}

func TestJSONFitsSchema(t *testing.T) {
	s := compile(t)
	for _, sample := range samples() {
		if err := s.Validate(decode(t, render(t, "json", sample.result, sample.options))); err != nil {
			t.Errorf("%s: %v", sample.name, err)
		}
	}
}

func TestSchemaRejects(t *testing.T) {
	s := compile(t)
	first := func(doc map[string]any) map[string]any {
		return doc["diagnostics"].([]any)[0].(map[string]any)
	}
	tests := map[string]func(doc map[string]any){
		"another version":      func(doc map[string]any) { doc["version"] = 2 },
		"a missing list":       func(doc map[string]any) { delete(doc, "checks") },
		"null for a list":      func(doc map[string]any) { doc["excluded"] = nil },
		"an unknown key":       func(doc map[string]any) { doc["extra"] = true },
		"an unknown count":     func(doc map[string]any) { doc["summary"].(map[string]any)["errors"] = 1 },
		"a negative count":     func(doc map[string]any) { doc["summary"].(map[string]any)["files"] = -1 },
		"the text's severity":  func(doc map[string]any) { first(doc)["severity"] = "error" },
		"a rule without a /":   func(doc map[string]any) { first(doc)["rule"] = "sections" },
		"a finding no path":    func(doc map[string]any) { first(doc)["path"] = "" },
		"a missing advisory":   func(doc map[string]any) { delete(first(doc), "advisory") },
		"a line counting at 0": func(doc map[string]any) { first(doc)["range"].(map[string]any)["start"].(map[string]any)["line"] = 0 },
	}
	for name, spoil := range tests {
		doc := decode(t, render(t, "json", full(), report.Options{Exit: 2}))
		spoil(doc)
		if s.Validate(doc) == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func TestJSONKeepsText(t *testing.T) {
	out := render(t, "json", hostile(), report.Options{Exit: 1})
	var doc struct {
		Diagnostics []struct{ Path, Message string }
	}
	if err := json.Unmarshal(out, &doc); err != nil {
		t.Fatal(err)
	}
	for i, path := range hostilePaths {
		want := strings.ReplaceAll(path, "\xff\xfe", `\xff\xfe`)
		if got := doc.Diagnostics[i].Path; got != want {
			t.Errorf("path %q, want %q", got, want)
		}
	}
}

func TestJSONIsPlain(t *testing.T) {
	r := one()
	r.Diagnostics[0].Message = `<a href="x"> & 目標 back\slash 😀`
	out := string(render(t, "json", r, report.Options{Exit: 1}))
	want := `"message": "<a href=\"x\"> & 目標 back\\slash 😀",`
	if !strings.Contains(out, want) {
		t.Errorf("no %s in:\n%s", want, out)
	}
}

func TestJSONWholeFile(t *testing.T) {
	r := one()
	r.Diagnostics[0].Range = lint.Range{}
	out := render(t, "json", r, report.Options{})
	var doc struct{ Diagnostics []struct{ Range lint.Range } }
	if err := json.Unmarshal(out, &doc); err != nil {
		t.Fatal(err)
	}
	at := lint.Position{Line: 1, Column: 1}
	if got := doc.Diagnostics[0].Range; got != (lint.Range{Start: at, End: at}) {
		t.Errorf("range %+v", got)
	}
}
