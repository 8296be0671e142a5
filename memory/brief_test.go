package memory

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

// files is a tree in memory.
type files struct{ fstest.MapFS }

func (f files) Paths(context.Context, string) iter.Seq2[string, error] {
	return func(func(string, error) bool) {}
}

func (f files) Modified(context.Context, []string) (map[string]time.Time, error) { return nil, nil }

func briefOf(of map[string]string) *Brief {
	tree := files{fstest.MapFS{}}
	for name, text := range of {
		tree.MapFS["w/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	return NewBrief(tree, "w", &lint.Settings{Documents: protocol.Builtin()})
}

const sampleState = `# Current State

## Objective

Replace the queue

## Current Step

Reading

## Key Decisions

- [Decision 1: max 3 items]
- Take the library

## Next Action

[Exactly what should happen next]

## Blockers

None

## Unsurfaced Results

- the benchmark says 3x
`

func TestBrief(t *testing.T) {
	index := head + rule + older +
		strings.ReplaceAll(strings.ReplaceAll(older, "05-01T", "05-03T"), "| o |", "| later |") + strings.ReplaceAll(older, "05-01T", "04-01T") + strings.ReplaceAll(older, "05-01T", "04-02T")
	tests := map[string]struct {
		files map[string]string
		want  string
	}{
		"nothing": {nil, "There is no memory here: neither memory/CURRENT_STATE.md nor .agentic/memories/MEMORY.md. Start one with memorylint init.\n"},
		"state": {map[string]string{protocol.StatePath: sampleState}, `# Memory brief (memory/CURRENT_STATE.md)

## Current Objective
Replace the queue

## Decisions
- Take the library

## Unsurfaced Results
- the benchmark says 3x
`},
		"templates only": {map[string]string{
			protocol.StatePath:  string(beginnings[0].fill(filling{})),
			protocol.MemoryPath: string(beginnings[1].fill(filling{})),
			protocol.IndexPath:  string(beginnings[2].fill(filling{})),
		}, `# Memory brief (memory/CURRENT_STATE.md, .agentic/memories/MEMORY.md, .agentic/memories/index.md)

No open item is written down: sections are empty, say None, or hold template text.
`},
		"memory": {map[string]string{
			protocol.MemoryPath: sampleMemory, protocol.IndexPath: index,
			protocol.SnapshotDir + "/2026-05-03T10-00-00Z.md": "", protocol.SnapshotDir + "/2026-05-01T10-00-00Z.md": "",
		}, `# Memory brief (.agentic/memories/MEMORY.md, .agentic/memories/index.md)

## Current Objective
- Replace the queue, see [design](../../docs/q.md)

## Decisions
- [2026-05-04T10:00:00Z] Decision: take [the library][q]
  Rationale: it is small
- short names

## Open Risks / Questions
| it may drop | [owner=planner] |

## Next Steps
1. write the adapter
3. measure

## Newest Snapshots
- 2026-04-02T10:00:00Z .agentic/memories/snapshots/2026-04-02T10-00-00Z.md — o (missing)
- 2026-05-01T10:00:00Z .agentic/memories/snapshots/2026-05-01T10-00-00Z.md — o
- 2026-05-03T10:00:00Z .agentic/memories/snapshots/2026-05-03T10-00-00Z.md — later

Not readable: .agentic/memories/index.md points to .agentic/memories/snapshots/2026-04-02T10-00-00Z.md, which cannot be read
`},
		"broken": {map[string]string{
			protocol.StatePath:  "\xff\xfe#\x00",
			protocol.MemoryPath: "## Current Objective\n\nDrain \x1b[31mit\n\n## Decisions\n\n<<<<<<< ours\n- take a\n=======\n- take b\n>>>>>>> theirs\n- keep c\n",
			protocol.IndexPath:  "# Index\n",
		}, `# Memory brief (.agentic/memories/MEMORY.md, .agentic/memories/index.md)

## Current Objective
Drain  [31mit

## Decisions
- keep c

Not readable: memory/CURRENT_STATE.md cannot be read: it is UTF-16LE, not UTF-8
Not readable: .agentic/memories/MEMORY.md: lines 7 to 11 are a merge conflict and are not told
Not readable: .agentic/memories/MEMORY.md has no section "Open Risks / Questions", "Next Concrete Steps"
`},
		"index alone": {map[string]string{protocol.IndexPath: "# Index\n"}, `# Memory brief (.agentic/memories/index.md)

No open item is written down: sections are empty, say None, or hold template text.

Not readable: .agentic/memories/MEMORY.md does not exist
`},
		"another form": {map[string]string{protocol.StatePath: "# State\n\nWe are fine.\n"}, `# Memory brief (memory/CURRENT_STATE.md)

No open item is written down: sections are empty, say None, or hold template text.

In a form of its own, read it as it is: memory/CURRENT_STATE.md
`},
	}
	for name, test := range tests {
		if got := briefOf(test.files).Fit(BriefLines).Text(); got != test.want {
			t.Errorf("%s:\ngot  %q\nwant %q", name, got, test.want)
		}
	}
}

// One item is not to push the others out.
func TestShort(t *testing.T) {
	long := Item{Text: "- a" + strings.Repeat("\n  b", 20), Path: "m.md", Line: 7}.short()
	if lines := strings.Split(long.Text, "\n"); len(lines) != itemLines || lines[7] != "  … (14 more lines: m.md:7)" || long.Cut != 14 {
		t.Errorf("%+v", long)
	}
	whole := Item{Text: "- a" + strings.Repeat("\n  b", itemLines-1)}
	if got := whole.short(); got != whole {
		t.Errorf("%+v", got)
	}
}

// A brief keeps its bound, whatever there is to tell, and counts what it leaves
// out.
func TestBriefFits(t *testing.T) {
	var b strings.Builder
	for _, name := range []string{protocol.CurrentObjective, protocol.Decisions, protocol.OpenRisks, protocol.NextSteps} {
		fmt.Fprintf(&b, "## %s\n\n", name)
		for i := range 100 {
			fmt.Fprintf(&b, "- item %d of it\n%s", i, strings.Repeat("  more of it\n", i%13))
		}
		b.WriteString("\n")
	}
	memory := map[string]string{
		protocol.MemoryPath: b.String(), protocol.IndexPath: head + rule + older,
		protocol.StatePath: "## Objective\n\n" + strings.Repeat("long ", 10_000) + "\n\n## Blockers\n\n- a wall\n",
	}
	broken := map[string]string{protocol.IndexPath: head + rule + older, protocol.StatePath: "no sections"}
	for _, files := range []map[string]string{memory, broken} {
		whole := briefOf(files)
		total := 0
		for _, s := range whole.Sections {
			total += len(s.Items)
		}
		for n := LeastLines; n < 200; n++ {
			fitted := whole.Fit(n)
			text := fitted.Text()
			lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
			if len(lines) > n {
				t.Fatalf("%d lines of %d:\n%s", len(lines), n, text)
			}
			if slices.ContainsFunc(lines, func(l string) bool { return len([]rune(l)) > lineLength+60 }) {
				t.Fatalf("%d: a line is too long", n)
			}
			told := 0
			for _, s := range fitted.Sections {
				told += len(s.Items) + s.LeftOut
			}
			if told != total {
				t.Fatalf("%d: told or counted %d of %d", n, told, total)
			}
			if total > 0 && n > 30 && (len(lines) < n-itemLines || !strings.Contains(text, "Left out for brevity: ")) {
				t.Fatalf("%d: %d lines, or nothing said to be left out", n, len(lines))
			}
			if total > 0 && n > 40 && slices.ContainsFunc(fitted.Sections, func(s Section) bool { return len(s.Items) == 0 }) {
				t.Fatalf("%d: a section is empty:\n%s", n, text)
			}
		}
	}
}
