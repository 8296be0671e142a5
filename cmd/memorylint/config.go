package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/memorylint/memorylint/lint/config"
	"github.com/memorylint/memorylint/lint/report"
	"github.com/memorylint/memorylint/lint/source"
)

func newConfig(std streams) *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "Check or show the configuration in force, or print its schema",
		Args: func(_ *cobra.Command, args []string) error {
			return noSuch("config", args, []string{"check", "show", "schema"})
		},
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	var o options
	c.PersistentFlags().StringVar(&o.config, "config", "", "use this configuration file")
	c.AddCommand(
		&cobra.Command{
			Use: "check [dir]", Short: "Check the configuration in force for a folder", Args: cobra.MaximumNArgs(1),
			RunE: func(_ *cobra.Command, args []string) error {
				j, err := configured(std, o.config, args)
				if err != nil {
					return err
				}
				if j.configDir == "" {
					_, err = fmt.Fprintln(std.out, "no configuration file: the defaults are in force")
					return err
				}
				_, err = fmt.Fprintf(std.out, "%s is fine\n", report.Escape(j.show(j.file)))
				return err
			},
		},
		&cobra.Command{
			Use: "show [dir]", Short: "Print the effective configuration for a folder", Args: cobra.MaximumNArgs(1),
			RunE: func(_ *cobra.Command, args []string) error {
				j, err := configured(std, o.config, args)
				if err != nil {
					return err
				}
				_, err = std.out.Write(j.config.Show())
				return err
			},
		},
		&cobra.Command{
			Use: "schema", Short: "Print the JSON schema of configuration files", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error {
				_, err := std.out.Write(config.Schema(config.Known{Rules: ruleIDs()}))
				return err
			},
		},
	)
	return c
}

// configured is a job with its configuration read, for commands that lint
// nothing: that of a folder, or of the current one.
func configured(std streams, file string, dir []string) (*job, error) {
	j, err := newJob(std, options{format: "text", color: "auto", failOn: "warning", config: file})
	if err != nil {
		return nil, err
	}
	if j.names, err = resolve(j.cwd, dir); err != nil {
		return nil, err
	}
	return j, j.here()
}

// here reads the configuration of the first folder named, or of the current
// one.
func (j *job) here() error {
	n := named{path: j.cwd}
	n.top, _ = source.Repository(j.cwd)
	if len(j.names) > 0 {
		n = j.names[0]
	}
	file, err := j.configFile(n)
	if err != nil {
		return err
	}
	return j.configure(file)
}
