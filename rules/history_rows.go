package rules

import (
	"path"
	"slices"
	"strings"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// A ledger is an index with its rows by the snapshot they point to.
type ledger struct {
	f    *lint.File
	rows map[string][]*indexRow
}

func ledgerOf(f *lint.File) ledger {
	l := ledger{f, map[string][]*indexRow{}}
	rows := indexRows(f)
	for i := range rows {
		for _, to := range rows[i].pointers {
			l.rows[to.path] = append(l.rows[to.path], &rows[i])
		}
	}
	return l
}

// checkKeptRows looks for rows of the index that were removed or changed while
// the snapshot they point to was kept.
func checkKeptRows(p *lint.Pass, f *lint.File) {
	w, now := p.Workspace, ledgerOf(f)
	var bases []ledger
	for _, old := range versions(w, f.Path) {
		bases = append(bases, ledgerOf(old))
	}
	for _, snapshot := range w.Of(protocol.Snapshot) {
		name := snapshot.Path
		i := slices.IndexFunc(bases, func(l ledger) bool { return len(l.rows[name]) == 1 })
		if i < 0 || len(versions(w, name)) == 0 || len(now.rows[name]) > 1 {
			continue
		}
		was := bases[i].rows[name][0]
		d := lint.Diagnostic{Path: f.Path, Subject: name, Related: []lint.Related{before(bases[i].f, was.at, "the row")}}
		switch rows := now.rows[name]; {
		case len(rows) == 0:
			if !lost(w, func(b *lint.Workspace) bool { return lists(b, f.Path, name) }) {
				continue
			}
			d.Message = message("row of kept snapshot %s is gone; take it back", path.Base(name))
		case faulty(bases[i].f, was, snapshot) || slices.ContainsFunc(bases, func(l ledger) bool { return l.has(f, rows[0], name) }):
			continue
		default:
			d.Range = f.Range(rows[0].at)
			d.Message = message("row of kept snapshot %s was changed; take it back", path.Base(name))
		}
		p.Report(d)
	}
}

// lists reports whether the index of a workspace has a row for a snapshot.
func lists(w *lint.Workspace, index, name string) bool {
	f := w.File(index)
	return f != nil && f.Wide() == "" && len(ledgerOf(f).rows[name]) > 0
}

// has reports whether the ledger has a row for a snapshot as it is now in f.
// Columns may have been moved, and what was empty may have been filled in.
func (l ledger) has(f *lint.File, now *indexRow, name string) bool {
	return slices.ContainsFunc(l.rows[name], func(was *indexRow) bool {
		left := rowText(f, now)
		return !slices.ContainsFunc(rowText(l.f, was), func(cell string) bool {
			i := slices.Index(left, cell)
			if i >= 0 {
				left = slices.Delete(left, i, i+1)
			}
			return cell != "" && i < 0
		})
	})
}

// rowText is what a row says beside its pointer.
func rowText(f *lint.File, r *indexRow) []string {
	if r.grid == nil {
		text := f.Doc().Text(r.at)
		for _, to := range r.pointers {
			text = strings.ReplaceAll(strings.ReplaceAll(text, to.label, ""), to.shown, "")
		}
		return []string{strings.Join(strings.Fields(text), " ")}
	}
	var out []string
	for _, c := range r.cells.Cells {
		if !slices.ContainsFunc(r.pointers, func(to pointer) bool { return holdsAt(c.Span, to.at) }) {
			out = append(out, c.Text)
		}
	}
	return out
}

func holdsAt(outer, at markdown.Span) bool { return outer.Start <= at.Start && at.Start < outer.End }

// faulty reports whether a row was such that the index rules ask for a change.
func faulty(f *lint.File, r *indexRow, snapshot *lint.File) bool {
	if r.grid == nil {
		return false
	}
	when, ok := snapshotMoment(path.Base(snapshot.Path))
	return len(r.cells.Cells) != r.grid.width || len(f.Slots(r.at)) > 0 ||
		ok && !sameMoment(r.cell(protocol.ColumnTimestamp).Text, when) || !sameObjective(r, snapshot)
}
