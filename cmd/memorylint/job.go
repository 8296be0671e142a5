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

// A job is one run: what is named, how it is configured, and the trees that
// were opened for it.
type job struct {
	std   streams
	opts  options
	from  sources
	now   time.Time
	cwd   string
	base  string // paths in the output are relative to it
	names []named
	self  bool // the named folders alone, nothing below them

	documents []protocol.Document             // what is looked for; nil: what the config says
	choose    func([]*lint.Rule) []*lint.Rule // what is run instead of all rules; nil: what --only says

	config     *config.Config
	configured []protocol.Document // by config
	file       string              // the config file; "" for none
	configDir  string              // where its globs begin; "" without a config file
	trees      []*source.Worktree
	gits       map[string]*source.Git // by their top
	commit     *commit                // nil: the working tree is linted
	drafts     map[string][]byte      // by absolute path: documents that hold something else than on disk
	openclaw   *source.OpenClaw
	homes      source.Homes
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
	return newJobIn(std, o, cwd, now)
}

// newJobIn is newJob for another folder than the current one and for options
// that were checked.
func newJobIn(std streams, o options, dir string, now time.Time) (*job, error) {
	cwd, err := filepath.EvalSymlinks(dir)
	if err != nil {
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
		gits:  map[string]*source.Git{},
	}, nil
}

// close lets go of the working trees; the repositories stay open for the report.
func (j *job) close() {
	for _, t := range j.trees {
		t.Close()
	}
}

func (j *job) closeGits() {
	for _, git := range j.gits {
		git.Close()
	}
}

// check finds and checks the workspaces of all that is named.
func (j *job) check(ctx context.Context, doctor bool) (*lint.Result, error) {
	if err := j.spare(config.Default()); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(j.names, func(n named) bool { return n.top != "" }) && !source.HasGit() {
		j.std.note("git was not found: files are judged by their times on disk, and none counts as ignored or deleted")
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

// spare refuses to write the report over what is linted by, over memory first:
// linting never writes that. The configuration says what is memory.
func (j *job) spare(c *config.Config) error {
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
	name := filepath.ToSlash(file)
	_, memory := lint.WorkspaceOf(name, c.Documents())
	switch {
	case memory:
		return fmt.Errorf("--output %s is a memory document; the report goes elsewhere", j.opts.output)
	case file == j.file, slices.Contains(config.Names(), path.Base(name)):
		return fmt.Errorf("--output %s is a configuration file; the report goes elsewhere", j.opts.output)
	case strings.Contains(name, "/.git/"):
		return fmt.Errorf("--output %s is git's own file; the report goes elsewhere", j.opts.output)
	}
	return nil
}

// one is check for what obeys one configuration.
func (j *job) one(ctx context.Context, file string, doctor bool) (*lint.Result, error) {
	if err := j.configure(file); err != nil {
		return nil, err
	}
	if err := j.spare(j.config); err != nil {
		return nil, err
	}
	j.trees = nil
	defer j.close()
	selected, err := j.selected()
	if err != nil {
		return nil, err
	}
	var results []*lint.Result
	for _, root := range j.roots() {
		r, err := j.lintIn(ctx, root, selected, doctor)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	return lint.Merge(results...), nil
}

// absolute is the place on disk of what the output names.
func (j *job) absolute(shown string) string {
	name := filepath.FromSlash(shown)
	if filepath.IsAbs(name) || path.IsAbs(shown) {
		return name
	}
	return filepath.Join(j.base, name)
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
	dir := j.absolute(w.Shown)
	var out []lint.Session
	for _, t := range append(j.openclaw.Transcripts(dir), j.homes.Claude(dir)...) {
		out = append(out, lint.Session{Path: t.Path, Time: t.Time})
	}
	return out, nil
}

// selected are the rules to run: all, or those that --only names.
func (j *job) selected() ([]*lint.Rule, error) {
	all := rules.With(j.config.Continuity)
	if j.choose != nil {
		return j.choose(all), nil
	}
	return only(all, j.opts.only)
}

// only are the rules that names speak of, all without any. A name is a rule's
// or a module's.
func only(all []*lint.Rule, names []string) ([]*lint.Rule, error) {
	if len(names) == 0 {
		return all, nil
	}
	var errs []error
	wanted := map[string]bool{}
	for _, name := range names {
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

// content reads a file that the output shows, for its source lines.
func (j *job) content(shown string) []byte {
	name := j.absolute(shown)
	if j.commit != nil {
		src, _ := j.commit.read(name) // what cannot be read is not shown
		return src
	}
	if text, ok := j.drafts[name]; ok {
		return text
	}
	return readRegular(name)
}

// readRegular reads a regular file; nil when that cannot be done.
func readRegular(name string) []byte {
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
