//go:build unix

package source_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// spy puts a git before the real one that notes each call: the folder it runs
// in, the command, and GIT_DIR, GIT_WORK_TREE and GIT_INDEX_FILE.
func spy(t *testing.T) (calls func() []string) {
	t.Helper()
	real, err := exec.LookPath("git")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	script := `#!/bin/sh
c=; skip=
for a; do
	case $skip$a in
	y*) skip= ;;
	-c) skip=y ;;
	-*) ;;
	*) c=$a; break ;;
	esac
done
echo "$(basename "$(pwd)") $c dir=$GIT_DIR tree=$GIT_WORK_TREE index=$GIT_INDEX_FILE" >>'` + log + `'
exec '` + real + `' "$@"
`
	if err := os.WriteFile(filepath.Join(dir, "git"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return func() []string {
		text, err := os.ReadFile(log)
		if err != nil {
			return nil
		}
		os.Remove(log)
		return strings.Split(strings.TrimSpace(string(text)), "\n")
	}
}

func TestProcesses(t *testing.T) {
	r := newRepo(t)
	names := []string{"a.md", "b.md", "c/d.md", "c/e.md"}
	for _, n := range names {
		r.write(n, n)
	}
	r.commit(1)
	n := r.nested("n")
	n.write("f.md", "")
	calls := spy(t)
	w := r.open()
	if got := calls(); got != nil {
		t.Errorf("Open started %q", got)
	}
	expect := func(want ...string) {
		t.Helper()
		got := calls()
		for i := range want {
			want[i] += " dir= tree= index="
		}
		if !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	paths(t, w, ".")
	expect("repo ls-files", "n ls-files")
	if _, err := w.Modified(context.Background(), append(names, "n/f.md")); err != nil {
		t.Fatal(err)
	}
	expect("repo ls-tree", "repo log", "n ls-tree")

	t.Log("nothing that equals HEAD needs no history, nothing at all no git")
	r.write("a.md", "changed")
	if _, err := w.Modified(context.Background(), []string{"a.md"}); err != nil {
		t.Fatal(err)
	}
	expect("repo ls-tree")
	if _, err := w.Modified(context.Background(), []string{"missing"}); err != nil {
		t.Fatal(err)
	}
	expect()
}

// sign puts something that looks like a signature into HEAD.
func (r *repo) sign() {
	r.t.Helper()
	signature := "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n AAAA\n -----END PGP SIGNATURE-----\n\n"
	text := strings.Replace(r.git("cat-file", "commit", "HEAD"), "\n\n", signature, 1)
	if err := os.WriteFile(r.path(".git/signed"), []byte(text), 0o666); err != nil {
		r.t.Fatal(err)
	}
	r.git("update-ref", "HEAD", strings.TrimSpace(r.git("hash-object", "-t", "commit", "-w", ".git/signed")))
}

// A config that comes with a repository must not start anything.
func TestHostileConfigStartsNothing(t *testing.T) {
	r := newRepo(t)
	r.write(".gitattributes", "* filter=evil diff=evil merge=evil\n")
	r.write("memory/a.md", "one\n")
	r.commit(1)
	r.write("memory/a.md", "two\n")
	r.commit(2)
	r.write("memory/old.md", "three\n")
	r.write("memory/line\nbreak.md", "four\n") // makes git log look at the whole folder
	r.commit(3)
	r.git("mv", "memory/old.md", "memory/moved.md")
	r.commit(4)
	r.sign()
	r.write("memory/b.md", "new\n")

	trace := filepath.Join(t.TempDir(), "trace")
	script := filepath.Join(t.TempDir(), "evil")
	if err := os.WriteFile(script, []byte("#!/bin/sh\necho \"$@\" >>'"+trace+"'\ncat\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	evil := []string{
		"core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.alternateRefsCommand", "core.askPass",
		"filter.evil.clean", "filter.evil.smudge", "filter.evil.process",
		"diff.external", "diff.evil.command", "diff.evil.textconv", "merge.evil.driver",
		"gpg.program", "gpg.ssh.program", "pager.log", "pager.ls-files", "pager.ls-tree", "credential.helper", "uploadpack.packObjectsHook",
	}
	for _, key := range evil {
		r.git("config", key, script)
	}
	for _, key := range []string{"log.showSignature", "log.follow", "core.untrackedCache", "diff.mnemonicPrefix", "log.abbrevCommit"} {
		r.git("config", key, "true")
	}
	for _, kv := range [][2]string{
		{"alias.ls-files", "!" + script}, {"alias.log", "!" + script}, {"log.showRoot", "false"}, {"log.diffMerges", "off"},
		{"diff.orderFile", "nowhere"}, {"diff.renames", "copies"}, {"diff.relative", "true"}, {"format.pretty", "%H evil"},
		{"log.decorate", "full"}, {"color.ui", "always"}, {"core.quotePath", "true"}, {"core.abbrev", "4"}, {"core.hooksPath", filepath.Dir(script)},
	} {
		r.git("config", kv[0], kv[1])
	}
	for _, hook := range []string{"post-index-change", "fsmonitor-watchman", "reference-transaction"} {
		if err := os.Symlink(script, filepath.Join(filepath.Dir(script), hook)); err != nil {
			t.Fatal(err)
		}
	}
	os.Remove(trace)

	wantPaths(t, r.open(), ".", ".gitattributes", "memory/a.md", "memory/b.md", "memory/line\nbreak.md", "memory/moved.md")
	wantTimes(t, r.open(), times{".gitattributes": day(1), "memory/a.md": day(2), "memory/b.md": longAgo, "memory/line\nbreak.md": day(3), "memory/moved.md": day(4)})
	if text, err := os.ReadFile(trace); err == nil {
		t.Errorf("these were started:\n%s", text)
	}

	// The trap works: this is what anybody would have run.
	exec.Command("git", "-C", r.dir, "status").Run()
	if _, err := os.Stat(trace); err != nil {
		t.Error("the config starts nothing even with git status")
	}
}

// With its objects missing, a partial clone would fetch them, by any program
// that its config names.
func TestHostileRemoteIsNotAsked(t *testing.T) {
	r := newRepo(t)
	r.git("config", "uploadpack.allowFilter", "true")
	r.write("memory/a.md", "one\n")
	r.commit(1)
	r.write("memory/b.md", "two\n")
	r.commit(2)
	c := r.clone("--filter=tree:0")
	trace := filepath.Join(t.TempDir(), "trace")
	c.git("config", "remote.origin.url", "ext::touch "+trace)
	c.git("config", "protocol.ext.allow", "always")
	wantTimes(t, c.open(), times{"memory/a.md": {}, "memory/b.md": {}})
	if _, err := os.Stat(trace); err == nil {
		t.Error("the remote was asked")
	}
	exec.Command("git", "-C", c.dir, "log", "--raw", "--", "memory/a.md").Run()
	if _, err := os.Stat(trace); err != nil {
		t.Error("the remote is not asked even by git log")
	}
}

func TestDubiousOwnership(t *testing.T) {
	if os.Geteuid() != 0 {
		lacks(t, "only root can give a repository away")
	}
	r := newRepo(t)
	r.write("a.md", "")
	for _, name := range []string{".", ".git"} {
		if err := os.Lchown(r.path(name), 12345, 12345); err != nil {
			t.Fatal(err)
		}
	}
	_, modified := r.open().Modified(context.Background(), []string{"a.md"})
	for _, err := range []error{failure(r.open(), "."), modified} {
		if err == nil || !strings.Contains(err.Error(), ": detected dubious ownership") && !strings.Contains(err.Error(), "unsafe repository") {
			t.Errorf("got %v", err)
		} else if cure := "; to allow it: git config --global --add safe.directory " + r.dir + " ("; !strings.Contains(err.Error(), cure) || strings.Contains(err.Error(), "\n") {
			t.Errorf("no way out in one line: %v", err)
		}
	}
}
