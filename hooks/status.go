package hooks

import (
	"context"
	"os/exec"
	"path/filepath"
)

// A State is what git would do for one hook.
type State struct {
	Type       string
	Path       string // the file that git would run, absolute
	Outside    string // why it is not this repository's own; "": it is
	Kind       Kind
	Executable bool   // git would run it
	Current    bool   // ours, and what this version would write
	Chained    string // the foreign hook that it runs first; "": none
	Skipped    bool   // the chained hook is not executable, so it is not run
	Recorded   string // the program that was recorded when it was installed
	Program    string // the program that it would run; "": none is found
}

// Works reports whether git would run the hook, and the hook memorylint.
func (s State) Works() bool { return s.Kind == Ours && s.Executable && s.Program != "" }

// Status looks at the hooks asked for. It changes nothing.
func Status(ctx context.Context, o Options) ([]State, error) {
	hooks, err := o.types()
	if err != nil {
		return nil, err
	}
	f, err := open(ctx, o.Dir, hooks)
	if err != nil {
		return nil, err
	}
	var states []State
	for _, p := range f.places {
		s := State{Type: p.hook, Path: p.path, Outside: f.outside, Kind: p.kind, Executable: p.executable}
		if p.kind == Ours {
			s.Current, s.Recorded, s.Program = p.script.current, p.script.program, p.runs()
			if kept := p.kept(); exists(kept) {
				s.Chained, s.Skipped = kept, !runnable(kept)
			}
		}
		states = append(states, s)
	}
	return states, nil
}

// runs is the program that a script of ours would run.
func (p *place) runs() string {
	if runnable(p.script.program) {
		return p.script.program
	}
	if found, err := exec.LookPath(name); err == nil {
		return found
	}
	return ""
}

// kept is the file that a script of ours runs first if it is there: beside the
// name by which it was called, and named for the hook that it was written for.
func (p *place) kept() string {
	return filepath.Join(filepath.Dir(p.path), p.script.hook+chainedSuffix)
}
