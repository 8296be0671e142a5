package source_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wantRefused expects Paths and Modified to fail with these words about the
// repository at top.
func wantRefused(t *testing.T, in *repo, top, file, reason string) {
	t.Helper()
	_, modified := in.open().Modified(context.Background(), []string{file})
	for prefix, err := range map[string]error{
		"list files of " + top + ": git ls-files: ":                   failure(in.open(), "."),
		"find when files of " + top + " were modified: git ls-tree: ": modified,
	} {
		if err == nil || !strings.HasPrefix(err.Error(), prefix+reason) || strings.Contains(err.Error(), "\n") {
			t.Errorf("got %v\nwant %s%s", err, prefix, reason)
		}
	}
}

// A repository that git refuses is no plain folder: its rules are not known.
func TestRefusedRepositories(t *testing.T) {
	for _, tt := range []struct{ name, file, text, reason string }{
		{"junk for HEAD", ".git/HEAD", "junk\n", "not a git repository"},
		{"HEAD alone", ".git/HEAD", "ref: refs/heads/main\n", "not a git repository"},
		{"a pointer that leads nowhere", ".git", "gitdir: nowhere\n", "not a git repository: "},
		{"no pointer", ".git", "junk\n", "invalid gitfile format: "},
		{"an empty file", ".git", "", "invalid gitfile format: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newFolder(t)
			needGit(t)
			r.write("a.md", "")
			r.write(tt.file, tt.text)
			wantRefused(t, r, r.dir, "a.md", tt.reason)
			below := &repo{t, r.path("sub")}
			below.write("b.md", "")
			if err := failure(below.open(), "."); err == nil || !strings.HasPrefix(err.Error(), "list files of "+below.dir+": repository "+r.dir+": git ls-files: "+tt.reason) {
				t.Errorf("from below: %v", err)
			}

			t.Log("found on the way, outside of git and in it")
			outer := &repo{t, filepath.Dir(r.dir)}
			wantRefused(t, outer, r.dir, "folder/a.md", tt.reason)
			outer.git("init", "-q", "-b", "main")
			wantRefused(t, outer, r.dir, "folder/a.md", tt.reason)
			wantRefused(t, r, r.dir, "a.md", tt.reason)

			t.Log("without git nothing can be asked")
			t.Setenv("PATH", t.TempDir())
			wantPaths(t, r.open(), ".", "a.md", "sub/b.md")
			wantTimes(t, r.open(), times{"a.md": longAgo})
		})
	}
}

func TestRefusedSubmodule(t *testing.T) {
	r := newRepo(t)
	r.git("update-index", "--add", "--cacheinfo", "160000,0123456789abcdef0123456789abcdef01234567,sub")
	r.write("sub/.git", "gitdir: ../.git/modules/sub\n")
	r.write("sub/a.md", "")
	wantRefused(t, r, r.path("sub"), "sub/a.md", "not a git repository: ")
}

func TestNoRepository(t *testing.T) {
	r := newFolder(t)
	needGit(t)
	r.mkdir(".git")
	r.write("a.md", "")
	wantPaths(t, r.open(), ".", "a.md")
	wantTimes(t, r.open(), times{"a.md": longAgo})
	r.mkdir("n/.git")
	r.write("n/b.md", "")
	if err := os.Remove(r.path(".git")); err != nil {
		t.Fatal(err)
	}
	r.git("init", "-q", "-b", "main")
	wantPaths(t, r.open(), ".", "a.md", "n/b.md")
	wantTimes(t, r.open(), times{"n/b.md": longAgo})
}
