package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A project is a repository with memory that uses our hook.
type project struct {
	t     *testing.T
	dir   string
	env   []string
	ours  string // a repository with what this checkout holds
	rev   string // its commit
	start string // what HEAD is at first
}

// newProject makes a repository with a home, a git and caches of its own.
func newProject(t *testing.T, ours string, alone bool) *project {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := &project{t: t, dir: filepath.Join(base, "project"), ours: ours, env: environment(t, base, alone)}
	// By file, since pre-commit hides GIT_CONFIG_* from its own git. Our
	// address leads to our files, so that the README's snippet holds as it is.
	p.dir = base
	p.write("home/.gitconfig", "[user]\n\tname = A\n\temail = a@example.invalid\n[init]\n\tdefaultBranch = main\n"+
		"[url \"file://"+filepath.ToSlash(ours)+"\"]\n\tinsteadOf = https://github.com/memorylint/memorylint\n")
	p.git("init", "-q", "project")
	p.dir = filepath.Join(base, "project")
	p.rev = p.git("-C", ours, "rev-parse", "HEAD")
	p.write(state, healthy)
	p.write(".memorylint.yaml", "rules: {updated: off}\n") // the state here has no stamp
	p.write("counts.txt", "3 and 4\n")
	p.write("other.txt", "other\n")
	p.git("add", ".")
	p.git("commit", "-q", "-m", "memory")
	return p
}

// environment is all that the programs get: nothing of the developer's but the
// programs and what Go has downloaded and built.
func environment(t *testing.T, base string, alone bool) []string {
	t.Helper()
	home := filepath.Join(base, "home")
	path := os.Getenv("PATH")
	if alone {
		path = without(t, path, "memorylint")
	}
	env := []string{
		"PATH=" + path, "HOME=" + home, "LC_ALL=C", "TERM=dumb", "NO_COLOR=1",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES=" + base, "GIT_TERMINAL_PROMPT=0",
		"PRE_COMMIT_HOME=" + filepath.Join(home, "pre-commit"), "PREK_HOME=" + filepath.Join(home, "prek"),
		"npm_config_offline=true", "npm_config_update_notifier=false",
		"GOENV=off", "GOFLAGS=-mod=mod", "GOPROXY=off", "GOTOOLCHAIN=local",
	}
	if tmp := os.Getenv("TMPDIR"); tmp != "" {
		env = append(env, "TMPDIR="+tmp)
	}
	for _, name := range []string{"GOCACHE", "GOMODCACHE"} {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatalf("go env %s: %v", name, err)
		}
		env = append(env, name+"="+strings.TrimSpace(string(out)))
	}
	return env
}

// without takes the folders that hold the program off a search path.
func without(t *testing.T, path, program string) string {
	t.Helper()
	var rest []string
	for _, dir := range filepath.SplitList(path) {
		if _, err := os.Stat(filepath.Join(dir, program)); errors.Is(err, os.ErrNotExist) {
			rest = append(rest, dir)
		}
	}
	return strings.Join(rest, string(filepath.ListSeparator))
}

// snapshot is a repository whose one commit, tagged as this version, holds what
// this checkout does, changes that are not committed included.
func snapshot(t *testing.T) string {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := &project{t: t, dir: root, env: append(environment(t, base, false), "GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.invalid",
		"GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.invalid", "GIT_CONFIG_GLOBAL="+os.DevNull)}
	names := p.git("ls-files", "-z", "--cached", "--others", "--exclude-standard")
	p.dir = filepath.Join(base, "memorylint")
	for name := range strings.SplitSeq(strings.TrimRight(names, "\x00"), "\x00") {
		src, err := os.ReadFile(filepath.Join(root, name))
		if errors.Is(err, os.ErrNotExist) {
			continue // deleted, and not committed yet
		}
		if err != nil {
			t.Fatal(err)
		}
		p.write(name, string(src))
	}
	p.git("init", "-q")
	p.git("add", "--all", "--force", ".")
	p.git("commit", "-q", "-m", "what this checkout holds")
	p.git("tag", "v"+version)
	return p.dir
}

