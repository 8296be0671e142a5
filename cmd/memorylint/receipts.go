package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memorylint/memorylint/rules/protocol"
)

func newReceipts(std streams) *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "receipts [path ...]",
		Short: "Validate stored dispatch receipts",
		Long: `Validate stored dispatch receipts with the receipts rules alone. A path is a
receipt or a folder of them (every *.json in it); without one, the configured
receipt folder of the current folder.`,
		RunE: func(c *cobra.Command, args []string) error {
			o.read(c)
			return validateReceipts(c.Context(), std, o, args)
		},
	}
	o.register(c, "text")
	return c
}

func validateReceipts(ctx context.Context, std streams, o options, paths []string) error {
	j, err := newJob(std, o)
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		if err := j.here(); err != nil {
			return err
		}
		paths = []string{filepath.FromSlash(j.config.Continuity.ReceiptDir)}
	}
	if j.names, err = resolve(j.cwd, paths); err != nil {
		return err
	}
	if len(j.opts.only) == 0 {
		j.opts.only = []string{"receipts"}
	}
	for _, name := range j.opts.only {
		if name != "receipts" && !strings.HasPrefix(name, "receipts/") {
			return fmt.Errorf("--only %s: this command runs the receipts rules alone", name)
		}
	}
	// Here a receipt is what was named, wherever it stands.
	j.self = true
	j.documents = []protocol.Document{{
		Protocol: protocol.ApprovedPlan, Kind: protocol.Receipt, Name: "receipt",
		Globs: []string{"*.json"}, Marker: true, JSON: true,
	}}
	result, err := j.check(ctx, false)
	if err != nil {
		return err
	}
	// Each folder and file that was named must have had something to check.
	for _, name := range result.Skipped {
		return fmt.Errorf("%s is no *.json", name)
	}
	for _, w := range result.Workspaces {
		if w.Files == 0 {
			return fmt.Errorf("nothing was checked in %s: it holds no *.json", w.Workspace)
		}
	}
	if err := j.looked(result); err != nil {
		return err
	}
	return j.print(result)
}
