package lint

import (
	"context"
	"errors"
	"fmt"
	"path"
	"runtime/debug"
	"sync"
	"time"
)

// Options are what a run is told beside its workspaces.
type Options struct {
	// Severity gives rules, by id, another severity than their own; OK
	// switches one off.
	Severity map[string]Severity

	// Known are the ids of all rules there are, for suppressions that name one
	// that is not run. Nil: those that are run.
	Known []string

	// Evidence gives the sessions known from outside the tree. It may be nil
	// and is called from one goroutine.
	Evidence func(w *Workspace) ([]Session, error)

	// Commit says that a commit is judged: advisory findings fail nothing,
	// unless the settings are strict.
	Commit bool
}

// Run checks the workspaces. Trouble in the memory is a diagnostic; an error
// means that the work could not be done.
func Run(ctx context.Context, workspaces []*Workspace, rules []*Rule, opts Options) (*Result, error) {
	r := &runner{opts: opts}
	for _, rule := range rules {
		severity := rule.Severity
		if s, ok := opts.Severity[rule.ID]; ok {
			severity = s
		}
		if severity != OK {
			r.rules = append(r.rules, active{rule, severity})
		}
	}
	times, err := r.times(ctx, workspaces)
	if err != nil {
		return nil, err
	}
	outcomes, err := r.all(ctx, workspaces, times)
	if err != nil {
		return nil, err
	}
	return r.result(outcomes), nil
}

// active is a rule that runs, with the severity it has in this run.
type active struct {
	*Rule
	severity Severity
}

type runner struct {
	opts  Options
	rules []active

	naming sync.Once
	named  []string // what a suppression may name
}

func (r *runner) find(id string) (active, bool) {
	for _, a := range r.rules {
		if a.ID == id {
			return a, true
		}
	}
	return active{}, false
}

// outcome is what one workspace gave.
type outcome struct {
	checked Checked
	err     error
}

// all checks the workspaces, several at once, each held in memory only while
// it is checked.
func (r *runner) all(ctx context.Context, workspaces []*Workspace, times []map[string]time.Time) ([]outcome, error) {
	outcomes := make([]outcome, len(workspaces))
	parallel(len(workspaces), func(i int) {
		if ctx.Err() == nil {
			outcomes[i] = r.guarded(workspaces[i], times[i])
		}
	})
	errs := []error{ctx.Err()}
	for i := range outcomes {
		errs = append(errs, outcomes[i].err)
	}
	return outcomes, errors.Join(errs...)
}

// A Fault is a rule that panicked.
type Fault struct {
	Workspace string // as shown
	Value     any
	Stack     []byte
}

// Error names the workspace and what was panicked with, not the stack.
func (f *Fault) Error() string {
	return fmt.Sprintf("internal fault while checking %s: %v", f.Workspace, f.Value)
}

// guarded turns a panic of a rule into an error that names the workspace: the
// exit code of a fault must not be mistaken for a finding.
func (r *runner) guarded(w *Workspace, times map[string]time.Time) (out outcome) {
	defer func() {
		if v := recover(); v != nil {
			out = outcome{err: &Fault{Workspace: w.Shown, Value: v, Stack: debug.Stack()}}
		}
	}()
	return r.workspace(w, times)
}

func (r *runner) workspace(listed *Workspace, times map[string]time.Time) outcome {
	w := listed.load(times)
	if err := w.fetch(); err != nil {
		return outcome{err: fmt.Errorf("read the memory in %s: %w", w.Shown, err)}
	}
	c := &check{w: w, skipped: map[string]int{}, runs: map[string]int{}, healthy: map[string]*string{}, counts: map[string]int{}}
	if a, ok := r.find(limitRule); ok {
		c.limit = a.severity
	}
	for _, a := range r.rules {
		if err := c.run(a); err != nil {
			return outcome{err: fmt.Errorf("rule %s in %s: %w", a.ID, w.Shown, err)}
		}
	}
	kept, suppressed := r.suppress(w, c.found)
	files, err := w.looked()
	if err != nil {
		return outcome{err: err}
	}
	checked := r.checked(c, kept, suppressed)
	checked.Files, checked.Suppressed = files, len(suppressed)
	return outcome{checked: checked}
}

func (r *runner) result(outcomes []outcome) *Result {
	res := &Result{}
	for _, a := range r.rules {
		res.Rules = append(res.Rules, a.Rule)
	}
	for i := range outcomes {
		res.Workspaces = append(res.Workspaces, outcomes[i].checked)
	}
	res.sum()
	return res
}

// load makes the workspace that rules see of a listed one. Its files are read
// when a rule asks for them, and all of it is let go of after the check.
func (w *Workspace) load(times map[string]time.Time) *Workspace {
	loaded := &Workspace{
		Dir: w.Dir, Shown: w.Shown, Tree: w.Tree, Now: w.Now, Sessions: w.Sessions, Nested: w.Nested,
		Links: w.Links, Bare: w.Bare, Lost: w.Lost, Settings: w.Settings, only: w.only, excluded: w.excluded,
		Files: make([]*File, len(w.Files)),
	}
	for i, f := range w.Files {
		full := path.Join(w.Dir, f.Path)
		loaded.Files[i] = &File{
			Path: f.Path, Document: f.Document, Irregular: f.Irregular, Modified: times[full],
			content: content{tree: w.Tree, name: full},
		}
	}
	for _, b := range w.Bases {
		loaded.Bases = append(loaded.Bases, b.load(nil))
	}
	if w.Ancestor != nil {
		loaded.Ancestor = w.Ancestor.load(nil)
	}
	return loaded
}

// Fetching is a Tree of which files are read quicker when they are named
// beforehand.
type Fetching interface {
	Fetch(names []string) error
}

// fetch announces the files that are going to be read.
func (w *Workspace) fetch() error {
	tree, ok := w.Tree.(Fetching)
	if !ok || w.only != nil {
		return nil
	}
	var names []string
	for _, f := range w.Files {
		if !f.Document.Evidence && f.Irregular == "" {
			names = append(names, f.content.name)
		}
	}
	return tree.Fetch(names)
}

// looked is the number of files that were asked for and looked at, and the
// errors of all that could not be read.
func (w *Workspace) looked() (files int, err error) {
	var errs []error
	for _, f := range w.Files {
		if f.content.err != nil {
			errs = append(errs, fmt.Errorf("read %s: %w", w.display(f.Path), f.content.err))
		}
		if w.shows(f.Path) && (f.content.asked || f.Irregular != "") {
			files++
		}
	}
	for _, b := range append(w.Bases[:len(w.Bases):len(w.Bases)], w.Ancestor) {
		if b != nil {
			_, err := b.looked()
			errs = append(errs, err)
		}
	}
	return files, errors.Join(errs...)
}
