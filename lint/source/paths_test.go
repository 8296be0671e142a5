package source_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestPathsOutsideGit(t *testing.T) {
	r := newFolder(t)
	r.write("a.md", "a")
	r.write("memory/b.md", "b")
	r.write("node_modules/c.md", "c")
	r.write("memory/node_modules/d.md", "d")
	r.write("memory/.git/e.md", "no repository: it has no HEAD")
	r.write(".gitignore", "memory\n")
	r.link("memory", "alias")
	r.link("missing.md", "memory/dangling.md")
	r.link(".", "memory/self")
	w := r.open()
	wantPaths(t, w, ".", ".gitignore", "a.md", "alias", "memory/b.md", "memory/dangling.md", "memory/self")
	wantPaths(t, w, "memory", "memory/b.md", "memory/dangling.md", "memory/self")
	wantPaths(t, w, "memory/node_modules", "memory/node_modules/d.md")
	wantPaths(t, w, "alias", "alias/b.md", "alias/dangling.md", "alias/self")
}

func TestPathsInGit(t *testing.T) {
	r := newRepo(t)
	r.write(".gitignore", "*.log\n/build/\n")
	r.write("memory/kept.log", "tracked beats ignored")
	r.write("memory/gone.md", "")
	r.write("node_modules/tracked.md", "")
	r.git("add", "-f", ".")
	r.commit(1)
	r.write("memory/staged.md", "")
	r.git("add", "memory/staged.md")
	r.write("memory/new.md", "")
	r.write("memory/new.log", "")
	r.write("build/memory/x.md", "")
	r.write("memory/node_modules/y.md", "")
	r.link("memory", "alias")
	if err := os.Remove(r.path("memory/gone.md")); err != nil {
		t.Fatal(err)
	}
	memory := []string{"memory/gone.md", "memory/kept.log", "memory/new.md", "memory/staged.md"}
	wantPaths(t, r.open(), ".", append(memory, ".gitignore", "alias")...)
	wantPaths(t, r.open(), "memory", memory...)
	wantPaths(t, r.open(), "build")

	t.Log("a worktree that begins below the repository's top")
	wantPaths(t, open(t, r.path("memory")), ".", "gone.md", "kept.log", "new.md", "staged.md")
	r.write("memory/deep/z.md", "")
	wantPaths(t, open(t, r.path("memory")), "deep", "deep/z.md")
}

func TestPathsOfAwkwardNames(t *testing.T) {
	r := newRepo(t)
	names := []string{"with space.md", `quote".md`, "line\nbreak.md", "tab\t.md", "équipe 計畫.md", "-rf.md", ":(glob)x.md", "[1].md", "*.md", "latin\xe91.md", "H 1.md", "100644 x 0\ty.md"}
	for _, n := range names {
		r.write("tracked/"+n, n)
	}
	r.commit(1)
	var want []string
	for _, n := range names {
		r.write("untracked/"+n, n)
		want = append(want, "tracked/"+n, "untracked/"+n)
	}
	wantPaths(t, r.open(), ".", want...)

	r.write(":(glob)**/a.md", "")
	wantPaths(t, r.open(), ":(glob)**", ":(glob)**/a.md")
}

func TestPathsOfAnUnmergedFile(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "base\n")
	r.commit(1)
	r.git("checkout", "-q", "-b", "side")
	r.write("a.md", "side\n")
	r.commit(2)
	r.git("checkout", "-q", "main")
	r.write("a.md", "main\n")
	r.commit(3)
	r.git("read-tree", "-m", "main~1", "main", "side")
	if !strings.Contains(r.git("ls-files", "-u"), "a.md") {
		t.Fatal("a.md is not unmerged")
	}
	wantPaths(t, r.open(), ".", "a.md")
}

func TestPathsOfNestedRepositories(t *testing.T) {
	r := newRepo(t)
	r.write(".gitignore", "*.tmp\nignored/\n")
	r.write("a.md", "")
	sub := &repo{t, r.path("../upstream")}
	sub.mkdir(".")
	sub.git("init", "-q", "-b", "main")
	sub.write("s.md", "")
	sub.commit(1)
	r.git("submodule", "--quiet", "add", "../upstream", "vendor/sub")
	r.commit(1)
	r.write("vendor/sub/new.tmp", "the outer rules end here")

	n := r.nested("agents/n")
	n.write(".gitignore", "*.log\n")
	n.write("n.md", "")
	n.write("n.log", "")
	n.nested("deeper").write("d.log", "")
	r.nested("ignored/i").write("i.md", "")
	r.git("update-index", "--add", "--cacheinfo", "160000,0123456789abcdef0123456789abcdef01234567,absent")
	r.git("update-index", "--add", "--cacheinfo", "160000,0123456789abcdef0123456789abcdef01234567,hollow")
	r.mkdir("hollow")

	all := []string{".gitignore", ".gitmodules", "a.md", "vendor/sub/s.md", "vendor/sub/new.tmp", "agents/n/.gitignore", "agents/n/n.md", "agents/n/deeper/d.log"}
	wantPaths(t, r.open(), ".", all...)
	wantPaths(t, r.open(), "agents/n/deeper", "agents/n/deeper/d.log")
	wantPaths(t, r.open(), "vendor", "vendor/sub/s.md", "vendor/sub/new.tmp")

	t.Log("repositories below a folder that is in none")
	outer := open(t, filepath.Dir(r.dir))
	want := []string{"upstream/s.md"}
	for _, name := range all {
		want = append(want, "repo/"+name)
	}
	wantPaths(t, outer, ".", want...)
}

