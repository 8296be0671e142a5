package source

import (
	"context"
	"fmt"
	"iter"
	"path"
	"strings"
	"time"
)

// Paths lists the files and links at or below the folder dir, submodules and
// what lies in a folder called node_modules left out. It costs one git process.
// The order is not defined, and no name comes twice. An error ends the listing.
func (t *Tree) Paths(ctx context.Context, dir string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		fail := func(err error) { yield("", fmt.Errorf("list files of %s: %w", dir, err)) }
		real, n, err := t.find("list", dir, true)
		if err != nil {
			fail(err)
			return
		}
		if id := n.id; id != "" && n.mode == modeTree {
			for record, err := range t.git.repo.records(ctx, nil, "ls-tree", "-r", "-z", "--full-tree", id) {
				if err != nil {
					fail(err)
					return
				}
				meta, p, _ := strings.Cut(record, "\t")
				if unvisited(p) || t.replaced(path.Join(real, p)) || strings.HasPrefix(meta, modeModule) {
					continue
				}
				if !yield(path.Join(dir, p), nil) {
					return
				}
			}
		}
		if t.staged == nil {
			return
		}
		for p, n := range t.staged.nodes {
			if n.mode == "" || n.mode == modeModule {
				continue
			}
			rest := p
			if real != "." {
				below := false
				if rest, below = strings.CutPrefix(p, real+"/"); !below {
					continue
				}
			}
			if unvisited(rest) {
				continue
			}
			if !yield(path.Join(dir, rest), nil) {
				return
			}
		}
	}
}

// unvisited reports whether a path leads through a folder that is never entered.
func unvisited(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == ".git" || part == "node_modules" {
			return true
		}
	}
	return false
}

// Modified gives the moment each named file was last modified (SPEC 4.1): the
// committer time of the last commit, up to this one, that gave it its content.
// In the index a file that differs from the last commit is being modified at
// the moment that the tree was made for. A name has no entry when it names no
// file, or when its last change lies beyond the end of a shallow or partial
// clone.
//
// It costs one git process at most, and none when all names were staged.
func (t *Tree) Modified(ctx context.Context, names []string) (map[string]time.Time, error) {
	times := make(map[string]time.Time, len(names))
	blobs := map[string]string{}
	real := map[string][]string{} // what was asked for, by path
	for _, name := range names {
		p, n, err := t.find("stat", name, true)
		if err != nil || !strings.HasPrefix(n.mode, "100") {
			continue
		}
		if t.staged != nil {
			if _, ok := t.staged.nodes[p]; ok {
				times[name] = t.staged.now
				continue
			}
		}
		blobs[p], real[p] = n.id, append(real[p], name)
	}
	at, err := t.at()
	if err != nil || at.commit == "" {
		return times, err
	}
	changed, err := t.git.repo.changed(ctx, at.commit, blobs)
	if err != nil {
		return nil, fmt.Errorf("find when files were modified: %w", err)
	}
	for p, when := range changed {
		for _, name := range real[p] {
			times[name] = when
		}
	}
	return times, nil
}
