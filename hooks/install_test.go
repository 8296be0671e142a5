//go:build unix

package hooks

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
)

const (
	hook    = ".git/hooks/pre-commit"
	merge   = ".git/hooks/pre-merge-commit"
	theirs  = "#!/bin/sh\necho mine\n"
	oldOurs = "hook=pre-commit\nexec memorylint\n"
)

func TestInstall(t *testing.T) {
	r := newRepo(t)
	o := r.options()
	if got := outcomes(r.install(o)); !slices.Equal(got, []Outcome{Installed, Installed}) {
		t.Errorf("got %v", got)
	}
	for _, name := range Types() {
		info, err := os.Stat(r.path(".git/hooks/" + name))
		r.check(err)
		text, err := os.ReadFile(r.path(".git/hooks/" + name))
		r.check(err)
		if info.Mode().Perm() != 0o755 || string(text) != render(name, o.Program) {
			t.Errorf("%s: mode %v\n%s", name, info.Mode(), text)
		}
	}
	before := r.snapshot(".")
	if got := outcomes(r.install(o)); !slices.Equal(got, []Outcome{Kept, Kept}) {
		t.Errorf("again: got %v", got)
	}
	if after := r.snapshot("."); after != before {
		t.Errorf("installing again changed\n%s\nto\n%s", before, after)
	}
	t.Log("an older version, another program, a lost mode")
	r.write(hook, seal(oldOurs), 0o755)
	r.check(os.Chmod(r.path(merge), 0o644))
	if got := outcomes(r.install(o)); !slices.Equal(got, []Outcome{Renewed, Renewed}) {
		t.Errorf("older: got %v", got)
	}
	if after := r.snapshot("."); after != before {
		t.Errorf("renewed to\n%s\nwant\n%s", after, before)
	}
	o.Program = "/elsewhere/memorylint"
	if got := outcomes(r.install(o)); !slices.Equal(got, []Outcome{Renewed, Renewed}) {
		t.Errorf("moved: got %v", got)
	}
	if got := outcomes(r.uninstall(o)); !slices.Equal(got, []Outcome{Removed, Removed}) {
		t.Errorf("uninstall: got %v", got)
	}
	if got := outcomes(r.uninstall(o)); !slices.Equal(got, []Outcome{Absent, Absent}) {
		t.Errorf("uninstall again: got %v", got)
	}
	if left := r.snapshot(".git/hooks"); strings.Count(left, "\n") != 1 {
		t.Errorf("left behind:\n%s", left)
	}
}

func TestInstallTypes(t *testing.T) {
	r := newRepo(t)
	o := r.options()
	o.Types = []string{PreMergeCommit, PreMergeCommit}
	if got := r.install(o); len(got) != 1 || got[0].Type != PreMergeCommit || exists(r.path(hook)) {
		t.Errorf("got %+v", got)
	}
	o.Types = []string{"pre-push"}
	r.refuses(o, `hook type "pre-push": want pre-commit or pre-merge-commit`)
}

