package source_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/memorylint/memorylint/lint/source"
)

func TestRepository(t *testing.T) {
	r := newFolder(t)
	r.write("real/.git/HEAD", "ref: refs/heads/main\n")
	r.mkdir("real/deep/er")
	r.mkdir("real/headless/.git")
	r.write("linked/.git", "gitdir: ../real/.git/worktrees/linked\n")
	r.mkdir("linked/sub")
	r.write("other/.git", "not a pointer\n")
	r.mkdir("plain")
	r.link("real/deep", "shortcut")

	for dir, want := range map[string]string{
		"real":           "real",
		"real/deep/er":   "real",
		"real/headless":  "real",
		"linked/sub":     "linked",
		"shortcut":       "real",
		"other":          "other",
		"plain":          "",
		"missing":        "",
		"real/not/there": "",
	} {
		top, ok := source.Repository(r.path(dir))
		if want != "" {
			want = r.path(want)
		}
		if top != want || ok != (want != "") {
			t.Errorf("Repository(%s) = %q, %v, want %q", dir, top, ok, want)
		}
	}

	t.Chdir(r.path("real/deep"))
	if top, ok := source.Repository("."); top != r.path("real") || !ok {
		t.Errorf("Repository(.) = %q, %v", top, ok)
	}
	t.Setenv("GIT_CEILING_DIRECTORIES", r.path("plain")+string(filepath.ListSeparator)+r.path("real"))
	if top, ok := source.Repository("."); ok {
		t.Errorf("climbed to %q over GIT_CEILING_DIRECTORIES", top)
	}
	if _, ok := source.Repository(r.path("real")); !ok {
		t.Error("GIT_CEILING_DIRECTORIES hides the folder itself")
	}
}

// The folder that git finds is the one that Repository finds.
func TestRepositoryAgreesWithGit(t *testing.T) {
	r := newRepo(t)
	r.write("a/b/c.md", "c")
	r.commit(1)
	r.git("worktree", "add", "-q", "../tree")
	nested := r.nested("a/nested")
	nested.mkdir("x")
	for _, dir := range []string{"a/b", "a/nested/x", "../tree/a/b"} {
		top, ok := source.Repository(r.path(dir))
		if want := filepath.FromSlash((&repo{t, r.path(dir)}).git("rev-parse", "--show-toplevel")); !ok || top+"\n" != want {
			t.Errorf("Repository(%s) = %q, git says %q", dir, top, want)
		}
	}
	if err := os.RemoveAll(r.path(".git/HEAD")); err != nil {
		t.Fatal(err)
	}
	if top, ok := source.Repository(r.path("a/b")); ok {
		t.Errorf("%q has no HEAD and is a repository", top)
	}
}
