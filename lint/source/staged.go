package source

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Staged is what the commit under way will hold: the last commit, with what
// the index holds instead. Now is the moment at which staged files count as
// modified.
//
// It costs two git processes, one of which stays for what is read of it, and one
// more for each other parent of a merge; before the first commit three more.
func (g *Git) Staged(ctx context.Context, now time.Time) (*Staged, error) {
	if g.bare {
		return nil, fmt.Errorf("%s is a bare repository: it has no index; name a commit with --rev", filepath.ToSlash(g.repo.top))
	}
	s := &Staged{staged: newChanges(now)}
	// Git takes most of its time to start: that of the process that reads passes
	// while the other one compares.
	go g.objects.begin()
	differ, err := g.cached(ctx, "HEAD")
	switch {
	case err == nil:
		s.since = "HEAD"
		s.Parents = []string{"HEAD"}
		// Most commits touch no memory: what HEAD holds is read when it is asked for.
		s.Tree = g.tree(sync.OnceValues(func() (revision, error) { return g.objects.revision("HEAD") }))
	case g.born():
		return nil, g.unreadable(err)
	default:
		s.Tree = g.tree(func() (revision, error) { return revision{}, nil })
		if s.since, differ, err = g.first(ctx); err != nil {
			return nil, err
		}
	}
	changed := map[string]bool{}
	for _, d := range differ {
		changed[d.path] = true
		if d.status == "U" {
			s.Unmerged = append(s.Unmerged, d.path)
			continue
		}
		if d.empty() {
			s.Empty = append(s.Empty, d.path)
		}
		s.staged.add(d.path, d.now)
	}
	heads, err := g.mergeHeads()
	if err != nil {
		return nil, err
	}
	for _, head := range heads {
		// What is kept as it was on this side may be lost from the other one.
		differ, err := g.cached(ctx, head)
		if err != nil {
			return nil, g.unreadable(err)
		}
		for _, d := range differ {
			changed[d.path] = true
		}
		s.Parents = append(s.Parents, head)
	}
	for name := range changed {
		s.Changed = append(s.Changed, name)
	}
	slices.Sort(s.Changed)
	s.Tree.staged = s.staged
	return s, nil
}

// Staged is a commit under way.
type Staged struct {
	*Tree
	Parents  []string // names of the commits it will follow: none for the first, several in a merge
	Changed  []string // paths that differ from a parent, deleted and announced ones too; sorted
	Unmerged []string // paths of which the index holds several versions: no commit can be made
	Empty    []string // files that hold nothing, and that are no part of the commit if they were only announced: see Settle

	since    string // what the index is compared with
	staged   *changes
	intended map[string]bool
}

// Settle finds out which files were only announced ("git add -N"): git shows
// those as empty ones, unless it is told not to. The tree holds none of them
// afterwards. It is called before several goroutines read the tree, and costs one
// git process, none when no staged file is empty.
func (s *Staged) Settle(ctx context.Context) error {
	if len(s.Empty) == 0 {
		return nil
	}
	differ, err := s.git.cached(ctx, "--ita-invisible-in-index", s.since)
	if err != nil {
		return s.git.unreadable(err)
	}
	s.intended = map[string]bool{}
	for _, name := range s.Empty {
		s.intended[name] = true
	}
	staged := newChanges(s.staged.now)
	for _, d := range differ {
		if d.status != "U" {
			staged.add(d.path, d.now)
		}
		if d.empty() {
			delete(s.intended, d.path)
		}
	}
	s.Empty, s.staged = nil, staged
	s.Tree.staged, s.Tree.read = staged, map[string]map[string]node{}
	return nil
}

// Intended reports whether a file was announced with "git add -N", and its
// content never added: the commit will not hold it. Settle knows.
func (s *Staged) Intended(name string) bool { return s.intended[name] }

// born reports whether HEAD is a commit.
func (g *Git) born() bool {
	_, err := g.objects.revision("HEAD")
	return !errors.Is(err, errNoObject)
}

