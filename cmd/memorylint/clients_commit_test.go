package main

import "strings"

const state = "memory/CURRENT_STATE.md"

// The state, healthy, and with one thing wrong in each way that counts here.
const healthy = `# Current State

## Objective
Move the order queue to the new cluster.

## Current Step
The consumer runs in staging.

## Key Decisions
- Both queues stay up until Friday.

## Next Action
Compare the counts of both queues.

## Blockers
None

## Unsurfaced Results
None
`

var (
	better  = strings.Replace(healthy, "Friday", "Monday", 1)
	ill     = strings.Replace(healthy, "## Blockers\nNone\n\n", "", 1)
	pending = strings.Replace(healthy, "Results\nNone", "Results\n- The soak test lost 3 orders.", 1)
	linking = strings.Replace(healthy, "the counts", "[the counts](../counts.md)", 1)
)

// What the program says of them.
const (
	saysHealthy = "no problems in 1 file, 1 workspace"
	saysIll     = state + `:1:1: warning: section "Blockers" is missing [sections/missing]`
	saysDeleted = state + ":1:1: error: " + state + " does not exist [existence/state]"
	saysPending = "review needed (1 item) (advisory) [unsurfaced-results/pending]"
	saysDead    = "link to ../counts.md is dead"
	saysNoOther = "the commit touches no memory (1 changed)"
)

// behaviours hold with every client. Each begins with a healthy state in HEAD.
var behaviours = []struct {
	name  string
	check func(p *project)
}{
	{"healthy", func(p *project) {
		p.write(state, better)
		p.passes(saysHealthy, "-am", "x")
	}},
	{"ill", func(p *project) {
		p.write(state, ill)
		p.git("add", state)
		p.refused(saysIll, "-m", "x")
	}},
	{"commit -a", func(p *project) {
		p.write(state, ill)
		p.refused(saysIll, "-am", "x")
	}},
	{"deleted", func(p *project) {
		p.git("rm", "-q", state)
		p.refused(saysDeleted, "-m", "x")
	}},
	{"ill in the index, healthy on disk", func(p *project) {
		p.write(state, ill)
		p.git("add", state)
		p.write(state, better)
		p.refused(saysIll, "-m", "x")
		p.holds(state, better)
		p.staged(state, ill)
	}},
	{"healthy in the index, ill on disk", func(p *project) {
		p.write(state, better)
		p.git("add", state)
		p.write(state, ill)
		p.passes(saysHealthy, "-m", "x")
		p.holds(state, ill)
		p.staged(state, better)
	}},
	{"link to a file that is not committed", func(p *project) {
		p.write("counts.md", "3 and 4\n")
		p.write(state, linking)
		p.refused(saysDead, "-am", "x")
		p.git("add", "counts.md")
		p.passes(saysHealthy, "-am", "x")
	}},
	{"commit of one path", func(p *project) {
		p.write(state, ill)
		p.write("other.txt", "more\n")
		p.git("add", ".")
		p.passes(saysNoOther, "-m", "x", "--", "other.txt")
		p.staged(state, ill)
		p.refused(saysIll, "-m", "x", "--", state)
	}},
	{"advisory", func(p *project) {
		p.write(state, pending)
		p.passes(saysPending, "-am", "x")
	}},
	{"no memory", func(p *project) {
		p.write("other.txt", "more\n")
		p.passes(saysNoOther, "-am", "x")
	}},
	{"clean merge", func(p *project) {
		p.git("rm", "-q", "counts.txt")
		p.git("commit", "-q", "--no-verify", "-m", "no counts")
		p.git("checkout", "-q", "-b", "side", p.start)
		p.write(state, strings.Replace(linking, "counts.md", "counts.txt", 1))
		p.passes(saysHealthy, "-am", "link")
		out, code := p.try("git", "merge", "--no-edit", "main")
		p.wants(out, code, false, "link to ../counts.txt is dead")
		// git knows of the merge and waits for it to be mended.
		p.write(state, better)
		p.passes(saysHealthy, "-am", "merge")
		if parents := p.git("show", "-s", "--format=%P"); len(strings.Fields(parents)) != 2 {
			p.t.Errorf("not a merge: %s", parents)
		}
	}},
	{"linked worktree", func(p *project) {
		linked := p.linked()
		defer p.git("worktree", "remove", "--force", linked.dir)
		linked.write(state, ill)
		linked.refused(saysIll, "-am", "x")
		linked.git("rm", "-q", "-f", state)
		linked.refused(saysDeleted, "-m", "x")
	}},
}
