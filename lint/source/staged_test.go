package source_test

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/memorylint/memorylint/lint/source"
)

func openGit(t *testing.T, dir string) *source.Git {
	t.Helper()
	g, err := source.OpenGit(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	return g
}

func (r *repo) staged() *source.Staged {
	r.t.Helper()
	s, err := openGit(r.t, r.dir).Staged(context.Background(), day(20))
	if err == nil {
		err = s.Settle(context.Background())
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return s
}

func (r *repo) revision(rev string) *source.Tree {
	r.t.Helper()
	tree, err := openGit(r.t, r.dir).Revision(rev)
	if err != nil {
		r.t.Fatal(err)
	}
	return tree
}

func (r *repo) head() string { r.t.Helper(); return strings.TrimSpace(r.git("rev-parse", "HEAD")) }

// holds reads a whole tree, folder by folder: the content of files, the targets
// of links, and folders that are empty.
func holds(t *testing.T, tree interface {
	fs.ReadLinkFS
	fs.ReadDirFS
}) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(tree, ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.Type()&fs.ModeSymlink != 0:
			target, err := tree.ReadLink(name)
			out[name] = "-> " + target
			return err
		case e.IsDir():
			entries, err := tree.ReadDir(name)
			if len(entries) == 0 && name != "." {
				out[name] = "empty"
			}
			return err
		}
		text, err := fs.ReadFile(tree, name)
		out[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// committed asks git itself what a commit holds, in the terms of holds.
func (r *repo) committed(rev string) map[string]string {
	r.t.Helper()
	out := map[string]string{}
	for record := range strings.SplitSeq(strings.TrimSuffix(r.git("ls-tree", "-r", "-z", "--full-tree", rev), "\x00"), "\x00") {
		meta, name, ok := strings.Cut(record, "\t")
		if !ok {
			continue
		}
		switch f := strings.Fields(meta); f[0] {
		case "160000":
			out[name] = "empty"
		case "120000":
			out[name] = "-> " + r.git("cat-file", "blob", f[2])
		default:
			out[name] = r.git("cat-file", "blob", f[2])
		}
	}
	return out
}

// wantSame compares what two ways of asking gave.
func wantSame(t *testing.T, what string, got, want map[string]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if text, ok := got[name]; !ok {
			t.Errorf("%s: %q is missing", what, name)
		} else if text != want[name] {
			t.Errorf("%s: %q holds %.80q, want %.80q", what, name, text, want[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok {
			t.Errorf("%s: %q should not be there", what, name)
		}
	}
}

// listed are the paths of a tree, sorted; no name comes twice.
func listed(t *testing.T, paths func(yield func(string, error) bool)) []string {
	t.Helper()
	var out []string
	for name, err := range paths {
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(out, name) {
			t.Errorf("%q comes twice", name)
		}
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// What the index is said to hold is what git then commits, whatever was done
// to it; what lies on disk does not matter.
func TestStagedIsWhatIsCommitted(t *testing.T) {
	for name, stage := range map[string]func(r *repo){
		"a file becomes a folder":                 func(r *repo) { r.git("rm", "-q", "a.md"); r.write("a.md/b/c.md", "1"); r.git("add", "-A") },
		"a folder becomes a file":                 func(r *repo) { r.git("rm", "-q", "-r", "deep"); r.write("deep", "1"); r.git("add", "-A") },
		"all of a folder is deleted":              func(r *repo) { r.git("rm", "-q", "-r", "deep") },
		"all but one file of a folder is deleted": func(r *repo) { r.git("rm", "-q", "-r", "deep/er", "deep/d.md") },
		"deleted in the index only":               func(r *repo) { r.git("rm", "-q", "--cached", "deep/er/e.md") },
		"deleted, and another put beside it": func(r *repo) {
			r.git("rm", "-q", "deep/er/e.md")
			r.write("deep/er/f.md", "1")
			r.git("add", "-A")
		},
		"deleted, and another put far below it": func(r *repo) {
			r.git("rm", "-q", "-r", "deep")
			r.write("deep/er/est/f.md", "1")
			r.git("add", "-A")
		},
		"all is deleted":        func(r *repo) { r.git("rm", "-q", "-r", ".") },
		"a file becomes a link": func(r *repo) { os.Remove(r.path("a.md")); r.link("deep/d.md", "a.md"); r.git("add", "-A") },
		"a link becomes a file": func(r *repo) { os.Remove(r.path("link")); r.write("link", "1"); r.git("add", "-A") },
		"a folder becomes a link": func(r *repo) {
			r.git("rm", "-q", "-r", "deep/er")
			r.link("../b", "deep/er")
			r.git("add", "-A")
		},
		"the mode alone changes": func(r *repo) { r.git("update-index", "--chmod=+x", "a.md") },
		"a submodule becomes a folder": func(r *repo) {
			r.git("rm", "-q", "--cached", "mod")
			os.RemoveAll(r.path("mod"))
			r.write("mod/m.md", "1")
			r.git("add", "-A")
		},
		"a folder becomes a submodule": func(r *repo) {
			r.git("rm", "-q", "-r", "deep")
			r.git("update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat("1", 40)+",deep")
		},
		"a submodule moves on": func(r *repo) {
			r.git("update-index", "--cacheinfo", "160000,"+strings.Repeat("2", 40)+",mod")
		},
		"a folder becomes a submodule that diffs pass over": func(r *repo) {
			r.write(".gitmodules", "[submodule \"b\"]\n\tpath = b\n\turl = ./b\n\tignore = all\n")
			r.git("add", ".gitmodules")
			r.git("rm", "-q", "--cached", "b/c.md")
			r.git("update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat("3", 40)+",b")
		},
		"renamed":        func(r *repo) { r.git("mv", "deep", "b/deeper") },
		"half is staged": func(r *repo) { r.write("a.md", "2"); r.git("add", "-A"); r.write("a.md", "3") },
		"announced": func(r *repo) {
			r.write("new/n.md", "1")
			r.git("add", "-N", "new")
			r.write("x", "")
			r.git("add", "x")
		},
		"taken out and announced again": func(r *repo) { r.git("rm", "-q", "--cached", "a.md"); r.git("add", "-N", "a.md") },
		"a file becomes empty":          func(r *repo) { r.write("a.md", ""); r.git("add", "-A") },
		"nothing":                       func(r *repo) { r.write("a.md", "on disk only") },
		"names": func(r *repo) {
			for _, n := range []string{"a b", "q\"u", "n\nl", "ä計", "-x", "[1]", "1:o", ":!x", "t\tb", `b\s`} {
				r.write("names/"+n+"/s.md", n)
			}
			r.git("add", "-A")
		},
		"kept from git's eyes": func(r *repo) {
			r.git("update-index", "--assume-unchanged", "a.md")
			r.git("update-index", "--skip-worktree", "deep/d.md")
			os.Remove(r.path("deep/d.md"))
			r.write("a.md", "9")
			r.write("x", "")
			r.git("add", "x")
		},
		"written as CRLF": func(r *repo) {
			r.write(".gitattributes", "*.md text eol=crlf\n")
			r.write("crlf.md", "a\r\nb\r\n")
			r.git("-c", "core.safecrlf=false", "add", "-A")
		},
		"an index in parts": func(r *repo) { r.git("update-index", "--split-index"); r.write("a.md", "2"); r.git("add", "-A") },
	} {
		for format, init := range map[string][]string{"": nil, " sha256": {"--object-format=sha256"}} {
			if format != "" && !slices.Contains([]string{"half is staged", "announced", "names", "all of a folder is deleted", "written as CRLF"}, name) {
				continue // what differs is the length of ids
			}
			t.Run(name+format, func(t *testing.T) {
				r := newRepo(t, init...)
				r.write("a.md", "one\n")
				r.write("b/c.md", "one\n")
				r.write("deep/d.md", "one\n")
				r.write("deep/er/e.md", "one\n")
				r.write("deep/er/still.md", "one\n")
				r.link("b/c.md", "link")
				r.git("add", "-A")
				if format == "" {
					r.git("update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat("1", 40)+",mod")
				}
				r.gitAt(1, "commit", "-q", "-m", "1")
				before := r.committed("HEAD")
				stage(r)
				s := r.staged()
				got, paths := holds(t, s), listed(t, s.Paths(context.Background(), "."))
				r.gitAt(2, "commit", "-q", "--allow-empty", "-m", "2")
				want := r.committed("HEAD")
				wantSame(t, "staged", got, want)
				wantSame(t, "the revision", holds(t, r.revision("HEAD")), want)
				for n, text := range want {
					if text == "empty" {
						delete(want, n)
					}
				}
				if want := slices.Sorted(maps.Keys(want)); !slices.Equal(paths, want) {
					t.Errorf("paths:\n got %q\nwant %q", paths, want)
				}
				for n, text := range before {
					if after, ok := want[n]; text != "empty" && (!ok || after != text) && !slices.Contains(s.Changed, n) {
						t.Errorf("%q is not said to be changed: %q", n, s.Changed)
					}
				}
			})
		}
	}
}

func TestStagedAnnounced(t *testing.T) {
	r := newRepo(t)
	r.write("announced", "1")
	r.write("empty", "")
	r.git("add", "-N", "announced")
	r.git("add", "empty")
	s := r.staged()
	if !s.Intended("announced") || s.Intended("empty") {
		t.Error("an announced file and an empty one are not told apart")
	}
	if want := []string{"announced", "empty"}; !slices.Equal(s.Changed, want) {
		t.Errorf("changed: %q, want %q", s.Changed, want)
	}
	if len(s.Parents) != 0 {
		t.Errorf("the first commit has parents: %q", s.Parents)
	}
	wantSame(t, "staged", holds(t, s), map[string]string{"empty": ""})
	if times, err := s.Modified(context.Background(), []string{"empty", "announced"}); err != nil || len(times) != 1 || !times["empty"].Equal(day(20)) {
		t.Errorf("modified: %v, %v", times, err)
	}
	if !s.Changes("empty") || s.Changes("announced") {
		t.Error("an announced file changes in the commit")
	}
}

func TestUnmerged(t *testing.T) {
	r := newRepo(t)
	r.diverge("one\n", "two\n")
	r.fails("merge", "-q", "side")
	s := r.staged()
	if !slices.Equal(s.Unmerged, []string{"both.md"}) {
		t.Errorf("unmerged: %q", s.Unmerged)
	}
}

// diverge makes two branches, on main and side, that differ in both.md and
// have a file of their own.
func (r *repo) diverge(ours, theirs string) {
	r.t.Helper()
	r.write("both.md", "base\n")
	r.commit(1)
	r.git("checkout", "-q", "-b", "side")
	r.write("both.md", theirs)
	r.write("side.md", "side\n")
	r.commit(2)
	r.git("checkout", "-q", "main")
	r.write("both.md", ours)
	r.write("main.md", "main\n")
	r.commit(3)
}

// fails runs a git command that ends with an error.
func (r *repo) fails(args ...string) {
	r.t.Helper()
	if _, err := r.try(args...); err == nil {
		r.t.Fatalf("git %q succeeds", args)
	}
}

func TestMergeHeads(t *testing.T) {
	r := newRepo(t)
	r.diverge("base\n", "two\n")
	side := strings.TrimSpace(r.git("rev-parse", "side"))
	r.git("merge", "-q", "--no-commit", "side")
	s := r.staged()
	if want := []string{"HEAD", side}; !slices.Equal(s.Parents, want) {
		t.Errorf("parents: %q, want %q", s.Parents, want)
	}
	if want := []string{"both.md", "main.md", "side.md"}; !slices.Equal(s.Changed, want) {
		t.Errorf("changed: %q, want %q: what differs from either side", s.Changed, want)
	}

	t.Log("a merge without conflicts names its heads to the hook only")
	if err := os.Remove(r.path(".git/MERGE_HEAD")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GITHEAD_"+side, "side")
	for action, want := range map[string][]string{
		"merge side": {"HEAD", side}, "pull": {"HEAD", side},
		"rebase": {"HEAD"}, "": {"HEAD"}, "merged": {"HEAD"},
	} {
		t.Setenv("GIT_REFLOG_ACTION", action)
		if got := r.staged().Parents; !slices.Equal(got, want) {
			t.Errorf("parents with GIT_REFLOG_ACTION=%q: %q, want %q", action, got, want)
		}
	}

	t.Log("in a linked worktree the merge is that one's")
	os.Unsetenv("GIT_REFLOG_ACTION")
	r.git("reset", "-q", "--hard")
	r.git("worktree", "add", "-q", "-b", "linked", "../linked")
	l := &repo{t, r.path("../linked")}
	l.git("merge", "-q", "--no-commit", "side")
	if got := l.staged().Parents; !slices.Equal(got, []string{"HEAD", side}) {
		t.Errorf("parents in a linked worktree: %q", got)
	}
	if got := r.staged().Parents; !slices.Equal(got, []string{"HEAD"}) {
		t.Errorf("parents beside a linked worktree: %q", got)
	}
}

func TestMergeBaseAndBetween(t *testing.T) {
	r := newRepo(t)
	r.diverge("base\n", "two\n")
	g := openGit(t, r.dir)
	ctx := context.Background()
	base, err := g.MergeBase(ctx, "main", "side")
	if want := strings.TrimSpace(r.git("rev-parse", "main~1")); err != nil || base != want {
		t.Errorf("merge base: %q, %v; want %q", base, err, want)
	}
	if base, err := g.MergeBase(ctx, "main", "side", "main~1"); err != nil || base != strings.TrimSpace(r.git("rev-parse", "main~1")) {
		t.Errorf("merge base of three: %q, %v", base, err)
	}
	if _, err := g.MergeBase(ctx, "main", "nowhere"); err == nil {
		t.Error("an unknown revision has a merge base")
	}
	names, err := g.Between(ctx, "side", "main")
	slices.Sort(names)
	if want := []string{"both.md", "main.md", "side.md"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("between: %q, %v; want %q", names, err, want)
	}
	if _, err := g.Between(ctx, "side", "nowhere"); err == nil || !strings.Contains(err.Error(), `no revision "nowhere"`) {
		t.Errorf("between: %v", err)
	}
	r.git("checkout", "-q", "--orphan", "alone")
	r.gitAt(4, "commit", "-q", "-m", "alone")
	if base, err := g.MergeBase(ctx, "main", "alone"); err != nil || base != "" {
		t.Errorf("merge base of what has none: %q, %v", base, err)
	}
}

func TestRevisions(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "1\n")
	r.commit(1)
	r.git("tag", "-a", "-m", "t", "noted")
	r.write("a.md", "2\n")
	r.commit(2)
	g := openGit(t, r.dir)
	for rev, want := range map[string]string{"HEAD": "2\n", "main": "2\n", "HEAD~1": "1\n", "noted": "1\n", "HEAD~1^{tree}": "1\n", "@": "2\n", "HEAD^{/day 1}": "1\n"} {
		tree, err := g.Revision(rev)
		if err != nil {
			t.Errorf("%s: %v", rev, err)
			continue
		}
		if text, err := fs.ReadFile(tree, "a.md"); err != nil || string(text) != want {
			t.Errorf("%s: %q, %v; want %q", rev, text, err, want)
		}
		times, err := tree.Modified(context.Background(), []string{"a.md", "missing"})
		if err != nil || len(times) > 1 || !strings.Contains(rev, "tree") && times["a.md"].IsZero() {
			t.Errorf("%s: times %v, %v", rev, times, err)
		}
	}
	for _, rev := range []string{"nowhere", "", " ", "-x", "HEAD:a.md", "HEAD..main", "HEAD\nHEAD", "HEAD\x00", "HEAD~9", strings.Repeat("1", 40), "main --all", "HEAD blob 5"} {
		if _, err := g.Revision(rev); err == nil || !strings.Contains(err.Error(), "no revision") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", rev, err)
		}
	}
	if _, err := g.Revision("HEAD"); err != nil {
		t.Errorf("after unknown ones: %v", err)
	}
}

// What fstest asks of a file system holds of both kinds. It wants to know the
// size of what is not open, which a Tree does not tell.
func TestTreesAreFileSystems(t *testing.T) {
	r := newRepo(t)
	r.write("a.md", "one\n")
	r.write("memory/deep/b.md", "two\n")
	r.write("memory/gone.md", "three\n")
	r.link("memory/deep/b.md", "link")
	r.link("memory", "folder")
	r.commit(1)
	r.write("memory/new/c.md", "four\n")
	r.git("rm", "-q", "memory/gone.md")
	r.git("add", "-A")
	if err := fstest.TestFS(sized{r.revision("HEAD")}, "a.md", "memory/deep/b.md", "memory/gone.md", "link", "folder"); err != nil {
		t.Errorf("the commit: %v", err)
	}
	s := sized{r.staged().Tree}
	if err := fstest.TestFS(s, "a.md", "memory/deep/b.md", "memory/new/c.md", "link", "folder"); err != nil {
		t.Errorf("the index: %v", err)
	}
	if _, err := s.Stat("memory/gone.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a deleted file: %v", err)
	}
}

// sized opens what it is asked about.
type sized struct{ *source.Tree }

func (s sized) info(name string, info fs.FileInfo, err error) (fs.FileInfo, error) {
	if err != nil || !info.Mode().IsRegular() {
		return info, err
	}
	f, err := s.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Stat()
}

func (s sized) Stat(name string) (fs.FileInfo, error) {
	info, err := s.Tree.Stat(name)
	return s.info(name, info, err)
}

func (s sized) Lstat(name string) (fs.FileInfo, error) {
	info, err := s.Tree.Lstat(name)
	return s.info(name, info, err)
}

func (s sized) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := s.Tree.ReadDir(name)
	for i, e := range entries {
		info, err := s.Lstat(filepath.ToSlash(filepath.Join(name, e.Name())))
		if err != nil {
			return nil, err
		}
		entries[i] = fs.FileInfoToDirEntry(info)
	}
	return entries, err
}

func (s sized) Open(name string) (fs.File, error) {
	f, err := s.Tree.Open(name)
	if dir, ok := f.(fs.ReadDirFile); ok && err == nil {
		if info, err := f.Stat(); err == nil && info.IsDir() {
			entries, err := s.ReadDir(name)
			return &folder{dir, entries}, err
		}
	}
	return f, err
}

type folder struct {
	fs.ReadDirFile
	rest []fs.DirEntry
}

func (f *folder) ReadDir(n int) ([]fs.DirEntry, error) {
	entries, err := f.ReadDirFile.ReadDir(n)
	sized := f.rest[:len(entries)]
	f.rest = f.rest[len(entries):]
	return sized, err
}

func TestDraft(t *testing.T) {
	r := newRepo(t)
	r.write("memory/a.md", "on disk\n")
	r.write("memory/b.md", "beside\n")
	r.link("b.md", "memory/link.md")
	for name, want := range map[string][]string{
		"memory/a.md":       {"memory/a.md", "memory/b.md", "memory/link.md"},
		"memory/link.md":    {"memory/a.md", "memory/b.md", "memory/link.md"},
		"memory/new.md":     {"memory/a.md", "memory/b.md", "memory/link.md", "memory/new.md"},
		"agents/x/new.md":   {"agents/x/new.md", "memory/a.md", "memory/b.md", "memory/link.md"},
		"top.md":            {"memory/a.md", "memory/b.md", "memory/link.md", "top.md"},
		"memory/deep/er.md": {"memory/a.md", "memory/b.md", "memory/deep/er.md", "memory/link.md"},
	} {
		now := time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC)
		d := source.NewDraft(r.open(), map[string][]byte{name: []byte("draft\n")}, now)
		if text, err := fs.ReadFile(d, name); err != nil || string(text) != "draft\n" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		if name != "memory/b.md" {
			if text, err := fs.ReadFile(d, "memory/b.md"); err != nil || string(text) != "beside\n" {
				t.Errorf("%s: beside it %q, %v", name, text, err)
			}
		}
		var walked []string
		err := fs.WalkDir(d, ".", func(p string, e fs.DirEntry, err error) error {
			if e != nil && e.Name() == ".git" {
				return fs.SkipDir
			}
			if err == nil && !e.IsDir() {
				walked = append(walked, p)
			}
			return err
		})
		if slices.Sort(walked); err != nil || !slices.Equal(walked, want) {
			t.Errorf("%s: walked %q, %v; want %q", name, walked, err, want)
		}
		if got := listed(t, d.Paths(context.Background(), ".")); !slices.Equal(got, want) {
			t.Errorf("%s: listed %q, want %q", name, got, want)
		}
		info, err := d.Lstat(name)
		if err != nil || !info.Mode().IsRegular() || info.Size() != 6 || !info.ModTime().Equal(now) {
			t.Errorf("%s: %v, %v", name, info, err)
		}
		for dir := name; dir != "."; {
			dir = filepath.ToSlash(filepath.Dir(dir))
			if info, err := d.Stat(dir); err != nil || !info.IsDir() {
				t.Errorf("%s: the folder %s: %v", name, dir, err)
			}
			f, err := d.Open(dir)
			if err != nil {
				t.Errorf("%s: open the folder %s: %v", name, dir, err)
				continue
			}
			f.Close()
		}
		if times, err := d.Modified(context.Background(), []string{name, "nothing"}); err != nil || len(times) != 1 || !times[name].Equal(now) {
			t.Errorf("%s: modified %v, %v", name, times, err)
		}
		if _, err := d.Open("nothing"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a file that is not there: %v", name, err)
		}
	}
	d := source.NewDraft(r.open(), map[string][]byte{"memory/deep/er.md": nil}, day(1))
	if got := listed(t, d.Paths(context.Background(), "memory/deep")); !slices.Equal(got, []string{"memory/deep/er.md"}) {
		t.Errorf("listed in a folder that is not there: %q", got)
	}
}
