//go:build unix

package source_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// In a hook git names its own index and, in linked worktrees, its own data
// folder: they hold for the repository of the hook alone.
func TestHookEnvironment(t *testing.T) {
	r := newRepo(t)
	r.write("kept.log", "")
	r.write("a.md", "one\n")
	r.commit(1)
	n := r.nested("n")
	n.write("n.md", "one\n")
	n.commit(2)
	other := &repo{t, r.path("../other")}
	other.mkdir("sub")
	other.git("init", "-q", "-b", "main")
	other.write("o.md", "one\n")
	other.commit(3)
	r.git("worktree", "add", "-q", "../linked")
	linked := &repo{t, r.path("../linked")}

	// An index of its own, in which only one of two ignored files is tracked.
	index := r.path(".git/next-index-1.lock")
	r.write(".git/info/exclude", "*.log\nn/x\n")
	r.write("listed.log", "")
	t.Setenv("GIT_INDEX_FILE", index)
	r.git("add", "-f", "listed.log")

	t.Log("the index of git commit FILE")
	t.Chdir(r.dir)
	wantPaths(t, r.open(), ".", "a.md", "listed.log", "n/n.md")
	wantPaths(t, other.open(), ".", "o.md")
	wantPaths(t, n.open(), ".", "n.md")
	wantTimes(t, r.open(), times{"a.md": day(1), "n/n.md": day(2)})
	wantTimes(t, other.open(), times{"o.md": day(3)})

	t.Log("which lies among the data of its repository")
	t.Chdir(other.dir)
	wantPaths(t, r.open(), ".", "a.md", "listed.log", "n/n.md")
	wantPaths(t, other.open(), ".", "o.md")
	t.Chdir(r.dir)

	t.Log("an index elsewhere belongs to the current folder's repository")
	aside := filepath.Join(t.TempDir(), "index")
	if err := os.Rename(index, aside); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_INDEX_FILE", aside)
	wantPaths(t, r.open(), ".", "a.md", "listed.log", "n/n.md")
	wantPaths(t, other.open(), ".", "o.md")
	t.Chdir(other.dir)
	wantPaths(t, r.open(), ".", "a.md", "kept.log", "n/n.md")

	t.Log("the relative index of git commit, asked for below the top")
	t.Setenv("GIT_INDEX_FILE", ".git/index")
	t.Chdir(r.dir)
	wantPaths(t, r.open(), ".", "a.md", "kept.log", "n/n.md")
	wantPaths(t, open(t, other.path("sub")), ".")

	t.Log("a linked worktree: GIT_DIR without GIT_WORK_TREE")
	linked.write("memory/new.md", "")
	linked.touch("a.md", longAgo)
	t.Setenv("GIT_DIR", r.path(".git/worktrees/linked"))
	t.Setenv("GIT_INDEX_FILE", r.path(".git/worktrees/linked/index"))
	t.Chdir(linked.dir)
	wantPaths(t, linked.open(), ".", "a.md", "kept.log", "memory/new.md")
	wantPaths(t, open(t, linked.path("memory")), ".", "new.md")
	wantTimes(t, linked.open(), times{"a.md": day(1), "memory/new.md": longAgo})
	wantPaths(t, r.open(), ".", "a.md", "kept.log", "n/n.md")
	wantTimes(t, other.open(), times{"o.md": day(3)})

	t.Log("pathspec modes, as from git --glob-pathspecs commit")
	t.Setenv("GIT_GLOB_PATHSPECS", "1")
	wantTimes(t, linked.open(), times{"a.md": day(1)})
}

// A relative GIT_DIR is relative to the folder memorylint was started in.
func TestRelativeGitDir(t *testing.T) {
	r := newRepo(t)
	r.write("sub/a.md", "one\n")
	r.write("sub/b.log", "")
	r.commit(1)
	r.write("sub/.gitignore", "*.log\n")
	t.Chdir(r.path("sub"))
	t.Setenv("GIT_DIR", "../.git")
	for _, dir := range []string{".", r.path("sub")} {
		wantPaths(t, open(t, dir), ".", ".gitignore", "a.md", "b.log")
		wantTimes(t, open(t, dir), times{"a.md": day(1)})
	}
}

// A repository that keeps its data elsewhere is known by the environment only.
func TestSeparateGitDir(t *testing.T) {
	r := newRepo(t)
	r.write("sub/a.md", "one\n")
	r.write("sub/b.log", "")
	r.commit(1)
	r.write("sub/.gitignore", "*.log\n")
	data := filepath.Join(t.TempDir(), "data")
	if err := os.Rename(r.path(".git"), data); err != nil {
		t.Fatal(err)
	}
	n := r.nested("sub/n")
	n.write("n.md", "")
	t.Setenv("GIT_DIR", data)
	t.Setenv("GIT_WORK_TREE", r.dir)
	n.write("x.log", "")
	wantPaths(t, r.open(), "sub", "sub/.gitignore", "sub/a.md", "sub/b.log", "sub/n/n.md", "sub/n/x.log")
	wantTimes(t, open(t, r.path("sub")), times{"a.md": day(1)})
	wantPaths(t, n.open(), ".", "n.md", "x.log")
}

// Every git process is told to take no locks, to fetch nothing, to ask nobody and
// to take names for names.
func TestEveryProcessIsHarmless(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "1")
	r.commit(1)
	real, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	const wanted = "GIT_ALLOW_PROTOCOL GIT_LITERAL_PATHSPECS GIT_NO_LAZY_FETCH GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT LC_ALL"
	script := "#!/bin/sh\nfor v in " + wanted + "; do eval \"printf '%s ' \\\"\\$$v\\\"\"; done >>'" + log + "'\necho \"$@\" >>'" + log + "'\nexec '" + real + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(dir, "git"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	for name, here := range map[string]string{"found": r.dir, "asked for": filepath.Join(r.dir, ".git")} {
		g := openGit(t, here)
		if _, err := g.MergeBase(t.Context(), "HEAD", "HEAD"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := g.Between(t.Context(), "HEAD", "HEAD"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	wantPaths(t, r.open(), ".", "a.md")
	if _, err := openGit(t, r.dir).Staged(t.Context(), day(2)); err != nil {
		t.Error(err)
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(lines) < 8 {
		t.Errorf("%d processes", len(lines))
	}
	for _, line := range lines {
		if !strings.HasPrefix(line, "none 1 1 0 0 C ") {
			t.Errorf("%q, want the values of %s", line, wanted)
		}
	}
}
