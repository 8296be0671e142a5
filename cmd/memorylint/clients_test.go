package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/memorylint/memorylint/markdown"
)

// What a commit looks like through each hook manager: the real programs, set
// up by the README's own snippets, and real commits. .ci/run installs them.

// A client runs our hook when git makes a commit.
type client struct {
	name  string
	needs []string // programs
	// alone: it brings a memorylint of its own, so none is on PATH.
	alone bool
	// not is a behaviour that it does not have; more says what it has instead.
	not     string
	install func(p *project)
	more    func(t *testing.T, p *project)
}

var clients = []client{
	{name: "git", install: plainHook, more: unhooked},
	{
		name: "pre-commit", needs: []string{"pre-commit"}, alone: true,
		install: func(p *project) { p.preCommit("pre-commit", "memorylint") },
		more:    func(t *testing.T, p *project) { preCommitMore(t, p, "pre-commit") },
	},
	{
		name: "pre-commit, system", needs: []string{"pre-commit"},
		install: func(p *project) { p.preCommit("pre-commit", "memorylint-system") },
	},
	{
		name: "prek", needs: []string{"prek"}, alone: true,
		install: func(p *project) { p.preCommit("prek", "memorylint") },
		more:    func(t *testing.T, p *project) { preCommitMore(t, p, "prek") },
	},
	{
		name: "prek, system", needs: []string{"prek"},
		install: func(p *project) { p.preCommit("prek", "memorylint-system") },
	},
	{name: "lefthook", needs: []string{"lefthook"}, install: lefthook, more: lefthookMore},
	{name: "husky", needs: []string{"husky", "npx"}, not: "linked worktree", install: husky, more: huskyMore},
}

func TestClients(t *testing.T) {
	if *update {
		t.Skip("-update: clients write nothing")
	}
	need(t, "git", "go", "env", "sh")
	ours := snapshot(t)
	for _, c := range clients {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			need(t, c.needs...)
			p := newProject(t, ours, c.alone)
			c.install(p)
			p.git("add", ".")
			p.git("commit", "-q", "--no-verify", "--allow-empty", "-m", "hooks")
			p.start = p.git("rev-parse", "HEAD")
			for _, b := range behaviours {
				if b.name != c.not {
					t.Run(b.name, func(t *testing.T) { b.check(p.reset(t)) })
				}
			}
			if c.more != nil {
				c.more(t, p)
			}
		})
	}
}

// need skips a test whose programs are not installed, but fails it in CI, so
// that the tests cannot be lost there.
func need(t *testing.T, programs ...string) {
	t.Helper()
	for _, name := range programs {
		_, err := exec.LookPath(name)
		switch {
		case err == nil:
		case os.Getenv("CI") == "true":
			t.Fatalf("%s is not installed, and CI skips nothing: %v", name, err)
		default:
			t.Skipf("%s is not installed", name)
		}
	}
}

// plainHook is a hook without a manager.
func plainHook(p *project) {
	for _, name := range []string{"pre-commit", "pre-merge-commit"} {
		p.write(".git/hooks/"+name, "#!/bin/sh\nexec memorylint lint --staged\n")
		if err := os.Chmod(filepath.Join(p.dir, ".git/hooks", name), 0o755); err != nil {
			p.t.Fatal(err)
		}
	}
}

// preCommit sets up pre-commit or prek with one of our hooks.
func (p *project) preCommit(program, id string) {
	p.t.Helper()
	config := readmeBlock(p.t, "pre-commit", "yaml")
	if want := "rev: v" + version + "\n"; !strings.Contains(config, want) {
		p.t.Errorf("the README's snippet lacks %q", want)
	}
	p.write(".pre-commit-config.yaml", strings.Replace(config, "- id: memorylint\n", "- id: "+id+"\n", 1))
	p.git("add", ".pre-commit-config.yaml")
	p.shell(readmeBlock(p.t, program, "sh"))
}

