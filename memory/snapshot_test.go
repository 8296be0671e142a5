package memory

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/memorylint/memorylint/rules/protocol"
)

const sampleMemory = `# Continuity Memory

Context Scope: upload queue

## Active Workstreams

| Workstream ID | Owner Agent |
| --- | --- |
| ws-001 | planner |

## Current Objective

- Replace the queue, see [design](../../docs/q.md)

## Decisions (Most Recent First)

- [2026-05-04T10:00:00Z] Decision: take [the library][q]
  Rationale: it is small
- ~~Decision: take another one~~
- Decision: {decision}

### Naming

- short names

### Resolved

- an old quarrel

## Open Risks / Questions

| Risk | Owner |
| --- | --- |
| it may drop | [owner=planner] |
| Resolved: it may fill | x |

## Next Concrete Steps

1. write the adapter
2. [x] read the manual

   at length
3. measure

[q]: ../../docs/q.md
`

func TestCompose(t *testing.T) {
	memory := file(protocol.MemoryPath, protocol.Memory, sampleMemory)
	f, did, err := compose(memory, protocol.SnapshotDir+"/2026-05-04T12-00-00Z.md", Handoff{Owner: "a|b\nc {x}"}.labels(memory, noon))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{protocol.CurrentObjective: 1, protocol.DecisionsMade: 2, protocol.OpenRisks: 1, protocol.NextSteps: 2}
	if !maps.Equal(did.Items, want) || did.Settled != 4 || did.Slots != 1 {
		t.Errorf("carried %+v", did)
	}
	const text = `# Session Memory Handoff

**Timestamp**: 2026-05-04T12:00:00Z
**Session Scope**: upload queue
**Owner Agent**: ` + "`a|b c {x}`" + `
**Worktree**: n/a
**Branch**: n/a
**Linked Issue/PR**: n/a

## Current Objective

- Replace the queue, see [design](../../../docs/q.md)

## Decisions Made

- [2026-05-04T10:00:00Z] Decision: take [the library](<../../../docs/q.md>)
  Rationale: it is small

### Naming

- short names

## Open Risks / Questions

| Risk | Owner |
| --- | --- |
| it may drop | [owner=planner] |

## Next Concrete Steps

1. write the adapter
3. measure

## Excluded Noise

Left out of .agentic/memories/MEMORY.md: 4 settled items, 1 template item, 1 other section.
`
	if got := string(f.Source()); got != text {
		t.Errorf("got:\n%s", got)
	}
	r := rowOf(f)
	if r[protocol.ColumnTimestamp] != "2026-05-04T12:00:00Z" || r[protocol.ColumnObjective] != "Replace the queue, see design" || r[protocol.ColumnOwner] != "`a|b c {x}`" {
		t.Errorf("row %q", r)
	}
}

// Lines that end in CR LF are the same memory.
func TestComposeCRLF(t *testing.T) {
	labels := map[string]string{protocol.LabelTimestamp: stamp(noon)}
	lf, _, err := compose(file(protocol.MemoryPath, protocol.Memory, sampleMemory), "x.md", labels)
	if err != nil {
		t.Fatal(err)
	}
	crlf, _, err := compose(file(protocol.MemoryPath, protocol.Memory, strings.ReplaceAll(sampleMemory, "\n", "\r\n")), "x.md", labels)
	if err != nil || string(lf.Source()) != string(crlf.Source()) {
		t.Errorf("%v\n%s", err, crlf.Source())
	}
}

func TestComposeTorn(t *testing.T) {
	for name, tail := range map[string]string{
		"fence":   "## Next Concrete Steps\n\n```sh\nmake\n",
		"comment": "## Next Concrete Steps\n\n- make\n  <!-- and\n",
	} {
		memory := file(protocol.MemoryPath, protocol.Memory, "## Current Objective\n\nx\n\n## Decisions\n\nNone\n\n## Open Risks / Questions\n\nNone\n\n"+tail)
		f, _, err := compose(memory, "x.md", nil)
		if name == "fence" && !errors.Is(err, errTorn) {
			t.Errorf("%s: %v\n%s", name, err, f.Source())
		}
		if err == nil && f.Layout().Place(protocol.NextSteps).First() == nil {
			t.Errorf("%s: a section was lost", name)
		}
	}
}

func TestFromBelow(t *testing.T) {
	for destination, want := range map[string]string{
		"../../docs/q.md": "../../../docs/q.md", "./x.md#a": "../x.md#a", "snapshots/x.md": "../snapshots/x.md", "#a": "../MEMORY.md#a",
		"https://example.com/x": "https://example.com/x", "mailto:a@b": "mailto:a@b", "/x": "/x", "": "",
	} {
		if got, _ := fromBelow(destination); got != want {
			t.Errorf("%q: %q, want %q", destination, got, want)
		}
	}
}
