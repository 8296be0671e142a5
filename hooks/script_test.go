//go:build unix

package hooks

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// hostile are paths that a shell takes apart when it is not told better.
var hostile = []string{
	"", "/bin/memorylint", "/a b/memorylint", "/it's/'/memorylint", `/a"b\c/memorylint`, "/$HOME/`id`/$(id)/memorylint",
	"/line\nbreak/\nprogram='x'\n/memorylint", "/*?[a]~#!&;|<>/memorylint", "/\xff\x01/memorylint", "C:/Program Files/memorylint.exe",
}

func TestRenderAndParse(t *testing.T) {
	for _, program := range hostile {
		for _, hook := range Types() {
			text := render(hook, program)
			s, by := parse(text)
			if by != ours || s.hook != hook || s.program != program || !s.current {
				t.Errorf("%q, %s: got %+v by %d", program, hook, s, by)
			}
			if !strings.Contains(text, "lint --staged\n") || strings.Contains(text, "PROGRAM") || strings.Contains(text, "HOOK\n") {
				t.Errorf("%q, %s: not filled in:\n%s", program, hook, text)
			}
		}
	}
}

func TestParse(t *testing.T) {
	current := render(PreCommit, "/bin/memorylint")
	tests := []struct {
		name, text string
		by         authorship
		current    bool
	}{
		{"this version", current, ours, true},
		{"an older version", seal("hook=pre-commit\nprogram='/x'\nexec \"$program\" lint\n"), ours, false},
		{"one without variables", seal("exec memorylint\n"), ours, false},
		{"CR LF", strings.ReplaceAll(current, "\n", "\r\n"), ours, false},
		{"a line more", current + "npm test\n", edited, false},
		{"cut off", current[:len(current)-2], edited, false},
		{"head alone", head, edited, false},
		{"foreign", "#!/bin/sh\nmemorylint lint --staged\n", foreign, false},
		{"empty", "", foreign, false},
	}
	for _, test := range tests {
		if s, by := parse(test.text); by != test.by || s.current != test.current {
			t.Errorf("%s: got %+v by %d", test.name, s, by)
		}
	}
}

// A stage is a folder with a hook of ours and a tool that reports its calls.
type stage struct {
	*repo
	hook, tool string
}

func newStage(t *testing.T, tool string) *stage {
	if _, err := exec.LookPath("sh"); err != nil {
		lacks(t, "no sh here")
	}
	r := &repo{t, t.TempDir()}
	s := &stage{r, r.path("hooks/pre-commit"), tool}
	if tool != "" {
		s.tool = r.path(tool)
		r.write(tool, "#!/bin/sh\nprintf 'tool %s\\n' \"$*\"\n", 0o755)
	}
	r.write("hooks/pre-commit", render(PreCommit, s.tool), 0o755)
	r.mkdir("empty")
	return s
}

// run runs the hook as git does, with further variables.
func (s *stage) run(env ...string) (out, said string, code int) {
	s.t.Helper()
	cmd := exec.Command(s.hook, "an argument", "two")
	cmd.Dir, cmd.Stdin = s.dir, strings.NewReader("input\n")
	cmd.Env = append(os.Environ(), append([]string{"MEMORYLINT_SKIP=", "MEMORYLINT_HOOK_IN="}, env...)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		s.t.Fatal(err)
	}
	return stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()
}

func (s *stage) want(out, said string, code int, env ...string) {
	s.t.Helper()
	o, e, c := s.run(env...)
	if o != out || c != code || (said == "") != (e == "") || !strings.Contains(e, said) {
		s.t.Errorf("got %q, %q, exit %d\nwant %q, %q, exit %d", o, e, c, out, said, code)
	}
}

const toolRan = "tool lint --staged\n"

func TestScriptRunsTheTool(t *testing.T) {
	for _, dir := range []string{"plain", "a b", "it's", `"q"`, "$HOME", "`id`", "two\nlines", "-dash", "trail\n"} {
		newStage(t, dir+"/memorylint").want(toolRan, "", 0)
	}
}

func TestScriptPassesTheCode(t *testing.T) {
	s := newStage(t, "bin/memorylint")
	s.write("bin/memorylint", "#!/bin/sh\nexit 2\n", 0o755)
	s.want("", "", 2)
}

func TestScriptLooksOnPath(t *testing.T) {
	s := newStage(t, "bin/memorylint")
	s.check(os.Rename(s.path("bin"), s.path("moved")))
	s.want(toolRan, "", 0, "PATH="+s.path("moved")+string(os.PathListSeparator)+os.Getenv("PATH"))
	s.check(os.Chmod(s.path("moved/memorylint"), 0o644))
	s.want("", "finds no memorylint", 1, "PATH="+s.path("moved")+string(os.PathListSeparator)+os.Getenv("PATH"))
}

