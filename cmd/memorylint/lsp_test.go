package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/memorylint/memorylint/lint/lsp"
)

const statePath = "memory/CURRENT_STATE.md"

// stateWith is a state of which every section says something, apart from what next
// holds.
func stateWith(next string) string {
	return "# Current state\n\n_Last updated: 2026-05-04T10:00:00Z_\n\n## Objective\nMove the queue 目標😀\n\n## Current Step\nCounting\n\n" +
		"## Key Decisions\n- One queue\n\n## Next Action\n" + next + "\n\n## Blockers\nNone\n\n## Unsurfaced Results\nNone\n"
}

// shownFindings are what lint prints for the files, as an editor counts: lines
// and UTF-16 units from 0.
func shownFindings(t *testing.T, dir string, args ...string) map[string][]shownDiagnostic {
	t.Helper()
	t.Chdir(dir)
	var out, errs bytes.Buffer
	if code := run(context.Background(), append([]string{"lint", "--format", "json"}, args...), streams{strings.NewReader(""), &out, &errs}); code == exitTrouble {
		t.Fatal(errs.String())
	}
	var report struct {
		Diagnostics []struct {
			Rule, Severity, Message, Path string
			Range                         struct {
				Start, End struct{ Offset, Line, Column int }
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	found := map[string][]shownDiagnostic{}
	for _, d := range report.Diagnostics {
		src := readRegular(filepath.Join(dir, filepath.FromSlash(d.Path)))
		place := func(offset, line int) shownPosition {
			start := bytes.LastIndexByte(src[:offset], '\n') + 1
			return shownPosition{line - 1, len(utf16.Encode([]rune(string(src[start:offset]))))}
		}
		s := shownDiagnostic{Severity: map[string]int{"critical": 1, "warning": 2, "info": 3}[d.Severity], Code: d.Rule, Message: d.Message}
		s.Range.Start, s.Range.End = place(d.Range.Start.Offset, d.Range.Start.Line), place(d.Range.End.Offset, d.Range.End.Line)
		found[d.Path] = append(found[d.Path], s)
	}
	return found
}

// strange is a workspace in which positions are easily told wrong.
var strange = map[string]string{
	"my memory 目標/" + statePath: "---\ntitle: 目標\n---\n# 狀態 😀\r\n\r\n## Objective\r\n😀 目標 [動](../nowhere.md) and 😀 [dead](gone.md)\r\n\r\n" +
		"## Current Step\r\n- 目標: [What step are we on, what was the last thing completed]\r\n\r\n## Key Decisions\r\n| 目 | 標 |\r\n| --- | --- |\r\n| 😀😀 | TBD |\r\n\r\n" +
		"## Next Action\r\n```\r\n[not a slot]\r\n```\r\n[Exactly what should happen next]\r\n\r\n## Unsurfaced Results\r\n- 結果 😀\r\n- two\r\n",
	"my memory 目標/memory/session_archive/2026-05-03 10.md":         "# Old\n\n## Objective\nSomething else\n",
	"my memory 目標/state/approved-plan-continuity/receipt-a-b.json": "{\n  \"planId\": \"😀\", \"currentTask\": 5,\n  \"planId\": \"目標\"\n}\n",
}

func TestEditorShowsWhatLintPrints(t *testing.T) {
	dir := alone(t)
	writeFiles(t, dir, strange)
	want := shownFindings(t, dir)
	e := newTestEditor(t, dir)
	for name, text := range strange {
		if len(want[name]) == 0 {
			t.Errorf("%s: the test shows nothing", name)
		}
		e.open(name, text)
		e.until(name, func(got []shownDiagnostic) bool { return reflect.DeepEqual(got, want[name]) })
	}
}

// TestEditorHoldsSeveralFiles: a file that is not saved counts for the others.
func TestEditorHoldsSeveralFiles(t *testing.T) {
	dir := alone(t)
	writeFiles(t, dir, map[string]string{statePath: stateWith("Go on")})
	e := newTestEditor(t, dir)
	e.open(statePath, stateWith("See [the archive](session_archive/2026-05-03_10-00.md)"))
	if got := codes(e.about(statePath)); !slices.Contains(got, "links/dead") {
		t.Fatalf("got %v", got)
	}
	e.open("memory/session_archive/2026-05-03_10-00.md", stateWith("Done"))
	if got := codes(e.about(statePath)); slices.Contains(got, "links/dead") {
		t.Errorf("the link leads to a document that is open: %v", got)
	}
	e.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": e.uri("memory/session_archive/2026-05-03_10-00.md")}})
	if got := codes(e.about(statePath)); !slices.Contains(got, "links/dead") {
		t.Errorf("and is dead again: %v", got)
	}
}

// TestEditorHoldsAFileTwice: by its name and by a link, with different texts. Each
// is judged by its own.
func TestEditorHoldsAFileTwice(t *testing.T) {
	dir := alone(t)
	writeFiles(t, dir, map[string]string{"real/" + statePath: stateWith("Go on")})
	if err := os.Symlink("real", filepath.Join(dir, "link")); err != nil {
		lacks(t, err)
	}
	e := newTestEditor(t, dir)
	e.open("link/"+statePath, stateWith("[TBD]"))
	e.until("link/"+statePath, func(got []shownDiagnostic) bool { return slices.Equal(codes(got), []string{"placeholders/left"}) })
	e.open("real/"+statePath, stateWith("Go on"))
	e.until("real/"+statePath, func(got []shownDiagnostic) bool { return len(got) == 0 })
	e.change("real/"+statePath, 2, stateWith("See [it](gone.md)"))
	e.until("real/"+statePath, func(got []shownDiagnostic) bool { return slices.Equal(codes(got), []string{"links/dead"}) })
	if got := codes(e.last[e.uri("link/"+statePath)]); !slices.Equal(got, []string{"placeholders/left"}) {
		t.Errorf("the other text's: %v", got)
	}

	// What is missing beside the file is said once.
	const archive = "memory/session_archive/2026-05-03_10-00.md"
	writeFiles(t, dir, map[string]string{"real/" + archive: stateWith("Done")})
	if err := os.Remove(filepath.Join(dir, "real", filepath.FromSlash(statePath))); err != nil {
		t.Fatal(err)
	}
	e = newTestEditor(t, dir)
	e.open("real/"+archive, stateWith("Done"))
	e.open("link/"+archive, stateWith("Done."))
	e.until("link/"+archive, func([]shownDiagnostic) bool { return true })
	e.open("other.md", "")
	e.until("other.md", func([]shownDiagnostic) bool { return true }) // after all that was said before
	if got := codes(e.last[e.uri("real/"+statePath)]); !slices.Equal(got, []string{"existence/state"}) {
		t.Errorf("got %v", got)
	}
}

// TestEditorDecodes: an editor holds U+FFFD where bytes are no UTF-8, some one
// for each byte, others one for several; a changed text is the editor's.
func TestEditorDecodes(t *testing.T) {
	dir := alone(t)
	saved := stateWith("One \xe7\x9b two \xff\xff three \ufffd")
	writeFiles(t, dir, map[string]string{statePath: saved})
	for _, text := range []string{
		stateWith("One \ufffd two \ufffd\ufffd three \ufffd"), stateWith("One \ufffd\ufffd two \ufffd\ufffd three \ufffd"),
	} {
		e := newTestEditor(t, dir)
		e.open(statePath, text)
		if got := codes(e.about(statePath)); !slices.Contains(got, "encoding/utf8") {
			t.Errorf("%q: %v", text, got)
		}
		e.change(statePath, 2, strings.Replace(text, "three", "four", 1))
		e.until(statePath, func(got []shownDiagnostic) bool { return !slices.Contains(codes(got), "encoding/utf8") })
	}
}

// TestEditorInAFolderToBe: neither the editor's folder nor the document is on disk.
func TestEditorInAFolderToBe(t *testing.T) {
	dir := alone(t)
	e := newTestEditor(t, filepath.Join(dir, "to be"))
	e.open(statePath, stateWith("[TBD]"))
	e.until(statePath, func(got []shownDiagnostic) bool { return slices.Equal(codes(got), []string{"placeholders/left"}) })
}

func TestEditorWithBrokenConfig(t *testing.T) {
	dir := alone(t)
	writeFiles(t, dir, map[string]string{statePath: stateWith("[TBD]"), ".memorylint.yaml": "strict: true\nrulez: {}\n"})
	e := newTestEditor(t, dir)
	e.open(statePath, stateWith("[TBD]"))
	got := e.about(".memorylint.yaml")
	if len(got) != 1 || got[0].Range.Start != (shownPosition{1, 0}) || got[0].Severity != 1 || !strings.Contains(got[0].Message, "rulez") {
		t.Errorf("got %+v", got)
	}
	if message := <-e.shown; !strings.Contains(message, ".memorylint.yaml:2:1") {
		t.Errorf("said %q", message)
	}
	writeFiles(t, dir, map[string]string{".memorylint.yaml": "rules: {placeholders: critical}\n"})
	e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{}})
	e.until(statePath, func(got []shownDiagnostic) bool { return len(got) == 1 && got[0].Severity == 1 })
}

// TestEditorSuppresses: what is offered takes out the finding and nothing else.
func TestEditorSuppresses(t *testing.T) {
	const here, all = "Suppress placeholders/left on this line", "Suppress placeholders/left in this file"
	for _, test := range []struct {
		name, path, text, find string
		want                   []string
	}{
		{"a line", statePath, stateWith("[TBD]"), "[TBD]", []string{here}},
		{"CR LF", statePath, strings.ReplaceAll(stateWith("[TBD]"), "\n", "\r\n"), "[TBD]", []string{here}},
		{"a list item", statePath, stateWith("- one\n- [TBD]\n- three"), "- [TBD]", []string{here}},
		{"a nested item", statePath, stateWith("1. one\n   - [TBD]\n2. three"), "   - [TBD]", []string{here}},
		{"a later line of a paragraph", statePath, stateWith("One\n[Exactly what should happen next]"), "[Exactly", []string{here}},
		{"a row of a table", statePath, stateWith("| a |\n| --- |\n| [TBD] |\n| b |"), "| [TBD]", []string{all}},
		{"a quote, which it parts", statePath, stateWith("> one\n> [TBD]"), "> [TBD]", []string{here}},
		{"two in a line", statePath, stateWith("Ask for {one}\n[TBD]\n[TBD]"), "[TBD]", []string{here}},
		{"the whole file", statePath, strings.Replace(stateWith("Go"), "## Blockers\nNone\n", "", 1), "# Current", []string{"Suppress sections/missing in this file"}},
		{"the whole file, with front matter", statePath, "---\na: b\n---\n" + strings.Replace(stateWith("Go"), "## Blockers\nNone\n", "", 1), "---", []string{"Suppress sections/missing in this file"}},
		{"a receipt", "state/approved-plan-continuity/receipt-a-b.json", "{", "{", nil},
		{"a rule that cannot be suppressed", statePath, "---\nplanId: a\ncurrentTask: b\ntaskState: complete\n---\n" + stateWith("Start task 4"), "taskState", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := alone(t)
			writeFiles(t, dir, map[string]string{test.path: test.text})
			e := newTestEditor(t, dir)
			e.open(test.path, test.text)
			before := e.about(test.path)
			line := strings.Count(test.text[:strings.Index(test.text, test.find)], "\n")
			if !slices.ContainsFunc(before, func(d shownDiagnostic) bool { return d.Range.Start.Line == line }) {
				t.Fatalf("no finding in line %d: %+v", line, before)
			}
			var titles []string
			list := e.actions(test.path, line)
			for _, a := range list {
				titles = append(titles, a.Title)
			}
			if !slices.Equal(titles, test.want) {
				t.Fatalf("offered %q, want %q, for %+v", titles, test.want, before)
			}
			if len(list) == 0 {
				return
			}
			lines := strings.SplitAfter(test.text, "\n")
			edit := list[0].Edit.Changes[e.uri(test.path)][0]
			lines = slices.Insert(lines, edit.Range.Start.Line, edit.NewText)
			e.change(test.path, 2, strings.Join(lines, ""))
			if after := e.about(test.path); len(after) != len(before)-1 {
				t.Errorf("before %+v\nafter %+v", before, after)
			}
		})
	}
}

