//go:build unix

package hooks

import (
	"os"
	"strings"
	"testing"
)

func TestStatus(t *testing.T) {
	const program = "/bin/sh" // something that can be run
	tests := []struct {
		name  string
		make  func(*repo)
		works bool
		want  string
	}{
		{"missing", func(r *repo) {}, false, "not installed: there is no /"},
		{"ours", func(r *repo) { r.write(hook, render(PreCommit, program), 0o755) }, true, "installed: /"},
		{"ours, older", func(r *repo) { r.write(hook, seal(oldOurs+"program='/bin/sh'\n"), 0o755) }, true, "another version of memorylint wrote it"},
		{"ours, not executable", func(r *repo) { r.write(hook, render(PreCommit, program), 0o644) }, false, "does not run: git ignores "},
		{"ours, no program", func(r *repo) { r.write(hook, render(PreCommit, "/gone/memorylint"), 0o755) }, false, "finds no memorylint, neither /gone/memorylint nor on PATH"},
		{"ours, program on PATH", func(r *repo) {
			r.write("../bin/memorylint", "", 0o755)
			r.t.Setenv("PATH", r.path("../bin")+":"+os.Getenv("PATH"))
			r.write(hook, render(PreCommit, "/gone/memorylint"), 0o755)
		}, true, "/bin/memorylint"},
		{"ours, chained", func(r *repo) {
			r.write(hook, render(PreCommit, program), 0o755)
			r.write(hook+chainedSuffix, theirs, 0o755)
		}, true, "pre-commit.memorylint-chained"},
		{"ours, chained in vain", func(r *repo) {
			r.write(hook, render(PreCommit, program), 0o755)
			r.write(hook+chainedSuffix, theirs, 0o644)
		}, true, "which is not executable and passed over"},
		{"foreign", func(r *repo) { r.write(hook, theirs, 0o755) }, false, "is a hook that memorylint did not write"},
		{"foreign, ignored", func(r *repo) { r.write(hook, theirs, 0o644) }, false, "did not write, and git ignores it, since it is not executable"},
		{"edited", func(r *repo) { r.write(hook, render(PreCommit, program)+"x\n", 0o755) }, false, "was written by memorylint and edited since"},
		{"folder", func(r *repo) { r.mkdir(hook) }, false, "is no file"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := newRepo(t)
			t.Setenv("PATH", gitAlone(r))
			test.make(r)
			before := r.snapshot(".")
			s := r.status(r.options())[0]
			if s.Works() != test.works || !strings.HasPrefix(s.String(), "pre-commit: ") || !strings.Contains(s.String(), test.want) {
				t.Errorf("works: %v, %s", s.Works(), s)
			}
			if after := r.snapshot("."); after != before {
				t.Errorf("looking changed\n%s\nto\n%s", before, after)
			}
		})
	}
}

// gitAlone is a PATH on which there is git and no memorylint.
func gitAlone(r *repo) string {
	for _, dir := range strings.Split(os.Getenv("PATH"), ":") {
		if runnable(dir + "/git") {
			r.link(dir+"/git", r.path("../only/git"))
			break
		}
	}
	return r.path("../only")
}
