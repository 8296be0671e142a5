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
	file      string // the config file; "" for none
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

// A part is what is named and obeys one configuration.
type part struct {
	file  string // the config file; "" for none
	names []named
}

// parts splits what is named by the config file in force for it, the deepest
// file first: of a workspace that is reached by two, its own counts.
func (j *job) parts() ([]part, error) {
	var out []part
	files := map[string]string{} // by folder
	for _, n := range j.names {
		file, ok := files[n.folder()]
		if !ok {
			var err error
			if file, err = j.configFile(n); err != nil {
				return nil, err
			}
			files[n.folder()] = file
		}
		i := slices.IndexFunc(out, func(p part) bool { return p.file == file })
		if i < 0 {
			i, out = len(out), append(out, part{file: file})
		}
		out[i].names = append(out[i].names, n)
	}
	slices.SortStableFunc(out, func(a, b part) int { return len(filepath.Dir(b.file)) - len(filepath.Dir(a.file)) })
	return out, nil
}

// configFile is the config file in force: the one named, else the nearest one
// from the linted folder up to the repository's root, or to the current folder
// outside git. It is "" when there is none.
func (j *job) configFile(n named) (string, error) {
	switch {
	case j.opts.noConfig:
		return "", nil
	case j.opts.config != "":
		return filepath.Abs(j.opts.config)
	}
	stop := n.top
	if stop == "" {
		stop = n.folder()
		if contains(j.cwd, stop) {
			stop = j.cwd
		}
	}
	there := func(name string) ([]byte, error) {
		_, err := os.Lstat(filepath.FromSlash(name))
		return nil, err
	}
	name, _, err := config.Find(there, filepath.ToSlash(n.folder()), filepath.ToSlash(stop))
	return filepath.FromSlash(name), err
}

// configure reads a config file; "" is the default configuration.
func (j *job) configure(file string) error {
	if file == "" {
		j.config = config.Default()
		return nil
	}
	src, err := readBounded(nil, file, maxConfig)
	if err != nil {
		return fmt.Errorf("read config: %w", err)
	}
	j.configDir = filepath.Dir(file)
	j.config, err = config.Parse(j.show(file), src, config.Known{Rules: ruleIDs()})
	return err
}

// check finds and checks the workspaces of all that is named.
func (j *job) check(ctx context.Context, doctor bool) (*lint.Result, error) {
	if err := j.spare(); err != nil {
		return nil, err
	}
	parts, err := j.parts()
	if err != nil {
		return nil, err
	}
	var results []*lint.Result
	var errs []error
	for _, p := range parts {
		one := *j
		one.names = p.names
		r, err := one.one(ctx, p.file, doctor)
		j.openclaw = one.openclaw // read once
		results, errs = append(results, r), append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return lint.Merge(results...), nil
}

// spare refuses to write the report over memory: linting never writes that.
func (j *job) spare() error {
	if j.opts.output == "" {
		return nil
	}
	file, err := filepath.Abs(j.opts.output)
	if err != nil {
		return err
	}
	if to, err := filepath.EvalSymlinks(file); err == nil {
		file = to
	}
	if _, ok := lint.WorkspaceOf(filepath.ToSlash(file), config.Default().Documents()); ok {
		return fmt.Errorf("--output %s is a memory document; the report goes elsewhere", j.opts.output)
	}
	return nil
}

// one is check for what obeys one configuration.
func (j *job) one(ctx context.Context, file string, doctor bool) (*lint.Result, error) {
	if err := j.configure(file); err != nil {
		return nil, err
	}
	j.trees = nil
	defer j.close()
	found, err := j.discover(ctx, doctor)
	if err != nil {
		return nil, err
	}
	return j.run(ctx, found)
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
			j.std.note("staleness is judged without OpenClaw's transcripts: %v", err)
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
