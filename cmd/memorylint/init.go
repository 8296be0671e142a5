package main

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"

	"github.com/spf13/cobra"

	"github.com/memorylint/memorylint/memory"
	"github.com/memorylint/memorylint/rules/protocol"
)

// initProtocols are the words of --protocol; the last stands for all others.
func initProtocols() []string { return []string{protocol.CurrentState, protocol.Agentic, "all"} }

func newInit(std streams) *cobra.Command {
	var (
		w           workflow
		only        string
		fromHistory bool
	)
	c := &cobra.Command{
		Use:   "init [dir]",
		Short: "Create the memory documents that are missing",
		Long: `Create the memory documents that are missing, from templates. What exists is
never changed. Without --protocol: those protocols of which there is something
already, or all when there is nothing yet.

With --from-history the objective and the decisions are derived from the subjects
of recent commits, each with its hash, if there are enough that tell what was
done; nothing else is ever written in your place.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := given(c, "now"); err != nil {
				return err
			}
			if c.Flags().Changed("protocol") {
				if err := oneOf("protocol", only, initProtocols()); err != nil {
					return err
				}
			}
			return begin(c.Context(), std, w, args, only, fromHistory)
		},
	}
	w.register(c)
	w.registerNow(c)
	c.Flags().StringVar(&only, "protocol", "", "current-state, agentic or all (default: those that are there, or all)")
	c.Flags().BoolVar(&fromHistory, "from-history", false, "derive objective and decisions from recent commits")
	_ = c.RegisterFlagCompletionFunc("protocol", fixed(initProtocols()))
	return c
}

func begin(ctx context.Context, std streams, w workflow, args []string, only string, fromHistory bool) error {
	j, err := w.open(std, args)
	if err != nil {
		return err
	}
	defer j.close()
	start := memory.Start{Now: j.now}
	if start.Protocols, err = j.beginning(ctx, only); err != nil {
		return err
	}
	history, trouble := j.history(ctx)
	if trouble != nil && fromHistory && !errors.Is(trouble, errNoHistory) {
		return fmt.Errorf("read the history: %w", trouble)
	}
	if fromHistory && trouble == nil && history.Rich() {
		start.History = history
	}
	made, err := memory.Init(j.dir(), start)
	for _, list := range [][]string{made.Created, made.Kept, made.Derived} {
		for i := range list {
			list[i] = path.Join(j.show(j.dir()), list[i])
		}
	}
	if err != nil {
		for _, file := range made.Created {
			std.note("%s was created before that", file)
		}
		return err
	}
	told := tellHistory(history, trouble, fromHistory, len(made.Derived) > 0)
	if w.format == formatJSON {
		return printJSON(std.out, struct {
			Version   int         `json:"version"`
			Workspace string      `json:"workspace"`
			Protocols []string    `json:"protocols"`
			Created   []string    `json:"created"`
			Kept      []string    `json:"kept"`
			Derived   []string    `json:"derived"`
			History   historyJSON `json:"history"`
		}{outputVersion, j.show(j.dir()), start.Protocols, list(made.Created), list(made.Kept), list(made.Derived), told})
	}
	var lines []string
	for _, file := range made.Created {
		line := "created " + file
		if slices.Contains(made.Derived, file) {
			line += ", objective and decisions from the history"
		}
		lines = append(lines, line)
	}
	for _, file := range made.Kept {
		lines = append(lines, "kept    "+file+": it exists and was not changed")
	}
	return sayLines(std.out, append(lines, "history: "+told.Note))
}

// beginning are the protocols whose documents are created: those that are
// asked for, else those of which the folder holds something, else all that the
// configuration knows.
func (j *job) beginning(ctx context.Context, only string) ([]string, error) {
	all := []string{protocol.CurrentState, protocol.Agentic}
	switch only {
	case "":
	case "all":
		return all, nil
	default:
		return []string{only}, nil
	}
	w, err := j.workspace(ctx)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(name string) bool { return !w.Settings.Knows(name) })
	present := slices.DeleteFunc(slices.Clone(all), func(name string) bool {
		return w.Bare && !w.Settings.Requires(name) || !w.Present(name)
	})
	switch {
	case len(present) > 0:
		return present, nil
	case len(all) == 0:
		return nil, fmt.Errorf("the configuration knows neither %s nor %s: name one with --protocol", protocol.CurrentState, protocol.Agentic)
	}
	return all, nil
}

// historyJSON is what init says of the history.
type historyJSON struct {
	Status  string `json:"status"` // rich, thin, none or unread
	Commits int    `json:"commits"`
	Telling int    `json:"telling"`
	Needed  int    `json:"needed"`
	Note    string `json:"note"`
}

func tellHistory(h *memory.History, trouble error, asked, derived bool) historyJSON {
	told := historyJSON{Needed: memory.Enough}
	switch {
	case errors.Is(trouble, errNoHistory):
		told.Status, told.Note = "none", "there is none, "+trouble.Error()
	case trouble != nil:
		told.Status, told.Note = "unread", "not read: "+trouble.Error()
	case h.Looked == 0:
		told.Status, told.Note = "none", "no commit touches the folder yet"
	}
	if told.Status == "" {
		told.Commits, told.Telling = h.Looked, len(h.Telling)
		told.Status = "thin"
		if h.Rich() {
			told.Status = "rich"
		}
		told.Note = fmt.Sprintf("%d of the last %s tell what was done", told.Telling, memory.Count(told.Commits, "commit"))
	}
	switch {
	case told.Status == "thin":
		told.Note += fmt.Sprintf(", fewer than %d: too thin to derive memory from", memory.Enough)
	case told.Status == "rich" && !asked:
		told.Note += "; memorylint init --from-history derives objective and decisions of new documents from them"
	case told.Status == "rich" && !derived:
		told.Note += "; no document was created that they could go to"
	}
	if asked && !derived {
		told.Note += "; nothing was derived"
	}
	return told
}
