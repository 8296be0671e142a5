package source_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/memorylint/memorylint/lint/source"
)

func TestTreeLinks(t *testing.T) {
	r := newRepo(t)
	r.write("docs/deep/a.md", "a\n")
	r.write("docs/b.md", "b\n")
	for name, target := range map[string]string{
		"inside": "docs/b.md", "chain": "inside", "dir": "docs/deep", "through": "dir/a.md", "docs/up": "../inside",
		"beside": "dir/../b.md", // docs/b.md: the way up starts where the folder really is
		"dots":   "./docs//deep/./a.md", "docs/here": ".", "docs/deep/two": "../..",
		"loop": "loop2", "loop2": "loop", "out": "../outside", "docs/out": "../../x", "back": "../repo/docs/b.md",
		"absolute": "/etc/passwd", "dangling": "docs/none", "below": "docs/b.md/x", "slash": "docs/b.md/",
	} {
		r.link(target, name)
	}
	r.commit(1)
	r.git("update-index", "--add", "--cacheinfo", "120000,"+strings.TrimSpace(r.git("hash-object", "-w", "-t", "blob", os.DevNull))+",nothing")
	r.gitAt(2, "commit", "-q", "-m", "2")
	for what, tree := range map[string]*source.Tree{"commit": r.revision("HEAD"), "index": r.staged().Tree} {
		for name, want := range map[string]string{
			"inside": "b\n", "chain": "b\n", "dir/a.md": "a\n", "through": "a\n", "docs/up": "b\n", "beside": "b\n", "dots": "a\n",
			"docs/here/here/b.md": "b\n", "docs/deep/two/docs/b.md": "b\n",
		} {
			if text, err := fs.ReadFile(tree, name); err != nil || string(text) != want {
				t.Errorf("%s: %s holds %q, %v; want %q", what, name, text, err, want)
			}
		}
		for name, want := range map[string]string{
			"loop": "too many links", "out": "leads out", "docs/out": "leads out", "back": "leads out", "absolute": "leads out",
			"dangling": "not exist", "below": "not exist", "nothing": "not exist", "out/x": "leads out", "loop/x": "too many links", "inside/x": "not exist",
		} {
			_, open := tree.Open(name)
			_, stat := tree.Stat(name)
			_, read := tree.ReadDir(name)
			for _, err := range []error{open, stat, read} {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("%s: %s: %v, want %q", what, name, err, want)
				}
			}
		}
		if info, err := tree.Lstat("loop"); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s: Lstat of a link: %v, %v", what, info, err)
		}
		if target, err := tree.ReadLink("absolute"); err != nil || target != "/etc/passwd" {
			t.Errorf("%s: ReadLink: %q, %v", what, target, err)
		}
		if _, err := tree.ReadLink("docs/b.md"); !errors.Is(err, fs.ErrInvalid) {
			t.Errorf("%s: ReadLink of a file: %v", what, err)
		}
		for _, name := range []string{"../x", "/x", "a//b", "", "docs/", "a\xff"} {
			if _, err := tree.Open(name); !errors.Is(err, fs.ErrInvalid) {
				t.Errorf("%s: %q: %v", what, name, err)
			}
		}
	}
}

