package rules_test

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules"
	"github.com/memorylint/memorylint/rules/protocol"
)

// A drift is a workspace of the agentic protocol that is healthy, and into
// which faults are planted. Rows and snapshots have the same numbers.
type drift struct {
	memory    []string // lines
	rows      []string
	snapshots map[string]string // by file name
}

const driftSize = 500

func driftMoment(i int) time.Time {
	return time.Date(2024, 1, 1, 8, 0, 0, 0, time.UTC).Add(time.Duration(i) * 37 * time.Hour / 24)
}

func driftName(i int) string { return driftMoment(i).Format(protocol.SnapshotName) }

var driftTopics = []string{"upload queue", "session cache", "search ranking", "billing webhook", "font loader", "audit trail", "address parser"}

// newDrift makes the healthy workspace: all but the newest 20 snapshots are
// milestones.
func newDrift() *drift {
	d := &drift{snapshots: map[string]string{}}
	for i := range driftSize {
		scope := "milestone"
		if i >= driftSize-protocol.NewestSnapshots {
			scope = "build"
		}
		topic := driftTopics[i%len(driftTopics)]
		d.rows = append(d.rows, driftRow(i, driftName(i)))
		d.snapshots[driftName(i)] = fmt.Sprintf("# Session Memory Handoff\n\n**Timestamp**: %s\n**Session Scope**: %s\n**Owner Agent**: planner\n\n"+
			"## Current Objective\n- Rework the %s.\n\n## Decisions Made\n- Decision: go on with part %d\n\n## Open Risks / Questions\nNone\n\n"+
			"## Next Concrete Steps\n1. Measure the %s.\n", driftMoment(i).Format(time.RFC3339), scope, topic, i, topic)
	}
	d.memory = strings.Split(`# Continuity Memory

Last Updated (UTC): 2026-05-04T09:15:00Z

## Active Workstreams

| Workstream ID | Owner Agent | Worktree | Branch | Linked Issue/PR | Status | Last Update (UTC) |
|---|---|---|---|---|---|---|
| ws-001 | planner | ../main | main | n/a | active | 2026-05-04T09:15:00Z |
| ws-002 | builder | ../build | feat | n/a | active | 2026-05-03T09:15:00Z |

## Current Objective
- Rework the upload queue.

## Decisions (Most Recent First)
- [2026-05-02T12:00:00Z] Decision: keep the old queue for one release
  Owner: planner

## Open Risks / Questions
- [owner=planner] Does the new queue keep the order of retries?
- [owner=builder] Nobody renews the certificate of the mirror.

## Next Concrete Steps
1. [owner=planner] Move the first tenth of the traffic.
2. [owner=builder] Describe the endpoint in the handbook.
3. [owner=planner] Compare the totals of a month.

## Resolved / Compacted Notes
- [Snapshots](index.md)`, "\n")
	return d
}

func driftRow(i int, name string) string {
	return fmt.Sprintf("| %s | build | %s | planner | ../main | main | [snapshots/%s](snapshots/%s) |",
		driftMoment(i).Format(time.RFC3339), driftTopics[i%len(driftTopics)], name, name)
}

// write puts the workspace into a tree.
func (d *drift) write(t *memoryTree) {
	put := func(name, text string) {
		t.MapFS[name] = &fstest.MapFile{Data: []byte(text)}
	}
	put(protocol.MemoryPath, strings.Join(d.memory, "\n")+"\n")
	put(protocol.IndexPath, "# Memory Snapshot Index\n\n| Timestamp (UTC) | Session Scope | Objective | Owner Agent | Worktree | Branch | Snapshot File |\n"+
		"|---|---|---|---|---|---|---|\n"+strings.Join(d.rows, "\n")+"\n")
	for name, text := range d.snapshots {
		put(protocol.SnapshotDir+"/"+name, text)
	}
}

// edit replaces text of a snapshot, and gives the place of it.
func (d *drift) edit(i int, old, text string) string {
	before := d.snapshots[driftName(i)]
	d.snapshots[driftName(i)] = strings.Replace(before, old, text, 1)
	return fmt.Sprintf("%s/%s:%d", protocol.SnapshotDir, driftName(i), 1+strings.Count(before[:strings.Index(before, old)], "\n"))
}

// row is the place of row i in the index.
func row(i int) string { return fmt.Sprintf("%s:%d", protocol.IndexPath, 5+i) }

// line is the place of the first line of the memory with that text.
func (d *drift) line(text string) string {
	return fmt.Sprintf("%s:%d", protocol.MemoryPath, 1+slices.IndexFunc(d.memory, func(l string) bool { return strings.Contains(l, text) }))
}

// drop takes the line out of the memory.
func (d *drift) drop(text string) {
	d.memory = slices.DeleteFunc(d.memory, func(l string) bool { return strings.Contains(l, text) })
}

// found runs all rules and gives place and rule of each finding.
func (d *drift) found(t *testing.T, base *drift) []string {
	t.Helper()
	c := &testCase{tree: newMemoryTree(), before: map[string]*memoryTree{}, now: time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)}
	c.settings = lint.Settings{Documents: protocol.Builtin(), Characters: protocol.LoadedCharacters}
	d.write(c.tree)
	if base != nil {
		base.write(c.side("HEAD"))
	}
	for _, r := range rules.All() {
		c.only = append(c.only, r.ID)
	}
	result, err := c.run()
	if err != nil {
		t.Fatal(err)
	}
	checkWording(t, result)
	var out []string
	for _, f := range result.Diagnostics {
		out = append(out, fmt.Sprintf("%s:%d %s", f.Path, f.Range.Start.Line, f.Rule))
	}
	slices.Sort(out)
	return out
}

