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
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

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

// beforeIn is the part of a text's line that stands before a position in UTF-16.
func beforeIn(text string, at shownPosition) string {
	units := utf16.Encode([]rune(strings.Split(text, "\n")[at.Line]))
	return string(utf16.Decode(units[:at.Character]))
}

// neovimFindings turns positions in UTF-16 into Neovim's.
func neovimFindings(text string, list []shownDiagnostic) []neovimFinding {
	var out []neovimFinding
	for _, d := range list {
		out = append(out, neovimFinding{d.Range.Start.Line, len(beforeIn(text, d.Range.Start)), d.Severity, d.Code, d.Message, "memorylint"})
	}
	return out
}

func sortFindings(list []neovimFinding) []neovimFinding {
	slices.SortFunc(list, func(a, b neovimFinding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Byte, b.Byte), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
	})
	return list
}

// editorFiles are the strange files as want.json names them to an editor.
func editorFiles(found map[string][]shownDiagnostic) []map[string]any {
	var out []map[string]any
	for _, name := range slices.Sorted(maps.Keys(strange)) {
		out = append(out, map[string]any{"name": name, "count": len(found[name])})
	}
	return out
}

func TestServerInNeovim(t *testing.T) {
	need(t, "nvim")
	dir := alone(t)
	writeFiles(t, dir, strange)
	found := shownFindings(t, dir)
	const state = "my memory 目標/" + statePath
	text := strange[state]
	line := strings.Count(text[:strings.Index(text, "[Exactly")], "\n")
	want, _ := json.Marshal(map[string]any{"files": editorFiles(found), "suppress": map[string]any{"name": state, "line": line}})
	other := t.TempDir()
	writeFiles(t, other, map[string]string{"init.lua": readmeBlock(t, "Language server", "lua"), "want.json": string(want)})
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

// TestServerInEmacs: eglot of Debian's elpa-eglot, or of a newer Emacs.
func TestServerInEmacs(t *testing.T) {
	need(t, "emacs")
	if err := exec.Command("emacs", "-q", "--batch", "--eval", "(progn (package-initialize) (require 'eglot))").Run(); err != nil {
		lacks(t, "eglot is not installed")
	}
	dir := alone(t)
	writeFiles(t, dir, strange)
	found := shownFindings(t, dir)
	want, _ := json.Marshal(map[string]any{"files": editorFiles(found)})
	other := t.TempDir()
	writeFiles(t, other, map[string]string{"snippet.el": readmeBlock(t, "Language server", "elisp"), "want.json": string(want)})
	env := []string{"SNIPPET=" + filepath.Join(other, "snippet.el"), "WANT=" + filepath.Join(other, "want.json"), "OUT=" + filepath.Join(other, "out.json"), "LC_ALL=C.UTF-8"}
	said := runs(t, dir, env, "emacs", "-q", "--batch", "-l", filepath.Join(root, "testdata/editors/lsp.el"))
	src, err := os.ReadFile(filepath.Join(other, "out.json"))
	if err != nil {
		t.Fatal(err, said)
	}
	type finding struct {
		Line, Column int
		Type, Text   string
	}
	var got map[string][]finding
	if err := json.Unmarshal(src, &got); err != nil {
		t.Fatal(err)
	}
	order := func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Text, b.Text))
	}
	for name, text := range strange {
		var want []finding
		for _, d := range found[name] {
			column := utf8.RuneCountInString(beforeIn(text, d.Range.Start))
			if d.Range.Start == d.Range.End { // eglot takes its character, counted from 0, for one from 1
				column = max(column-1, 0)
			}
			want = append(want, finding{
				d.Range.Start.Line, column,
				[]string{"", "eglot-error", "eglot-warning", "eglot-note"}[d.Severity], "memorylint [" + d.Code + "]: " + d.Message,
			})
		}
		slices.SortFunc(want, order)
		slices.SortFunc(got[name], order)
		if !reflect.DeepEqual(got[name], want) {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got[name], want)
		}
	}
}

// TestServerInVSCode runs the README's extension with a client that only says
// how it was made.
func TestServerInVSCode(t *testing.T) {
	need(t, "node")
	dir := t.TempDir()
	writeFiles(t, dir, map[string]string{
		"extension.js": readmeBlock(t, "Language server", "js"),
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
