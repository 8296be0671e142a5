package hooks

import (
	"context"
	"fmt"
	"os"
	"slices"
)

// Uninstall takes away the hooks asked for that memorylint wrote, and gives
// those that were kept their names back: all or none of them. Any other hook
// is left alone.
func Uninstall(ctx context.Context, o Options) ([]Change, error) {
	hooks, err := o.types()
	if err != nil {
		return nil, err
	}
	f, err := open(ctx, o.Dir, hooks)
	if err != nil {
		return nil, err
	}
	if f.outside != "" {
		return nil, &Refusal{Reason: f.outside + ", where memorylint installs nothing and takes nothing away"}
	}
	var (
		j    journal
		done []Change
	)
	for _, p := range f.places {
		if err == nil {
			var c Change
			c, err = j.take(p, hooks)
			done = append(done, c)
		}
	}
	if err = j.settle(err); err != nil {
		return nil, err
	}
	return done, nil
}

// take takes one hook away.
func (j *journal) take(p *place, hooks []string) (Change, error) {
	c := Change{Type: p.hook, Path: p.path, Outcome: Left}
	if other := p.follows(); slices.Contains(hooks, other) {
		c.Outcome, c.Note = Followed, other
		return c, nil
	}
	kept, err := os.Lstat(p.chained())
	switch {
	case p.link, p.kind != Ours && p.kind != Missing:
		c.Note = p.stranger()
		return c, nil
	case err == nil && kept.IsDir():
		return c, fmt.Errorf("restore %s: it is a folder", p.chained())
	case err == nil:
		c.Outcome = Restored
		return c, j.restore(p)
	case p.kind == Missing:
		c.Outcome = Absent
		return c, nil
	}
	c.Outcome = Removed
	return c, j.remove(p)
}

// stranger says in a few words what stands here, when that is not a script of
// ours alone.
func (p *place) stranger() string {
	switch {
	case p.kind == Blocked:
		return "is no file"
	case p.kind == Edited:
		return "was written by memorylint and edited since"
	case p.link && p.kind == Ours:
		return "is a link to a hook of memorylint, which did not make the link"
	}
	return "is a hook that memorylint did not write"
}