func lefthook(p *project) {
	p.write("lefthook.yml", readmeBlock(p.t, "lefthook", "yaml"))
	p.shell(readmeBlock(p.t, "lefthook", "sh"))
}

// lefthookMore: why the README's job takes no files.
func lefthookMore(t *testing.T, p *project) {
	t.Run("staged_files", func(t *testing.T) {
		p := p.reset(t)
		p.write("lefthook.yml", strings.ReplaceAll(readmeBlock(t, "lefthook", "yaml"), "--staged", "--staged {staged_files}"))
		p.git("commit", "-q", "--no-verify", "-am", "files")
		p.git("rm", "-q", state)
		p.passes("no files for inspection", "-m", "x")
	})
}

// husky sets up husky in a project that has it installed.
func husky(p *project) {
	p.write(".gitignore", "node_modules\n")
	p.write("package.json", `{"private": true}`+"\n")
	p.huskyModules()
	p.shell(readmeBlock(p.t, "husky", "sh"))
}

// huskyMore: a linked worktree has no hook until husky runs there.
func huskyMore(t *testing.T, p *project) {
	t.Run("linked worktree", func(t *testing.T) {
		p := p.reset(t)
		linked := p.linked()
		defer p.git("worktree", "remove", "--force", linked.dir)
		linked.write(state, ill)
		if out := linked.do("git", "commit", "-am", "x"); strings.Contains(out, "problem") {
			t.Errorf("there is a hook:\n%s", out)
		}
		linked.huskyModules()
		linked.do("npx", "husky")
		linked.git("rm", "-q", state)
		linked.refused(saysDeleted, "-m", "x")
	})
}

// huskyModules gives the project the husky that is installed.
func (p *project) huskyModules() {
	bin, err := exec.LookPath("husky")
	if err == nil {
		bin, err = filepath.EvalSymlinks(bin) // node_modules/husky/bin.js
	}
	if err != nil {
		p.t.Fatal(err)
	}
	modules := filepath.Dir(filepath.Dir(bin))
	if err := os.Symlink(modules, filepath.Join(p.dir, "node_modules")); err != nil {
		p.t.Fatal(err)
	}
}

var fenced = regexp.MustCompile("(?ms)^```([a-z]+)\n(.*?)^```$")

// readmeBlock is the README's one fenced block of that language under the heading.
// "sh pre-commit" asks for the one that begins with that word.
func readmeBlock(t *testing.T, heading, language string) string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	language, word, _ := strings.Cut(language, " ")
	var found []string
	for _, s := range markdown.Parse(src).Sections {
		if s.Title != heading {
			continue
		}
		for _, m := range fenced.FindAllSubmatch(src[s.Body.Start:s.Body.End], -1) {
			if string(m[1]) == language && strings.HasPrefix(string(m[2]), word) {
				found = append(found, string(m[2]))
			}
		}
	}
	if len(found) != 1 {
		t.Fatalf("README.md has %d %s blocks under %q, want 1", len(found), language, heading)
	}
	return found[0]
}

// TestManifest: the hooks take no files, since a commit that deletes the state
// passes none; and name no stages, since old and new pre-commit disagree on
// their words.
func TestManifest(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(root, ".pre-commit-hooks.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var have []map[string]any
	if err := yaml.Unmarshal(src, &have); err != nil {
		t.Fatal(err)
	}
	hook := func(id, name, description, language string) map[string]any {
		return map[string]any{
			"id": id, "name": name, "description": description, "language": language, "entry": "memorylint lint --staged",
			"always_run": true, "pass_filenames": false, "verbose": true, "minimum_pre_commit_version": "2.15.0",
		}
	}
	want := []map[string]any{
		hook("memorylint", "memorylint", "Find what is wrong with the memory that coding agents keep in the repository.", "golang"),
		hook("memorylint-system", "memorylint (installed)", "The same with the memorylint on PATH.", "system"),
	}
	if !reflect.DeepEqual(have, want) {
		t.Errorf(".pre-commit-hooks.yaml:\n have %v\n want %v", have, want)
	}
}
