package hooks

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
)

// An Outcome says what became of a hook.
type Outcome uint8

const (
	Installed Outcome = iota // it was written
	Renewed                  // one of ours was written anew, for this version and program
	Kept                     // it was there already, the same to the byte
	Followed                 // it is a link to another hook, which was dealt with
	Removed                  // it was taken away
	Restored                 // the hook from before has its name back
	Absent                   // there was nothing to take away
	Left                     // it is not ours, and was left as it is
)

// A Change is what was done about one hook.
type Change struct {
	Type    string
	Path    string // absolute
	Outcome Outcome
	Chained string // where the foreign hook is kept that runs first; "": none
	Note    string // what a person should know besides; may be empty
}

// Install installs the hooks asked for, all or none of them. Those that are
// there already are left alone. A hook or a folder that is not ours is a
// Refusal, or several that are joined.
func Install(ctx context.Context, o Options) ([]Change, error) {
	hooks, err := o.types()
	if err != nil {
		return nil, err
	}
	f, err := open(ctx, o.Dir, hooks)
	if err != nil {
		return nil, err
	}
	if refusal := managed(f.repo, f.setting, f.path, f.places, hooks, o.Release); refusal != nil {
		return nil, refusal
	}
	if err := f.refuse(); err != nil {
		return nil, err
	}
	var faults []error
	for _, p := range f.places {
		if !slices.Contains(hooks, p.follows()) {
			faults = append(faults, p.fault(o.Chain))
		}
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	var (
		j    journal
		done []Change
	)
	err = j.folder(f.path)
	for _, p := range f.places {
		if err == nil {
			var c Change
			c, err = j.put(p, hooks, o.Program)
			done = append(done, c)
		}
	}
	if err = j.settle(err); err != nil {
		return nil, err
	}
	return done, nil
}

// put installs one hook that has no fault.
func (j *journal) put(p *place, hooks []string, program string) (Change, error) {
	c := Change{Type: p.hook, Path: p.path, Outcome: Installed}
	if other := p.follows(); slices.Contains(hooks, other) {
		c.Outcome, c.Note = Followed, other
		return c, nil
	}
	if p.kind == Foreign {
		if !p.executable {
			c.Note = "it is not executable and was not run before, and is not run now"
		}
		if err := j.keep(p); err != nil {
			return c, err
		}
	}
	if exists(p.chained()) {
		c.Chained = p.chained()
	}
	if p.kind == Ours {
		if p.script.current && p.script.program == filepath.ToSlash(program) && p.executable {
			c.Outcome = Kept
			return c, nil
		}
		c.Outcome = Renewed
	}
	return c, j.install(p, render(p.hook, filepath.ToSlash(program)))
}

// fault says why nothing of ours can be put here; nil when it can.
func (p *place) fault(chain bool) error {
	refusal := func(lines []string, format string, args ...any) error {
		return &Refusal{Reason: fmt.Sprintf(format, args...), Lines: lines}
	}
	switch {
	case p.kind == Missing, p.kind == Ours:
		return nil
	case p.kind == Blocked:
		return refusal(nil, "%s is no file, and git cannot run it: move it away first", p.path)
	case p.kind == Edited:
		return refusal(nil, "%s was written by memorylint and edited since: move the edits to a hook of their own, remove the file, and install again", p.path)
	case !chain:
		ignored := ""
		if !p.executable {
			ignored = " (git ignores it, since it is not executable)"
		}
		return refusal(byHand(), "%s is a hook that memorylint did not write%s: add these two lines to it by hand, or let it be kept and run first with --chain", p.path, ignored)
	case exists(p.chained()) && !sameFile(p.path, p.chained()):
		return refusal(nil, "%s cannot be kept, because %s is there already: move one of them away first", p.path, p.chained())
	case p.unstartable():
		return refusal(nil, "%s cannot be run: its first line ends in CR LF; give it LF line ends first", p.path)
	}
	return nil
}
