package rules_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/source"
	"github.com/memorylint/memorylint/rules"
	"github.com/memorylint/memorylint/rules/protocol"
)

const benchState = `# Current State

> Last updated: 2026-05-04T09:00:00Z

## Objective

Move the tide tables of harbour %d to the new forecast.

## Current Step

The reader follows the new format. See ` + "`tables.Next`" + `.

Done so far:

- The writer keeps the old column for a year.
- The station list has its gaps filled by hand.
- The moon phases agree with the printed tables.

## Key Decisions

- Heights are whole centimetres, as on the printed sheet.
- A missing station is an error and not a zero.

## Next Action

1. Compare the tables of April with the printed ones.
2. Publish them to the two pilots.

## Blockers

None

## Unsurfaced Results

None
`

// benchTree is n workspaces on disk, each of a state, two archives, a session
// log and a task list.
func benchTree(b *testing.B, n int) *source.Worktree {
	b.Helper()
	dir := b.TempDir()
	for i := range n {
		add := func(name, text string) {
			path := filepath.Join(dir, fmt.Sprintf("harbour%04d", i), filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				b.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
				b.Fatal(err)
			}
			when := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
			if err := os.Chtimes(path, when, when); err != nil {
				b.Fatal(err)
			}
		}
		state := fmt.Sprintf(benchState, i)
		add(protocol.StatePath, state)
		add(protocol.ArchiveDir+"/2026-05-01_10-00.md", state)
		add(protocol.ArchiveDir+"/2026-05-02_10-00.md", state)
		add("memory/sessions/2026-05-03.md", "read the tables\n")
		add("tasks.md", fmt.Sprintf("- [ ] Move the tide tables of harbour %d\n- [x] Fill the gaps\n", i))
	}
	tree, err := source.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { tree.Close() })
	return tree
}

func benchmark(b *testing.B, workspaces int) {
	tree := benchTree(b, workspaces)
	settings := &lint.Settings{Documents: protocol.Builtin(), Live: 5 * time.Minute, Characters: protocol.LoadedCharacters}
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	b.ReportAllocs()
	for b.Loop() {
		found, err := lint.Discover(context.Background(), lint.Scope{Tree: tree, Targets: []lint.Target{{Path: "."}}}, settings, now)
		if err != nil {
			b.Fatal(err)
		}
		result, err := lint.Run(context.Background(), found.Workspaces, rules.All(), lint.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if result.Files != 4*workspaces || len(result.Diagnostics) != 0 {
			b.Fatalf("%d files, %d findings", result.Files, len(result.Diagnostics))
		}
	}
}

func BenchmarkOneWorkspace(b *testing.B)   { benchmark(b, 1) }
func Benchmark1250Workspaces(b *testing.B) { benchmark(b, 1250) }
