package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var capitals = map[string]string{"critical": "E", "warning": "W", "info": "I"}

func TestVim(t *testing.T) {
	testQuickfix(t, consumer(t, "vim"), "-N", "-es", "-u", "NONE", "-i", "NONE")
}

func TestNeovim(t *testing.T) {
	testQuickfix(t, consumer(t, "nvim"), "--headless", "-u", "NONE", "-i", "NONE")
}

// testQuickfix: the quickfix list is that of --format json, each entry leads
// to its character, and 'errorformat' reads every text golden.
func testQuickfix(t *testing.T, program string, args ...string) {
	foreignWorkspace(t)
	findings := jsonFindings(t)
	compiler := save(t, "vim", "compiler/memorylint.vim")
	list := textGoldens(t)
	got := consume(t, map[string]string{
		"RUNTIME": filepath.Dir(filepath.Dir(compiler)), "GOLDENS": strings.Join(goldenFiles(t, list), "\n"),
	}, program, append(args, "-S", script("quickfix.vim"))...)
	compareEntries(t, "make", got.Made, wanted(findings, capitals, byteColumn(t)))
	comparePlaces(t, got.Made, findings)
	if len(got.Goldens) != len(list) {
		t.Errorf("%d goldens, want %d", len(got.Goldens), len(list))
	}
	for file, entries := range got.Goldens {
		g := list[goldenNumber(t, file)]
		if len(entries) != len(g.lines) {
			t.Errorf("%s: %d entries, want %d", g.name, len(entries), len(g.lines))
			continue
		}
		for i, e := range entries {
			want := g.lines[i]
			if e.Line != want.Line || e.Column != want.Column || e.Text != want.Text || e.Severity != want.Severity[:1] {
				t.Errorf("%s: %+v, want %+v", g.name, e, want)
			}
		}
	}
}

// TestNeovimDiagnostics: the README's command gives the diagnostics of
// --format json.
func TestNeovimDiagnostics(t *testing.T) {
	program := consumer(t, "nvim")
	foreignWorkspace(t)
	findings := jsonFindings(t)
	snippet := filepath.Join(t.TempDir(), "init.lua")
	if err := os.WriteFile(snippet, []byte(readmeBlock(t, "Neovim", "lua")), 0o666); err != nil {
		t.Fatal(err)
	}
	compiler := save(t, "vim", "compiler/memorylint.vim")
	got := consume(t, map[string]string{"RUNTIME": filepath.Dir(filepath.Dir(compiler)), "SNIPPET": snippet},
		program, "--headless", "-u", "NONE", "-i", "NONE", "-S", script("diagnostics.vim"))
	compareEntries(t, "diagnostics", got.Made, wanted(findings, map[string]string{"critical": "1", "warning": "2", "info": "3"}, byteColumn(t)))
}

// TestEmacs: a compilation buffer holds the findings of --format json, and
// each leads to its character.
func TestEmacs(t *testing.T) {
	program := consumer(t, "emacs")
	foreignWorkspace(t)
	findings := jsonFindings(t)
	got := consume(t, map[string]string{"SNIPPET": save(t, "emacs", "memorylint.el")}, program, "-Q", "--batch", "-l", script("compile.el"))
	want := wanted(findings, map[string]string{"critical": "2", "warning": "1", "info": "0"}, characters)
	for i, line := range textLines(t) {
		want[i].Text = line // the buffer shows the line
	}
	compareEntries(t, "memorylint", got.Made, want)
	compareEntries(t, "compile", got.Compiled, want)
	comparePlaces(t, got.Made, findings)
}

// vscodeTasks is a tasks.json with the problem matcher.
func vscodeTasks(t *testing.T) string {
	t.Helper()
	type task struct {
		Label   string          `json:"label"`
		Type    string          `json:"type"`
		Command string          `json:"command"`
		Args    []string        `json:"args"`
		Matcher json.RawMessage `json:"problemMatcher"`
	}
	out, err := json.MarshalIndent(struct {
		Version string `json:"version"`
		Tasks   []task `json:"tasks"`
	}{"2.0.0", []task{{"memorylint", "process", "memorylint", []string{"--color", "never"}, json.RawMessage(printed(t, "vscode"))}}}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out) + "\n"
}

// TestNode runs the regular expressions as VS Code and GitHub do, in the
// language they are written for.
func TestNode(t *testing.T) {
	program := consumer(t, "node")
	foreignWorkspace(t)
	findings := jsonFindings(t)
	var tasks struct {
		Tasks []struct {
			Command string
			Args    []string
			Matcher json.RawMessage `json:"problemMatcher"`
		}
	}
	if err := json.Unmarshal([]byte(vscodeTasks(t)), &tasks); err != nil {
		t.Fatal(err)
	}
	task := tasks.Tasks[0]
	text, err := exec.Command(task.Command, task.Args...).Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != exitCritical {
		t.Fatalf("%s: %v", task.Command, err)
	}
	matcher := filepath.Join(t.TempDir(), "vscode.json")
	if err := os.WriteFile(matcher, task.Matcher, 0o666); err != nil {
		t.Fatal(err)
	}
	for file, words := range map[string]map[string]string{
		save(t, "github", "github.json"): {"critical": "error", "warning": "warning", "info": "notice"},
		matcher:                          {"critical": "error", "warning": "warning", "info": "info"},
	} {
		cmd := exec.Command(program, script("matchers.js"), file)
		cmd.Stdin = bytes.NewReader(text)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", file, err, out)
		}
		var got entries
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatal(err)
		}
		compareEntries(t, filepath.Base(file), got.Made, wanted(findings, words, characters))
	}
}

var fenceOf = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")