// first is what the first commit will hold, seen from the empty tree. That there
// is none yet is asked for once more: a HEAD or a branch that cannot be read is
// another matter.
func (g *Git) first(ctx context.Context) (empty string, differ []difference, err error) {
	if out, err := g.repo.output(ctx, "rev-parse", "-q", "--verify", "HEAD"); err == nil {
		return "", nil, fmt.Errorf("HEAD is %s, which is not here: the repository %s is damaged (see git fsck)",
			bytes.TrimSpace(out), filepath.ToSlash(g.repo.top))
	}
	if text, err := readBounded(filepath.Join(g.repo.data, "HEAD"), 1<<16); err == nil {
		branch := strings.TrimSpace(strings.TrimPrefix(string(text), "ref:"))
		file := filepath.Join(common(g.repo.data), filepath.FromSlash(branch))
		if info, err := os.Lstat(file); err == nil && !info.IsDir() { // git leaves empty folders where branches were
			return "", nil, fmt.Errorf("%s cannot be read: the repository %s is damaged (see git fsck)", branch, filepath.ToSlash(g.repo.top))
		}
	}
	id, err := g.repo.output(ctx, "hash-object", "-t", "tree", "--stdin")
	if err != nil {
		return "", nil, err
	}
	empty = string(bytes.TrimSpace(id))
	if differ, err = g.cached(ctx, empty); err != nil {
		err = g.unreadable(err)
	}
	return empty, differ, err
}

func (g *Git) unreadable(err error) error {
	return fmt.Errorf("read the index of %s: %w; git status says more", filepath.ToSlash(g.repo.top), err)
}

// A difference is one path in which two trees differ.
type difference struct {
	path   string
	now    node   // without a mode when it is deleted
	status string // A, D, M, T, or U for an unmerged path
}

// cached is where the index differs from a revision.
func (g *Git) cached(ctx context.Context, args ...string) (out []difference, err error) {
	repo, done, err := g.repo.aside()
	if err != nil {
		return nil, err
	}
	defer done()
	for d, err := range differences(ctx, repo, append([]string{"diff-index", "--cached"}, args...)...) {
		if err != nil {
			return nil, err
		}
		out = append(out, d)
	}
	return out, nil
}

// empty reports whether the index holds an empty file there.
func (d difference) empty() bool {
	return d.now.id == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391" ||
		d.now.id == "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"
}

// differences runs one of git's plumbing commands that compare trees. They
// obey no diff configuration, and run no program.
func differences(ctx context.Context, repo *repository, args ...string) iter.Seq2[difference, error] {
	args = append([]string{args[0], "--raw", "-z", "--no-renames", "--no-abbrev", "--ignore-submodules=none"}, args[1:]...)
	return func(yield func(difference, error) bool) {
		var d difference
		isPath := false
		for record, err := range repo.records(ctx, nil, append(args, "--")...) {
			if err != nil {
				yield(difference{}, err)
				return
			}
			if isPath = !isPath; isPath { // ":oldmode newmode oldid newid status"
				fields := strings.Fields(record)
				if len(fields) < 5 {
					yield(difference{}, fmt.Errorf("git %s: unexpected answer %q", args[0], record))
					return
				}
				d = difference{status: fields[4]}
				if d.status != "D" && d.status != "U" {
					d.now = node{mode: fields[1], id: fields[3]}
				}
				continue
			}
			d.path = record
			if !yield(d, nil) {
				return
			}
		}
	}
}

// mergeHeads are the other parents of a merge under way. Git writes them down
// before a conflict is solved; before a merge that has none it tells the hook
// by the environment.
func (g *Git) mergeHeads() ([]string, error) {
	text, err := readBounded(filepath.Join(g.repo.data, "MERGE_HEAD"), 1<<16)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("read which commits are merged: %w", err)
	}
	var heads []string
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		if id, _, _ := strings.Cut(lines.Text(), "\t"); isID(id) {
			heads = append(heads, id)
		}
	}
	action, _, _ := strings.Cut(lookup(g.repo.env, "GIT_REFLOG_ACTION"), " ")
	if len(heads) > 0 || action != "merge" && action != "pull" {
		return heads, nil
	}
	for _, entry := range g.repo.env {
		name, _, _ := strings.Cut(entry, "=")
		if id, ok := strings.CutPrefix(name, "GITHEAD_"); ok && isID(id) && !slices.Contains(heads, id) {
			heads = append(heads, id)
		}
	}
	slices.Sort(heads)
	return heads, nil
}

// isID reports whether a word is an object's id, whole.
func isID(word string) bool {
	return (len(word) == 40 || len(word) == 64) && strings.Trim(word, "0123456789abcdef") == ""
}
