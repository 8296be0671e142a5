//go:build unix

package source_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// unprivileged reports whether the test is to go on in this process. Root,
// which permissions do not stop, runs it in another one that is not root.
func unprivileged(t *testing.T) bool {
	t.Helper()
	const marker, nobody = "SOURCE_TEST_UNPRIVILEGED", 65534
	if os.Geteuid() != 0 {
		return true
	}
	if os.Getenv(marker) != "" {
		for _, err := range []error{syscall.Setgroups(nil), syscall.Setgid(nobody), syscall.Setuid(nobody)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		return true
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.v", "-test.run=^"+regexp.QuoteMeta(t.Name())+"$")
	cmd.Env = append(os.Environ(), marker+"=1")
	out, err := cmd.CombinedOutput()
	switch {
	case err != nil:
		t.Errorf("as another user: %v\n%s", err, out)
	case strings.Contains(string(out), "--- SKIP: "+t.Name()):
		lacks(t, "as another user:\n"+string(out))
	case !strings.Contains(string(out), "--- PASS: "+t.Name()):
		t.Errorf("did not run as another user:\n%s", out)
	}
	return false
}

// shut takes all permissions away, until the test ends.
func (r *repo) shut(name string) {
	r.t.Helper()
	if err := os.Chmod(r.path(name), 0); err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { os.Chmod(r.path(name), 0o777) })
}

func wantDenied(t *testing.T, r *repo, dir, want string) {
	t.Helper()
	if err := failure(r.open(), dir); !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), want) {
		t.Errorf("below %s: got %v\nwant %s and fs.ErrPermission", dir, err, want)
	}
}

func TestUnreadableFolders(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	r := newFolder(t)
	r.write("open/a.md", "a")
	r.write("deep/shut/b.md", "b")
	r.shut("deep/shut")
	wantPaths(t, r.open(), "open", "open/a.md")
	for _, dir := range []string{".", "deep", "deep/shut"} {
		wantDenied(t, r, dir, "readdir deep/shut: permission denied")
	}
}

func TestUnreadableFoldersInGit(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	r := newRepo(t)
	r.write("open/a.md", "a")
	r.write("it's: shut/b.md", "b")
	r.commit(1)
	r.write("ignored/c.md", "")
	r.write(".gitignore", "/ignored\n")
	r.shut("ignored")
	wantPaths(t, r.open(), ".", ".gitignore", "open/a.md", "it's: shut/b.md")
	r.shut("it's: shut")
	wantPaths(t, r.open(), "open", "open/a.md")
	wantDenied(t, r, ".", "list files of "+r.dir+": git ls-files: open folder it's: shut/: permission denied")

	t.Log("after more warnings than are kept")
	for i := range 60 {
		name := fmt.Sprintf("aside/%02d/.gitignore", i)
		r.write(name, "")
		r.shut(name)
	}
	wantDenied(t, r, ".", "git ls-files: open folder it's: shut/: permission denied")
}

func TestUnreadableRepositories(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	for name, make := range map[string]func(*repo){
		"not a git repository": func(r *repo) { r.git("init", "-q", "-b", "main") },
		"error opening '":      func(r *repo) { r.write(".git", "gitdir: x\n") },
	} {
		outer := newFolder(t)
		needGit(t)
		r := &repo{t, outer.path("n")}
		r.write("a.md", "")
		make(r)
		r.shut(".git")
		wantRefused(t, r, r.dir, "a.md", name)
		wantRefused(t, outer, r.dir, "n/a.md", name)
		outer.git("init", "-q", "-b", "main")
		wantRefused(t, outer, r.dir, "n/a.md", name)
		wantRefused(t, r, r.dir, "a.md", name)
	}
}
