package memory

import (
	"context"
	"fmt"
	"iter"
	"path"
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
		"bytes that are no text": {map[string]string{protocol.StatePath: strings.Replace(sampleState, "Reading\n", "Reading caf\xe9\n", 1)}, `# Memory brief (memory/CURRENT_STATE.md)

## Current Objective
Replace the queue

## Decisions
- Take the library

## Unsurfaced Results
- the benchmark says 3x

Not readable: memory/CURRENT_STATE.md: line 9 holds bytes that are not UTF-8
`},
		"index alone": {map[string]string{protocol.IndexPath: "# Index\n"}, `# Memory brief (.agentic/memories/index.md)

Not readable: .agentic/memories/MEMORY.md does not exist
`},
		"another form": {map[string]string{protocol.StatePath: "# State\n\nWe are fine.\n"}, `# Memory brief (memory/CURRENT_STATE.md)

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

// The index says what the index rules read in it, and nothing else.
func TestBriefPointers(t *testing.T) {
	const name = "snapshots/2026-05-01T10-00-00Z.md"
	at := func(pointer string) string {
		return head + rule + "| 2026-05-01T10:00:00Z | s | o | a | w | b | " + pointer + " |\n"
	}
	for what, test := range map[string]struct {
		index string
		want  []string
	}{
		"a link":                     {at("[" + name + "](" + name + ")"), []string{name}},
		"another label":              {at("[2026-05-03T10-00-00Z](" + name + ")"), []string{name}},
		"percent signs":              {at("[a](snapshots/2026%2D05-01T10-00-00Z.md)"), []string{name}},
		"a reference":                {at("[a][h]") + "\n[h]: " + name + "\n", []string{name}},
		"colons":                     {at("`snapshots/2026-05-01T10:00:00Z.md`"), []string{name}},
		"a heading":                  {"## [a](" + name + ")\n", []string{name}},
		"another folder":             {at("[a](../../old/2026-05-01T10-00-00Z.md)"), []string{"../../old/2026-05-01T10-00-00Z.md"}},
		"a longer name":              {at("[a](snapshots/old-2026-05-01T10-00-00Z.md)"), nil},
		"a longer extension":         {at(name + ".bak"), nil},
		"a sample":                   {"- such as\n\n  ```\n  " + name + "\n  ```\n", nil},
		"a mention in the objective": {strings.Replace(at(name), "| o |", "| as in 2026-04-01T10-00-00Z.md |", 1), []string{name}},
		"twice":                      {at(name) + strings.TrimPrefix(at(name), head+rule), []string{name}},
	} {
		var got, want []string
		for _, p := range briefOf(map[string]string{protocol.MemoryPath: sampleMemory, protocol.IndexPath: "# I\n\n" + test.index}).Snapshots {
			got = append(got, p.Path)
		}
		for _, name := range test.want {
			want = append(want, path.Join(protocol.MemoryDir, name))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
}

// What is left out is counted, and what is kept has a bound, in JSON too.
func TestBriefLeavesOutPointers(t *testing.T) {
	row := "| 2026-05-01T10:00:00Z | s | " + strings.Repeat("y", 1000) + " | a | w | b | snapshots/2026-05-01T10-00-00Z.md |\n"
	b := briefOf(map[string]string{
		protocol.IndexPath:  head + rule + row,
		protocol.MemoryPath: "## Current Objective\n\n" + strings.Repeat("- goal\n", 9) + "\n## Decisions\n\n- a\n\n## Open Risks / Questions\n\n- b\n\n## Next Concrete Steps\n\n- c\n",
	})
	if n := len([]rune(b.Snapshots[0].Objective)); n > lineLength {
		t.Errorf("the objective is %d long", n)
	}
	if got := b.Fit(LeastLines); got.LeftOut != 1 || !strings.Contains(got.Text(), "1 of 1 in Newest Snapshots") {
		t.Errorf("left out %d\n%s", got.LeftOut, got.Text())
	}
	if got := b.Fit(BriefLines); got.LeftOut != 0 || len(got.Snapshots) != 1 {
		t.Errorf("left out %d of %d", got.LeftOut, len(got.Snapshots))
	}
}

// That there is nothing is said of what was looked for.
func TestBriefOfNothing(t *testing.T) {
	for want, wanted := range map[string][]string{
		"There is no memory here: no memory/CURRENT_STATE.md. Start one with memorylint init.\n":     {protocol.CurrentState},
		"There is no memory here: no .agentic/memories/MEMORY.md. Start one with memorylint init.\n": {protocol.Agentic},
		"The configuration asks for no memory that has a brief.\n":                                   {protocol.ApprovedPlan},
	} {
		documents := slices.DeleteFunc(protocol.Builtin(), func(d protocol.Document) bool { return !slices.Contains(wanted, d.Protocol) })
		if got := NewBrief(files{}, "w", &lint.Settings{Documents: documents}).Text(); got != want {
			t.Errorf("%v: %q", wanted, got)
		}
	}
}
