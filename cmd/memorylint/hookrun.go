package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memorylint/memorylint/hooks/agent"
)

func newHookRun(std streams) *cobra.Command {
	var input, config string
	c := &cobra.Command{
		Use:   "run RUNTIME EVENT",
		Short: "Answer an event of an agent runtime, given as JSON on standard input",
		Long: `Answer an event of an agent runtime, given as JSON on standard input. This is
what "hook install --agent" registers. What is answered is taken from the memory
of the workspace in which the event happens (its cwd).

Exit codes: 0 answered (a block is said on standard output, as JSON), 3 nothing
was judged: the agent goes on. A change to a memory file that cannot be judged is
refused, with 0.

` + eventHelp(),
		Args: func(_ *cobra.Command, args []string) error {
			_, err := eventOf(args)
			return err
		},
		ValidArgsFunction: completeEvents,
		RunE: func(c *cobra.Command, args []string) error {
			event, err := eventOf(args)
			if err != nil {
				return err
			}
			return std.reply(runEvent(c, std, event, input, config))
		},
	}
	c.Flags().StringVarP(&input, "input", "i", "", "JSON file with the gate's input, where it does not come from the workspace's memory")
	c.Flags().StringVar(&config, "config", "", "continuity configuration: a JSON file of its own, or a memorylint configuration")
	return c
}

// runEvent answers the event on standard input. Whatever goes wrong on the way
// is answered as the event demands.
func runEvent(c *cobra.Command, std streams, e agent.Event, input, config string) (r agent.Reply) {
	defer func() {
		if v := recover(); v != nil {
			fmt.Fprintf(std.err, "%s", debug.Stack())
			r = e.Fault(fmt.Errorf("internal fault: %v", v))
		}
	}()
	if err := given(c, "input", "config"); err != nil {
		return e.Fault(err)
	}
	if input == "-" {
		return e.Fault(errors.New("--input - cannot be: the event is on standard input"))
	}
	data, err := readEvent(std.in)
	if err != nil {
		return e.Fault(fmt.Errorf("read event: %w", err))
	}
	w := &witness{ctx: c.Context(), std: std}
	for _, file := range []struct {
		from string
		to   *string
	}{{input, &w.input}, {config, &w.config}} {
		if file.from != "" {
			if *file.to, err = filepath.Abs(file.from); err != nil {
				return e.Fault(err)
			}
		}
	}
	return e.Answer(data, agent.Memory{Brief: w.brief, Gate: w.gate, Before: w.before, After: w.after})
}

// maxDrained is how much of a too long event is read and thrown away, so that
// a runtime that is still writing it is not cut off.
const maxDrained = 256 << 20

// readEvent reads no more than an event may hold.
func readEvent(in io.Reader) ([]byte, error) {
	data, err := readBounded(in, "-", agent.MaxEvent)
	if len(data) > agent.MaxEvent {
		_, _ = io.CopyN(io.Discard, in, maxDrained) // the event is refused either way
	}
	return data, err
}

// reply prints a reply and gives the error that stands for its exit code.
func (s streams) reply(r agent.Reply) error {
	for line := range strings.Lines(r.Stderr) {
		s.note("%s", strings.TrimSuffix(line, "\n"))
	}
	if _, err := io.WriteString(s.out, r.Stdout); err != nil {
		return err
	}
	if r.Code != exitHealthy {
		return found(r.Code)
	}
	return nil
}

// eventOf finds the event that is named, or says what was meant.
func eventOf(args []string) (agent.Event, error) {
	if len(args) != 2 {
		return agent.Event{}, fmt.Errorf("hook run: want a runtime and an event, such as %s", "claude-code Stop")
	}
	var names []string
	for _, r := range agent.Runtimes() {
		if r.Name != args[0] {
			names = append(names, r.Name)
			continue
		}
		names = nil
		for _, e := range r.Events {
			if e.Name == args[1] {
				return e, nil
			}
			names = append(names, e.Name)
		}
		return agent.Event{}, noSuch("event", args[1:], names)
	}
	return agent.Event{}, noSuch("runtime", args, names)
}

func completeEvents(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var out []string
	for _, r := range agent.Runtimes() {
		if len(args) == 0 {
			out = append(out, r.Name)
		}
		if len(args) == 1 && args[0] == r.Name {
			for _, e := range r.Events {
				out = append(out, e.Name)
			}
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// eventHelp lists the events of each runtime.
func eventHelp() string {
	var b strings.Builder
	b.WriteString("Runtimes and events:\n")
	for _, r := range agent.Runtimes() {
		for _, e := range r.Events {
			fmt.Fprintf(&b, "  %-12s %-21s  %s\n", r.Name, e.Name, e.About)
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}
