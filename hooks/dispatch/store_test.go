package dispatch

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/memorylint/memorylint/rules/continuity"
)

// receipt makes a valid receipt of a plan, a run and a task.
func receipt(plan, run, task string) *continuity.Node {
	return continuity.Receipt{
		PlanID: plan, CurrentTask: task, NextDerivedAction: &continuity.Node{Kind: continuity.Object},
		DispatchedAt: "2026-05-02T09:30:00+08:00", DispatchRunID: run, ChildSessionKey: "agent:b:subagent:1", ReplyClosureState: "completed",
	}.Node()
}

// files returns the slash-separated paths of everything below dir, sorted.
func files(t testing.TB, dir string) []string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, path)
		if rel != "." {
			paths = append(paths, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestWriteAndRead(t *testing.T) {
	base := t.TempDir()
	s := FromConfig(base, continuity.Defaults())
	path, err := s.Write(receipt("Plan 7", "run/1", "t"))
	if err != nil {
		t.Fatal(err)
	}
	const name = "receipt-plan-7-run-1.json"
	if want := filepath.Join(base, "state", "approved-plan-continuity", name); path != want || s.Resolve("Plan 7", "run/1") != want {
		t.Errorf("path %s, resolved %s, want %s", path, s.Resolve("Plan 7", "run/1"), want)
	}
	text := read(t, path)
	if !strings.HasPrefix(text, "{\n  \"planId\": \"Plan 7\",\n  \"currentTask\": \"t\",\n  \"nextDerivedAction\": {},\n") || !strings.HasSuffix(text, "\n}\n") {
		t.Errorf("file:\n%s", text)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o177 != 0 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	r, err := s.Read(name)
	if err != nil || !continuity.Equal(r.Node(), receipt("Plan 7", "run/1", "t")) {
		t.Errorf("read again: %+v, %v", r, err)
	}
	if got := files(t, base); !slices.Equal(got, []string{"state", "state/approved-plan-continuity", "state/approved-plan-continuity/" + name}) {
		t.Errorf("files: %v", got)
	}
}

func TestWriteInvalidTouchesNothing(t *testing.T) {
	base := t.TempDir()
	tests := map[string]*continuity.Node{
		"nil":               nil,
		"no fields":         {Kind: continuity.Object},
		"empty run":         receipt("p", "", "t"),
		"nothing left":      receipt("///", "r", "t"),
		"Chinese only":      receipt("計畫", "r", "t"),
		"5,000 characters":  receipt(strings.Repeat("x", 5000), "r", "t"),
		"more than is read": receipt("p", "r", strings.Repeat("x", continuity.MaxReceipt)),
		"deeper than is read": func() *continuity.Node {
			n := receipt("p", "r", "t")
			for range continuity.MaxDepth {
				inner := *n.Get(continuity.KeyNextDerivedAction)
				n.Get(continuity.KeyNextDerivedAction).Fields = []continuity.Field{{Key: "k", Value: &inner}}
			}
			return n
		}(),
	}
	for name, n := range tests {
		t.Run(name, func(t *testing.T) {
			path, err := New(filepath.Join(base, "store")).Write(n)
			var invalid *InvalidError
			var syntax *continuity.SyntaxError
			if path != "" || !errors.As(err, &invalid) && !errors.As(err, &syntax) {
				t.Errorf("got %q, %v", path, err)
			}
			if got := files(t, base); len(got) > 0 {
				t.Errorf("left behind: %v", got)
			}
		})
	}
}

func TestWriteStaysInside(t *testing.T) {
	base := t.TempDir()
	s := New(filepath.Join(base, "a", "b"))
	names := map[string]string{
		"../../x":      "receipt-..-..-x-run-1.json",
		"..":           "receipt-..-run-1.json",
		"CON":          "receipt-con-run-1.json",
		"/etc/passwd":  "receipt-etc-passwd-run-1.json",
		`..\..\x`:      "receipt-..-..-x-run-1.json",
		"a\x00b\nc":    "receipt-a-b-c-run-1.json",
		"計畫 7":         "receipt-7-run-1.json",
		"../../../a/b": "receipt-..-..-..-a-b-run-1.json",
	}
	want := map[string]bool{"a": true, "a/b": true}
	for plan, name := range names {
		_, err := s.Write(receipt(plan, "run 1", "t"))
		if err != nil && !errors.Is(err, ErrConflict) {
			t.Errorf("%q: %v", plan, err)
		}
		want["a/b/"+name] = true
	}
	for _, path := range files(t, base) {
		if !want[path] {
			t.Errorf("wrote %s", path)
		}
		delete(want, path)
	}
	if len(want) > 0 {
		t.Errorf("did not write %v", want)
	}
}

func TestWriteAgainChangesNothing(t *testing.T) {
	s := New(t.TempDir())
	path, err := s.Write(receipt("p", "r", "t"))
	if err != nil {
		t.Fatal(err)
	}
	// The same to a reader: other order, other spelling, a key more.
	write(t, path, `{"extra":1,"replyClosureState":"completed","childSessionKey":"agent:b:subagent:1","dispatchRunId":"\u0072",`+
		`"dispatchedAt":"2026-05-02T09:30:00+08:00","nextDerivedAction":{},"currentTask":"t","planId":"p"}`)
	before, info := read(t, path), stat(t, path)
	for range 2 {
		if again, err := s.Write(receipt("p", "r", "t")); err != nil || again != path {
			t.Fatalf("again: %s, %v", again, err)
		}
	}
	if after := stat(t, path); read(t, path) != before || !os.SameFile(info, after) || info.ModTime() != after.ModTime() {
		t.Error("the file was changed")
	}
}

func stat(t testing.TB, path string) os.FileInfo {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func TestWriteConflict(t *testing.T) {
	dir := t.TempDir()
	s := New(dir)
	path, err := s.Write(receipt("p", "r", "first"))
	if err != nil {
		t.Fatal(err)
	}
	valid := read(t, path)
	tests := map[string]struct {
		there string
		next  *continuity.Node
	}{
		"other content":      {valid, receipt("p", "r", "second")},
		"other ids":          {valid, receipt("P", "/r/", "first")},
		"not JSON":           {"{", receipt("p", "r", "first")},
		"empty file":         {"", receipt("p", "r", "first")},
		"duplicate key":      {strings.Replace(valid, "{", `{"planId":"x",`, 1), receipt("p", "r", "first")},
		"not a receipt":      {`{"planId":"p"}`, receipt("p", "r", "first")},
		"more than is read":  {valid + strings.Repeat(" ", continuity.MaxReceipt), receipt("p", "r", "first")},
		"data after the end": {valid + "]", receipt("p", "r", "first")},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			write(t, path, test.there)
			got, err := s.Write(test.next)
			if got != "" || !errors.Is(err, ErrConflict) {
				t.Errorf("got %q, %v", got, err)
			}
			if read(t, path) != test.there || len(files(t, dir)) != 1 {
				t.Errorf("the first was changed, or files are left: %v", files(t, dir))
			}
		})
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	s := New(dir)
	write(t, filepath.Join(dir, "receipt-broken.json"), "{\n\"a\":1,\n\"a\":2}")
	write(t, filepath.Join(dir, "receipt-fields.json"), `{"planId":"p"}`)
	write(t, filepath.Join(dir, "receipt-large.json"), "{}"+strings.Repeat(" ", continuity.MaxReceipt))
	if err := os.Mkdir(filepath.Join(dir, "receipt-folder.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	tests := map[string]func(error) bool{
		"receipt-broken.json": func(err error) bool {
			var s *continuity.SyntaxError
			return errors.As(err, &s) && s.Code == continuity.CodeDuplicateKey && s.Line == 3
		},
		"receipt-fields.json": func(err error) bool {
			var e *InvalidError
			return errors.As(err, &e) && len(e.Errors) == 6 && strings.Contains(err.Error(), "currentTask is missing (and 5 more)")
		},
		"receipt-large.json": func(err error) bool {
			var s *continuity.SyntaxError
			return errors.As(err, &s) && s.Code == continuity.CodeTooLarge
		},
		"receipt-folder.json": func(err error) bool {
			return errors.Is(err, ErrNotRegular) && strings.Contains(err.Error(), "a folder")
		},
		"receipt-none.json":                      func(err error) bool { return errors.Is(err, os.ErrNotExist) },
		"../" + filepath.Base(dir) + "/x.json":   func(err error) bool { return errors.Is(err, os.ErrInvalid) },
		"..":                                     func(err error) bool { return errors.Is(err, os.ErrInvalid) },
		".":                                      func(err error) bool { return errors.Is(err, os.ErrInvalid) },
		"":                                       func(err error) bool { return errors.Is(err, os.ErrInvalid) },
		filepath.Join(dir, "receipt-large.json"): func(err error) bool { return errors.Is(err, os.ErrInvalid) },
	}
	for name, expected := range tests {
		if _, err := s.Read(name); !expected(err) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestList(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none", "yet")
	s := New(dir)
	if names, err := s.List(); err != nil || len(names) > 0 || len(files(t, filepath.Dir(filepath.Dir(dir)))) > 0 {
		t.Errorf("missing folder: %v, %v", names, err)
	}
	for _, plan := range []string{"b", "a", "c"} {
		if _, err := s.Write(receipt(plan, "r", "t")); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(dir, "README.md"), "x")
	write(t, filepath.Join(dir, ".receipt-x.tmp"), "x")
	want := []string{"receipt-a-r.json", "receipt-b-r.json", "receipt-c-r.json"}
	if names, err := s.List(); err != nil || !slices.Equal(names, want) {
		t.Errorf("got %v, %v", names, err)
	}
}

func TestFolderThatCannotBe(t *testing.T) {
	base := t.TempDir()
	write(t, filepath.Join(base, "file"), "x")
	for _, dir := range []string{"file", "file/below"} {
		if _, err := New(filepath.Join(base, dir)).Write(receipt("p", "r", "t")); err == nil || !strings.Contains(err.Error(), dir) {
			t.Errorf("%s: %v", dir, err)
		}
	}
	c := continuity.Defaults()
	for _, dir := range []string{"../out", "/tmp/out", "a/../../out"} {
		c.ReceiptDir = dir // what decoding refuses the store refuses too
		if path, err := FromConfig(filepath.Join(base), c).Write(receipt("p", "r", "t")); err == nil {
			t.Errorf("%s: wrote %s", dir, path)
		}
	}
	if got := files(t, base); len(got) != 1 {
		t.Errorf("left behind: %v", got)
	}
}