// TestEditorProcess: the real server ends with the stream, and with the process
// that it was started for.
func TestEditorProcess(t *testing.T) {
	alone(t)
	gone := exec.Command("memorylint", "version")
	if err := gone.Run(); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name  string
		pid   any
		close bool
	}{{"the stream ends", nil, true}, {"the editor's process is gone", gone.Process.Pid, false}} {
		t.Run(test.name, func(t *testing.T) {
			cmd := exec.Command("memorylint", "lsp", "--stdio")
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			var out, errs bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &errs
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer time.AfterFunc(time.Minute, func() { cmd.Process.Kill() }).Stop()
			body, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": map[string]any{"processId": test.pid, "capabilities": map[string]any{}}})
			if _, err := in.Write(append([]byte("Content-Length: "+jsonNumber(len(body))+"\r\n\r\n"), body...)); err != nil {
				t.Fatal(err)
			}
			if test.close {
				in.Close()
			}
			if err := cmd.Wait(); cmd.ProcessState.ExitCode() != 1 || errs.Len() > 0 {
				t.Errorf("ended with %v, saying %q", err, errs.String())
			}
		})
	}
}

func jsonNumber(n int) string {
	b, _ := json.Marshal(n)
	return string(b)
}

// long is a state of 5,000 lines.
func long() string { return stateWith(strings.Repeat("- 目標 😀 done, [see](gone.md)\n", 4980)) }

