package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/memorylint/memorylint/lint/config"
	"github.com/memorylint/memorylint/lint/report"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules"
)

var update = flag.Bool("update", false, "write goldens and generated files")

// root is the repository's folder.
var root = func() string {
	dir, err := filepath.Abs("../..")
	if err != nil {
		panic(err)
	}
	return dir
}()

// readmes are the READMEs with their language.
var readmes = []struct {
	file    string
	chinese bool
}{
	{"README.md", false},
	{"README.zh-TW.md", true},
}

// generated is what a README's generated region of that name holds.
func generated(t *testing.T, name string, zh bool) string {
	t.Helper()
	switch name {
	case "example":
		return "```text\n" + output(t, "lint", "testdata/workspaces/example") + "```\n"
	case "doctor":
		return "```text\n" + output(t, "doctor", "--workspace", "testdata/workspaces/example") + "```\n"
	case "rules":
		return ruleTable(zh)
	case "vscode":
		return "```json\n" + vscodeTasks(t) + "```\n"
	case "block":
		return "```text\n" + output(t, "gate", "--input", "testdata/continuity/undispatched.json", "--block") + "```\n"
	case "receipt":
		return "```json\n" + string(readExample(t, "receipt-queue-migration-run-20260504-0915.json")) + "```\n"
	case "continuity":
		return "```json\n" + string(readExample(t, "memorylint.json")) + "```\n"
	case "config":
		language := config.English
		if zh {
			language = config.TraditionalChinese
		}
		return string(config.Table(language))
	}
	t.Fatalf("nothing generates %q", name)
	return ""
}

// output runs the program in the repository, as of the day the example was
// written and without a home folder.
func output(t *testing.T, args ...string) string {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	t.Setenv("OPENCLAW_STATE_DIR", "")
	t.Chdir(root)
	var out, errs bytes.Buffer
	if args[0] != "gate" {
		args = append(args, "--now", "2026-05-04T12:00:00Z")
	}
	if code := run(context.Background(), args, streams{strings.NewReader(""), &out, &errs}); code == exitTrouble {
		t.Fatalf("%v: %s", args, errs.String())
	}
	return out.String()
}

func ruleTable(zh bool) string {
	var b strings.Builder
	if zh {
		b.WriteString("| 規則 | 嚴重度 | 說明 |\n")
	} else {
		b.WriteString("| rule | severity | reports |\n")
	}
	b.WriteString("| --- | --- | --- |\n")
	for _, r := range rules.All() {
		page := r.Page()
		summary := page.Summary
		if zh {
			summary = page.SummaryZH
		}
		fmt.Fprintf(&b, "| [`%s`](rules/%s) | %s | %s |\n", r.ID, pageFile(r.ID), r.Severity, strings.ReplaceAll(summary, "|", `\|`))
	}
	return b.String()
}

// pageFile is the file of a rule's page in the folder rules.
func pageFile(id string) string {
	module, _, _ := strings.Cut(id, "/")
	return strings.ReplaceAll(module, "-", "_") + ".md"
}

var region = regexp.MustCompile(`(?s)<!-- generated: ([a-z]+) -->\n(.*?)<!-- /generated -->\n`)

// TestReadmeIsCurrent writes or compares what is generated in the READMEs.
func TestReadmeIsCurrent(t *testing.T) {
	for _, readme := range readmes {
		t.Run(readme.file, func(t *testing.T) {
			file := filepath.Join(root, readme.file)
			have, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			found := 0
			want := region.ReplaceAllStringFunc(string(have), func(old string) string {
				found++
				name := region.FindStringSubmatch(old)[1]
				return fmt.Sprintf("<!-- generated: %s -->\n%s<!-- /generated -->\n", name, generated(t, name, readme.chinese))
			})
			if found != 8 {
				t.Errorf("%d generated regions, want 8", found)
			}
			golden(t, file, string(have), want)
		})
	}
}

// TestConfigSchemaIsCurrent writes or compares the checked-in schema.
func TestConfigSchemaIsCurrent(t *testing.T) {
	file := filepath.Join(root, "lint/config/schema.json")
	have, err := os.ReadFile(file)
	if err != nil && !*update {
		t.Fatal(err)
	}
	golden(t, file, string(have), string(config.Schema(config.Known{Rules: ruleIDs()})))
}

func golden(t *testing.T, file, have, want string) {
	t.Helper()
	switch {
	case have == want:
	case *update:
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is out of date; go test ./... -update writes it", filepath.Base(file))
	}
}

// TestReadmesAgree: both languages have the same headings, fenced commands,
// links and code spans.
func TestReadmesAgree(t *testing.T) {
	var docs [2]*markdown.Document
	for i, readme := range readmes {
		src, err := os.ReadFile(filepath.Join(root, readme.file))
		if err != nil {
			t.Fatal(err)
		}
		docs[i] = markdown.Parse(src)
	}
	for name, list := range map[string]func(*markdown.Document) []string{
		"headings": headings, "fenced blocks": fences, "links": destinations, "code spans": spans,
	} {
		en, zh := list(docs[0]), list(docs[1])
		if len(en) == 0 {
			t.Errorf("no %s were read", name)
		}
		for _, s := range en {
			if !slices.Contains(zh, s) {
				t.Errorf("%s: %q is in README.md alone", name, s)
			}
		}
		for _, s := range zh {
			if !slices.Contains(en, s) {
				t.Errorf("%s: %q is in README.zh-TW.md alone", name, s)
			}
		}
	}
}

func headings(d *markdown.Document) []string {
	var out []string
	for _, s := range d.Sections {
		out = append(out, fmt.Sprintf("%d %s", s.Level, s.Title))
	}
	return out
}

var fence = regexp.MustCompile("(?ms)^```.*?^```$")

func fences(d *markdown.Document) []string {
	var out []string
	for _, m := range fence.FindAll(d.Source, -1) {
		out = append(out, string(m))
	}
	return out
}

func destinations(d *markdown.Document) []string {
	var out []string
	for _, l := range d.Links(d.Whole()) {
		out = append(out, l.Destination)
	}
	return out
}

var span = regexp.MustCompile("`[^`\n]+`")

// spans are the code spans of the hand-written parts: the tables that are
// generated say the same in words of their own.
func spans(d *markdown.Document) []string {
	var out []string
	text := fence.ReplaceAll(region.ReplaceAll(d.Source, nil), nil)
	for _, m := range span.FindAll(text, -1) {
		out = append(out, string(m))
	}
	return out
}

// TestReadmeNamesFormats: what the READMEs say of flags is what the flags take.
func TestReadmeNamesFormats(t *testing.T) {
	for _, readme := range readmes {
		src, err := os.ReadFile(filepath.Join(root, readme.file))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			"--format " + strings.Join(report.Formats(), "|"),
			"--color " + strings.Join(colors, "|"),
			"--fail-on " + strings.Join(failures, "|"),
		} {
			if !bytes.Contains(src, []byte(want)) {
				t.Errorf("%s does not say %q", readme.file, want)
			}
		}
	}
}
