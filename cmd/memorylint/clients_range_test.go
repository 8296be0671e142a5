package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// preCommitMore is what pre-commit and prek do beside commits.
func preCommitMore(t *testing.T, p *project, program string) {
	t.Run("validate-manifest", func(t *testing.T) {
		p := p.reset(t)
		p.do(program, "validate-manifest", filepath.Join(p.ours, ".pre-commit-hooks.yaml"))
	})
	t.Run("try-repo", func(t *testing.T) {
		p := p.reset(t)
		out, code := p.try(program, "try-repo", p.ours, "memorylint", "--all-files")
		p.wants(out, code, true, saysHealthy)
		p.write(state, ill)
		p.git("add", state)
		out, code = p.try(program, "try-repo", p.ours, "memorylint", "--all-files")
		p.wants(out, code, false, saysIll)
	})
	t.Run("a commit of ours", func(t *testing.T) {
		p := p.reset(t)
		p.write(".pre-commit-config.yaml", "repos:\n  - repo: "+p.ours+"\n    rev: "+p.rev+
			"\n    hooks:\n      - id: memorylint\n        args: [--fail-on, critical]\n")
		p.write(state, ill)
		p.git("add", ".")
		p.passes(saysIll, "-m", "x")
		p.git("rm", "-q", state)
		p.refused(saysDeleted, "-m", "x")
	})
	t.Run("run --all-files", func(t *testing.T) {
		p := p.reset(t)
		out, code := p.try(program, "run", "--all-files")
		p.wants(out, code, true, saysHealthy)
		p.write(state, pending)
		p.git("commit", "-q", "--no-verify", "-am", "x")
		out, code = p.try(program, "run", "--all-files")
		p.wants(out, code, true, saysPending)
		p.write(state, ill)
		p.git("commit", "-q", "--no-verify", "-am", "x")
		out, code = p.try(program, "run", "--all-files")
		p.wants(out, code, false, saysIll)
	})
	t.Run("range", func(t *testing.T) {
		p := p.reset(t)
		script := strings.Replace(readmeBlock(t, "What hooks miss", "sh pre-commit"), "pre-commit run", program+" run", 1)
		ranges(p, script, saysNoOther)
	})
}

// unhooked: git runs no hook where the README says so, and what the README says
// CI should do finds what came in that way.
func unhooked(t *testing.T, p *project) {
	for name, steps := range map[string]func(p *project) []string{
		"fast-forward": func(p *project) []string { return []string{"merge", "draft"} },
		"cherry-pick":  func(p *project) []string { return []string{"cherry-pick", "draft"} },
		"rebase": func(p *project) []string {
			p.write("other.txt", "more\n")
			p.git("commit", "-q", "--no-verify", "-am", "other")
			p.git("checkout", "-q", "draft")
			return []string{"rebase", "work"}
		},
		"revert": func(p *project) []string {
			p.git("reset", "-q", "--hard", "draft")
			p.write(state, better)
			p.git("commit", "-q", "-am", "healed")
			return []string{"revert", "--no-edit", "HEAD"}
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := p.reset(t)
			p.origin()
			p.git("checkout", "-q", "-B", "draft")
			p.write(state, ill)
			p.git("commit", "-q", "--no-verify", "-am", "ill")
			p.git("checkout", "-q", "-B", "work", p.start)
			out, code := p.try("git", steps(p)...)
			if code != 0 || strings.Contains(out, "problem") {
				t.Errorf("exit %d, printed:\n%s", code, out)
			}
			p.holds(state, ill)
			out, code = p.try("sh", "-c", readmeBlock(t, "What hooks miss", "sh memorylint"))
			p.wants(out, code, false, saysIll)
		})
	}
	t.Run("range", func(t *testing.T) {
		ranges(p.reset(t), readmeBlock(t, "What hooks miss", "sh memorylint"), saysHealthy)
	})
	t.Run("only what is new", func(t *testing.T) {
		p := p.reset(t)
		p.write(state, ill)
		p.git("commit", "-q", "--no-verify", "-am", "ill")
		p.git("update-ref", "refs/remotes/origin/main", "HEAD")
		p.write(state, strings.Replace(ill, "Friday", "Monday", 1))
		p.git("commit", "-q", "--no-verify", "-am", "as ill as before")
		script := strings.TrimSpace(readmeBlock(t, "What hooks miss", "sh memorylint"))
		out, code := p.try("sh", "-c", script)
		p.wants(out, code, false, saysIll)
		out, code = p.try("sh", "-c", script+` --new-from "$(git merge-base origin/main HEAD)"`)
		p.wants(out, code, true, "no problems in 1 file")
	})
	t.Run("range of a shallow clone", func(t *testing.T) {
		p := p.reset(t)
		p.git("checkout", "-q", "-B", "work")
		p.write(state, better)
		p.git("commit", "-q", "-am", "x")
		shallow := *p
		shallow.dir = filepath.Join(t.TempDir(), "shallow")
		p.git("clone", "-q", "--depth", "1", "--no-single-branch", "file://"+p.dir, shallow.dir)
		out, code := shallow.try("sh", "-c", readmeBlock(t, "What hooks miss", "sh memorylint"))
		if code != exitTrouble || !strings.Contains(out, "--base is empty") {
			t.Errorf("exit %d, want %d; printed:\n%s", code, exitTrouble, out)
		}
	})
}

// ranges lints what a branch brings: nothing of memory, an ill state and then
// none at all.
func ranges(p *project, script, untouched string) {
	p.t.Helper()
	p.origin()
	p.git("checkout", "-q", "-B", "work")
	p.write("other.txt", "more\n")
	p.git("commit", "-q", "--no-verify", "-am", "other")
	out, code := p.try("sh", "-c", script)
	p.wants(out, code, true, untouched)
	p.write(state, ill)
	p.git("commit", "-q", "--no-verify", "-am", "ill")
	out, code = p.try("sh", "-c", script)
	p.wants(out, code, false, saysIll)
	p.git("rm", "-q", state)
	p.git("commit", "-q", "--no-verify", "-m", "deleted")
	out, code = p.try("sh", "-c", script)
	p.wants(out, code, false, saysDeleted)
}

// origin says that origin/main is where the project starts.
func (p *project) origin() { p.git("update-ref", "refs/remotes/origin/main", p.start) }
