//go:build unix

package hooks

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWhereHooksLive: the file that is installed is the one that git runs,
// which an empty commit shows.
func TestWhereHooksLive(t *testing.T) {
	tests := []struct {
		name string
		make func(r *repo) (from string) // the folder to install from
		want string                      // the hook's folder
	}{
		{"the top", func(r *repo) string { return r.dir }, ".git/hooks"},
		{"a folder below", func(r *repo) string { r.mkdir("a/b"); return r.path("a/b") }, ".git/hooks"},
		{"a link to a folder below", func(r *repo) string { r.mkdir("a/b"); r.link(r.path("a/b"), "../in"); return r.path("../in") }, ".git/hooks"},
		{"a folder of hooks that is a link inside", func(r *repo) string {
			r.mkdir("tools/hooks")
			r.link("../tools/hooks", ".git/hooks")
			return r.dir
		}, "tools/hooks"},
		{"core.hooksPath relative", func(r *repo) string {
			r.git("config", "core.hooksPath", "tools/git hooks")
			r.mkdir("a")
			return r.path("a")
		}, "tools/git hooks"},
		{"core.hooksPath absolute", func(r *repo) string { r.git("config", "core.hooksPath", r.path("own")); return r.dir }, "own"},
		{"core.hooksPath into the data", func(r *repo) string { r.git("config", "core.hooksPath", ".git/own"); return r.dir }, ".git/own"},
		{"core.hooksPath by the environment", func(r *repo) string {
			r.t.Setenv("GIT_CONFIG_COUNT", "1")
			r.t.Setenv("GIT_CONFIG_KEY_0", "core.hooksPath")
			r.t.Setenv("GIT_CONFIG_VALUE_0", "env-hooks")
			return r.dir
		}, "env-hooks"},
		{"core.hooksPath global and relative", func(r *repo) string { r.git("config", "--global", "core.hooksPath", ".githooks"); return r.dir }, ".githooks"},
		{"a linked worktree", func(r *repo) string {
			r.git("commit", "-q", "--allow-empty", "-m", "x")
			r.git("worktree", "add", "-q", "../linked")
			r.dir = r.path("../linked")
			return r.dir
		}, "../re po/.git/hooks"},
		{"a linked worktree with a relative core.hooksPath", func(r *repo) string {
			r.git("commit", "-q", "--allow-empty", "-m", "x")
			r.git("worktree", "add", "-q", "../linked")
			r.git("config", "core.hooksPath", "own")
			r.dir = r.path("../linked")
			return r.dir
		}, "own"},
		{"a worktree of a bare repository", func(r *repo) string {
			r.git("commit", "-q", "--allow-empty", "-m", "x")
			r.git("clone", "-q", "--bare", "--template=", r.dir, "../bare")
			r.git("-C", "../bare", "worktree", "add", "-q", "../of bare", "main")
			r.dir = r.path("../of bare")
			return r.dir
		}, "../bare/hooks"},
		{"a submodule", func(r *repo) string {
			r.git("commit", "-q", "--allow-empty", "-m", "x")
			r.git("clone", "-q", r.dir, "../other")
			r.git("submodule", "--quiet", "add", r.path("../other"), "sub")
			r.dir = r.path("sub")
			return r.dir
		}, "../.git/modules/sub/hooks"},
		{"a data folder elsewhere", func(r *repo) string { r.git("init", "-q", "--separate-git-dir", "../data"); return r.dir }, "../data/hooks"},
		{"core.worktree", func(r *repo) string {
			r.mkdir("../tree")
			r.git("config", "core.worktree", r.path("../tree"))
			return r.dir
		}, ".git/hooks"},
		{"GIT_DIR relative, from outside", func(r *repo) string {
			r.t.Chdir(filepath.Dir(r.dir))
			r.t.Setenv("GIT_DIR", "re po/.git")
			r.t.Setenv("GIT_WORK_TREE", "re po")
			r.git("--git-dir=.git", "config", "core.hooksPath", "own")
			r.dir = filepath.Dir(r.dir)
			return "."
		}, "re po/own"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := newRepo(t)
			o := r.options()
			o.Dir = test.make(r)
			r.write("../tool", "#!/bin/sh\npwd >> \"$TOOL_LOG\"\n", 0o755)
			o.Program = r.path("../tool")
			want := filepath.Join(r.dir, filepath.FromSlash(test.want), PreCommit)
			if got := r.install(o); got[0].Path != want {
				t.Errorf("installed %s\nwant      %s", got[0].Path, want)
			}
			if s := r.status(o); !s[0].Works() || s[0].Path != want || s[0].Program != o.Program {
				t.Errorf("status: %+v", s[0])
			}
			log := r.path("../log")
			t.Setenv("TOOL_LOG", log)
			r.git("commit", "-q", "--allow-empty", "-m", "y")
			if ran, _ := os.ReadFile(log); strings.Count(string(ran), "\n") != 1 {
				t.Errorf("a commit ran the tool in: %q", ran)
			}
			r.uninstall(o)
			if exists(want) {
				t.Error("still there")
			}
		})
	}
}

