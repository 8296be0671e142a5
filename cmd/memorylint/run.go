package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/report"
)

// Exit codes (SPEC 2.3). Findings and trouble with the work never share one.
const (
	exitHealthy  = 0
	exitWarnings = 1
	exitCritical = 2
	exitTrouble  = 3
)

type streams struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// note says on standard error what a person should know and no program reads.
func (s streams) note(format string, args ...any) {
	fmt.Fprintf(s.err, "memorylint: %s\n", report.Escape(fmt.Sprintf(format, args...)))
}

// found is the error of a run that did its work and found something: it has
// been printed, and only its code is left to be told.
type found int

func (f found) Error() string { return fmt.Sprintf("findings, exit %d", int(f)) }

// run is the whole program: arguments in, exit code out.
func run(ctx context.Context, args []string, std streams) (code int) {
	defer func() {
		if v := recover(); v != nil {
			fmt.Fprintf(std.err, "memorylint: internal fault: %v\n%s", v, debug.Stack())
			code = exitTrouble
		}
	}()
	root := newRoot(std, args)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	var f found
	switch {
	case err == nil:
		return exitHealthy
	case errors.As(err, &f):
		return int(f)
	}
	for _, e := range each(err) {
		std.note("%v", e)
	}
	var fault *lint.Fault
	if errors.As(err, &fault) {
		fmt.Fprintf(std.err, "%s", fault.Stack)
	}
	return exitTrouble
}

// each takes joined errors apart: one line for each, whatever stands in it.
func each(err error) []error {
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var lines []string
	var out []error
	for _, e := range joined.Unwrap() {
		lines, out = append(lines, e.Error()), append(out, each(e)...)
	}
	if err.Error() != strings.Join(lines, "\n") {
		return []error{err} // it says something of its own
	}
	return out
}

func newRoot(std streams, args []string) *cobra.Command {
	root := newLint(std)
	root.Use = "memorylint [path ...]"
	root.Short = "Find what is wrong with the memory that coding agents keep in a repository"
	root.Long = root.Short + `.

Without a command it lints: the current folder, or the folders, files and globs
that are named.

Exit codes: 0 healthy, 1 warnings, 2 critical, 3 the work could not be done.`
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetIn(std.in)
	root.SetOut(std.out)
	root.SetErr(std.err)
	root.SetFlagErrorFunc(flagError)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetHelpCommand(newHelp(std))
	// Building a command and its flags costs as much as parsing a file: only
	// those that are named are built, or all when help or a shell asks for them.
	all := slices.ContainsFunc(args, func(arg string) bool {
		return slices.Contains([]string{"help", "-h", "--help", cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd}, arg)
	})
	for _, c := range table() {
		if c.name != "help" && (all || slices.Contains(args, c.name)) {
			root.AddCommand(c.build(std))
		}
	}
	return root
}

// A command is one that root may have.
type command struct {
	name  string
	build func(streams) *cobra.Command
}

// table lists the commands in the order in which they are named to a person.
func table() []command {
	return []command{
		{"lint", newLint}, {"doctor", newDoctor}, {"gate", newGate}, {"dispatch", newDispatch}, {"receipts", newReceipts},
		{"hook", newHook}, {"init", newInit}, {"snapshot", newSnapshot}, {"brief", newBrief}, {"rules", newRules}, {"config", newConfig},
		{"matcher", newMatcher}, {"lsp", newLSP}, {"completion", newCompletion}, {"version", newVersion}, {"help", newHelp},
	}
}

// commands are the names of all commands.
func commands() []string {
	var names []string
	for _, c := range table() {
		names = append(names, c.name)
	}
	return names
}

// flagError names the flag that was probably meant.
func flagError(c *cobra.Command, err error) error {
	_, word, ok := strings.Cut(err.Error(), "unknown flag: --")
	if !ok {
		return fmt.Errorf("%w (see %s --help)", err, c.CommandPath())
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if near := lint.Nearest(word, names); near != "" {
		return fmt.Errorf("%w; did you mean --%s?", err, near)
	}
	return fmt.Errorf("%w (see %s --help)", err, c.CommandPath())
}

// noSuch refuses a word that is no subcommand.
func noSuch(command string, args, known []string) error {
	if len(args) == 0 {
		return nil
	}
	if near := lint.Nearest(args[0], known); near != "" {
		return fmt.Errorf("%s %q: did you mean %s?", command, args[0], near)
	}
	return fmt.Errorf("%s %q: want one of %s", command, args[0], strings.Join(known, ", "))
}

// oneOf checks checks flags that take a word of a list.
func oneOf(flag, word string, words []string) error {
	for _, w := range words {
		if word == w {
			return nil
		}
	}
	if near := lint.Nearest(word, words); near != "" {
		return fmt.Errorf("--%s %q: did you mean %s?", flag, word, near)
	}
	return fmt.Errorf("--%s %q: want one of %s", flag, word, strings.Join(words, ", "))
}