// reset gives the project to another test, as it was at first.
func (p *project) reset(t *testing.T) *project {
	t.Helper()
	fresh := *p
	fresh.t = t
	fresh.git("checkout", "-q", "-f", "-B", "main", p.start)
	fresh.git("clean", "-q", "-f", "-d")
	return &fresh
}

// linked is another worktree of the project's repository.
func (p *project) linked() *project {
	p.t.Helper()
	linked := *p
	linked.dir = filepath.Join(filepath.Dir(p.dir), "linked")
	p.git("worktree", "add", "-q", "--detach", linked.dir)
	return &linked
}

// bound ends a program that hangs: the longest builds memorylint.
const bound = 5 * time.Minute

// try runs a program and gives all it printed, and its exit code.
func (p *project) try(program string, args ...string) (out string, code int) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), bound)
	defer cancel()
	// By the project's own PATH, not the test's.
	cmd := exec.CommandContext(ctx, "env", append([]string{program}, args...)...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = p.dir, p.env, time.Second
	text, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && (ctx.Err() != nil || !errors.As(err, &exit)) {
		p.t.Fatalf("%s %q: %v\n%s", program, args, errors.Join(ctx.Err(), err), text)
	}
	return string(text), cmd.ProcessState.ExitCode()
}

// do runs a program that must succeed, and gives what it printed.
func (p *project) do(program string, args ...string) string {
	p.t.Helper()
	out, code := p.try(program, args...)
	if code != 0 {
		p.t.Fatalf("%s %q exits with %d:\n%s", program, args, code, out)
	}
	return out
}

func (p *project) git(args ...string) string {
	p.t.Helper()
	return strings.TrimSuffix(p.do("git", args...), "\n")
}

// shell runs the lines of a snippet; the first that fails fails the test.
func (p *project) shell(script string) { p.t.Helper(); p.do("sh", "-e", "-c", script) }

func (p *project) write(name, text string) {
	p.t.Helper()
	file := filepath.Join(p.dir, filepath.FromSlash(name))
	err := os.MkdirAll(filepath.Dir(file), 0o777)
	if err == nil {
		err = os.WriteFile(file, []byte(text), 0o666)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// wants asks for success or failure, and for a line that says why.
func (p *project) wants(out string, code int, success bool, says string) {
	p.t.Helper()
	if (code == 0) != success {
		p.t.Errorf("exit %d, success wanted: %v", code, success)
	}
	if !strings.Contains(out, says) {
		p.t.Errorf("nothing says %q", says)
	}
	if p.t.Failed() {
		p.t.Logf("printed:\n%s", out)
	}
}

// passes makes a commit that must go through, and whose hook says so.
func (p *project) passes(says string, args ...string) {
	p.t.Helper()
	before := p.git("rev-parse", "HEAD")
	out, code := p.try("git", append([]string{"commit"}, args...)...)
	p.wants(out, code, true, says)
	if p.git("rev-parse", "HEAD") == before {
		p.t.Error("there is no new commit")
	}
}

// refused makes a commit that the hook must refuse, and say why.
func (p *project) refused(says string, args ...string) {
	p.t.Helper()
	before := p.git("rev-parse", "HEAD")
	out, code := p.try("git", append([]string{"commit"}, args...)...)
	p.wants(out, code, false, says)
	if p.git("rev-parse", "HEAD") != before {
		p.t.Error("the commit went through")
	}
}

// holds asks for a file's content on disk.
func (p *project) holds(name, want string) {
	p.t.Helper()
	have, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil || string(have) != want {
		p.t.Errorf("%s on disk (%v) holds\n%s\nwant\n%s", name, err, have, want)
	}
}

// staged asks for a file's content in the index.
func (p *project) staged(name, want string) {
	p.t.Helper()
	if have := p.do("git", "show", ":"+name); have != want {
		p.t.Errorf("%s in the index holds\n%s\nwant\n%s", name, have, want)
	}
}