// TestForeignHooks: what stands there, refused without --chain; with it kept,
// and given back byte for byte, or refused as well.
func TestForeignHooks(t *testing.T) {
	tests := []struct {
		name    string
		make    func(*repo)
		refused string // the words without --chain
		never   string // the words with it; "": it works
	}{
		{"script", func(r *repo) { r.write(hook, theirs, 0o750) }, "is a hook that memorylint did not write: add", ""},
		{"of the second type", func(r *repo) { r.write(merge, theirs, 0o700) }, "pre-merge-commit is a hook that memorylint did not write", ""},
		{"both", func(r *repo) { r.write(hook, theirs, 0o755); r.write(merge, theirs, 0o755) }, "pre-merge-commit is a hook", ""},
		{"not executable", func(r *repo) { r.write(hook, theirs, 0o644) }, "git ignores it, since it is not executable", ""},
		{"link", func(r *repo) { r.write("tools/hook.sh", theirs, 0o755); r.link("../../tools/hook.sh", hook) }, "is a hook that memorylint did not write", ""},
		{"dangling link", func(r *repo) { r.link("nowhere", hook) }, "is a hook that memorylint did not write", ""},
		{"binary", func(r *repo) { r.write(hook, "\x7fELF"+strings.Repeat("\x00\r\n", 1<<16), 0o755) }, "is a hook that memorylint did not write", ""},
		{"empty", func(r *repo) { r.write(hook, "", 0o755) }, "is a hook that memorylint did not write", ""},
		{"CR LF", func(r *repo) { r.write(hook, strings.ReplaceAll(theirs, "\n", "\r\n"), 0o755) }, "is a hook", "first line ends in CR LF"},
		{"folder", func(r *repo) { r.mkdir(hook) }, "is no file", "is no file"},
		{"pipe", func(r *repo) { r.mkdir(".git/hooks"); r.check(syscall.Mkfifo(r.path(hook), 0o755)) }, "is no file", "is no file"},
		{"edited", func(r *repo) { r.write(hook, render(PreCommit, "/x")+"npm test\n", 0o755) }, "edited since", "edited since"},
		{"name taken", func(r *repo) { r.write(hook, theirs, 0o755); r.write(hook+chainedSuffix, "other", 0o644) }, "is a hook", "is there already"},
		{"second type edited", func(r *repo) { r.write(hook, theirs, 0o755); r.write(merge, seal("x\n")+"y", 0o755) }, "edited since", "edited since"},
		{"hooks folder is a file", func(r *repo) { r.write(".git/hooks", "", 0o644) }, "create hooks folder: ", "create hooks folder: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := newRepo(t)
			test.make(r)
			before, o := r.snapshot("."), r.options()
			r.refuses(o, test.refused)
			o.Chain = true
			if test.never != "" {
				r.refuses(o, test.never)
				return
			}
			r.install(o)
			chained := r.snapshot(".")
			if got := outcomes(r.install(r.options())); !slices.Equal(got, []Outcome{Kept, Kept}) || r.snapshot(".") != chained {
				t.Errorf("again: got %v\n%s", got, r.snapshot(".git/hooks"))
			}
			for _, s := range r.status(o) {
				if s.Kind != Ours || !s.Executable || !s.Current {
					t.Errorf("status: %+v", s)
				}
			}
			r.uninstall(o)
			if after := r.snapshot("."); after != before {
				t.Errorf("given back as\n%s\nwas\n%s", after, before)
			}
		})
	}
}

// TestLinkedHooks: one of the user's hooks is a link to the other, so what is
// installed there runs here as well; it would run twice if both were ours.
func TestLinkedHooks(t *testing.T) {
	r := newRepo(t)
	r.write(hook, theirs, 0o755)
	r.link("pre-commit", merge)
	before, o := r.snapshot("."), r.options()
	if err := r.refuses(o, "/pre-commit is a hook"); strings.Contains(err.Error(), "/pre-merge-commit") {
		t.Errorf("the link is to be edited as well: %v", err)
	}
	o.Chain = true
	if got := outcomes(r.install(o)); !slices.Equal(got, []Outcome{Installed, Followed}) {
		t.Errorf("got %v", got)
	}
	if states := r.status(o); states[1].Kind != Ours || !strings.HasSuffix(states[1].Chained, "/pre-commit.memorylint-chained") {
		t.Errorf("status: %+v", states[1])
	}
	if got := outcomes(r.uninstall(o)); !slices.Equal(got, []Outcome{Restored, Followed}) || r.snapshot(".") != before {
		t.Errorf("got %v\n%s", got, r.snapshot("."))
	}
	r.install(o)
	o.Types = []string{PreMergeCommit}
	if got := r.uninstall(o); got[0].Outcome != Left || !strings.Contains(got[0].String(), "is a link to a hook of memorylint") {
		t.Errorf("the link alone: %v", got)
	}
}

