package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/config"
	"github.com/memorylint/memorylint/lint/source"
	"github.com/memorylint/memorylint/rules"
	"github.com/memorylint/memorylint/rules/protocol"
)

// A job is one run over the working tree: what is named, how it is configured,
// and the trees that were opened for it.
type job struct {
	std   streams
	opts  options
	now   time.Time
	cwd   string
	base  string // paths in the output are relative to it
	names []named
	self  bool // the named folders alone, nothing below them

	documents []protocol.Document // what is looked for; nil: what the config says

	config    *config.Config
	configDir string // where its globs begin; "" without a config file
	trees     []*source.Worktree
	openclaw  *source.OpenClaw
	homes     source.Homes
}

func newJob(std streams, o options) (*job, error) {
	now, err := o.check()
	if err != nil {
		return nil, err
	}
	cwd, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("find the current folder: %w", err)
	}
	if cwd, err = filepath.EvalSymlinks(cwd); err != nil {
		return nil, fmt.Errorf("find the current folder: %w", err)
	}
	base := cwd
	if top, ok := source.Repository(cwd); ok {
		base = top
	}
	home, _ := os.UserHomeDir() // without one there is no evidence there
	return &job{
		std: std, opts: o, now: now, cwd: cwd, base: base,
		homes: source.Homes{Home: home, Getenv: os.Getenv},
	}, nil
}

func (j *job) close() {
	for _, t := range j.trees {
		t.Close()
	}
}

// configure finds and reads the config file in force: the one named, else the
// nearest one from the linted folder up to the repository's root.
func (j *job) configure() error {
	name, src, err := j.configFile()
	if err != nil {
		return err
	}
	if name == "" {
		j.config = config.Default()
		return nil
	}
	j.configDir = filepath.Dir(name)
	j.config, err = config.Parse(j.show(name), src, config.Known{Rules: ruleIDs()})
	return err
}

func (j *job) configFile() (name string, src []byte, err error) {
	switch {
	case j.opts.noConfig:
		return "", nil, nil
	case j.opts.config != "":
		if name, err = filepath.Abs(j.opts.config); err != nil {
			return "", nil, err
		}
		src, err = os.ReadFile(name)
		if err != nil {
			return "", nil, fmt.Errorf("read config: %w", err)
		}
		return name, src, nil
	}
	start, stop := j.cwd, j.base
	if len(j.names) > 0 {
		start = common(j.names)
		switch top := j.names[0].top; {
		case top != "" && contains(top, start):
			stop = top
		case !contains(j.cwd, start):
			stop = start
		}
	}
	lookup := func(name string) ([]byte, error) { return os.ReadFile(filepath.FromSlash(name)) }
	name, src, err = config.Find(lookup, filepath.ToSlash(start), filepath.ToSlash(stop))
	return filepath.FromSlash(name), src, err
}

// show is how the output names a path: relative to the repository's root, or
// to the current folder outside git; absolute when it lies elsewhere.
func (j *job) show(path string) string {
	if contains(j.base, path) {
		return slash(j.base, path)
	}
	return filepath.ToSlash(path)
}

// known are the documents that are looked for.
func (j *job) known() []protocol.Document {
	if j.documents != nil {
		return j.documents
	}
	return j.config.Documents()
}

// settings is what rules and discovery are told of the configuration.
func (j *job) settings(root string) *lint.Settings {
	s := &lint.Settings{
		Documents: j.known(), Require: j.config.Require, Strict: j.config.Strict,
		Live: j.config.CurrentState.Live, Characters: j.config.Limits.Characters,
	}
	if j.configDir != "" && len(j.config.Exclude) > 0 {
		s.Excluded = func(name string) bool {
			full := filepath.Join(root, filepath.FromSlash(name))
			return contains(j.configDir, full) && j.config.Excluded(slash(j.configDir, full))
		}
	}
	return s
}

