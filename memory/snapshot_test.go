package memory

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/memorylint/memorylint/markdown"
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

// Each link leads where it led, with its title and what is escaped in it.
func TestRelinked(t *testing.T) {
	const definitions = "\n\n[r]: ../../d.md \"t\"\n[s]: <a>b.md>\n"
	for text, want := range map[string]string{
		"[d](../../docs/a.md \"../../docs/a.md\")": "[d](../../../docs/a.md \"../../docs/a.md\")",
		`[d](a\_b.md)`:                            `[d](../a\_b.md)`,
		"[d](<a b.md>)":                           "[d](<../a b.md>)",
		"[a](a) [b](<./b>) ![c](c)":               "[a](../a) [b](<../b>) ![c](../c)",
		`[br\]acket][r] and [r] and ![x][r]`:      `[br\]acket](<../../../d.md>) and [r](<../../../d.md>) and ![x](<../../../d.md>)`,
		"<https://example.invalid> [e]() [m](#x)": "<https://example.invalid> [e]() [m](../MEMORY.md#x)",
		"`[a](a)` [h](https://example.invalid/a)": "`[a](a)` [h](https://example.invalid/a)",
	} {
		f := file(protocol.MemoryPath, protocol.Memory, text+definitions)
		if got := relinked(f, markdown.Span{End: len(text)}); got != want {
			t.Errorf("%s:\n%s, want\n%s", text, got, want)
		}
	}
}

func TestComposeWhole(t *testing.T) {
	const text = "## Current Objective\n\nx\n\n## Decisions\n\nNone\n\n## Open Risks / Questions\n\n<details>\n<summary>why</summary>\n\n- hidden\n\n</details>\n\n- seen `<details>`\n\n## Next Concrete Steps\n\n1. go\n"
	f, did, err := compose(file(protocol.MemoryPath, protocol.Memory, text), "x.md", nil)
	if err != nil || len(did.Missing) > 0 {
		t.Fatal(did, err)
	}
	if got := string(f.Source()); strings.Count(got, "</details>") != 1 || strings.Index(got, "</details>") > strings.Index(got, "## Next") {
		t.Errorf("what is folded does not end:\n%s", got)
	}
	_, did, err = compose(file(protocol.MemoryPath, protocol.Memory, strings.Replace(text, "Open Risks / Questions", "Nope", 1)), "x.md", nil)
	if err != nil || !slices.Equal(did.Missing, []string{protocol.OpenRisks}) {
		t.Errorf("missing %q, %v", did.Missing, err)
	}
	for _, odd := range []string{"\xe9", "\x00"} {
		if _, _, err := compose(file(protocol.MemoryPath, protocol.Memory, text+odd), "x.md", nil); err == nil || !strings.Contains(err.Error(), "line 23 holds") {
			t.Errorf("%q: %v", odd, err)
		}
	}
}
