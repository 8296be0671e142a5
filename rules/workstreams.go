package rules

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed workstreams.md
var workstreamsDoc string

var workstreamsKey = &lint.Rule{
	ID: "workstreams/key", Severity: lint.Warning, Doc: workstreamsDoc,
	Kinds: []protocol.Kind{protocol.Memory},
	Check: checkWorkstreamKeys,
}

var workstreamsOwner = &lint.Rule{
	ID: "workstreams/owner", Severity: lint.Info, Doc: workstreamsDoc,
	Kinds: []protocol.Kind{protocol.Memory},
	Check: checkWorkstreamOwners,
}

// A workstream is one row of the table of workstreams.
type workstream struct {
	at     markdown.Span
	id     string
	owner  string
	key    string // owner, worktree and branch; "" when it does not tell one from another
	text   string
	closed bool
}

// workstreams are the rows of the memory's table that are filled in, and
// whether there is such a table at all.
func workstreams(f *lint.File) (rows []workstream, table bool) {
	place := f.Layout().Place(protocol.ActiveWorkstreams)
	if place == nil {
		return nil, false
	}
	for _, body := range place.Bodies() {
		for _, t := range f.Doc().Tables(body) {
			g := gridOf(&t, protocol.ColumnID, protocol.ColumnOwner, protocol.ColumnWorktree, protocol.ColumnBranch, protocol.ColumnStatus)
			if !g.has(protocol.ColumnOwner) {
				continue
			}
			table = true
			for _, r := range t.Rows {
				if f.Holds(r.Span) == markdown.Filled {
					rows = append(rows, workstreamOf(f, g, r))
				}
			}
		}
	}
	return rows, table
}

func workstreamOf(f *lint.File, g *grid, r markdown.Row) workstream {
	w := workstream{
		at: r.Span, id: g.cell(r, protocol.ColumnID).Text, owner: g.cell(r, protocol.ColumnOwner).Text, text: f.Doc().Text(r.Span),
	}
	status := strings.Fields(words(g.cell(r, protocol.ColumnStatus).Text))
	w.closed = len(status) > 0 && slices.Contains(protocol.ClosedStatus(), status[0])
	worktree, branch := g.cell(r, protocol.ColumnWorktree), g.cell(r, protocol.ColumnBranch)
	if f.Holds(worktree.Span) == markdown.Filled || f.Holds(branch.Span) == markdown.Filled {
		w.key = strings.Join([]string{strings.ToLower(w.owner), worktree.Text, branch.Text}, "\n")
	}
	return w
}

func checkWorkstreamKeys(p *lint.Pass) error {
	rows, _ := workstreams(p.File)
	first := map[string]markdown.Span{}
	for _, w := range rows {
		if w.closed || w.key == "" {
			continue
		}
		at, again := first[w.key]
		if !again {
			first[w.key] = w.at
			continue
		}
		p.Report(lint.Diagnostic{
			Range: p.File.Range(w.at), Subject: w.key,
			Message: message("workstream of %s has the worktree and branch of line %d; keep one active row",
				lint.Clip(w.owner, 24), lineOf(p.File, at)),
			Related: []lint.Related{seen(p.File, at, "the first row")},
		})
	}
	return nil
}

func checkWorkstreamOwners(p *lint.Pass) error {
	rows, table := workstreams(p.File)
	if !table {
		return nil
	}
	known := map[string]bool{}
	for _, w := range rows {
		for _, name := range ownerNames(w.owner) {
			known[name] = true
		}
	}
	for _, it := range memoryItems(p.File) {
		if it.settled || it.section != protocol.OpenRisks && it.section != protocol.NextSteps {
			continue
		}
		for _, name := range ownerNames(it.owner) {
			if !known[name] {
				known[name] = true
				p.Reportf(it.at, "%s has open items and no row in %s; add one", lint.Clip(name, 30), protocol.ActiveWorkstreams)
			}
		}
	}
	return nil
}

// ownerNames are the agents that an owner names, in lower case: one, or
// several with commas between. None and template text name nobody.
func ownerNames(owner string) []string {
	var out []string
	for name := range strings.SplitSeq(strings.ToLower(owner), ",") {
		name = strings.Trim(name, " \t`*_@")
		if name != "" && !strings.ContainsAny(name, "{}") && !slices.Contains(noneWords(), name) {
			out = append(out, name)
		}
	}
	return out
}

var noneWords = sync.OnceValue(func() []string { return protocol.Nothing().None })
