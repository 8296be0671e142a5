//go:build unix

package source_test

import (
	"context"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/memorylint/memorylint/lint/source"
)

// The one process of an open repository is gone when it is closed: it holds
// the end of a pipe, and the other end is read until there is none.
func TestProcessEnds(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "1")
	r.commit(1)
	real, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		lacks(t, err)
	}
	script := "#!/bin/sh\nexec 9>'" + pipe + "'\nexec '" + real + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(dir, "git"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	g := openGit(t, r.dir)
	type opened struct {
		f   *os.File
		err error
	}
	end := make(chan opened)
	go func() {
		f, err := os.Open(pipe) // waits for the process
		end <- opened{f, err}
	}()
	tree, err := g.Revision("HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fs.ReadFile(tree, "a.md"); err != nil {
		t.Fatal(err)
	}
	o := <-end
	if o.err != nil {
		t.Fatal(o.err)
	}
	defer o.f.Close()
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	if err := o.f.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(o.f); err != nil { // waits for its end
		t.Errorf("the process goes on: %v", err)
	}
}

// How many processes a commit costs does not depend on what it holds.
func TestStagedProcesses(t *testing.T) {
	r := newRepo(t)
	r.write("memory/a.md", "1")
	r.write("memory/b/c.md", "1")
	r.diverge("base\n", "two\n")
	calls := spy(t)
	expect := func(what string, want ...string) {
		t.Helper()
		got := calls()
		for i := range want {
			want[i] = "repo " + want[i] + " dir= tree= index="
		}
		slices.Sort(got)
		if slices.Sort(want); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	// The process that reads starts beside the one that compares: to ask it
	// something is to wait until it has started.
	staged := func() *source.Staged {
		t.Helper()
		s := r.staged()
		if _, err := s.ReadDir("."); err != nil {
			t.Error(err)
		}
		return s
	}
	s := staged()
	expect("nothing staged", "cat-file", "diff-index")
	holds(t, s)
	expect("all is read")

	r.write("memory/b/c.md", "longer")
	r.write("memory/new/d.md", "2")
	r.git("add", "-A")
	calls()
	s = staged()
	holds(t, s)
	if _, err := s.Modified(context.Background(), []string{"memory/b/c.md", "memory/new/d.md"}); err != nil {
		t.Error(err)
	}
	expect("changes", "cat-file", "diff-index")
	if _, err := s.Modified(context.Background(), []string{"memory/a.md"}); err != nil {
		t.Error(err)
	}
	expect("history", "log")

	r.write("empty", "")
	r.git("add", "-A")
	calls()
	staged()
	expect("an empty file", "cat-file", "diff-index", "diff-index")
	if _, err := openGit(t, r.dir).Staged(context.Background(), day(20)); err != nil {
		t.Error(err)
	}
	if got := calls(); len(got) > 2 {
		t.Errorf("an empty file of which nobody asks whether it was only announced: %q", got)
	}

	r.git("commit", "-q", "-m", "5")
	r.git("merge", "-q", "--no-commit", "side")
	calls()
	staged()
	expect("a merge", "cat-file", "diff-index", "diff-index") // which brought no empty file to the one side

	r.git("reset", "-q", "--hard")
	r.git("checkout", "-q", "--orphan", "new")
	calls()
	staged()
	expect("the first commit", "cat-file", "diff-index", "diff-index", "diff-index", "hash-object", "rev-parse")
}
