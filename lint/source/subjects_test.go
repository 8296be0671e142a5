package source_test

import (
	"context"
	"strings"
	"testing"
)

func TestRecent(t *testing.T) {
	r := newRepo(t)
	ctx := context.Background()
	if got, err := openGit(t, r.dir).Recent(ctx, ".", 10); err != nil || len(got) > 0 {
		t.Errorf("before the first commit: %v, %v", got, err)
	}
	r.write("a.md", "1")
	r.git("add", ".")
	r.gitAt(1, "commit", "-q", "-m", "First thing\n\nwith a body")
	r.git("checkout", "-q", "-b", "side")
	r.write("b/c.md", "1")
	r.git("add", ".")
	r.gitAt(2, "commit", "-q", "-m", "On the\nside", "--author", "Somebody Else <s@example.invalid>")
	r.git("checkout", "-q", "-")
	r.gitAt(3, "commit", "-q", "--allow-empty", "-m", "新增 | \x1b[31m", "--cleanup=verbatim")
	r.gitAt(4, "merge", "-q", "--no-ff", "-m", "Merge it", "side")
	subjects := func(dir string, most int) string {
		t.Helper()
		got, err := openGit(t, r.dir).Recent(ctx, dir, most)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, c := range got {
			if len(c.ID) != 40 || c.Author == "" || c.Time.Location().String() != "UTC" {
				t.Errorf("%+v", c)
			}
			out = append(out, c.Subject)
		}
		return strings.Join(out, ";")
	}
	if got, want := subjects(".", 10), "新增 | \x1b[31m;On the side;First thing"; got != want {
		t.Errorf("all: %q, want %q", got, want)
	}
	if got, want := subjects(".", 1), "新增 | \x1b[31m"; got != want {
		t.Errorf("the newest: %q, want %q", got, want)
	}
	if got, want := subjects("b", 10), "On the side"; got != want {
		t.Errorf("of a folder: %q, want %q", got, want)
	}
	for _, c := range [][2]string{{"log.showSignature", "true"}, {"log.follow", "true"}, {"log.diffMerges", "on"}, {"color.ui", "always"}, {"log.decorate", "full"}, {"format.pretty", "raw"}} {
		r.git("config", c[0], c[1])
	}
	if got, want := subjects("b", 10), "On the side"; got != want {
		t.Errorf("with a config of its own: %q, want %q", got, want)
	}
}

func TestBranch(t *testing.T) {
	r := newRepo(t)
	ctx := context.Background()
	r.git("symbolic-ref", "HEAD", "refs/heads/feature/queue")
	if got, err := openGit(t, r.dir).Branch(ctx); err != nil || got != "feature/queue" {
		t.Errorf("before the first commit: %q, %v", got, err)
	}
	r.write("a.md", "1")
	r.commit(1)
	r.git("checkout", "-q", "--detach")
	if got, err := openGit(t, r.dir).Branch(ctx); err != nil || got != "" {
		t.Errorf("detached: %q, %v", got, err)
	}
}
