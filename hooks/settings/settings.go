// Package settings registers memorylint in the settings files of agent
// runtimes. It inserts text of its own and takes exactly that out again: every
// other byte of the file stays what it is. A file that its runtime could not
// read, or in which something else stands where an entry belongs, is left
// alone.
package settings

import (
	"errors"
	"fmt"
	"slices"
)

// Names of the runtimes whose settings are known.
const (
	ClaudeCode = "claude-code"
	OpenClaw   = "openclaw"
)

// Agents lists the runtimes whose settings are known.
func Agents() []string { return []string{ClaudeCode, OpenClaw} }

// A Hook is one event that Claude Code is to hand over.
type Hook struct {
	Event   string
	Matcher string // of tools; "" for an event that is about none
	Extra   bool   // installed only when it is asked for
}

// Options say where and what.
type Options struct {
	Agent   string
	File    string // the settings file; its folder need not exist
	Program string // the program to run: a path, or a name on PATH
	Hooks   []Hook // for Claude Code
	Extra   bool   // install the extra ones as well
}

// An Outcome says what became of an entry.
type Outcome uint8

const (
	Installed Outcome = iota // it was added
	Renewed                  // it was there, with another program
	Kept                     // it was there already
	Removed                  // it was taken out
	Absent                   // it is not there
	Left                     // it is there and somebody else's, and stays
)

// A Change is what was done about one entry.
type Change struct {
	Entry   string // the event, or the key
	Outcome Outcome
	Value   string // what the entry says; foreign text
}

// String is a line for a person. It may hold foreign text.
func (c Change) String() string {
	switch c.Outcome {
	case Installed:
		return c.Entry + ": installed: " + c.Value
	case Renewed:
		return c.Entry + ": renewed: " + c.Value
	case Kept:
		return c.Entry + ": installed already: " + c.Value
	case Removed:
		return c.Entry + ": removed: " + c.Value
	case Left:
		return c.Entry + ": left as it is, since somebody changed it: " + c.Value
	}
	return c.Entry + ": not installed"
}

// An entry is one thing of ours in a settings file.
type entry interface {
	name() string
	// optional entries are neither added nor missed.
	optional() bool
	// find is where it stands, and whether it says what it would say today.
	find(d *document) (at route, current bool, err error)
	add(d *document) error
	renew(d *document, at route) error
	// ours reports whether what stands there is for Uninstall to take out.
	ours(d *document, at route) bool
	says(d *document, at route) string
}

func (o Options) entries() ([]entry, error) {
	switch o.Agent {
	case ClaudeCode:
		return claudeEntries(o), nil
	case OpenClaw:
		return openClawEntries(o), nil
	}
	return nil, fmt.Errorf("no settings are known for %q", o.Agent)
}

// Install adds what is missing, and renews entries that name another program.
func Install(o Options) ([]Change, error) {
	return o.edit(false, func(d *document, e entry) (Change, error) {
		at, current, err := e.find(d)
		c := Change{Entry: e.name(), Outcome: Kept}
		switch {
		case err != nil:
		case at == nil && e.optional():
			return Change{Entry: e.name(), Outcome: Absent}, nil
		case at == nil:
			c.Outcome, err = Installed, e.add(d)
		case !current:
			c.Outcome, err = Renewed, e.renew(d, at)
		}
		if err == nil {
			at, _, err = e.find(d)
			if err == nil && at == nil {
				err = errors.New(e.name() + " is not found where it was written")
			}
			if err == nil {
				c.Value = e.says(d, at)
			}
		}
		return c, err
	})
}

// Uninstall takes out what Install put in, whatever program it names.
func Uninstall(o Options) ([]Change, error) {
	changes, err := o.edit(true, func(d *document, e entry) (Change, error) {
		c := Change{Entry: e.name(), Outcome: Absent}
		for {
			at, _, err := e.find(d)
			if at == nil || err != nil {
				return c, err
			}
			if !e.ours(d, at) {
				if c.Outcome == Absent {
					c.Outcome, c.Value = Left, e.says(d, at)
				}
				return c, nil
			}
			c.Outcome, c.Value = Removed, e.says(d, at)
			if err := d.remove(at); err != nil {
				return c, err
			}
		}
	})
	slices.Reverse(changes)
	return changes, err
}

// Status looks at the entries. It changes nothing.
func Status(o Options) ([]Change, error) {
	entries, err := o.entries()
	if err != nil {
		return nil, err
	}
	d, err := read(o)
	if err != nil {
		return nil, err
	}
	var states []Change
	for _, e := range entries {
		at, _, err := e.find(d)
		if err != nil {
			return nil, err
		}
		switch {
		case at != nil:
			states = append(states, Change{e.name(), Kept, e.says(d, at)})
		case !e.optional():
			states = append(states, Change{Entry: e.name(), Outcome: Absent})
		}
	}
	return states, nil
}

// edit goes over the entries, backwards to take out last what was put in
// first, and writes the file once, if anything changed.
func (o Options) edit(backwards bool, do func(*document, entry) (Change, error)) ([]Change, error) {
	entries, err := o.entries()
	if err != nil {
		return nil, err
	}
	if backwards {
		slices.Reverse(entries)
	}
	d, err := read(o)
	if err != nil {
		return nil, err
	}
	var (
		changes []Change
		errs    []error
	)
	for _, e := range entries {
		c, err := do(d, e)
		errs = append(errs, err)
		if c.Outcome != Absent || !e.optional() {
			changes = append(changes, c)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return changes, d.write()
}