func longDocument(t testing.TB, dir string) []lsp.Document {
	return []lsp.Document{{Path: filepath.Join(dir, filepath.FromSlash(statePath)), Text: []byte(long() + "\n")}}
}

// TestEditorIsFast: a document of 5,000 lines is checked in less than the time
// of ten runs of the command over it.
func TestEditorIsFast(t *testing.T) {
	dir := alone(t)
	writeFiles(t, dir, map[string]string{statePath: long()})
	e := &editor{std: streams{err: &bytes.Buffer{}}, dir: dir, now: time.Now}
	start := time.Now()
	report, err := e.check(t.Context(), longDocument(t, dir))
	took := time.Since(start)
	if err != nil || len(report.Troubles) > 0 || len(report.Diagnostics) < 1000 {
		t.Fatalf("%v, %v, %d findings", err, report.Troubles, len(report.Diagnostics))
	}
	start = time.Now()
	for range 10 {
		shownFindings(t, dir, statePath)
	}
	if ten := time.Since(start); took > ten {
		t.Errorf("took %v, and ten runs %v", took, ten)
	}
}

func BenchmarkEditorLongDocument(b *testing.B) {
	dir := b.TempDir()
	e := &editor{std: streams{err: &bytes.Buffer{}}, dir: dir, now: time.Now}
	for b.Loop() {
		if _, err := e.check(b.Context(), longDocument(b, dir)); err != nil {
			b.Fatal(err)
		}
	}
}