func TestScriptWithoutATool(t *testing.T) {
	s := newStage(t, "")
	s.want("", "go install", 1, "PATH="+os.Getenv("PATH"))
	_, said, _ := s.run()
	if strings.Count(said, "\n") != 1 || !strings.Contains(said, "MEMORYLINT_SKIP=1") || !strings.Contains(said, "git commit --no-verify") {
		t.Errorf("not one sentence with a way out: %q", said)
	}
}

func TestScriptIsSkipped(t *testing.T) {
	s := newStage(t, "bin/memorylint")
	for value, skipped := range map[string]bool{"1": true, "yes": true, "00": true, "0": false, "": false} {
		if skipped {
			s.want("", "skipped", 0, "MEMORYLINT_SKIP="+value)
		} else {
			s.want(toolRan, "", 0, "MEMORYLINT_SKIP="+value)
		}
	}
	s.write("hooks/pre-commit.memorylint-chained", "#!/bin/sh\necho mine\n", 0o755)
	s.want("mine\n", "skipped", 0, "MEMORYLINT_SKIP=1")
}

func TestScriptRunsTheChainedHookFirst(t *testing.T) {
	s := newStage(t, "bin/memorylint")
	const kept = "hooks/pre-commit.memorylint-chained"
	s.write(kept, "#!/bin/sh\nprintf '<%s>' \"$@\"\ncat\n", 0o755)
	s.want("<an argument><two>input\n"+toolRan, "", 0)
	s.write(kept, "printf 'no interpreter\\n'", 0o755)
	s.want("no interpreter\n"+toolRan, "", 0)
	s.write(kept, "#!/bin/sh\necho no\nexit 7\n", 0o755)
	s.want("no\n", "", 7)
	s.write(kept, "#!/bin/sh\necho no\n", 0o644)
	s.want(toolRan, "is not executable, so it was not run", 0)
	s.check(os.Remove(s.path(kept)))
	s.link("nowhere", kept)
	s.want(toolRan, "is not executable, so it was not run", 0)
}

func TestScriptCalledByName(t *testing.T) {
	s := newStage(t, "bin/memorylint")
	s.write("hooks/pre-commit.memorylint-chained", "#!/bin/sh\necho mine\n", 0o755)
	cmd := exec.Command("sh", "pre-commit")
	cmd.Dir = s.path("hooks")
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "mine\n"+toolRan {
		t.Errorf("got %q, %v", out, err)
	}
	t.Log("by another name, as managers call it that moved it away")
	s.check(os.Rename(s.hook, s.hook+".legacy"))
	s.hook += ".legacy"
	s.want("mine\n"+toolRan, "", 0)
}

// TestScriptRunsTheToolOnce: a hook of the user that runs another hook of the
// repository is usual for pre-merge-commit.
func TestScriptRunsTheToolOnce(t *testing.T) {
	s := newStage(t, "bin/memorylint")
	s.write("hooks/pre-commit.memorylint-chained", "#!/bin/sh\necho mine\n", 0o755)
	s.write("hooks/pre-merge-commit", render(PreMergeCommit, s.tool), 0o755)
	s.write("hooks/pre-merge-commit.memorylint-chained", "#!/bin/sh\necho merge\nexec hooks/pre-commit\n", 0o755)
	s.hook = s.path("hooks/pre-merge-commit")
	s.want("merge\nmine\n"+toolRan, "", 0)
	t.Log("a hook that calls itself")
	s.write("hooks/pre-merge-commit.memorylint-chained", "#!/bin/sh\necho merge\nexec hooks/pre-merge-commit\n", 0o755)
	s.want("merge\n"+toolRan, "", 0)
	t.Log("another repository's hook runs its own tool")
	s.write("other/pre-commit", render(PreCommit, s.tool), 0o755)
	s.write("hooks/pre-merge-commit.memorylint-chained", "#!/bin/sh\ncd other && ./pre-commit\n", 0o755)
	s.want(toolRan+toolRan, "", 0)
}

func TestProgram(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	if got := Program(); got != self {
		t.Errorf("got %q, want %q", got, self)
	}
	if err := os.Symlink(self, filepath.Join(dir, name)); err != nil {
		lacks(t, err)
	}
	if got := Program(); got != filepath.Join(dir, name) {
		t.Errorf("the link on PATH is not preferred: %q", got)
	}
}
