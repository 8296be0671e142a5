package lint

import (
	"context"
	"path"
	"time"

	"github.com/memorylint/memorylint/rules/protocol"
)

// staleRule is the one rule that asks for times.
const staleRule = "staleness/state"

// times asks, once for each tree, when the documents were modified whose times
// are compared: the states and the evidence of sessions, in workspaces that
// have both. The result runs parallel to workspaces.
func (r *runner) times(ctx context.Context, workspaces []*Workspace) ([]map[string]time.Time, error) {
	out := make([]map[string]time.Time, len(workspaces))
	if _, ok := r.find(staleRule); !ok {
		return out, nil
	}
	names := map[Tree][]string{}
	var trees []Tree
	changing := changing(workspaces)
	for i, w := range workspaces {
		if changing[i] {
			continue
		}
		if r.opts.Evidence != nil {
			sessions, err := r.opts.Evidence(w)
			if err != nil {
				return nil, err
			}
			w.Sessions = sessions
		}
		if w.File(protocol.StatePath) == nil {
			continue
		}
		wanted := w.evidence()
		if len(wanted) == 0 && len(w.Sessions) == 0 {
			continue
		}
		if _, ok := names[w.Tree]; !ok {
			trees = append(trees, w.Tree)
		}
		names[w.Tree] = append(append(names[w.Tree], path.Join(w.Dir, protocol.StatePath)), wanted...)
	}
	known := map[Tree]map[string]time.Time{}
	for _, tree := range trees {
		times, err := tree.Modified(ctx, names[tree])
		if err != nil {
			return nil, err
		}
		known[tree] = times
	}
	for i, w := range workspaces {
		out[i] = known[w.Tree]
		if changing[i] {
			out[i] = map[string]time.Time{path.Join(w.Dir, protocol.StatePath): w.Now}
		}
	}
	return out, nil
}

// changing tells which states are modified at the very moment of the run: those
// that a commit under way changes. No session can be newer, and the history of
// sessions, which may be long, is not asked for.
func changing(workspaces []*Workspace) []bool {
	out := make([]bool, len(workspaces))
	for i, w := range workspaces {
		c, ok := w.Tree.(Changing)
		out[i] = ok && c.Changes(path.Join(w.Dir, protocol.StatePath))
	}
	return out
}

// Changing is a Tree that knows which of its files are being modified at the
// moment of the run.
type Changing interface {
	Changes(name string) bool
}

// evidence lists the documents that say that a session ran, relative to the
// tree's root.
func (w *Workspace) evidence() []string {
	var out []string
	for _, f := range w.Files {
		if f.Document.Evidence {
			out = append(out, path.Join(w.Dir, f.Path))
		}
	}
	return out
}
