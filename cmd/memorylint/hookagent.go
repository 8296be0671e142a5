package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memorylint/memorylint/hooks"
	"github.com/memorylint/memorylint/hooks/agent"
	"github.com/memorylint/memorylint/hooks/settings"
	"github.com/memorylint/memorylint/lint/source"
)

// agentFlags are the flags that turn hook install and its kin to the settings
// of an agent runtime.
type agentFlags struct {
	agent     string
	user      bool
	subagents bool
}

func (a *agentFlags) register(c *cobra.Command) {
	c.Flags().StringVar(&a.agent, "agent", "", "an agent runtime's settings instead of the git hook: "+strings.Join(settings.Agents(), " or "))
	c.Flags().BoolVar(&a.user, "user", false, "with --agent claude-code: the user's settings instead of the project's")
	_ = c.RegisterFlagCompletionFunc("agent", fixed(settings.Agents()))
}

// check refuses flags that mean nothing without --agent; err comes first.
func (a *agentFlags) check(c *cobra.Command, err error) error {
	if err != nil {
		return err
	}
	for _, flag := range []string{"user", "subagents"} {
		if f := c.Flags().Lookup(flag); f != nil && f.Changed {
			return fmt.Errorf("--%s goes with --agent", flag)
		}
	}
	return given(c, "agent")
}

// options says which settings to edit, and how.
func (a *agentFlags) options(c *cobra.Command) (settings.Options, error) {
	o := settings.Options{Agent: a.agent}
	if err := oneOf("agent", a.agent, settings.Agents()); err != nil {
		return o, err
	}
	for _, flag := range []string{"type", "chain"} {
		if f := c.Flags().Lookup(flag); f != nil && f.Changed {
			return o, fmt.Errorf("--%s is about the git hook, and --agent about another", flag)
		}
	}
	if a.agent != settings.ClaudeCode && (a.user || a.subagents) {
		return o, errors.New("--user and --subagents go with --agent " + settings.ClaudeCode)
	}
	var err error
	switch {
	case a.agent == settings.OpenClaw:
		o.File, err = openClawFile()
	case a.user:
		o.File, err = homeFile("CLAUDE_CONFIG_DIR", ".claude", "settings.json")
	default:
		o.File, err = projectFile(".claude", "settings.json")
	}
	if err != nil {
		return o, err
	}
	o.Program = hooks.Program()
	if a.agent == settings.ClaudeCode {
		o.Hooks = claudeHooks()
		// A project's settings are shared with people whose disk is another.
		if !a.user && hooks.OnPath(o.Program) {
			o.Program = "memorylint"
		}
	}
	if o.Program == "" {
		return o, errors.New("the path of the running program is not known")
	}
	return o, nil
}

// claudeHooks are the events of Claude Code that can be installed.
func claudeHooks() []settings.Hook {
	var out []settings.Hook
	for _, r := range agent.Runtimes() {
		if r.Name != settings.ClaudeCode {
			continue
		}
		for _, e := range r.Events {
			out = append(out, settings.Hook{Event: e.Name, Matcher: e.Tools, Extra: e.Extra})
		}
	}
	return out
}

func (a *agentFlags) run(c *cobra.Command, std streams, do func(settings.Options) ([]settings.Change, error)) error {
	o, err := a.options(c)
	if err != nil {
		return err
	}
	o.Extra = a.subagents
	changes, err := do(o)
	if err != nil {
		return err
	}
	return printLines(std, append([]line{line(o.File)}, lines(changes)...))
}

// status says which entries are there, and exits with 1 when one that install
// would add is not.
func (a *agentFlags) status(c *cobra.Command, std streams) error {
	o, err := a.options(c)
	if err != nil {
		return err
	}
	states, err := settings.Status(o)
	if err != nil {
		return err
	}
	if err := printLines(std, append([]line{line(o.File)}, lines(states)...)); err != nil {
		return err
	}
	missing := 0
	for _, s := range states {
		if s.Outcome == settings.Absent {
			missing++
		}
	}
	if missing == 0 {
		return nil
	}
	if _, err := fmt.Fprintf(std.out, "%d of %d entries are missing\n", missing, len(states)); err != nil {
		return err
	}
	return found(exitWarnings)
}

type line string

func (l line) String() string { return string(l) }

func lines(changes []settings.Change) []line {
	var out []line
	for _, c := range changes {
		out = append(out, line(c.String()))
	}
	return out
}

// projectFile is a file of the project that the current folder is in: the
// nearest folder that has its folder already, else the repository's root, else
// the current folder.
func projectFile(folder, name string) (string, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the current folder: %w", err)
	}
	top, ok := source.Repository(cwd)
	if !ok {
		return filepath.Join(cwd, folder, name), nil
	}
	if cwd, err = filepath.EvalSymlinks(cwd); err != nil {
		return "", fmt.Errorf("find the current folder: %w", err)
	}
	for at := cwd; contains(top, at); at = filepath.Dir(at) {
		if info, err := os.Stat(filepath.Join(at, folder)); err == nil && info.IsDir() {
			return filepath.Join(at, folder, name), nil
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	return filepath.Join(top, folder, name), nil
}

// homeFile is a file in a folder of the home folder, which a variable moves.
func homeFile(variable, folder, name string) (string, error) {
	if dir := os.Getenv(variable); dir != "" {
		return filepath.Abs(filepath.Join(dir, name))
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("find the home folder: %w", err)
	}
	return filepath.Join(home, folder, name), nil
}

// openClawFile is the configuration that OpenClaw itself reads.
func openClawFile() (string, error) {
	home, err := os.UserHomeDir()
	if file := (source.Homes{Home: home, Getenv: os.Getenv}).OpenClawConfig(); file != "" {
		return file, nil
	}
	return "", fmt.Errorf("find the home folder: %w", err)
}