// discover opens the trees of all that is named and finds the workspaces.
func (j *job) discover(ctx context.Context, doctor bool) (*lint.Found, error) {
	var roots []string
	targets := map[string][]lint.Target{}
	for _, n := range j.names {
		root := n.root(j.cwd, j.known())
		if !slices.Contains(roots, root) {
			roots = append(roots, root)
		}
		targets[root] = append(targets[root], lint.Target{Path: slash(root, n.path), File: n.file, Self: j.self})
	}
	all := &lint.Found{}
	for _, root := range roots {
		tree, err := source.Open(root)
		if err != nil {
			return nil, err
		}
		j.trees = append(j.trees, tree)
		s := j.settings(root)
		s.Doctor = doctor
		found, err := lint.Discover(ctx, lint.Scope{Tree: tree, Targets: targets[root], Prefix: j.show(root)}, s, j.now)
		if err != nil {
			return nil, err
		}
		all.Workspaces = append(all.Workspaces, found.Workspaces...)
		all.Excluded = append(all.Excluded, found.Excluded...)
		all.Skipped = append(all.Skipped, found.Skipped...)
	}
	slices.SortStableFunc(all.Workspaces, func(a, b *lint.Workspace) int { return strings.Compare(a.Shown, b.Shown) })
	return all, nil
}

// absolute is the workspace's folder on disk.
func (j *job) absolute(w *lint.Workspace) string {
	if path.IsAbs(filepath.ToSlash(w.Shown)) || filepath.IsAbs(filepath.FromSlash(w.Shown)) {
		return filepath.FromSlash(w.Shown)
	}
	return filepath.Join(j.base, filepath.FromSlash(w.Shown))
}

// evidence gives the sessions that agent runtimes recorded for a workspace.
func (j *job) evidence(w *lint.Workspace) ([]lint.Session, error) {
	if j.openclaw == nil {
		var err error
		if j.openclaw, err = j.homes.OpenClaw(""); err != nil {
			// The memory can be judged all the same; that this evidence is missing is said.
			fmt.Fprintf(j.std.err, "memorylint: staleness is judged without OpenClaw's transcripts: %v\n", err)
			j.openclaw = &source.OpenClaw{}
		}
	}
	dir := j.absolute(w)
	var out []lint.Session
	for _, t := range append(j.openclaw.Transcripts(dir), j.homes.Claude(dir)...) {
		out = append(out, lint.Session{Path: t.Path, Time: t.Time})
	}
	return out, nil
}

// selected are the rules to run: all, or those that --only names.
func (j *job) selected() ([]*lint.Rule, error) {
	all := rules.With(j.config.Continuity)
	if len(j.opts.only) == 0 {
		return all, nil
	}
	var errs []error
	wanted := map[string]bool{}
	for _, name := range j.opts.only {
		n := len(wanted)
		for _, r := range all {
			if r.ID == name || strings.HasPrefix(r.ID, name+"/") {
				wanted[r.ID] = true
			}
		}
		if len(wanted) == n && !wanted[name] {
			errs = append(errs, unknownRule(name))
		}
	}
	return slices.DeleteFunc(all, func(r *lint.Rule) bool { return !wanted[r.ID] }), errors.Join(errs...)
}

// run checks the workspaces that were found.
func (j *job) run(ctx context.Context, found *lint.Found) (*lint.Result, error) {
	selected, err := j.selected()
	if err != nil {
		return nil, err
	}
	result, err := lint.Run(ctx, found.Workspaces, selected, lint.Options{
		Severity: j.config.Severities(ruleIDs()), Known: ruleIDs(), Evidence: j.evidence,
	})
	if err != nil {
		return nil, err
	}
	result.Excluded, result.Skipped = found.Excluded, found.Skipped
	return result, nil
}

// content reads a file that the output shows, for its source lines.
func (j *job) content(shown string) []byte {
	name := filepath.FromSlash(shown)
	if !filepath.IsAbs(name) {
		name = filepath.Join(j.base, name)
	}
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	src, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return src
}
