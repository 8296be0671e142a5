package source_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// times is what wantTimes takes: names, and when they were modified.
type times = map[string]time.Time

func TestModifiedOutsideGit(t *testing.T) {
	r := newFolder(t)
	r.write("a.md", "a")
	r.link("a.md", "link.md")
	r.link("nowhere", "dangling.md")
	r.link("..", "up")
	wantTimes(t, r.open(), times{"a.md": longAgo, "link.md": longAgo, "dangling.md": {}, "missing.md": {}, ".": {}, "up/folder/a.md": {}, "../folder/a.md": {}})
}

func TestModifiedInAClone(t *testing.T) {
	r := newRepo(t)
	r.write("memory/a.md", "one\n")
	r.write("memory/b.md", "one\n")
	r.write("memory/touched.md", "one\n")
	r.write("memory/changed.md", "one\n")
	r.write("memory/staged.md", "one\n")
	r.write("memory/swapped.md", "one\n")
	r.commit(1)
	r.write("memory/a.md", "two\n")
	r.commit(2)
	r.write("other.md", "")
	r.git("mv", "memory/b.md", "memory/moved.md")
	r.commit(3)

	c := r.clone()
	later := longAgo.Add(time.Hour)
	c.touch("memory/touched.md", later)
	c.write("memory/changed.md", "three\n")
	c.write("memory/staged.md", "three\n")
	c.git("add", "memory/staged.md")
	c.write("memory/new.md", "")
	c.link("a.md", "memory/link.md")
	if err := os.Remove(c.path("memory/swapped.md")); err != nil {
		t.Fatal(err)
	}
	c.link("touched.md", "memory/swapped.md") // the same content, but a link now
	c.link("memory", "alias")
	want := times{
		"memory/a.md": day(2), "memory/moved.md": day(3), "memory/touched.md": day(1), "other.md": day(3),
		"memory/changed.md": longAgo, "memory/staged.md": longAgo, "memory/new.md": longAgo,
		"memory/b.md": {}, "memory/swapped.md": later, "memory/link.md": longAgo, "alias/a.md": longAgo,
	}
	wantTimes(t, c.open(), want)

	t.Log("from below the top")
	wantTimes(t, open(t, c.path("memory")), times{"a.md": day(2), "changed.md": longAgo})

	t.Log("without git")
	t.Setenv("PATH", t.TempDir())
	wantTimes(t, c.open(), times{"memory/a.md": longAgo, "memory/touched.md": later})
}

func TestModifiedBeforeTheFirstCommit(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "a")
	r.git("add", ".")
	wantTimes(t, r.open(), times{"a.md": longAgo})
}

func TestModifiedGoesByContent(t *testing.T) {
	r := newRepo(t)
	r.write("reverted.md", "one\n")
	r.write("mode.md", "one\n")
	r.commit(1)
	r.write("reverted.md", "two\n")
	r.commit(2)
	r.write("reverted.md", "one\n")
	r.commit(3)
	r.git("update-index", "--chmod=+x", "mode.md")
	r.gitAt(4, "commit", "-q", "-m", "mode")
	wantTimes(t, r.open(), times{"reverted.md": day(3), "mode.md": day(4)})
}

func TestModifiedLineEnds(t *testing.T) {
	r := newRepo(t)
	r.write(".gitattributes", "*.md text eol=crlf\n*.raw -text\n")
	r.write("a.md", "one\ntwo\n")
	r.write("b.md", "one\ntwo\n")
	r.write("c.raw", "one\r\ntwo\r\n")
	r.write("d.raw", "one\r\ntwo\n")
	r.write("mixed.md", "one\rtwo\nthree\r\n")
	r.commit(1)
	wantTimes(t, r.open(), times{"mixed.md": day(1)})
	c := r.clone()
	if text, err := os.ReadFile(c.path("a.md")); err != nil || string(text) != "one\r\ntwo\r\n" {
		t.Fatalf("not checked out with CRLF: %q, %v", text, err)
	}
	c.write("b.md", "one\rtwo\r\n")
	wantTimes(t, c.open(), times{"a.md": day(1), "b.md": longAgo, "c.raw": day(1), "d.raw": day(1)})

	t.Log("a CRLF that straddles the blocks in which files are read")
	for n := range 3 {
		name := fmt.Sprint("long", n, ".md")
		r.write(name, strings.Repeat("x", 32<<10-2+n)+"\ny\n")
	}
	r.commit(2)
	d := &repo{t, r.dir + "-2"}
	r.git("clone", "-q", ".", d.dir)
	wantTimes(t, d.open(), times{"long0.md": day(2), "long1.md": day(2), "long2.md": day(2)})
}

func TestModifiedSHA256(t *testing.T) {
	r := newRepo(t, "--object-format=sha256")
	r.write("a.md", "one\n")
	r.write("b.md", "one\n")
	r.commit(1)
	r.write("b.md", "two\n")
	wantTimes(t, r.open(), times{"a.md": day(1), "b.md": longAgo})
}