func TestTreeSubmodule(t *testing.T) {
	r := newRepo(t)
	r.write("a/b.md", "1")
	r.link("../vendor/mod", "a/link")
	r.git("add", "-A")
	r.git("update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat("1", 40)+",vendor/mod")
	r.gitAt(1, "commit", "-q", "-m", "1")
	tree := r.revision("HEAD")
	for name, want := range map[string]string{"vendor/mod": "vendor/mod", "vendor/mod/x/y": "vendor/mod", "a/link/x": "a/link", "vendor": "", "a/b.md": "", "none": "", ".": ""} {
		if at, ok := tree.Submodule(name); at != want || ok != (want != "") {
			t.Errorf("%s: submodule %q, %v; want %q", name, at, ok, want)
		}
	}
	if _, err := tree.Stat("vendor/mod/anything"); err != nil {
		t.Errorf("below a submodule: %v", err)
	}
	for name, err := range tree.Paths(context.Background(), ".") {
		if err != nil || name != "a/b.md" && name != "a/link" {
			t.Errorf("listed: %q, %v", name, err)
		}
	}
}

// Of a larger file no more is held in memory than anybody looks at.
func TestHugeBlob(t *testing.T) {
	r := newRepo(t)
	r.write("huge.md", strings.Repeat("x", source.MaxReadFile+10))
	r.write("next.md", "next\n")
	r.git("add", "-A")
	s := r.staged()
	if err := s.Fetch([]string{"huge.md", "next.md"}); err != nil {
		t.Fatal(err)
	}
	f, err := s.Open("huge.md")
	if err != nil {
		t.Fatal(err)
	}
	info, err := f.Stat()
	if err != nil || info.Size() != source.MaxReadFile+10 {
		t.Errorf("size %d, %v", info.Size(), err)
	}
	if text, err := fs.ReadFile(s, "huge.md"); err != nil || len(text) != source.MaxReadFile {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if text, err := fs.ReadFile(s, "next.md"); err != nil || string(text) != "next\n" {
		t.Errorf("after it: %q, %v", text, err)
	}
}

// object is the file of an object that is in no pack.
func (r *repo) object(rev string) string {
	r.t.Helper()
	id := strings.TrimSpace(r.git("rev-parse", rev))
	return r.path(".git/objects/" + id[:2] + "/" + id[2:])
}

// What is damaged is never taken for what is not there.
func TestDamaged(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		name, rev, ask string
	}{
		{"a file", "HEAD:memory/a.md", "memory/a.md"},
		{"a folder", "HEAD:memory", "memory/a.md"},
		{"a folder above", "HEAD:memory/deep", "memory/deep/er/b.md"},
		{"a link", "HEAD:link", "link"},
	} {
		for _, how := range []string{"missing", "garbage"} {
			t.Run(c.name+" "+how, func(t *testing.T) {
				r := newRepo(t)
				r.write("memory/a.md", "1")
				r.write("memory/deep/er/b.md", "2")
				r.link("memory/a.md", "link")
				r.commit(1)
				object := r.object(c.rev)
				if err := os.Remove(object); err != nil {
					t.Fatal(err)
				}
				if how == "garbage" {
					if err := os.WriteFile(object, []byte("garbage"), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				g := openGit(t, r.dir)
				tree, err := g.Revision("HEAD")
				if err != nil {
					t.Fatal(err)
				}
				if g.Err() != nil {
					t.Errorf("before anything was read: %v", g.Err())
				}
				if _, err := tree.Stat("memory"); err != nil {
					t.Errorf("beside it: %v", err)
				}
				_, err = tree.Open(c.ask)
				if err == nil || errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), "\n") {
					t.Errorf("got %v", err)
				}
				if g.Err() == nil {
					t.Error("nobody is told afterwards")
				}
			})
		}
	}
	t.Run("the branch", func(t *testing.T) {
		for how, text := range map[string]string{"empty": "", "garbage": "0123\n", "gone": strings.Repeat("1", 40) + "\n"} {
			r := newRepo(t)
			r.write("a.md", "1")
			r.commit(1)
			if err := os.WriteFile(r.path(".git/refs/heads/main"), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
			if _, err := openGit(t, r.dir).Staged(ctx, day(2)); err == nil || !strings.Contains(err.Error(), "is damaged (see git fsck)") {
				t.Errorf("%s: %v", how, err)
			}
		}
	})
	t.Run("the index", func(t *testing.T) {
		r := newRepo(t)
		r.write("a.md", "1")
		r.commit(1)
		if err := os.WriteFile(r.path(".git/index"), []byte(strings.Repeat("garbage ", 20)), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := openGit(t, r.dir).Staged(ctx, day(2)); err == nil || !strings.Contains(err.Error(), "read the index of "+filepath.ToSlash(r.dir)) {
			t.Errorf("got %v", err)
		}
	})
}

// An index that another git is writing is read as it was.
func TestLockedIndex(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "1")
	r.git("add", "-A")
	r.write(".git/index.lock", "")
	wantSame(t, "staged", holds(t, r.staged()), map[string]string{"a.md": "1"})
}

// What a commit holds is what its ids say. A clone does not get what "git
// replace" shows here.
func TestReplacedObjects(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "committed\n")
	r.commit(1)
	r.write("other", "shown\n")
	r.git("replace", strings.TrimSpace(r.git("rev-parse", "HEAD:a.md")), strings.TrimSpace(r.git("hash-object", "-w", "other")))
	want := map[string]string{"a.md": "committed\n"}
	wantSame(t, "staged", holds(t, r.staged()), want)
	wantSame(t, "the revision", holds(t, r.revision("HEAD")), want)
}

func TestShallow(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "1")
	r.commit(1)
	r.write("b.md", "2")
	r.commit(2)
	c := r.clone("--depth", "1")
	_, err := openGit(t, c.dir).Revision("HEAD~1")
	if err == nil || !strings.Contains(err.Error(), "this clone is shallow") || !strings.Contains(err.Error(), "fetch-depth: 0") {
		t.Errorf("got %v", err)
	}
	tree := c.revision("HEAD")
	wantSame(t, "the revision", holds(t, tree), map[string]string{"a.md": "1", "b.md": "2"})
	if times, err := tree.Modified(context.Background(), []string{"a.md", "b.md"}); err != nil || len(times) != 0 {
		t.Errorf("times at the end of the history: %v, %v", times, err)
	}
}

