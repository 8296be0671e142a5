//go:build unix

package hooks

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A repo is a git repository under test, free of the user's own settings.
type repo struct {
	t   *testing.T
	dir string
}

// newRepo makes a repository without hooks, in a folder whose name a shell
// would take apart.
func newRepo(t *testing.T, init ...string) *repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		lacks(t, "git is not installed")
	}
	for _, entry := range os.Environ() {
		if name, _, _ := strings.Cut(entry, "="); strings.HasPrefix(name, "GIT_") || strings.HasPrefix(name, "MEMORYLINT_") {
			t.Setenv(name, "")
			os.Unsetenv(name)
		}
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"HOME": dir, "XDG_CONFIG_HOME": dir, "GIT_CONFIG_GLOBAL": filepath.Join(dir, ".gitconfig"), "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_CEILING_DIRECTORIES": dir, "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.invalid",
		"GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.invalid",
	} {
		t.Setenv(name, value)
	}
	r := &repo{t, filepath.Join(dir, "re po")}
	r.mkdir(".")
	r.git(append([]string{"init", "-q", "-b", "main", "--template="}, init...)...)
	return r
}

// lacks ends a test that this machine cannot run: skipped, but failed in CI.
func lacks(t *testing.T, why ...any) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(why...)
	}
	t.Skip(why...)
}

func (r *repo) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(r.dir, filepath.FromSlash(name))
}

func (r *repo) check(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

func (r *repo) mkdir(name string) { r.t.Helper(); r.check(os.MkdirAll(r.path(name), 0o777)) }

func (r *repo) write(name, text string, mode fs.FileMode) {
	r.t.Helper()
	r.mkdir(filepath.Dir(r.path(name)))
	r.check(os.WriteFile(r.path(name), []byte(text), mode))
	r.check(os.Chmod(r.path(name), mode))
}

func (r *repo) link(target, name string) {
	r.t.Helper()
	r.mkdir(filepath.Dir(r.path(name)))
	if err := os.Symlink(target, r.path(name)); err != nil {
		lacks(r.t, "no links here: ", err)
	}
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = r.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// snapshot is everything below a folder of the repository: names, modes, link
// targets and texts.
func (r *repo) snapshot(name string) string {
	r.t.Helper()
	var out strings.Builder
	err := filepath.WalkDir(r.path(name), func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		r.check(err)
		rel, _ := filepath.Rel(r.dir, path)
		out.WriteString(rel + " " + info.Mode().String())
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			r.check(err)
			out.WriteString(" -> " + target)
		case info.Mode().IsRegular():
			text, err := os.ReadFile(path)
			r.check(err)
			out.WriteString(" " + string(text))
		}
		out.WriteString("\n")
		return nil
	})
	if err != nil {
		return err.Error()
	}
	return out.String()
}

func (r *repo) options() Options {
	return Options{Dir: r.dir, Program: "/opt/memory lint/it's/memorylint", Release: "0.1.0"}
}

func (r *repo) install(o Options) []Change {
	r.t.Helper()
	changes, err := Install(context.Background(), o)
	r.check(err)
	return changes
}

func (r *repo) uninstall(o Options) []Change {
	r.t.Helper()
	changes, err := Uninstall(context.Background(), o)
	r.check(err)
	return changes
}

func (r *repo) status(o Options) []State {
	r.t.Helper()
	states, err := Status(context.Background(), o)
	r.check(err)
	return states
}

// refuses asserts that an installation is refused with these words, and that
// nothing in the repository changed.
func (r *repo) refuses(o Options, words ...string) error {
	r.t.Helper()
	before := r.snapshot(".")
	_, err := Install(context.Background(), o)
	if err == nil {
		r.t.Fatalf("installed:\n%s", r.snapshot(".git/hooks"))
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			r.t.Errorf("the error does not say %q: %v", w, err)
		}
	}
	if after := r.snapshot("."); after != before {
		r.t.Errorf("refused, but changed:\n%s\nwas:\n%s", after, before)
	}
	return err
}

// outcomes lists what became of each hook.
func outcomes(changes []Change) []Outcome {
	var out []Outcome
	for _, c := range changes {
		out = append(out, c.Outcome)
	}
	return out
}
