package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/memorylint/memorylint/lint/report"
)

// options are the flags that lint and doctor share.
type options struct {
	format   string
	output   string
	color    string
	failOn   string
	config   string
	noConfig bool
	now      string
	only     []string
	verbose  bool

	verboseSet bool
}

func (o *options) register(c *cobra.Command, format string) {
	f := c.Flags()
	f.StringVar(&o.format, "format", format, "output format: text, doctor or json")
	f.StringVarP(&o.output, "output", "o", "", "write the report to this file instead of standard output")
	f.StringVar(&o.color, "color", "auto", "colours: auto, always or never")
	f.StringVar(&o.failOn, "fail-on", "warning", "lowest severity that fails: info, warning, critical or never")
	f.StringVar(&o.config, "config", "", "use this configuration file")
	f.BoolVar(&o.noConfig, "no-config", false, "use no configuration file")
	f.StringVar(&o.now, "now", "", "judge as of this moment (RFC 3339)")
	f.StringSliceVar(&o.only, "only", nil, "run only these rules or modules")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "show source lines and help (default on a terminal)")
	c.MarkFlagsMutuallyExclusive("config", "no-config")
	// The only error is a flag that does not exist or has a completion already.
	_ = c.RegisterFlagCompletionFunc("format", fixed(report.Formats()))
	_ = c.RegisterFlagCompletionFunc("color", fixed(colors))
	_ = c.RegisterFlagCompletionFunc("fail-on", fixed(failures))
	_ = c.RegisterFlagCompletionFunc("only", completeRules)
}

// fixed completes a flag that takes one of some words.
func fixed(words []string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}

var (
	colors   = []string{"auto", "always", "never"}
	failures = []string{"info", "warning", "critical", "never"}
)

// check refuses flags that say nothing, and reads the moment of --now.
func (o *options) check() (now time.Time, err error) {
	for _, f := range []struct {
		flag, word string
		words      []string
	}{
		{"format", o.format, report.Formats()},
		{"color", o.color, colors},
		{"fail-on", o.failOn, failures},
	} {
		if err := oneOf(f.flag, f.word, f.words); err != nil {
			return now, err
		}
	}
	if o.now == "" {
		return time.Now(), nil
	}
	return moment(o.now)
}

func newLint(std streams) *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "lint [path ...]",
		Short: "Find what is wrong in the memory at and below the paths (the default command)",
		Long: `Find what is wrong in the memory at and below the paths.

A path is a folder (every workspace at or below it), a file (its findings and
those of its workspace) or a glob with **. Without one, the current folder.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			o.verboseSet = c.Flags().Changed("verbose")
			return lintPaths(c.Context(), std, o, args)
		},
	}
	o.register(c, "text")
	return c
}

func lintPaths(ctx context.Context, std streams, o options, paths []string) error {
	j, err := newJob(std, o)
	if err != nil {
		return err
	}
	defer j.close()
	if j.names, err = resolve(j.cwd, paths); err != nil {
		return err
	}
	if err := j.configure(); err != nil {
		return err
	}
	found, err := j.discover(ctx, false)
	if err != nil {
		return err
	}
	if len(found.Workspaces) == 0 && len(found.Excluded) == 0 {
		return fmt.Errorf("nothing was checked: %s", notMemory(found.Skipped))
	}
	result, err := j.run(ctx, found)
	if err != nil {
		return err
	}
	return j.print(result)
}

func notMemory(skipped []string) string {
	if len(skipped) == 1 {
		return skipped[0] + " is no document of a known protocol"
	}
	return fmt.Sprintf("none of the %d files is a document of a known protocol", len(skipped))
}