func TestModifiedByMerges(t *testing.T) {
	r := newRepo(t)
	for _, name := range []string{"ours.md", "theirs.md", "both.md", "evil.md", "dropped.md", "still.md"} {
		r.write(name, "1\n2\n3\n4\n5\n6\n7\n")
	}
	r.commit(1)
	r.git("checkout", "-q", "-b", "side")
	r.write("theirs.md", "theirs\n")
	r.commit(2)
	r.write("both.md", "1\n2\n3\n4\n5\n6\nside\n")
	r.write("dropped.md", "side\n")
	r.commit(5)
	r.git("checkout", "-q", "main")
	r.write("ours.md", "ours\n")
	r.commit(3)
	r.write("both.md", "main\n2\n3\n4\n5\n6\n7\n")
	r.write("dropped.md", "main\n")
	r.commit(4)
	r.git("merge", "-q", "--no-commit", "-X", "ours", "side")
	r.write("evil.md", "neither\n")
	r.commit(6)
	if got := r.git("rev-list", "--parents", "-1", "HEAD"); len(strings.Fields(got)) != 3 {
		t.Fatalf("HEAD is no merge: %s", got)
	}
	wantTimes(t, r.open(), times{
		"ours.md": day(3), "theirs.md": day(2), "still.md": day(1),
		"both.md": day(6), "evil.md": day(6),
		"dropped.md": day(4), // day 5 changed it on the side, and the merge did not take that
	})
}

func TestModifiedInAShallowClone(t *testing.T) {
	r := newRepo(t)
	r.write("old.md", "one\n")
	r.write("edge.md", "one\n")
	r.write("new.md", "one\n")
	r.commit(1)
	r.write("edge.md", "two\n")
	r.commit(2)
	r.write("new.md", "two\n")
	r.commit(3)
	c := r.clone("--depth", "2")
	c.write("old2.md", "")
	wantTimes(t, c.open(), times{"old.md": {}, "edge.md": {}, "new.md": day(3), "old2.md": longAgo})

	t.Log("its linked worktree")
	c.git("worktree", "add", "-q", "../linked")
	wantTimes(t, open(t, c.path("../linked")), times{"old.md": {}, "new.md": day(3)})
}

func TestModifiedInAPartialClone(t *testing.T) {
	r := newRepo(t)
	r.git("config", "uploadpack.allowFilter", "true")
	r.write("memory/old.md", "one\n")
	r.write("memory/new.md", "one\n")
	r.commit(1)
	r.write("memory/new.md", "two\n")
	r.commit(2)
	c := r.clone("--filter=tree:0")
	if err := os.Rename(r.dir, r.dir+"-gone"); err != nil {
		t.Fatal(err)
	}
	c.write("memory/untracked.md", "")
	wantTimes(t, c.open(), times{"memory/old.md": {}, "memory/untracked.md": longAgo})
}

func TestModifiedInNestedRepositories(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "one\n")
	r.commit(1)
	n := r.nested("agents/n")
	n.write("n.md", "one\n")
	n.commit(2)
	n.write("new.md", "one\n")
	up := &repo{t, r.path("../upstream")}
	up.mkdir(".")
	up.git("init", "-q", "-b", "main")
	up.write("s.md", "one\n")
	up.commit(3)
	r.git("submodule", "--quiet", "add", "../upstream", "sub")
	r.commit(4)
	r.touch("sub/s.md", longAgo)
	r.link("agents", "alias")
	wantTimes(t, r.open(), times{"alias/n/n.md": longAgo})
	want := times{"a.md": day(1), "agents/n/n.md": day(2), "agents/n/new.md": longAgo, "sub/s.md": day(3), ".gitmodules": day(4)}
	wantTimes(t, r.open(), want)

	t.Log("from a folder that is in none")
	outer := times{}
	for name, at := range want {
		outer["repo/"+name] = at
	}
	wantTimes(t, open(t, r.path("..")), outer)

	t.Log("from the nested one alone")
	wantTimes(t, n.open(), times{"n.md": day(2), "new.md": longAgo})
}

func TestModifiedOfAwkwardNames(t *testing.T) {
	r := newRepo(t)
	names := []string{"with space.md", `quote".md`, "dir\nbreak/line\nbreak.md", "dir/line\nbreak.md", "cr\r", "\n.md", "équipe 計畫.md", "-rf.md", ":(glob)x.md", "[1].md", "*.md", "HEAD", "--", " lead", ":100644"}
	want := times{}
	for i, n := range names {
		r.write(n, n)
		r.commit(i + 1)
		want[n] = day(i + 1)
	}
	wantTimes(t, r.open(), want)
	for n, at := range want {
		wantTimes(t, r.open(), times{n: at})
	}
}

// Far more names than pathspecs, and more than fit on a command line.
func TestModifiedOfManyNames(t *testing.T) {
	r := newRepo(t)
	want := times{}
	for i := range 600 {
		name := fmt.Sprintf("agents/%02d/%s/%04d.md", i%80, strings.Repeat("long-name-", 20), i)
		r.write(name, name)
		want[name] = day(1)
	}
	r.commit(1)
	for i := range 3 {
		name := fmt.Sprintf("agents/%02d/%s/%04d.md", i, strings.Repeat("long-name-", 20), i)
		r.write(name, "changed\n")
		r.commit(i + 2)
		want[name] = day(i + 2)
	}
	wantTimes(t, r.open(), want)
}

func TestModifiedCancelled(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "a")
	r.commit(1)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := r.open().Modified(ctx, []string{"a.md"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestModifiedSaysWhatFailed(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "a")
	r.commit(1)
	r.write(".git/config", "[broken\n")
	_, err := r.open().Modified(context.Background(), []string{"a.md"})
	if err == nil || !strings.HasPrefix(err.Error(), "find when files of "+r.dir+" were modified: git ls-tree: bad config") {
		t.Errorf("got %v", err)
	}
}