// TestForeignFolders: where others may share the hooks nothing is changed.
func TestForeignFolders(t *testing.T) {
	tests := []struct {
		name string
		make func(r *repo)
		want string
	}{
		{"absolute", func(r *repo) { r.git("config", "core.hooksPath", r.path("../team")) }, `core.hooksPath points outside this repository: it is "`},
		{"relative", func(r *repo) { r.git("config", "core.hooksPath", "../team") }, `it is "../team" (set in file:`},
		{"global", func(r *repo) { r.git("config", "--global", "core.hooksPath", "~/team") }, ".gitconfig)"},
		{"by the environment", func(r *repo) { r.t.Setenv("GIT_CONFIG_PARAMETERS", "'core.hooksPath'='/nowhere/team'") }, `"/nowhere/team" (set in command line:)`},
		{"nowhere", func(r *repo) { r.git("config", "core.hooksPath", "/dev/null") }, `"/dev/null"`},
		{"empty", func(r *repo) { r.t.Chdir(r.dir); r.git("config", "core.hooksPath", "") }, `it is ""`},
		{"a sibling with a longer name", func(r *repo) { r.git("config", "core.hooksPath", r.dir+"-team") }, "points outside this repository"},
		{"inside, behind a link", func(r *repo) { r.link("../team", "own"); r.git("config", "core.hooksPath", "own") }, "points outside this repository"},
		{"inside by its spelling", func(r *repo) {
			r.mkdir("../team/deep")
			r.link("../team/deep", "own")
			r.git("config", "core.hooksPath", "own/../hooks")
		}, "points outside this repository"},
		{"a hooks folder that is a link", func(r *repo) { r.link("../../team", ".git/hooks") }, "the hooks folder leads outside this repository, to "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := newRepo(t)
			r.write("../team/pre-commit", theirs, 0o755)
			test.make(r)
			before := r.snapshot("..")
			o := r.options()
			o.Chain = true
			r.refuses(o, test.want, "let core.hooksPath name a folder of this repository")
			if _, err := Uninstall(context.Background(), o); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("uninstall: %v", err)
			}
			for _, s := range r.status(o) {
				if s.Works() || s.Outside == "" || !strings.Contains(s.String(), "outside this repository") {
					t.Errorf("status: %+v", s)
				}
			}
			if after := r.snapshot(".."); after != before {
				t.Errorf("changed\n%s\nwas\n%s", after, before)
			}
		})
	}
}

func TestNoWorkTree(t *testing.T) {
	r := newRepo(t)
	r.git("init", "-q", "--bare", "../bare")
	r.mkdir("../folder")
	for dir, want := range map[string]string{
		"../folder": "is in no git repository", "../bare": "is in a bare repository", ".git": "is inside the data folder", "../gone": "chdir ",
	} {
		o := r.options()
		o.Dir = r.path(dir)
		for what, do := range map[string]func() error{
			"install":   func() error { _, err := Install(context.Background(), o); return err },
			"uninstall": func() error { _, err := Uninstall(context.Background(), o); return err },
			"status":    func() error { _, err := Status(context.Background(), o); return err },
		} {
			if err := do(); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s in %s: %v", what, dir, err)
			}
		}
	}
	t.Setenv("PATH", r.path("../folder"))
	if _, err := Status(context.Background(), r.options()); err == nil || !strings.HasPrefix(err.Error(), "git is not installed") {
		t.Errorf("without git: %v", err)
	}
}
