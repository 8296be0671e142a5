package source

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A Git reads what a repository has committed and what its index holds. It
// writes nothing, and whatever the repository's configuration names (hooks,
// filters, diff programs, file system monitors) is not run.
type Git struct {
	repo    *repository
	bare    bool
	objects *objects
}

// OpenGit opens the repository that git would work for in the folder dir, by
// the environment first (a hook is told there), else by where the folder lies.
// Without git, and outside of any repository, it is an error.
//
// From the first question until Close one git process runs for it.
func OpenGit(ctx context.Context, dir string) (*Git, error) {
	real, err := realPath(dir)
	if err != nil {
		return nil, err
	}
	if !HasGit() {
		return nil, errors.New("git was not found on PATH; install it, or lint the files on disk")
	}
	g := &Git{}
	environ := os.Environ()
	g.repo = enclosing(real, environ)
	if g.repo == nil || inBare(real, g.repo.top) || lookup(environ, "GIT_DIR") != "" && !speaksOf(environ, g.repo.top, g.repo.data) {
		if g.repo, g.bare, err = asked(ctx, real, environ); err != nil {
			if strings.Contains(err.Error(), "not a git repository") {
				err = fmt.Errorf("%s is in no git repository", filepath.ToSlash(real))
			}
			return nil, err
		}
	}
	// What a commit holds is what its ids say, whatever "git replace" shows here.
	g.repo.env = append(g.repo.env, "GIT_NO_REPLACE_OBJECTS=1")
	g.objects = &objects{repo: g.repo, ctx: ctx}
	return g, nil
}

// Close ends what runs for it.
func (g *Git) Close() error {
	g.objects.close()
	return nil
}

// Err is the first thing that could not be read of its trees; nil when all
// could. Whoever only asks whether a name is there may have taken it for
// missing.
func (g *Git) Err() error {
	g.objects.mu.Lock()
	defer g.objects.mu.Unlock()
	return cmp.Or(g.objects.unread, g.objects.broken)
}

// Top is the folder at which the paths of its trees begin: that of the work
// tree or, in a bare repository, that of its data. It is absolute, with links
// resolved.
func (g *Git) Top() string { return g.repo.top }

// asked is the repository that git itself names in the folder dir. It is asked
// where nothing tells of one but the environment, or the folder's own form: a
// bare repository.
func asked(ctx context.Context, dir string, environ []string) (r *repository, bare bool, err error) {
	r = &repository{top: dir, env: append(without(environ, nil), harmless()...)}
	one := func(args ...string) (string, error) {
		out, err := r.output(ctx, append([]string{"rev-parse"}, args...)...)
		return strings.TrimSuffix(string(out), "\n"), err
	}
	data, err := one("--absolute-git-dir")
	if err != nil {
		return nil, false, fmt.Errorf("find the repository of %s: %w", dir, err)
	}
	top, err := one("--show-toplevel")
	if err != nil || top == "" {
		top, bare = data, true
	}
	if top, err = realPath(top); err != nil {
		return nil, false, err
	}
	env := append(without(environ, []string{"GIT_DIR", "GIT_WORK_TREE"}), fixed(top)...)
	env = append(env, "GIT_DIR="+data)
	if !bare {
		env = append(env, "GIT_WORK_TREE="+top)
	}
	return &repository{top: top, data: data, env: env}, bare, nil
}

// output runs one git command that says little.
func (r *repository) output(ctx context.Context, args ...string) ([]byte, error) {
	program, err := program()
	if err != nil {
		return nil, err
	}
	cmd := r.command(ctx, program, args...)
	var said messages
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return nil, failure(args[0], string(said.first), err)
	}
	return out, nil
}

// Revision is the tree of a commit. Rev is named as git names one (a branch, a
// tag, an id, HEAD~2); it may be a tree too, whose files' times nobody knows.
func (g *Git) Revision(rev string) (*Tree, error) {
	at, err := g.find(rev)
	if err != nil {
		return nil, err
	}
	return g.tree(func() (revision, error) { return at, nil }), nil
}

// find finds a revision by the name that a user gives it.
func (g *Git) find(rev string) (revision, error) {
	name := rev
	if strings.Contains(rev, ":") { // HEAD:folder and :/text, to which nothing can be added
		if out, err := g.repo.output(g.objects.ctx, "rev-parse", "-q", "--verify", "--end-of-options", rev); err == nil {
			name = string(bytes.TrimSpace(out))
		}
	}
	at, err := g.objects.revision(name)
	if errors.Is(err, errNoObject) {
		return at, g.unknown(rev)
	}
	if err != nil {
		return at, fmt.Errorf("read revision %s: %w", rev, err)
	}
	return at, nil
}

func (g *Git) tree(at func() (revision, error)) *Tree {
	return &Tree{git: g, at: at, read: map[string]map[string]node{}}
}

// unknown says that there is no such revision, and what may help.
func (g *Git) unknown(rev string) error {
	cure := "see git log for those there are"
	if g.shallow() {
		cure = deepen
	}
	return fmt.Errorf("no revision %q in %s; %s", rev, filepath.ToSlash(g.repo.top), cure)
}

// shallow reports whether the history ends before its beginning.
func (g *Git) shallow() bool { return len(boundary(g.repo.data)) > 0 }

const deepen = "this clone is shallow: fetch more of it (git fetch --unshallow; in CI, fetch-depth: 0)"

// MergeBase is the id of the best common ancestor of revisions; "" when they
// have none. In a shallow clone nobody knows that, and it is an error. It costs
// one git process.
func (g *Git) MergeBase(ctx context.Context, revs ...string) (string, error) {
	args := []string{"merge-base"}
	if len(revs) > 2 {
		args = append(args, "--octopus")
	}
	out, err := g.repo.output(ctx, append(append(args, "--"), revs...)...)
	var ended *exec.ExitError
	if errors.As(err, &ended) && ended.ExitCode() == 1 {
		if g.shallow() {
			return "", fmt.Errorf("where %s part is not in %s; %s", strings.Join(revs, " and "), filepath.ToSlash(g.repo.top), deepen)
		}
		return "", nil
	}
	id, _, _ := strings.Cut(string(out), "\n")
	return id, err
}

// Between lists the paths in which two revisions differ, deleted ones too. It
// costs one git process.
func (g *Git) Between(ctx context.Context, from, to string) ([]string, error) {
	ids := make([]string, 2)
	for i, rev := range []string{from, to} {
		at, err := g.find(rev)
		if err != nil {
			return nil, err
		}
		ids[i] = at.tree
	}
	var names []string
	for d, err := range differences(ctx, g.repo, "diff-tree", "-r", ids[0], ids[1]) {
		if err != nil {
			return nil, err
		}
		names = append(names, d.path)
	}
	return names, nil
}