func TestUninstallLeavesOthersAlone(t *testing.T) {
	for name, text := range map[string]string{"foreign": theirs, "edited": render(PreCommit, "/x") + "npm test\n"} {
		r := newRepo(t)
		r.write(hook, text, 0o755)
		before := r.snapshot(".")
		if got := outcomes(r.uninstall(r.options())); !slices.Equal(got, []Outcome{Left, Absent}) || r.snapshot(".") != before {
			t.Errorf("%s: got %v\n%s", name, got, r.snapshot("."))
		}
	}
	r := newRepo(t)
	r.write(hook+chainedSuffix, theirs, 0o755)
	if got := outcomes(r.uninstall(r.options())); got[0] != Restored || exists(r.path(hook+chainedSuffix)) || !exists(r.path(hook)) {
		t.Errorf("a kept hook without ours: got %v", got)
	}
}

// TestInterrupted: a run that died between keeping the foreign hook and writing
// ours left two names of one file.
func TestInterrupted(t *testing.T) {
	r := newRepo(t)
	r.write(hook, theirs, 0o755)
	before := r.snapshot(".")
	r.check(os.Link(r.path(hook), r.path(hook+chainedSuffix)))
	o := r.options()
	o.Chain = true
	if got := r.install(o); got[0].Chained == "" {
		t.Errorf("got %v", got)
	}
	if r.uninstall(o); r.snapshot(".") != before {
		t.Errorf("got\n%s", r.snapshot("."))
	}
}

// TestTakenBack: whatever was there is there again when something fails after
// both hooks were dealt with.
func TestTakenBack(t *testing.T) {
	tests := map[string]func(*repo){
		"nothing": func(r *repo) {},
		"foreign": func(r *repo) { r.write(hook, theirs, 0o750) },
		"link":    func(r *repo) { r.link("../elsewhere", hook) },
		"older":   func(r *repo) { r.write(hook, seal(oldOurs), 0o700) },
		"chained": func(r *repo) { r.write(hook, seal(oldOurs), 0o755); r.write(hook+chainedSuffix, theirs, 0o750) },
		"kept":    func(r *repo) { r.write(merge+chainedSuffix, theirs, 0o750) },
	}
	for name, make := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRepo(t)
			make(r)
			before, fault := r.snapshot("."), errors.New("no room")
			for step, do := range map[string]func(*journal, *place) error{
				"install":   func(j *journal, p *place) error { _, err := j.put(p, Types(), "/x"); return err },
				"uninstall": func(j *journal, p *place) error { _, err := j.take(p, Types()); return err },
			} {
				var j journal
				f, err := open(context.Background(), r.dir, Types())
				r.check(err)
				if step == "install" {
					r.check(j.folder(f.path))
				}
				for _, p := range f.places {
					r.check(do(&j, p))
				}
				if step == "install" && r.snapshot(".") == before {
					t.Error("nothing was installed that could be taken back")
				}
				if err := j.settle(fault); !errors.Is(err, fault) || r.snapshot(".") != before {
					t.Errorf("%s: %v, left\n%s\nwas\n%s", step, err, r.snapshot("."), before)
				}
			}
		})
	}
}

// TestTakenBackHalfWay: the foreign hook has its second name, and ours cannot
// be written.
func TestTakenBackHalfWay(t *testing.T) {
	r := newRepo(t)
	r.write(hook, theirs, 0o750)
	r.mkdir("folder/full")
	before := r.snapshot(".")
	p, err := look(PreCommit, r.path(hook))
	r.check(err)
	var j journal
	r.check(j.keep(p))
	err = replace(r.path("folder"), "", 0o755) // a folder is in the way
	if err == nil || j.settle(err) == nil || r.snapshot(".") != before {
		t.Errorf("%v, left\n%s\nwas\n%s", err, r.snapshot("."), before)
	}
}
