package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/memorylint/memorylint/lint"
)

// An entry is a finding as a consumer of the text format holds it: severity in
// its own words, column in its own unit.
type entry struct {
	File     string
	Line     int
	Column   int
	Severity string
	Text     string
	At       []any // file, line and column in characters to which it goes, where it goes anywhere
}

type entries struct {
	Made     []entry            // of the workspace
	Compiled []entry            // the same by another way
	Goldens  map[string][]entry // of the text goldens, by file
}

// lacks ends a test whose consumer this machine has not: skipped, but failed
// in CI.
func lacks(t *testing.T, why ...any) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(why...)
	}
	t.Skip(why...)
}

// consumer is the path of a program.
func consumer(t *testing.T, name string) string {
	t.Helper()
	program, err := exec.LookPath(name)
	if err != nil {
		lacks(t, name+" is not installed")
	}
	return program
}

// foreignWorkspace is a current folder with every severity, names with spaces,
// and findings behind characters of every width: of several bytes, of two
// UTF-16 units, combining ones, tabs, and a byte-order mark.
func foreignWorkspace(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("HOME", dir)
	for _, name := range []string{"CLAUDE_CONFIG_DIR", "OPENCLAW_STATE_DIR"} {
		t.Setenv(name, "")
	}
	t.Setenv("LC_ALL", "C.UTF-8")
	const state = "> Last updated: 2026-05-01\n## Objective\n[One sentence: what are we trying to accomplish right now?]\n" +
		"## Current Step\n目標\t ✅ 🚀 é e\u030b 見 [文件](docs/不在.md) 與 [x](gone.md)\n## Key Decisions\nNone\n" +
		"## Next Action\n<<<<<<< HEAD\none\n=======\ntwo\n>>>>>>> other\n## Blockers\nNone\n"
	for name, content := range map[string]string{
		"agents/工作 區/memory/CURRENT_STATE.md":       state,
		"memory/CURRENT_STATE.md":                   state,
		"bom 100%, a=b;(1)/memory/CURRENT_STATE.md": "\ufeff> Last updated: [ISO timestamp]\r\n## Objective\r\n🚀 e\u030b 見 [文件](docs/不在.md)\r\n## Next Action\r\nx\r\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

type jsonFinding struct {
	Rule, Severity, Message, Path string
	Range                         lint.Range
	Advisory                      bool
}

// jsonFindings are the findings of the current folder by --format json.
func jsonFindings(t *testing.T) []jsonFinding {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(context.Background(), []string{"--format", "json"}, streams{strings.NewReader(""), &out, &errs}); code != exitCritical {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	var doc struct{ Diagnostics []jsonFinding }
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	severities := map[string]bool{}
	for _, f := range doc.Diagnostics {
		severities[f.Severity] = true
	}
	if len(doc.Diagnostics) < 14 || len(severities) != 3 {
		t.Fatalf("%d findings of severities %v are not enough", len(doc.Diagnostics), severities)
	}
	return doc.Diagnostics
}

// wanted are the entries that the findings should give: severities in the
// consumer's words, columns by unit, nothing but the text in its own form.
func wanted(findings []jsonFinding, words map[string]string, column func(jsonFinding) int) []entry {
	var out []entry
	for _, f := range findings {
		out = append(out, entry{
			File: f.Path, Line: f.Range.Start.Line, Column: column(f),
			Severity: words[f.Severity], Text: fmt.Sprintf("%s [%s]", f.Message, f.Rule),
		})
	}
	return out
}

// characters is the unit of the text format itself.
func characters(f jsonFinding) int { return f.Range.Start.Column }

// byteColumn counts bytes from 1, after a byte-order mark.
func byteColumn(t *testing.T) func(jsonFinding) int {
	return func(f jsonFinding) int {
		src, err := os.ReadFile(filepath.FromSlash(f.Path))
		if err != nil {
			t.Fatal(err)
		}
		before := src[:f.Range.Start.Offset]
		line := before[bytes.LastIndexByte(before, '\n')+1:]
		return len(bytes.TrimPrefix(line, []byte("\ufeff"))) + 1
	}
}

func compareEntries(t *testing.T, name string, got, want []entry) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d entries, want %d", name, len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		g := got[i]
		g.At = nil
		if fmt.Sprint(g) != fmt.Sprint(want[i]) {
			t.Errorf("%s, entry %d:\n%+v, want\n%+v", name, i, g, want[i])
		}
	}
}

// comparePlaces: following an entry leads to the character of the finding.
func comparePlaces(t *testing.T, got []entry, findings []jsonFinding) {
	t.Helper()
	for i, f := range findings {
		want := []any{f.Path, float64(f.Range.Start.Line), float64(f.Range.Start.Column)}
		if i < len(got) && !slices.Equal(got[i].At, want) {
			t.Errorf("%s:%d:%d leads to %v", f.Path, f.Range.Start.Line, f.Range.Start.Column, got[i].At)
		}
	}
}

// consume runs a consumer with a script, and reads what it wrote to $OUT.
func consume(t *testing.T, env map[string]string, program string, args ...string) entries {
	t.Helper()
	file := filepath.Join(t.TempDir(), "out.json")
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "OUT="+file)
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	log, err := cmd.CombinedOutput()
	out, e := os.ReadFile(file)
	if err != nil || e != nil {
		t.Fatalf("%s: %v, %v\n%s", program, err, e, log)
	}
	var read entries
	if err := json.Unmarshal(out, &read); err != nil {
		t.Fatalf("%v in:\n%s", err, out)
	}
	return read
}

// save writes what "memorylint matcher" prints for a consumer to a file.
func save(t *testing.T, consumer, file string) string {
	t.Helper()
	file = filepath.Join(t.TempDir(), file)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(printed(t, consumer)), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// printed is what "memorylint matcher" prints for a consumer.
func printed(t *testing.T, consumer string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(context.Background(), []string{"matcher", consumer}, streams{strings.NewReader(""), &out, &errs}); code != exitHealthy {
		t.Fatalf("matcher %s: exit %d: %s", consumer, code, errs.String())
	}
	return out.String()
}

func script(name string) string { return filepath.Join(root, "testdata/consumers", name) }
