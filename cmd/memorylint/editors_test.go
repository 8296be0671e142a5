package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// needs ends a test without a program: skipped, but failed in CI.
func needs(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err == nil {
		return
	}
	if os.Getenv("CI") == "true" {
		t.Fatal(program + " is not installed")
	}
	t.Skip(program + " is not installed")
}

// snippet is the README's only fenced block of a language that a file needs.
func snippet(t *testing.T, language string) string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllSubmatch(src, -1)
	if len(m) != 1 {
		t.Fatalf("README.md has %d blocks of %s, want 1", len(m), language)
	}
	return string(m[0][1])
}

// runs runs a program in a folder, for a minute at most.
func runs(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer time.AfterFunc(time.Minute, func() { cmd.Process.Kill() }).Stop()
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%s: %v\n%s", args[0], err, out.String())
	}
	return out.String()
}

// A neovimFinding is what Neovim shows, with its columns: bytes from 0.
type neovimFinding struct {
	Line, Byte, Severity  int
	Code, Message, Source string
}

// neovimFindings turns positions in UTF-16 into Neovim's.
func neovimFindings(text string, list []shownDiagnostic) []neovimFinding {
	lines := strings.Split(text, "\n")
	var out []neovimFinding
	for _, d := range list {
		at, units := 0, 0
		for i, r := range lines[d.Range.Start.Line] + "\n" {
			at = i
			if units >= d.Range.Start.Character {
				break
			}
			units++
			if r > 0xffff {
				units++
			}
		}
		out = append(out, neovimFinding{d.Range.Start.Line, at, d.Severity, d.Code, d.Message, "memorylint"})
	}
	return out
}

func sortFindings(list []neovimFinding) []neovimFinding {
	slices.SortFunc(list, func(a, b neovimFinding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Byte, b.Byte), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
	return list
}

func TestNeovim(t *testing.T) {
	needs(t, "nvim")
	dir := alone(t)
	writeFiles(t, dir, strange)
	found := jsonFindings(t, dir)
	type wanted struct {
		Name  string `json:"name"`
		Count int    `json:"count"`
	}
	var files []wanted
	var state string
	for _, name := range slices.Sorted(maps.Keys(strange)) {
		files = append(files, wanted{name, len(found[name])})
		if strings.HasSuffix(name, statePath) {
			state = name
		}
	}
	text := strange[state]
	line := strings.Count(text[:strings.Index(text, "[Exactly")], "\n")
	want, _ := json.Marshal(map[string]any{"files": files, "suppress": map[string]any{"name": state, "line": line}})
	other := t.TempDir()
	writeFiles(t, other, map[string]string{"init.lua": snippet(t, "lua"), "want.json": string(want)})
	env := []string{"WANT=" + filepath.Join(other, "want.json"), "OUT=" + filepath.Join(other, "out.json"), "XDG_CONFIG_HOME=" + other, "XDG_DATA_HOME=" + other, "XDG_STATE_HOME=" + other, "XDG_CACHE_HOME=" + other}
	said := runs(t, dir, env, "nvim", "--headless", "-n", "-i", "NONE", "-u", filepath.Join(other, "init.lua"), "-c", "luafile "+filepath.Join(root, "testdata/editors/lsp.lua"))
	src, err := os.ReadFile(filepath.Join(other, "out.json"))
	if err != nil {
		t.Fatal(err, said)
	}
	var got struct {
		Files map[string]struct{ List []neovimFinding }
		Title string
		Gone  bool
	}
	if err := json.Unmarshal(src, &got); err != nil {
		t.Fatal(err)
	}
	for name, text := range strange {
		shown, want := sortFindings(got.Files[name].List), sortFindings(neovimFindings(text, found[name]))
		if !reflect.DeepEqual(shown, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", name, shown, want)
		}
	}
	if got.Title != "Suppress placeholders/left on this line" || !got.Gone {
		t.Errorf("took %q, and the finding is gone: %v", got.Title, got.Gone)
	}
}

// TestVSCodeSnippet runs the README's extension with a client that only says
// how it was made.
func TestVSCodeSnippet(t *testing.T) {
	needs(t, "node")
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{
		"extension.js": snippet(t, "js"),
		"node_modules/vscode-languageclient/node.js": `exports.TransportKind = { stdio: 0 };
exports.LanguageClient = class {
  constructor(id, server, client) { console.log(JSON.stringify({ id, server, client })); }
  start() {}
  stop() {}
};`,
	})
	out := runs(t, dir, nil, "node", "-e", `const e = require("./extension.js"); e.activate(); e.deactivate();`)
	want := `{"id":"memorylint","server":{"command":"memorylint","args":["lsp"],"transport":0},"client":{"documentSelector":[{"scheme":"file","language":"markdown"},{"scheme":"file","language":"json"}]}}`
	if strings.TrimSpace(out) != want {
		t.Errorf("got %s, want %s", out, want)
	}
}
