package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/report"
	"github.com/memorylint/memorylint/lint/source"
	"github.com/memorylint/memorylint/memory"
)

// workflow is what init, snapshot and brief have in common: one folder, and
// output for people or for programs.
type workflow struct {
	format string
	now    string
	config string // the configuration file; "": the one in force
}

// Formats of the workflows' output.
const (
	formatText = "text"
	formatJSON = "json"
)

// outputVersion is that of the workflows' JSON.
const outputVersion = 1

func (w *workflow) register(c *cobra.Command) {
	c.Flags().StringVar(&w.format, "format", formatText, "output format: text or json")
	_ = c.RegisterFlagCompletionFunc("format", fixed([]string{formatText, formatJSON}))
}

func (w *workflow) registerNow(c *cobra.Command) {
	c.Flags().StringVar(&w.now, "now", "", "write as of this moment (RFC 3339)")
}

// open is the job for a folder, the current one when none is named, with the
// configuration that is in force there.
func (w *workflow) open(std streams, args []string) (*job, error) {
	if err := oneOf("format", w.format, []string{formatText, formatJSON}); err != nil {
		return nil, err
	}
	j, err := newJob(std, options{format: formatText, color: "never", failOn: "warning", now: w.now, config: w.config})
	if err != nil {
		return nil, err
	}
	if j.names, err = resolve(j.cwd, args); err != nil {
		return nil, err
	}
	if len(j.names) != 1 || j.names[0].file {
		return nil, fmt.Errorf("%q is no folder", args[0])
	}
	return j, j.here()
}

// dir is the folder that a workflow works in.
func (j *job) dir() string { return j.names[0].path }

// workspace lists the memory of the folder alone.
func (j *job) workspace(ctx context.Context) (*lint.Workspace, error) {
	root := j.names[0].root(j.cwd, j.known())
	tree, err := j.openWorktree(root)
	if err != nil {
		return nil, err
	}
	scope := lint.Scope{Tree: tree, Prefix: j.show(root), Targets: []lint.Target{{Path: slash(root, j.dir()), Self: true}}}
	settings := j.settings(root)
	settings.Excluded = nil // it is named
	found, err := lint.Discover(ctx, scope, settings, j.now)
	if err != nil {
		return nil, err
	}
	return found.Workspaces[0], nil
}

// errNoHistory says that there is no repository to ask.
var errNoHistory = errors.New("no git repository holds the folder")

// git opens the repository that holds the folder.
func (j *job) git(ctx context.Context) (*source.Git, error) {
	if j.names[0].top == "" {
		return nil, errNoHistory
	}
	return source.OpenGit(ctx, j.dir())
}

// history is what the recent commits of the folder tell.
func (j *job) history(ctx context.Context) (*memory.History, error) {
	git, err := j.git(ctx)
	if err != nil {
		return nil, err
	}
	defer git.Close()
	recent, err := git.Recent(ctx, slash(git.Top(), j.dir()), memory.Recent)
	if err != nil {
		return nil, err
	}
	commits := make([]memory.Commit, len(recent))
	for i, c := range recent {
		commits[i] = memory.Commit(c)
	}
	return memory.HistoryOf(commits), nil
}

// printJSON writes a value as one indented object.
func printJSON(w io.Writer, value any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(value)
}

// sayLines writes lines, each escaped as a whole.
func sayLines(w io.Writer, lines []string) error {
	for _, line := range lines {
		if _, err := fmt.Fprintln(w, report.Escape(line)); err != nil {
			return err
		}
	}
	return nil
}

// list is never null in JSON.
func list(of []string) []string {
	if of == nil {
		return []string{}
	}
	return of
}