func compareDrift(t *testing.T, got, want []string) {
	t.Helper()
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestDriftHealthy(t *testing.T) {
	compareDrift(t, newDrift().found(t, nil), nil)
	compareDrift(t, newDrift().found(t, newDrift()), nil)
}

// Every fault that can be seen without a base, all of them at once.
func TestDrift(t *testing.T) {
	d := newDrift()
	var want []string
	fault := func(place, rule string) { want = append(want, place+" "+rule) }

	d.edit(7, "milestone", "build") // one more than 20
	fault(protocol.SnapshotDir+"/"+driftName(7)+":1", "snapshots/count")
	fault(d.edit(20, driftMoment(20).Format(time.RFC3339), driftMoment(21).Format(time.RFC3339)), "snapshots/time")
	unreal := driftName(30)[:11] + "99" + driftName(30)[13:]
	d.snapshots[unreal] = d.snapshots[driftName(30)]
	delete(d.snapshots, driftName(30))
	d.rows[30] = driftRow(30, unreal)
	fault(protocol.SnapshotDir+"/"+unreal+":1", "snapshots/name")
	d.edit(40, "## Decisions Made\n- Decision: go on with part 40\n\n", "")
	fault(protocol.SnapshotDir+"/"+driftName(40)+":1", "sections/missing")
	fault(d.edit(50, "Measure the", "{step} for the"), "placeholders/left")
	fault(d.edit(60, "Decision: go on", "Decision: [go on](gone.md)"), "links/dead")
	fault(d.edit(70, "## Open Risks / Questions\nNone", "## Open Risks / Questions"), "sections/blank")

	delete(d.snapshots, driftName(80))
	fault(row(80), "index/dangling")
	d.rows[90] = strings.Replace(d.rows[90], "| build |", "|", 1)
	fault(row(90), "index/row")
	d.rows[100] = strings.Replace(d.rows[100], "[snapshots/"+driftName(100), "[snapshots/"+driftName(101), 1)
	fault(row(100), "index/row")
	d.rows[110] = driftRow(110, driftMoment(110).Format(protocol.SnapshotColons))
	fault(row(110), "index/row")
	d.rows[120], d.rows[121] = d.rows[121], d.rows[120]
	fault(row(121), "index/order")
	d.rows[130] = strings.Replace(d.rows[130], driftMoment(130).Format(time.RFC3339), "2024-01-01T00:00:00Z", 1)
	fault(row(130), "index/order")
	d.rows[140] = strings.Replace(d.rows[140], "| "+driftTopics[140%len(driftTopics)]+" |", "| holiday photos |", 1)
	fault(row(140), "index/objective")
	d.rows = append(d.rows, d.rows[499])
	fault(row(500), "index/order")
	orphan := driftMoment(600).Format(protocol.SnapshotName)
	d.snapshots[orphan] = strings.NewReplacer(driftMoment(300).Format(time.RFC3339), driftMoment(600).Format(time.RFC3339)).Replace(d.snapshots[driftName(300)])
	fault(protocol.SnapshotDir+"/"+orphan+":1", "index/orphan")

	at := slices.Index(d.memory, "## Current Objective")
	d.memory = slices.Insert(d.memory, at-1, "| ws-003 | builder | ../build | feat | n/a | active | 2026-05-03T09:15:00Z |")
	fault(d.line("ws-003"), "workstreams/key")
	at = slices.Index(d.memory, "## Next Concrete Steps")
	d.memory = slices.Insert(d.memory, at-1, "- [owner=scout] Who pays for the second cluster?")
	fault(d.line("scout"), "workstreams/owner")
	d.memory = append(d.memory, "- [Gone](snapshots/2020-01-01T00-00-00Z.md)")
	fault(d.line("Gone"), "links/dead")
	for len(d.memory) <= 120 {
		d.memory = append(d.memory, "- A note of line "+fmt.Sprint(len(d.memory)))
	}
	fault(protocol.MemoryPath+":121", "size/lines")
	compareDrift(t, d.found(t, nil), want)
}

// Every fault that only the base shows, all of them at once.
func TestDriftFromBase(t *testing.T) {
	d := newDrift()
	var want []string
	fault := func(place, rule string) { want = append(want, place+" "+rule) }

	fault(d.line("Last Updated"), "updated/not-bumped")
	d.memory[slices.IndexFunc(d.memory, func(l string) bool { return strings.Contains(l, "ws-001") })] =
		"| ws-001 | planner | ../main | main | n/a | active | 2026-05-04T09:15:01Z |" // planner writes
	d.drop("ws-002")
	fault(d.line("## Active Workstreams"), "history/dropped")
	d.drop("Nobody renews")
	d.memory[slices.IndexFunc(d.memory, func(l string) bool { return strings.Contains(l, "Does the new queue") })] = "None"
	fault(d.line("## Open Risks"), "history/dropped")
	fault(d.line("## Open Risks"), "history/dropped")
	d.drop("Describe the endpoint")
	fault(d.line("## Next Concrete Steps"), "history/dropped")
	d.drop("Compare the totals")
	fault(d.line("## Next Concrete Steps"), "history/dropped-step")

	fault(d.edit(200, "go on with part", "stop after part"), "history/rewritten")
	delete(d.snapshots, driftName(490)) // among the newest, and its row with it
	delete(d.snapshots, driftName(3))   // long past them
	d.rows[210] = strings.Replace(d.rows[210], "| main |", "| feat |", 1)
	d.rows = slices.DeleteFunc(d.rows, func(r string) bool {
		return strings.Contains(r, driftName(490)) || strings.Contains(r, driftName(3))
	})
	fault(row(209), "history/rewritten")
	fault(path.Join(protocol.SnapshotDir, driftName(490))+":1", "history/rewritten")
	compareDrift(t, d.found(t, newDrift()), want)
}