func TestPathsWithoutGit(t *testing.T) {
	r := newRepo(t)
	r.write(".gitignore", "*.log\n")
	r.write("a.log", "")
	r.nested("n").write("n.md", "")
	t.Setenv("PATH", t.TempDir())
	wantPaths(t, r.open(), ".", ".gitignore", "a.log", "n/n.md")
	wantPaths(t, r.open(), "n", "n/n.md")
}

func TestPathsOfABrokenIndex(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "")
	r.commit(1)
	r.write(".git/index", "no index")
	err := failure(r.open(), ".")
	if err == nil || !strings.Contains(err.Error(), "list files of "+r.dir+": git ls-files: ") || !strings.Contains(err.Error(), "exit status") {
		t.Errorf("got %v", err)
	}
}

// What a sparse checkout leaves out is not missing.
func TestPathsOfASparseCheckout(t *testing.T) {
	r := newRepo(t)
	for _, name := range []string{"S x.md", "out/a.md", "out/b.md", "out/deep/c.md", "out/kept.md", "far/d.md", "gone.md", "memory/e.md", "latin\xe91.md"} {
		r.write(name, name)
	}
	r.commit(1)
	out := []string{"out/a.md", "out/b.md", "out/deep/c.md", "out/kept.md", "far/d.md", "latin\xe91.md"}
	r.git(append([]string{"update-index", "--skip-worktree"}, out...)...)
	r.git("update-index", "--assume-unchanged", "memory/e.md", "gone.md")
	for _, name := range []string{"out/a.md", "out/b.md", "out/deep", "far", "latin\xe91.md", "gone.md"} {
		if err := os.RemoveAll(r.path(name)); err != nil {
			t.Fatal(err)
		}
	}
	r.write("S new.md", "")
	wantPaths(t, r.open(), ".", "S x.md", "S new.md", "out/kept.md", "memory/e.md", "gone.md")
	wantPaths(t, r.open(), "out", "out/kept.md")

	t.Log("from a folder above")
	wantPaths(t, open(t, filepath.Dir(r.dir)), ".", "repo/S x.md", "repo/S new.md", "repo/out/kept.md", "repo/memory/e.md", "repo/gone.md")
}

func TestPathsOfAVanishingFolder(t *testing.T) {
	r := newFolder(t)
	r.write("a.md", "")
	r.write("b/c.md", "")
	var got []string
	for name, err := range r.open().Paths(context.Background(), ".") {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, name)
		if err := os.RemoveAll(r.path("b")); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(got, []string{"a.md"}) {
		t.Errorf("got %q", got)
	}
}

func TestPathsEndsEarly(t *testing.T) {
	r := newRepo(t)
	for _, n := range []string{"a.md", "b.md", "c.md"} {
		r.write(n, "")
	}
	r.nested("n").write("n.md", "")
	for _, dir := range []string{r.dir, filepath.Dir(r.dir)} {
		n := 0
		for _, err := range open(t, dir).Paths(context.Background(), ".") {
			if err != nil {
				t.Fatal(err)
			}
			n++
			break
		}
		if n != 1 {
			t.Errorf("%d names after one", n)
		}
	}
}

func TestPathsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, r := range []*repo{newRepo(t), newFolder(t)} {
		r.write("a.md", "")
		var got error
		for _, err := range r.open().Paths(ctx, ".") {
			got = err
		}
		if got == nil || !strings.Contains(got.Error(), context.Canceled.Error()) {
			t.Errorf("got %v", got)
		}
	}
}

func TestPathsOfNoFolder(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "")
	for _, dir := range []string{"missing", "a.md", "../repo", "/"} {
		n := 0
		for _, err := range r.open().Paths(context.Background(), dir) {
			if err == nil || !strings.HasPrefix(err.Error(), "list files of ") {
				t.Errorf("%s: %v", dir, err)
			}
			n++
		}
		if n != 1 {
			t.Errorf("%s: %d results", dir, n)
		}
	}
}
