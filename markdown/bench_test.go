package markdown

import (
	"fmt"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/text"
)

// The two documents have the length and the make-up of what is linted most: a
// state of forty lines, a memory of a hundred and ten.
func stateText() string {
	var b strings.Builder
	b.WriteString("# Current State\n\n> Last updated: 2026-05-04T09:15:00Z\n\n")
	for _, name := range []string{"Objective", "Current Step", "Key Decisions", "Next Action"} {
		fmt.Fprintf(&b, "## %s\n\n", name)
		b.WriteString("Split the retry policy so that a restart loses nothing that was accepted.\n\n")
		for i := range 3 {
			fmt.Fprintf(&b, "- Step %d of the client batches slow shards until the schema lands. See `serve --replay`.\n", i)
		}
		b.WriteString("\n")
	}
	b.WriteString("## Blockers\n\nNone\n\n## Unsurfaced Results\n\nNone\n")
	return b.String()
}

func memoryText() string {
	var b strings.Builder
	b.WriteString("# Continuity Memory\n\nLast Updated (UTC): 2026-06-30T11:07:00Z\n\n## Active Workstreams\n\n")
	b.WriteString("| ID | Owner | Worktree | Branch | Issue | Status |\n|---|---|---|---|---|---|\n")
	for i := range 8 {
		fmt.Fprintf(&b, "| ws-%03d | planner | ../w%d | feat/%d | #%d | active |\n", i, i, i, i)
	}
	b.WriteString("\n## Decisions\n\n")
	for range 15 {
		b.WriteString("- [2026-06-30T11:07:00Z] Decision: the reader retries **empty** batches, as the log shows. See `reader.Next`.\n")
		b.WriteString("  Rationale: the gateway renames zero-length files as agreed in the review.\n  Owner: planner\n")
	}
	b.WriteString("\n## Open Risks / Questions\n\n")
	for range 20 {
		b.WriteString("- [owner=builder] The worker compares old snapshots since a restart lost two of them.\n")
	}
	b.WriteString("\n## Notes\n\n- [Snapshot index](index.md)\n\n```sh\nmake test\nmake bench\n```\n")
	return b.String()
}

func BenchmarkParse(b *testing.B) {
	full := goldmark.New().Parser()
	for _, doc := range []struct{ name, text string }{{"state", stateText()}, {"memory", memoryText()}} {
		src := []byte(doc.text)
		b.Run(doc.name+"/goldmark", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				full.Parse(text.NewReader(src))
			}
		})
		b.Run(doc.name+"/ours", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Parse(src)
			}
		})
		b.Run(doc.name+"/asked", func(b *testing.B) {
			w, f := lexicon(), squareSlots()
			b.ReportAllocs()
			for b.Loop() {
				d := Parse(src)
				for i := range d.Sections {
					d.Holds(d.Sections[i].Body, w, f)
				}
				d.Slots(d.Whole(), f)
				d.Labels(d.Whole())
				d.Links(d.Whole())
				d.Conflicts()
				d.OpenFences()
			}
		})
	}
}
