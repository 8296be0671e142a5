package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/memorylint/memorylint/lint/source"
)

func newDoctor(std streams) *cobra.Command {
	var (
		o          options
		workspaces []string
		agents     bool
		openclaw   string
	)
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Say, check by check, how healthy an agent workspace is",
		Long: `Say, check by check, how healthy an agent workspace is: the current folder,
the folders given with --workspace, or every agent workspace of OpenClaw.`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("doctor takes no path: use --workspace %s", args[0])
			}
			return nil
		},
		RunE: func(c *cobra.Command, _ []string) error {
			o.read(c)
			if c.Flags().Changed("openclaw-config") && !agents {
				return errors.New("--openclaw-config goes with --all-agents")
			}
			return diagnose(c.Context(), std, o, workspaces, agents, openclaw)
		},
	}
	o.register(c, "doctor")
	c.Flags().StringArrayVar(&workspaces, "workspace", nil, "an agent workspace; may be given several times")
	c.Flags().BoolVar(&agents, "all-agents", false, "every agent workspace that OpenClaw's configuration names")
	c.Flags().StringVar(&openclaw, "openclaw-config", "", "OpenClaw's configuration file (default: where OpenClaw looks)")
	return c
}

func diagnose(ctx context.Context, std streams, o options, workspaces []string, agents bool, openclaw string) error {
	j, err := newJob(std, o)
	if err != nil {
		return err
	}
	j.self = true
	if agents {
		if j.openclaw, err = j.homes.OpenClaw(openclaw); err != nil {
			return err
		}
	}
	if err := j.patients(workspaces, agents); err != nil {
		return err
	}
	result, err := j.check(ctx, true)
	if err != nil {
		return err
	}
	if err := j.looked(result); err != nil {
		return err
	}
	return j.print(result)
}

// patients are the folders to look at: those named and, where asked for, those
// of the agents. An agent's folder that is not there is skipped, and said.
func (j *job) patients(workspaces []string, agents bool) error {
	for _, dir := range workspaces {
		info, err := os.Stat(dir)
		switch {
		case err != nil:
			return fmt.Errorf("--workspace: no folder %q", dir)
		case !info.IsDir():
			return fmt.Errorf("--workspace: %q is no folder", dir)
		}
		if err := j.patient(dir); err != nil {
			return err
		}
	}
	if agents {
		if len(j.openclaw.Agents) == 0 {
			j.std.note("OpenClaw's configuration names no agent")
		}
		skipped := 0
		for _, a := range j.openclaw.Agents {
			if info, err := os.Stat(a.Workspace); err != nil || !info.IsDir() {
				j.std.note("agent %s skipped: no folder %s", a.ID, a.Workspace)
				skipped++
				continue
			}
			if err := j.patient(a.Workspace); err != nil {
				return err
			}
		}
		if len(j.names) == 0 {
			return fmt.Errorf("no agent workspace to look at: %d configured, %d of them missing", len(j.openclaw.Agents), skipped)
		}
	}
	if len(j.names) == 0 {
		return j.patient(j.cwd)
	}
	return nil
}

func (j *job) patient(dir string) error {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return err
	}
	n := named{path: real}
	n.top, _ = source.Repository(real)
	for _, have := range j.names {
		if have == n {
			return nil
		}
	}
	j.names = append(j.names, n)
	return nil
}
