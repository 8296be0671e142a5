package main

import (
	"context"
	"slices"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/source"
)

// roots are the folders that are opened to look at what is named, each once.
func (j *job) roots() []string {
	var roots []string
	for _, n := range j.names {
		if root := n.root(j.cwd, j.known()); !slices.Contains(roots, root) {
			roots = append(roots, root)
		}
	}
	return roots
}

// lintIn finds and checks the workspaces of what is named below one root.
func (j *job) lintIn(ctx context.Context, root string, selected []*lint.Rule, doctor bool) (*lint.Result, error) {
	scope, err := j.scope(ctx, root)
	if err != nil {
		return nil, err
	}
	settings := j.settings(root)
	settings.Doctor = doctor
	found, err := lint.Discover(ctx, scope, settings, j.now)
	if err != nil {
		return nil, err
	}
	opts := lint.Options{
		Severity: j.config.Severities(ruleIDs()), Known: ruleIDs(), Commit: j.from.staged,
	}
	if j.commit == nil {
		opts.Evidence = j.evidence
	}
	result, err := lint.Run(ctx, found.Workspaces, selected, opts)
	if err != nil {
		return nil, err
	}
	result.Excluded, result.Skipped = found.Excluded, found.Skipped
	if j.from.newFrom != "" {
		known, err := j.knownFindings(ctx, root, scope, settings, selected, opts)
		if err != nil {
			return nil, err
		}
		result.Hide(known)
	}
	return result, nil
}

// scope opens the tree at root, and what came before it.
func (j *job) scope(ctx context.Context, root string) (lint.Scope, error) {
	s := lint.Scope{Prefix: j.show(root)}
	for _, n := range j.names {
		if n.root(j.cwd, j.known()) != root {
			continue
		}
		t := lint.Target{Path: slash(root, n.path), File: n.file, Self: j.self, Loose: n.loose}
		if j.commit != nil {
			t.Changed = j.commit.touching
			t.Loose = t.Loose && (t.File || len(j.config.Require) == 0)
		}
		s.Targets = append(s.Targets, t)
	}
	var b before
	var err error
	if j.commit != nil {
		s.Tree, b = j.commit.tree, j.commit.before
	} else {
		s.Tree, err = j.openWorktree(root)
		if err == nil {
			b, err = j.before(ctx, root)
		}
	}
	s.Bases, s.Ancestor = b.trees, b.ancestor
	return s, err
}

// openWorktree opens the files on disk, with the drafts in their places.
func (j *job) openWorktree(root string) (lint.Tree, error) {
	tree, err := source.Open(root)
	if err != nil {
		return nil, err
	}
	j.trees = append(j.trees, tree)
	texts := map[string][]byte{}
	for file, text := range j.drafts {
		if contains(root, file) {
			texts[slash(root, file)] = text
		}
	}
	if len(texts) == 0 {
		return tree, nil
	}
	return source.NewDraft(tree, texts, j.now), nil
}
