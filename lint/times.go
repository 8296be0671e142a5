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
	for _, w := range workspaces {
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
	}
	return out, nil
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
