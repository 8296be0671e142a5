package rules

import (
	"path"
	"slices"
	"sort"
	"time"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

var indexOrder = &lint.Rule{
	ID: "index/order", Severity: lint.Info, Doc: indexDoc,
	Kinds: []protocol.Kind{protocol.Index},
	Check: checkIndexOrder,
}

var indexObjective = &lint.Rule{
	ID: "index/objective", Severity: lint.Info, Doc: indexDoc,
	Kinds: []protocol.Kind{protocol.Index},
	Check: checkIndexObjective,
}

// An entry is a row with the moment of the snapshot that it points to.
type entry struct {
	row  *indexRow
	to   *pointer
	when time.Time
}

func checkIndexOrder(p *lint.Pass) error {
	rows := indexRows(p.File)
	first := map[string]markdown.Span{}
	var entries []entry
	for i := range rows {
		for j := range rows[i].pointers {
			to := &rows[i].pointers[j]
			if at, again := first[to.path]; again {
				if !rows[i].holds(at) { // the path beside its own link says nothing new
					p.Report(lint.Diagnostic{
						Range: p.File.Range(to.at), Subject: to.shown,
						Message: message("row lists %s again; the first is on line %d", short(to), lineOf(p.File, at)),
						Related: []lint.Related{seen(p.File, at, "the first row")},
					})
				}
				continue
			}
			first[to.path] = to.at
			if when, ok := snapshotMoment(plainName(to.name())); ok {
				entries = append(entries, entry{&rows[i], to, when})
			}
		}
	}
	checkTimeOrder(p, entries)
	for _, e := range entries {
		checkRowTime(p, e)
	}
	return nil
}

func (r *indexRow) holds(at markdown.Span) bool { return r.at.Start <= at.Start && at.Start < r.at.End }

// checkTimeOrder reports the fewest rows without which the rest stands in
// order. An index that stands upside down throughout is one finding.
func checkTimeOrder(p *lint.Pass, entries []entry) {
	older := func(a, b entry) int { return b.when.Compare(a.when) }
	if len(entries) > 2 && slices.IsSortedFunc(entries, older) && !entries[0].when.Equal(entries[len(entries)-1].when) {
		p.Reportf(entries[0].to.at, "rows stand newest first; the log is appended to, so the oldest comes first")
		return
	}
	kept := rising(entries)
	for i, e := range entries {
		if !kept[i] {
			p.Reportf(e.to.at, "row of %s stands out of time order", e.when.Format(time.RFC3339))
		}
	}
}

// rising tells which entries belong to a longest run of moments, not
// necessarily side by side, that never fall. It is looked for from the end: of
// two that change places, the later row is the one that was put there.
func rising(entries []entry) map[int]bool {
	var ends []int // by length of a run, where the one that begins latest in time begins
	next := make([]int, len(entries))
	for i := len(entries) - 1; i >= 0; i-- {
		when := entries[i].when
		n := sort.Search(len(ends), func(n int) bool { return entries[ends[n]].when.Before(when) })
		next[i] = -1
		if n > 0 {
			next[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	kept := map[int]bool{}
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = next[i] {
			kept[i] = true
		}
	}
	return kept
}

// checkRowTime holds a row's timestamp against the name of its one snapshot.
func checkRowTime(p *lint.Pass, e entry) {
	if cell := e.row.cell(protocol.ColumnTimestamp); len(e.row.pointers) == 1 && !sameMoment(cell.Text, e.when) {
		p.Reportf(cell.Span, "row timestamp %s differs from the file name, which says %s",
			lint.Clip(cell.Text, 30), e.when.Format(time.RFC3339))
	}
}

// sameMoment reports whether a text names the moment, as exactly as it is
// given. One that names no moment at all says nothing else.
func sameMoment(text string, when time.Time) bool {
	v := readStamp(text)
	return v.reading < day || agree(v, stampValue{reading: moment, when: when, exact: true})
}

func checkIndexObjective(p *lint.Pass) error {
	for _, row := range indexRows(p.File) {
		cell := row.cell(protocol.ColumnObjective)
		if len(row.pointers) != 1 || cell.Text == "" || p.File.Holds(cell.Span) < markdown.Filled {
			continue
		}
		f := p.Workspace.File(row.pointers[0].path)
		if f == nil || f.Document.Kind != protocol.Snapshot || f.Wide() != "" || sameObjective(&row, f) {
			continue
		}
		p.Report(lint.Diagnostic{
			Range: p.File.Range(cell.Span), Subject: cell.Text,
			Message: message("row objective %q has nothing in common with that of %s", lint.Clip(cell.Text, 26), path.Base(f.Path)),
			Related: []lint.Related{seen(f, f.Layout().Place(protocol.CurrentObjective).First().At, "the snapshot's objective")},
		})
	}
	return nil
}

// sameObjective reports whether a row may have the objective of its snapshot.
// A snapshot that has none cannot differ.
func sameObjective(row *indexRow, snapshot *lint.File) bool {
	place := snapshot.Layout().Place(protocol.CurrentObjective)
	if place == nil || !place.Found() || snapshot.Holds(place.First().Body) < markdown.Filled {
		return true
	}
	return sameTopic(row.cell(protocol.ColumnObjective).Text, snapshot.Doc().Text(place.First().Body))
}

// sameTopic reports whether two texts may be about the same. Texts in scripts
// that have nothing in common, or without a telling word, are not judged.
func sameTopic(a, b string) bool {
	x, y := termsOf(a), termsOf(b)
	return words(a) == words(b) || x.scripts()&y.scripts() == 0 || related(x, y)
}
