package source_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memorylint/memorylint/lint/source"
)

// long ago is the own time of every file that tests write, so that it cannot
// be taken for the time of a commit.
var longAgo = time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)

// day is the moment of the n-th commit.
func day(n int) time.Time { return time.Date(2026, 3, n, 12, 0, 0, 0, time.UTC) }

// hermetic frees the test from the user's git: no config, no hook environment,
// no repository above the temporary folder. It returns that folder.
func hermetic(t *testing.T) string {
	t.Helper()
	for _, entry := range os.Environ() {
		if name, _, _ := strings.Cut(entry, "="); strings.HasPrefix(name, "GIT_") {
			t.Setenv(name, "")
			os.Unsetenv(name)
		}
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", filepath.Join(dir, "no-home"))
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "no-home"))
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_CEILING_DIRECTORIES", dir)
	return dir
}

// A repo is a git repository under test, or just a folder.
type repo struct {
	t   *testing.T
	dir string
}

// newRepo makes a repository, or skips where git is not installed; in CI that
// is a failure, so that the tests cannot be lost there.
func newRepo(t *testing.T, init ...string) *repo {
	t.Helper()
	dir := hermetic(t)
	needGit(t)
	r := &repo{t, filepath.Join(dir, "repo")}
	r.mkdir(".")
	r.git(append([]string{"init", "-q", "-b", "main"}, init...)...)
	return r
}

func needGit(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err == nil {
		return
	}
	lacks(t, "git is not installed")
}

// lacks ends a test that this machine cannot run: skipped, but failed in CI.
func lacks(t *testing.T, why ...any) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(why...)
	}
	t.Skip(why...)
}

// nested makes another repository below this one.
func (r *repo) nested(name string) *repo {
	r.mkdir(name)
	n := &repo{r.t, r.path(name)}
	n.git("init", "-q", "-b", "main")
	return n
}

func (r *repo) path(name string) string { return filepath.Join(r.dir, filepath.FromSlash(name)) }

func (r *repo) mkdir(name string) {
	r.t.Helper()
	if err := os.MkdirAll(r.path(name), 0o777); err != nil {
		r.t.Fatal(err)
	}
}

// write writes a file, and the folders above it, with a time of long ago.
func (r *repo) write(name, text string) {
	r.t.Helper()
	r.mkdir(filepath.Dir(name))
	if err := os.WriteFile(r.path(name), []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
	r.touch(name, longAgo)
}

func (r *repo) touch(name string, at time.Time) {
	r.t.Helper()
	if err := os.Chtimes(r.path(name), at, at); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repo) link(target, name string) {
	r.t.Helper()
	r.mkdir(filepath.Dir(name))
	if err := os.Symlink(target, r.path(name)); err != nil {
		lacks(r.t, "no links here: ", err)
	}
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	return r.gitAt(1, args...)
}

// gitAt runs git as of the n-th day.
func (r *repo) gitAt(n int, args ...string) string {
	r.t.Helper()
	out, err := r.tryAt(n, args...)
	if err != nil {
		r.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return out
}

// try is git for a command that may fail.
func (r *repo) try(args ...string) (string, error) { return r.tryAt(1, args...) }

func (r *repo) tryAt(n int, args ...string) (string, error) {
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always", "-c", "commit.gpgSign=false"}, args...)...)
	cmd.Dir = r.dir
	date := fmt.Sprint(day(n).Unix()) + " +0000"
	cmd.Env = append(os.Environ(),
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.invalid", "GIT_AUTHOR_DATE=2020-01-01T00:00:00Z",
		"GIT_COMMITTER_NAME=C", "GIT_COMMITTER_EMAIL=c@example.invalid", "GIT_COMMITTER_DATE="+date)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// commit commits everything on the n-th day. All files have one time, so git is
// told to look into those it knows.
func (r *repo) commit(n int) {
	r.t.Helper()
	r.git("add", "-A")
	r.git("add", "--renormalize", ".")
	r.gitAt(n, "commit", "-q", "--no-verify", "-m", fmt.Sprint("day ", n))
}

// clone clones the repository; every file there is as new as the checkout,
// which is set to long ago.
func (r *repo) clone(args ...string) *repo {
	r.t.Helper()
	c := &repo{r.t, r.dir + "-clone"}
	r.git(append(append([]string{"clone", "-q"}, args...), "file://"+filepath.ToSlash(r.dir), c.dir)...)
	err := filepath.WalkDir(c.dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && e.Name() == ".git" {
			return filepath.SkipDir
		}
		if err == nil && e.Type().IsRegular() {
			err = os.Chtimes(path, longAgo, longAgo)
		}
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return c
}

func open(t *testing.T, dir string) *source.Worktree {
	t.Helper()
	w, err := source.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return w
}

func (r *repo) open() *source.Worktree { r.t.Helper(); return open(r.t, r.dir) }

// paths lists the files below dir, sorted.
func paths(t *testing.T, w *source.Worktree, dir string) []string {
	t.Helper()
	var out []string
	for name, err := range w.Paths(context.Background(), dir) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// failure is the error that ends a listing; nil when none does.
func failure(w *source.Worktree, dir string) (last error) {
	for _, err := range w.Paths(context.Background(), dir) {
		last = err
	}
	return last
}

func wantPaths(t *testing.T, w *source.Worktree, dir string, want ...string) {
	t.Helper()
	slices.Sort(want)
	if got := paths(t, w, dir); !slices.Equal(got, want) {
		t.Errorf("paths below %s:\n got %q\nwant %q", dir, got, want)
	}
}

// wantTimes compares all times of these files; a zero time stands for none.
func wantTimes(t *testing.T, w *source.Worktree, want map[string]time.Time) {
	t.Helper()
	got, err := w.Modified(context.Background(), slices.Sorted(maps.Keys(want)))
	if err != nil {
		t.Fatal(err)
	}
	for name, at := range want {
		if g, ok := got[name]; ok == at.IsZero() || !g.Equal(at) {
			t.Errorf("%q was modified %v (known: %v), want %v", name, g.UTC(), ok, at)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%q was not asked for", name)
		}
	}
}