func TestBare(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "work tree")
	r.commit(1)
	o := &repo{t, r.path("../other")}
	o.mkdir(".")
	o.git("init", "-q", "-b", "main")
	o.write("a.md", "bare")
	o.commit(2)
	for _, at := range []string{"../bare.git", "backup.git", "below/backup.git"} {
		b := &repo{t, r.path(at)}
		o.git("clone", "-q", "--bare", ".", b.dir)
		for _, dir := range []string{".", "refs/heads"} {
			g := openGit(t, b.path(dir))
			if g.Top() != b.dir {
				t.Errorf("%s/%s: the top is %s", at, dir, g.Top())
			}
			tree, err := g.Revision("HEAD")
			if err != nil {
				t.Fatal(err)
			}
			wantSame(t, at, holds(t, tree), map[string]string{"a.md": "bare"})
			if _, err := g.Staged(context.Background(), day(3)); err == nil || !strings.Contains(err.Error(), "bare") || !strings.Contains(err.Error(), "--rev") {
				t.Errorf("%s: staged: %v", at, err)
			}
		}
	}
	t.Log("the data of a work tree is no bare repository, and not every folder with a HEAD is")
	r.write("like/HEAD", "x")
	for _, dir := range []string{".git", ".git/refs", "like"} {
		if g := openGit(t, r.path(dir)); g.Top() != r.dir {
			t.Errorf("%s: the top is %s", dir, g.Top())
		}
	}
}

func TestGitWithoutRepository(t *testing.T) {
	r := newFolder(t)
	needGit(t)
	want := filepath.ToSlash(r.dir) + " is in no git repository"
	if _, err := source.OpenGit(context.Background(), r.dir); err == nil || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
	}
	t.Setenv("GIT_DIR", r.path("nothing"))
	if _, err := source.OpenGit(context.Background(), r.dir); err == nil || err.Error() != want {
		t.Errorf("with GIT_DIR: %v, want %q", err, want)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := source.OpenGit(context.Background(), r.dir); err == nil || !strings.Contains(err.Error(), "git was not found on PATH; install it") {
		t.Errorf("without git: %v", err)
	}
}

