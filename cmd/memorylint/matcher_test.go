package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// A textGolden is a piece of text output that the repository holds, with the
// lines in it that are findings.
type textGolden struct {
	name  string
	text  string
	lines []entry // Severity in the text's words, Text with the rule
}

// otherFormat is the beginning of a line of the doctor's and of GitHub's.
var otherFormat = regexp.MustCompile(`(?m)^(\[[A-Z]+\]|::)`)

var lastLine = regexp.MustCompile(`(?m)^(?:no problems|(\d+) problems? \(.*\)) in \d+ files?, \d+ workspaces?.*\n?\z`)

// textGoldens are all of them: of the reporter, the scripts, the rules' pages
// and the READMEs.
func textGoldens(t *testing.T) []textGolden {
	t.Helper()
	var out []textGolden
	each := func(pattern string, pieces func(name string, src []byte)) {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(names), err)
		}
		for _, name := range names {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			pieces(strings.TrimPrefix(name, root+"/"), src)
		}
	}
	add := func(name, text string) { out = append(out, textGolden{name, text, findingLines(t, name, text)}) }
	each("lint/report/testdata/*.text", func(name string, src []byte) { add(name, string(src)) })
	each("testdata/script/*.txtar", func(name string, src []byte) {
		for _, f := range txtar.Parse(src).Files {
			if text := string(f.Data); lastLine.MatchString(text) && !otherFormat.MatchString(text) {
				add(name+" "+f.Name, text)
			}
		}
	})
	each("README*.md", func(name string, src []byte) {
		for _, m := range fenceOf.FindAllStringSubmatch(string(src), -1) {
			if m[1] == "text" && strings.Contains(m[2], ":1:1: ") {
				add(name, m[2])
			}
		}
	})
	each("rules/*.md", func(name string, src []byte) {
		for _, m := range regexp.MustCompile("(?ms)^## Output\n\n```text\n(.*?)^```$").FindAllStringSubmatch(string(src), -1) {
			add(name, m[1])
		}
	})
	if len(out) < 40 {
		t.Fatalf("%d goldens are not all", len(out))
	}
	return out
}

// findingLines takes a golden apart without a matcher's help: what begins
// with no space, is no summary and no remark about a path is a finding.
func findingLines(t *testing.T, name, text string) []entry {
	t.Helper()
	var out []entry
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == ' ' || lastLine.MatchString(line) || remark.MatchString(line) ||
			strings.HasSuffix(line, " is excluded by the configuration") || strings.HasSuffix(line, "no document of a known protocol") {
			continue
		}
		// The last place is the finding's when no message holds one; ours do not.
		at := place.FindStringSubmatchIndex(line)
		if at == nil {
			t.Fatalf("%s: %q is no finding", name, line)
		}
		number := func(i int) int {
			n, err := strconv.Atoi(line[at[2*i]:at[2*i+1]])
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		out = append(out, entry{File: line[:at[0]], Line: number(1), Column: number(2), Severity: line[at[6]:at[7]], Text: line[at[1]:]})
	}
	if m := lastLine.FindStringSubmatch(text); m != nil && m[1] != "" && m[1] != strconv.Itoa(len(out)) {
		t.Fatalf("%s: %d findings, the last line says %s", name, len(out), m[1])
	}
	return out
}

// remark is a line about the run, not about a place.
var remark = regexp.MustCompile(`^(\d+ findings? (suppressed|known before, not shown)|nothing is staged, .*|the commit touches no memory .*)$`)

var place = regexp.MustCompile(`:(\d+):(\d+): ([a-z]+): `)

// goldenFiles writes each golden to a file, named by its number.
func goldenFiles(t *testing.T, list []textGolden) []string {
	t.Helper()
	dir := t.TempDir()
	var out []string
	for i, g := range list {
		file := filepath.Join(dir, strconv.Itoa(i))
		if err := os.WriteFile(file, []byte(g.text), 0o666); err != nil {
			t.Fatal(err)
		}
		out = append(out, file)
	}
	return out
}

func goldenNumber(t *testing.T, file string) int {
	n, err := strconv.Atoi(filepath.Base(file))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestMatchersReadGoldens: the expressions for VS Code and GitHub find every
// finding in every golden, each group in its place, and nothing else.
func TestMatchersReadGoldens(t *testing.T) {
	var github struct {
		ProblemMatcher []struct {
			Owner, Severity string
			Pattern         []pattern
		}
	}
	var vscode struct{ Pattern pattern }
	decodeMatcher(t, "github", &github)
	decodeMatcher(t, "vscode", &vscode)
	owners := map[string]bool{}
	found := map[string]int{}
	for _, g := range textGoldens(t) {
		var all, byWord []entry
		for line := range strings.Lines(g.text) {
			line = strings.TrimSuffix(line, "\n")
			all = append(all, matched(vscode.Pattern, "", line)...)
			for _, m := range github.ProblemMatcher {
				owners[m.Owner] = true
				e := matched(m.Pattern[0], m.Severity, line)
				byWord = append(byWord, e...)
				found[m.Severity] += len(e)
			}
		}
		compareEntries(t, "vscode, "+g.name, all, g.lines)
		for i := range g.lines {
			if g.lines[i].Severity == "info" {
				g.lines[i].Severity = "notice"
			}
		}
		compareEntries(t, "github, "+g.name, byWord, g.lines)
	}
	if len(owners) != 3 || len(github.ProblemMatcher) != 3 {
		t.Errorf("owners %v: the runner wants each once", owners)
	}
	for _, severity := range []string{"error", "warning", "notice"} { // those that the runner knows
		if found[severity] == 0 {
			t.Errorf("no golden holds a finding of GitHub's %s", severity)
		}
	}
}

func decodeMatcher(t *testing.T, consumer string, v any) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(printed(t, consumer)))
	if err := dec.Decode(v); err != nil {
		t.Fatal(err)
	}
}

func matched(p pattern, severity, line string) []entry {
	m := regexp.MustCompile(p.Regexp).FindStringSubmatch(line)
	if m == nil {
		return nil
	}
	if severity == "" {
		severity = m[p.Severity]
	}
	at, _ := strconv.Atoi(m[p.Line])
	column, _ := strconv.Atoi(m[p.Column])
	return []entry{{File: m[p.File], Line: at, Column: column, Severity: severity, Text: fmt.Sprintf("%s [%s]", m[p.Message], m[p.Code])}}
}

// textOutput is the text format of the current folder.
func textOutput(t *testing.T) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(context.Background(), []string{"."}, streams{strings.NewReader(""), &out, &errs}); code != exitCritical {
		t.Fatalf("exit %d: %s", code, errs.String())
	}
	return out.String()
}

// textLines are the lines of textOutput without the last.
func textLines(t *testing.T) []string {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(textOutput(t), "\n"), "\n")
	return lines[:len(lines)-1]
}
