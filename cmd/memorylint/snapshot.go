package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/memory"
	"github.com/memorylint/memorylint/rules/protocol"
)

// lockWait is how long a snapshot waits for another one to end.
const lockWait = 10 * time.Second

func newSnapshot(std streams) *cobra.Command {
	var (
		w workflow
		h memory.Handoff
	)
	c := &cobra.Command{
		Use:   "snapshot [dir]",
		Short: "Freeze MEMORY.md as a snapshot, and add its row to the index",
		Long: `Freeze what is open in .agentic/memories/MEMORY.md as a snapshot, and add its row
to the index: both, or neither. Documents that are missing are created first, as
init does. Objective, decisions, risks and next steps are kept word for word;
what is resolved, and template text, is left out.

Exit codes: 0 written, 2 refused: MEMORY.md has critical findings, or it or the
index is in no form to build upon, 3 the work could not be done. Where it is not
0, index and snapshots are as they were.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := given(c, "now", "scope", "owner", "issue"); err != nil {
				return err
			}
			return freeze(c.Context(), std, w, h, args)
		},
	}
	w.register(c)
	w.registerNow(c)
	c.Flags().StringVar(&h.Scope, "scope", "", "what the session was about (default: the memory's Context Scope)")
	c.Flags().StringVar(&h.Owner, "owner", "", "the agent whose session it was")
	c.Flags().StringVar(&h.Issue, "issue", "", "URL of the issue or pull request it belongs to")
	return c
}

// unsound is why a memory is not frozen: what is critical in it.
type unsound []lint.Diagnostic

func (u unsound) Error() string {
	return fmt.Sprintf("%s has %s; nothing was written", u[0].Path, memory.Count(len(u), "critical finding"))
}

func freeze(ctx context.Context, std streams, w workflow, h memory.Handoff, args []string) error {
	j, err := w.open(std, args)
	if err != nil {
		return err
	}
	defer j.close()
	h.Now = j.now
	h.Refuse = func() error { return j.critical(ctx, protocol.MemoryPath) }
	h.Worktree, h.Branch = j.standing(ctx)
	waiting, stop := context.WithTimeout(ctx, lockWait)
	defer stop()
	did, err := memory.Snapshot(waiting, j.dir(), h)
	for _, file := range did.Created {
		std.note("created %s, which was missing", path.Join(j.show(j.dir()), file))
	}
	for _, file := range did.Mended {
		std.note("added the row of %s, which a run that was killed left out", path.Join(j.show(j.dir()), file))
	}
	var critical unsound
	var unfit *memory.UnfitError
	switch {
	case errors.As(err, &critical):
		for _, d := range critical {
			std.note("%s:%d:%d: %s [%s]", d.Path, d.Range.Start.Line, d.Range.Start.Column, d.Message, d.Rule)
		}
		std.note("refused: %v", critical)
		return found(exitCritical)
	case errors.As(err, &unfit):
		std.note("refused: %v; nothing was written", err)
		return found(exitCritical)
	case err != nil:
		return err
	}
	return j.tellFrozen(w, did)
}

// critical runs the linter on a document of the folder. Its error is unsound
// when there is something critical in it.
func (j *job) critical(ctx context.Context, name string) error {
	one := *j
	n := named{path: filepath.Join(j.dir(), filepath.FromSlash(name)), file: true, top: j.names[0].top}
	one.names = []named{n}
	result, err := one.check(ctx, false)
	if err != nil {
		return err
	}
	var out unsound
	for _, d := range result.Diagnostics {
		if d.Severity == lint.Critical && d.Path == j.show(n.path) {
			out = append(out, d)
		}
	}
	if len(out) > 0 {
		return out
	}
	return nil
}

// standing is the worktree and branch that the folder belongs to; empty where
// git does not say.
func (j *job) standing(ctx context.Context) (worktree, branch string) {
	git, err := j.git(ctx)
	if err != nil {
		if !errors.Is(err, errNoHistory) {
			j.std.note("worktree and branch are not known: %v", err)
		}
		return "", ""
	}
	defer git.Close()
	if branch, err = git.Branch(ctx); err != nil {
		j.std.note("the branch is not known: %v", err)
	}
	return filepath.ToSlash(git.Top()), branch
}

func (j *job) tellFrozen(w workflow, did memory.Frozen) error {
	shown := func(files ...string) []string {
		out := []string{}
		for _, file := range files {
			out = append(out, path.Join(j.show(j.dir()), file))
		}
		return out
	}
	snapshot, index := shown(did.Path)[0], shown(protocol.IndexPath)[0]
	if w.format == formatJSON {
		return printJSON(j.std.out, struct {
			Version   int            `json:"version"`
			Workspace string         `json:"workspace"`
			Snapshot  string         `json:"snapshot"`
			Index     string         `json:"index"`
			Created   []string       `json:"created"`
			Mended    []string       `json:"mended"`
			Items     map[string]int `json:"items"`
			Settled   int            `json:"settled"`
			Slots     int            `json:"slots"`
			Missing   []string       `json:"missing"`
		}{
			outputVersion, j.show(j.dir()), snapshot, index, shown(did.Created...), shown(did.Mended...),
			did.Carried.Items, did.Carried.Settled, did.Carried.Slots, list(did.Carried.Missing),
		})
	}
	c := did.Carried
	lines := []string{
		"wrote " + snapshot,
		"added its row to " + index,
		fmt.Sprintf("carried %s, %s and %s; left out %s and %s",
			memory.Count(c.Items[protocol.DecisionsMade], "decision"), memory.Count(c.Items[protocol.OpenRisks], "open risk"),
			memory.Count(c.Items[protocol.NextSteps], "next step"), memory.Count(c.Settled, "settled item"), memory.Count(c.Slots, "template item")),
	}
	for _, name := range c.Missing {
		lines = append(lines, fmt.Sprintf("the memory has no section %q: the snapshot says None", name))
	}
	if c.Items[protocol.CurrentObjective] == 0 && !slices.Contains(c.Missing, protocol.CurrentObjective) {
		lines = append(lines, "the memory has no Current Objective: the snapshot says None")
	}
	return sayLines(j.std.out, lines)
}