// The environment says which repository, which work tree and which index.
func TestGitEnvironment(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "index")
	r.git("add", "-A")
	index := filepath.Join(t.TempDir(), "index")
	t.Setenv("GIT_INDEX_FILE", index)
	r.write("a.md", "another index")
	r.git("add", "-A")
	other := &repo{t, r.path("../other")}
	os.Unsetenv("GIT_INDEX_FILE")
	other.mkdir(".")
	other.git("init", "-q", "-b", "main")
	other.write("o.md", "other")
	other.git("add", "-A")
	data := &repo{t, r.path("../elsewhere")}
	data.mkdir("work/sub")
	data.git("init", "-q", "--bare", "data")
	data.write("work/w.md", "elsewhere")
	data.git("--git-dir=data", "--work-tree=work", "add", "-A")
	data.git("--git-dir=data", "config", "core.bare", "false")

	want := func(what, dir string, env map[string]string, want map[string]string) {
		t.Helper()
		for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"} {
			os.Unsetenv(name)
		}
		t.Chdir(dir)
		for name, value := range env {
			t.Setenv(name, value)
		}
		s, err := openGit(t, ".").Staged(context.Background(), day(1))
		if err != nil {
			t.Errorf("%s: %v", what, err)
			return
		}
		wantSame(t, what, holds(t, s), want)
	}
	want("none", r.dir, nil, map[string]string{"a.md": "index"})
	want("an index", r.dir, map[string]string{"GIT_INDEX_FILE": index}, map[string]string{"a.md": "another index"})
	want("the usual index", r.dir, map[string]string{"GIT_INDEX_FILE": ".git/index"}, map[string]string{"a.md": "index"})
	want("an index that is not there", r.dir, map[string]string{"GIT_INDEX_FILE": index + "2"}, map[string]string{})
	want("another's index", other.dir, map[string]string{"GIT_INDEX_FILE": r.path(".git/index")}, map[string]string{"o.md": "other"})
	want("another's data", other.dir, map[string]string{"GIT_DIR": r.path(".git")}, map[string]string{"a.md": "index"})
	want("data and a work tree", data.path("work/sub"), map[string]string{"GIT_DIR": "../../data", "GIT_WORK_TREE": ".."}, map[string]string{"w.md": "elsewhere"})
	want("data, absolute", data.path("work"), map[string]string{"GIT_DIR": data.path("data"), "GIT_WORK_TREE": data.path("work")}, map[string]string{"w.md": "elsewhere"})
	want("a hook in the data folder", r.path(".git"), map[string]string{"GIT_DIR": "."}, map[string]string{"a.md": "index"})

	t.Log("a hook that changes to a linked worktree keeps the index of the one it left")
	os.Unsetenv("GIT_DIR")
	os.Unsetenv("GIT_WORK_TREE")
	os.Unsetenv("GIT_INDEX_FILE")
	r.gitAt(1, "commit", "-q", "-m", "1")
	r.git("worktree", "add", "-q", "../linked")
	want("a linked worktree", r.path("../linked"), map[string]string{"GIT_INDEX_FILE": ".git/index"}, map[string]string{"a.md": "index"})
}

// Many may read one tree at once.
func TestTreesTogether(t *testing.T) {
	r := newRepo(t)
	want := map[string]string{}
	for i := range 40 {
		name := fmt.Sprintf("d%d/e%d/f%d.md", i%4, i%3, i)
		want[name] = fmt.Sprint(i)
		r.write(name, want[name])
	}
	r.commit(1)
	r.write("d0/e0/f0.md", "staged")
	want["d0/e0/f0.md"] = "staged"
	r.git("add", "-A")
	s := r.staged()
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if err := s.Fetch([]string{"d0/e0/f0.md", "d1/e1/f1.md", "none"}); err != nil {
				t.Error(err)
			}
			for name, text := range want {
				if got, err := fs.ReadFile(s, name); err != nil || string(got) != text {
					t.Errorf("%s: %q, %v; want %q", name, got, err, text)
				}
			}
			if _, err := s.ReadDir("."); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
}

func TestClosed(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "1")
	r.commit(1)
	g := openGit(t, r.dir)
	tree, err := g.Revision("HEAD")
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := fs.ReadFile(tree, "a.md"); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after Close: %v", err)
	}
	if err := openGit(t, r.dir).Close(); err != nil {
		t.Errorf("closed before it was asked anything: %v", err)
	}
}

// Where the run is called off, nothing is taken for missing.
func TestCancelled(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "1")
	r.commit(1)
	ctx, cancel := context.WithCancel(context.Background())
	g, err := source.OpenGit(ctx, r.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	if _, err := g.Revision("HEAD"); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := g.Revision("HEAD"); err == nil || strings.Contains(err.Error(), "no revision") {
		// Git may have been asked and have answered before it was killed.
		if _, err = g.Staged(ctx, day(1)); err == nil {
			t.Error("it goes on")
		}
	}
}

// A file that a partial clone lacks is not fetched, and said to be lacking.
func TestPartialClone(t *testing.T) {
	r := newRepo(t)
	r.git("config", "uploadpack.allowFilter", "true")
	r.write("a.md", "1")
	r.commit(1)
	c := r.clone("--filter=blob:none", "--no-checkout")
	_, err := fs.ReadFile(c.revision("HEAD"), "a.md")
	if err == nil || !strings.Contains(err.Error(), "this clone is partial") && !strings.Contains(err.Error(), "partial or damaged clone") {
		t.Errorf("got %v", err)
	}
	c.git("fetch", "-q", "--refetch", "--no-filter")
	if text, err := fs.ReadFile(c.revision("HEAD"), "a.md"); err != nil || !bytes.Equal(text, []byte("1")) {
		t.Errorf("after what was said to help: %q, %v", text, err)
	}
}
