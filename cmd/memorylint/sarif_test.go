package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/memorylint/memorylint/rules"
)

// TestSARIFOfTheProgram: with all rules and their pages the log fits the
// published schema and GitHub's limits, and the pages that it names are there.
func TestSARIFOfTheProgram(t *testing.T) {
	foreignWorkspace(t)
	var out, errs bytes.Buffer
	if code := run(context.Background(), []string{"--format", "sarif"}, streams{strings.NewReader(""), &out, &errs}); code != exitCritical {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(root, "lint/report/testdata/schema/sarif-2.1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Error(err)
	}
	type text struct{ Text, Markdown string }
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Rules []struct {
						ID, HelpURI                             string
						ShortDescription, FullDescription, Help text
					}
				}
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	list := log.Runs[0].Tool.Driver.Rules
	if len(list) != len(rules.All()) {
		t.Errorf("%d rules, want %d", len(list), len(rules.All()))
	}
	for _, r := range list {
		_, page, ok := strings.Cut(r.HelpURI, "/blob/main/")
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(page))); !ok || err != nil {
			t.Errorf("%s: page %s: %v", r.ID, r.HelpURI, err)
		}
		for _, s := range []string{r.ShortDescription.Text, r.FullDescription.Text} {
			if n := utf8.RuneCountInString(s); n == 0 || n > 1024 {
				t.Errorf("%s: a description of %d characters; GitHub takes 1 to 1024", r.ID, n)
			}
		}
		if r.Help.Text == "" || !strings.Contains(r.Help.Markdown, "## How to fix") {
			t.Errorf("%s: help %q", r.ID, r.Help.Text)
		}
	}
}
