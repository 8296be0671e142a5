package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/memorylint/memorylint/lint/report"
)

// Names from the disk act in no output, on standard error neither.
func TestHostileNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("windows has no such names")
	}
	t.Setenv("HOME", t.TempDir())
	put := func(dir, name, content string) {
		t.Helper()
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a\x1b[31m", "c\n::error::x", "d\r##[error]y", "e\u202egnp", "f\x7f"} {
		for _, config := range []string{"", "foo: 1\n"} {
			dir := t.TempDir()
			t.Chdir(dir)
			put(name, "memory/CURRENT_STATE.md", "x\xff\n")
			if config != "" {
				put(name, ".memorylint.yaml", config)
			}
			for _, format := range report.Formats() {
				var out, errs bytes.Buffer
				code := run(context.Background(), []string{name, "--format", format}, streams{strings.NewReader(""), &out, &errs})
				if want := exitWarnings; config == "" && code != want || config != "" && code != exitTrouble {
					t.Errorf("%q: exit %d: %s", name, code, errs.String())
				}
				all := out.String() + errs.String()
				if format == "github" { // its own commands; lint/report tests them
					all = strings.NewReplacer("::warning file=", "", "::notice file=", "").Replace(all)
				}
				if all == "" {
					t.Errorf("%q: nothing was printed", name)
				}
				if strings.ContainsAny(all, "\x1b\r\u202e\x7f") || strings.Contains(all, "\n::") || strings.Contains(all, "##[") {
					t.Errorf("%q acts in %q", name, all)
				}
			}
		}
	}
}

// In a repository without a git to ask, that is said: times and what is
// ignored are judged otherwise.
func TestWithoutGit(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("PATH", t.TempDir())
	dir := t.TempDir()
	t.Chdir(dir)
	for name, content := range map[string]string{
		".git/HEAD":               "ref: refs/heads/main\n",
		"memory/CURRENT_STATE.md": "> Last updated: 2026-05-01\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	if code := run(context.Background(), []string{"."}, streams{strings.NewReader(""), &out, &errs}); code == exitTrouble {
		t.Errorf("exit %d: %s", code, errs.String())
	}
	if !strings.Contains(errs.String(), "git was not found") {
		t.Errorf("standard error: %q", errs.String())
	}
	// What git holds cannot be judged at all.
	for _, args := range [][]string{{"--staged"}, {"--rev", "HEAD"}, {"--base", "HEAD"}, {"--new-from", "HEAD"}} {
		out.Reset()
		errs.Reset()
		code := run(context.Background(), append([]string{"lint"}, args...), streams{strings.NewReader(""), &out, &errs})
		if code != exitTrouble || out.Len() > 0 || !strings.Contains(errs.String(), "git was not found on PATH; install it") {
			t.Errorf("%q: exit %d, %q, %q", args, code, out.String(), errs.String())
		}
	}
}
