package main

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/memorylint/memorylint/hooks/dispatch"
	"github.com/memorylint/memorylint/rules/continuity"
)

func newDispatch(std streams) *cobra.Command {
	var (
		input, dir, config string
		compact            bool
	)
	c := &cobra.Command{
		Use:   "dispatch --input FILE|-",
		Short: "Store the receipt of an approved plan's dispatch",
		Long: `Store the receipt of an approved plan's dispatch. Reads one JSON object, writes
one file, and prints one JSON object that says what was done. Exit codes: 0
written (or there already), 2 not a whole receipt or another one has its name,
3 the input, the configuration or the folder cannot be used.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := given(c, "input", "config", "receipt-dir"); err != nil {
				return err
			}
			cfg, err := continuityConfig(std, config)
			if err != nil {
				return err
			}
			payload, err := readInput(std.in, input, continuity.InputFault)
			if err != nil {
				return err
			}
			store := dispatch.FromConfig(".", cfg)
			if dir != "" {
				store = dispatch.New(dir)
			}
			done, err := bind(std, store, payload)
			if err != nil {
				return err
			}
			done.Input, done.InputPath = payload, input
			if err := printLine(std.out, done.Envelope(compact)); err != nil {
				return err
			}
			if done.Status != continuity.StatusWritten {
				return found(exitCritical)
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringVarP(&input, "input", "i", "", "JSON file with the dispatch; - is standard input (required)")
	f.StringVar(&dir, "receipt-dir", "", "folder of the receipts, relative to the current one (default: the configured one)")
	f.BoolVar(&compact, "compact", false, "print the envelope on one line")
	f.StringVar(&config, "config", "", "continuity configuration: a JSON file of its own, or a memorylint configuration")
	_ = c.MarkFlagRequired("input")
	return c
}

// bind makes the receipt of a payload and stores it.
func bind(std streams, store *dispatch.Store, payload *continuity.Node) (continuity.Dispatch, error) {
	receipt, v := continuity.BindReceipt(payload)
	done := continuity.Dispatch{Status: continuity.StatusMissing, Receipt: receipt, Missing: v.Missing()}
	if !v.OK {
		return done, nil
	}
	path, err := store.Write(receipt)
	switch {
	case errors.Is(err, dispatch.ErrConflict):
		std.note("%v", err)
		done.Status = continuity.StatusConflict
	case err != nil:
		return done, err
	default:
		done.Status, done.ReceiptPath = continuity.StatusWritten, path
	}
	return done, nil
}
