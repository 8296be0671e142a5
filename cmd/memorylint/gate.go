package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/memorylint/memorylint/rules/continuity"
)

// Where gate input comes from.
const (
	fromPayload     = "payload"
	fromForceRecall = "force-recall"
)

func newGate(std streams) *cobra.Command {
	var (
		input, from, config   string
		compact, block, quiet bool
	)
	c := &cobra.Command{
		Use:   "gate --input FILE|-",
		Short: "Judge whether an approved plan may be closed out",
		Long: `Judge whether an approved plan may be closed out. Reads one JSON object and
prints one: the verdict. Exit codes: 0 pass, 2 continuity failure, 3 no verdict
because the input or the configuration cannot be used.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := given(c, "input", "config"); err != nil {
				return err
			}
			if err := oneOf("from", from, []string{fromPayload, fromForceRecall}); err != nil {
				return err
			}
			cfg, err := continuityConfig(std, config)
			if err != nil {
				return err
			}
			fault := continuity.InputFault
			if from == fromForceRecall {
				fault = continuity.ContextFault
			}
			payload, err := readInput(std.in, input, fault)
			if err != nil {
				return err
			}
			if from == fromForceRecall {
				payload = continuity.FromForceRecall(payload)
			}
			result := continuity.Evaluate(payload, cfg)
			out := continuity.GateEnvelope(result, payload, input, compact)
			if block {
				out = []byte(continuity.Block(result, cfg))
			}
			if err := printLine(std.out, out); err != nil {
				return err
			}
			if !result.OK && !quiet {
				return found(exitCritical)
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringVarP(&input, "input", "i", "", "JSON file with the gate's input; - is standard input (required)")
	f.StringVar(&from, "from", fromPayload, "what the input is: payload (the gate's own) or force-recall (that hook's context)")
	f.BoolVar(&compact, "compact", false, "print the envelope on one line")
	f.BoolVar(&block, "block", false, "print the block that agents are shown instead of the envelope")
	f.BoolVar(&quiet, "exit-zero", false, "exit with 0 whatever the verdict, for callers that read the envelope")
	f.StringVar(&config, "config", "", "continuity configuration: a JSON file of its own, or a memorylint configuration")
	_ = c.RegisterFlagCompletionFunc("from", fixed([]string{fromPayload, fromForceRecall}))
	_ = c.MarkFlagRequired("input")
	return c
}

// readInput reads one JSON object, in which fault finds nothing wrong, from a
// file or, for "-", from in.
func readInput(in io.Reader, name string, fault func(*continuity.Node) *continuity.SyntaxError) (*continuity.Node, error) {
	data, err := readBounded(in, name, continuity.MaxInput)
	if err != nil {
		return nil, fmt.Errorf("read input: %w (standard input is --input -)", err)
	}
	n, err := continuity.Parse(data, continuity.MaxInput)
	var bad *continuity.SyntaxError
	switch {
	case errors.As(err, &bad):
		return nil, unusable(name, bad)
	case err != nil:
		return nil, err
	}
	if bad := fault(n); bad != nil {
		return nil, unusable(name, bad)
	}
	return n, nil
}

func unusable(name string, fault *continuity.SyntaxError) error {
	return fmt.Errorf("input %s:%d:%d: %s [%s]", shownInput(name), fault.Line, fault.Column, fault.Message, fault.Code)
}

func shownInput(name string) string {
	if name == "-" {
		return "<stdin>"
	}
	return name
}

// readBounded reads what can end, a regular file or standard input, and no more
// than limit bytes of it: what is larger is an error.
func readBounded(in io.Reader, name string, limit int64) ([]byte, error) {
	if name != "-" {
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		if !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%s is no regular file", name)
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("%s is larger than %d bytes", shownInput(name), limit)
	}
	return data, err
}

// printLine writes out and a line break; nothing at all when out is empty.
func printLine(w io.Writer, out []byte) error {
	if len(out) == 0 {
		return nil
	}
	_, err := w.Write(append(out, '\n'))
	return err
}
