package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memorylint/memorylint/hooks"
	"github.com/memorylint/memorylint/hooks/settings"
	"github.com/memorylint/memorylint/lint/report"
)

func newHook(std streams) *cobra.Command {
	c := &cobra.Command{
		Use:   "hook",
		Short: "Install the hooks of git and of agent runtimes, take them away, see whether they work, or run one",
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newHookInstall(std), newHookUninstall(std), newHookStatus(std), newHookRun(std))
	var known []string
	for _, sub := range c.Commands() {
		known = append(known, sub.Name())
	}
	c.Args = func(_ *cobra.Command, args []string) error { return noSuch("hook", args, known) }
	return c
}

func newHookInstall(std streams) *cobra.Command {
	var o hooks.Options
	var a agentFlags
	c := &cobra.Command{
		Use:   "install",
		Short: "Install the hook in the repository of the current folder, or in an agent runtime's settings",
		Long: `Install the hook in the repository of the current folder, where git looks for
hooks. What it commits is linted with "memorylint lint --staged"; findings stop
the commit. A hook that memorylint did not write is never replaced: without
--chain nothing is installed, and the lines to add to it are printed.

With --agent the settings of an agent runtime are edited instead: those of Claude
Code for this project, or with --user for all of them, or OpenClaw's
configuration. All that stands there already stays, to the byte; settings that
do not parse are left alone.

Exit codes: 0 installed (or there already), 3 nothing was changed.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if a.agent != "" {
				return a.run(c, std, settings.Install)
			}
			if err := a.check(c, hookTypes(o.Types)); err != nil {
				return err
			}
			o.Program, o.Release = hooks.Program(), version
			changes, err := hooks.Install(c.Context(), o)
			if err != nil {
				return refused(std, err)
			}
			return printLines(std, changes)
		},
	}
	typeFlag(c, &o)
	c.Flags().BoolVar(&o.Chain, "chain", false, "keep a hook that is there beside the new one, which runs it first")
	a.register(c)
	c.Flags().BoolVar(&a.subagents, "subagents", false, "with --agent claude-code: hold the end of subagents too")
	return c
}

func newHookUninstall(std streams) *cobra.Command {
	var o hooks.Options
	var a agentFlags
	c := &cobra.Command{
		Use:   "uninstall",
		Short: "Take the hook away and give a kept one its name back",
		Long: `Take the hook away from the repository of the current folder, and give a hook
that was kept with --chain its name back. Hooks that memorylint did not write
are left alone. With --agent an agent runtime's settings get back what they were.

Exit codes: 0 no hook of memorylint is left, 3 nothing was changed.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if a.agent != "" {
				return a.run(c, std, settings.Uninstall)
			}
			if err := a.check(c, hookTypes(o.Types)); err != nil {
				return err
			}
			changes, err := hooks.Uninstall(c.Context(), o)
			if err != nil {
				return refused(std, err)
			}
			return printLines(std, changes)
		},
	}
	typeFlag(c, &o)
	a.register(c)
	return c
}

func newHookStatus(std streams) *cobra.Command {
	var o hooks.Options
	var a agentFlags
	c := &cobra.Command{
		Use:   "status",
		Short: "Say which hook git would run, and whether it finds memorylint",
		Long: `Say for each hook which file git would run, whether that is executable and
memorylint's own, what it runs first, and whether it finds the program. With
--agent: which entries an agent runtime's settings have.

Exit codes: 0 all of them work, 1 one does not, 3 the hooks cannot be looked at.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if a.agent != "" {
				return a.status(c, std)
			}
			if err := a.check(c, hookTypes(o.Types)); err != nil {
				return err
			}
			states, err := hooks.Status(c.Context(), o)
			if err != nil {
				return err
			}
			if err := printLines(std, states); err != nil {
				return err
			}
			idle := slices.DeleteFunc(states, hooks.State.Works)
			if len(idle) == 0 {
				return nil
			}
			if _, err := fmt.Fprintf(std.out, "%d of the hooks asked for would not run memorylint\n", len(idle)); err != nil {
				return err
			}
			return found(exitWarnings)
		},
	}
	typeFlag(c, &o)
	a.register(c)
	return c
}

func typeFlag(c *cobra.Command, o *hooks.Options) {
	c.Flags().StringArrayVar(&o.Types, "type", nil, "hook: "+strings.Join(hooks.Types(), " or ")+"; may be repeated (default: both)")
	_ = c.RegisterFlagCompletionFunc("type", fixed(hooks.Types()))
}

func hookTypes(types []string) error {
	for _, t := range types {
		if err := oneOf("type", t, hooks.Types()); err != nil {
			return err
		}
	}
	return nil
}

func printLines[T fmt.Stringer](std streams, items []T) error {
	for _, item := range items {
		if _, err := fmt.Fprintln(std.out, report.Escape(item.String())); err != nil {
			return err
		}
	}
	return nil
}

// refused prints the lines that a refusal tells a person to add, once and as
// they are, below the reasons. Any other error is passed on.
func refused(std streams, err error) error {
	var blocks []string
	for _, e := range each(err) {
		var refusal *hooks.Refusal
		if !errors.As(e, &refusal) {
			return err
		}
		std.note("%v", refusal)
		if block := strings.Join(refusal.Lines, "\n"); block != "" && !slices.Contains(blocks, block) {
			blocks = append(blocks, block)
		}
	}
	for _, block := range blocks {
		fmt.Fprintf(std.err, "\n%s\n", block)
	}
	return found(exitTrouble)
}
