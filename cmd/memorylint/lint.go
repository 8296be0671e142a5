package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/report"
	"github.com/memorylint/memorylint/rules"
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

	given map[string]bool // the flags that were written down
}

func (o *options) register(c *cobra.Command, format string) {
	f := c.Flags()
	f.StringVar(&o.format, "format", format, "output format: text, doctor, json, sarif, github, gitlab or junit")
	f.StringVarP(&o.output, "output", "o", "", "write the report to this file instead of standard output")
	f.StringVar(&o.color, "color", "auto", "colours: auto, always or never")
	f.StringVar(&o.failOn, "fail-on", "warning", "lowest severity that fails: info, warning, critical or never")
	f.StringVar(&o.config, "config", "", "use this configuration file")
	f.BoolVar(&o.noConfig, "no-config", false, "use no configuration file")
	f.StringVar(&o.now, "now", "", "judge as of this moment (RFC 3339)")
	f.StringSliceVar(&o.only, "only", nil, "run only these rules or modules")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "show source lines and help (default on a terminal)")
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

// read takes note of the flags that were written down.
func (o *options) read(c *cobra.Command) {
	o.given = map[string]bool{}
	c.Flags().Visit(func(f *pflag.Flag) { o.given[f.Name] = true })
}

// check refuses flags that say nothing, and reads the moment of --now.
func (o *options) check() (now time.Time, err error) {
	for flag, value := range map[string]string{"config": o.config, "now": o.now, "output": o.output} {
		if o.given[flag] && value == "" {
			return now, fmt.Errorf("--%s is empty", flag)
		}
	}
	if o.given["config"] && o.noConfig {
		return now, errors.New("--config and --no-config exclude each other")
	}
	if o.given["only"] && len(o.only) == 0 {
		return now, errors.New("--only is empty")
	}
	if len(o.only) > 0 { // a run may need no rule, and never ask
		if _, err := only(rules.All(), o.only); err != nil {
			return now, err
		}
	}
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
	var s sources
	c := &cobra.Command{
		Use:   "lint [path ...]",
		Short: "Find what is wrong in the memory at and below the paths (the default command)",
		Long: `Find what is wrong in the memory at and below the paths.

A path is a folder (every workspace at or below it), a file (its findings and
those of its workspace) or a glob with **. Without one, the current folder.`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			o.read(c)
			return lintPaths(c.Context(), std, o, s, args)
		},
	}
	o.register(c, "text")
	s.register(c)
	return c
}

func lintPaths(ctx context.Context, std streams, o options, s sources, paths []string) error {
	j, err := newJob(std, o)
	if err != nil {
		return err
	}
	if err := s.check(o.given, paths); err != nil {
		return err
	}
	// As the hook's script does: other clients start the program without it.
	if skip := os.Getenv("MEMORYLINT_SKIP"); s.staged && skip != "" && skip != "0" {
		std.note("skipped, because MEMORYLINT_SKIP is set")
		return nil
	}
	j.from = s
	defer j.closeGits()
	result, err := j.lint(ctx, paths)
	if err == nil {
		err = j.unread()
	}
	if err != nil {
		return err
	}
	// A commit may well touch no memory; one whose memory cannot be looked at
	// is another matter.
	if !s.staged || len(result.Skipped) > 0 {
		if err := j.looked(result); err != nil {
			return err
		}
	}
	return j.print(result)
}

// lint checks what the paths name in the source that the flags name.
func (j *job) lint(ctx context.Context, paths []string) (*lint.Result, error) {
	var err error
	switch {
	case j.from.committed():
		return j.lintCommit(ctx, paths)
	case j.from.stdin != "":
		err = j.readDraft()
	default:
		j.names, err = resolve(j.cwd, paths)
	}
	if err != nil {
		return nil, err
	}
	return j.check(ctx, false)
}

// looked is an error when nothing was: silence about nothing is no clean
// result. Files that were named and are excluded are told by the report.
func (j *job) looked(r *lint.Result) error {
	for _, name := range r.Skipped {
		if !utf8.ValidString(name) {
			return fmt.Errorf("%s cannot be read, since its name is not UTF-8: rename it", name)
		}
	}
	for _, w := range r.Workspaces {
		found := func(c lint.Check) bool { return len(c.Diagnostics) > 0 }
		if w.Files == 0 && w.Suppressed == 0 && len(r.Workspaces) > 1 && !slices.ContainsFunc(w.Checks, found) {
			return fmt.Errorf("nothing was checked in %s: no rule that runs has anything to look at there", w.Workspace)
		}
	}
	folder := func(n named) bool { return !n.file }
	switch {
	case r.Files > 0 || len(r.Diagnostics) > 0:
		return nil
	case len(r.Excluded) == 0 && len(r.Skipped) == 1 && len(j.names) == 1:
		return fmt.Errorf("nothing was checked: %s is no document of a known protocol", r.Skipped[0])
	case len(r.Excluded) == 0 && len(r.Skipped) > 0:
		return fmt.Errorf("nothing was checked: none of %d files is a document of a known protocol", len(r.Skipped))
	case len(r.Excluded) == 0:
		return errors.New("nothing was checked: there is no memory in what was named, or no rule that would say so")
	case !slices.ContainsFunc(j.names, folder):
		return nil
	}
	return fmt.Errorf("nothing was checked: the configuration excludes all there is, %s first", r.Excluded[0])
}
