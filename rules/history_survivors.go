package rules

import (
	"maps"
	"slices"
	"strings"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

// splitShare is the share of an item's words that must stand among the new
// items of its section when no single one of them has enough: it was split.
const splitShare = 0.8

// resolvedShare is how much of an item its summary among the resolved notes
// still has: those are meant to be short.
const resolvedShare = 0.3

// maxSummaries is how many new resolved notes an item is compared with.
const maxSummaries = 200

// A standing tells what of an old memory still stands among other items. What
// stands there word for word is no edited form of anything else.
type standing struct {
	was    map[string]bool // by words: the items of the old memory
	same   map[string]bool // by words: those that stand there
	all    *pool
	edited *pool // those that the old memory does not have
}

func standingOf(items []item, old *lint.File) *standing {
	s := &standing{was: map[string]bool{}, same: map[string]bool{}, all: newPool(), edited: newPool()}
	for _, it := range memoryItems(old) {
		s.was[key(it)] = true
	}
	for _, it := range items {
		s.add(it)
	}
	return s
}

func (s *standing) add(it item) {
	s.same[key(it)] = true
	s.all.add(it.tokens)
	if !s.was[key(it)] {
		s.edited.add(it.tokens)
	}
}

// has reports whether a claim stands there as it was, or edited.
func (s *standing) has(c *claim) bool {
	switch {
	case s.same[key(c.item)]:
		return true
	case c.id != nil: // a row is known by its id and agent
		return s.all.has(c.tokens, 1)
	}
	return s.edited.has(c.tokens, keptShare)
}

// survivors are the texts in which an item of the old memory may still stand.
type survivors struct {
	*standing
	sections  map[string]*pool
	settled   *pool // the resolved ones of all
	summaries []terms
}

// survivorsOf compares a memory, and the snapshots that are new with it, with
// its old version.
func survivorsOf(w *lint.Workspace, f, old *lint.File) *survivors {
	s := &survivors{standing: standingOf(nil, old), settled: newPool(), sections: map[string]*pool{}}
	joined := map[string]string{}
	for _, it := range memoryItems(f) {
		s.add(it)
		if !s.was[key(it)] {
			joined[it.section] += " " + it.text
		}
	}
	for section, text := range joined {
		s.sections[section] = newPool()
		s.sections[section].add(tokens(text))
	}
	for _, snapshot := range newSnapshots(w) {
		for _, it := range memoryItems(snapshot) {
			s.add(it)
		}
	}
	return s
}

func (s *survivors) add(it item) {
	s.standing.add(it)
	if it.settled {
		s.settled.add(it.tokens)
		if !s.was[key(it)] && len(s.summaries) < maxSummaries {
			s.summaries = append(s.summaries, termsOf(it.text))
		}
	}
}

// newSnapshots are those that no base has.
func newSnapshots(w *lint.Workspace) []*lint.File {
	var out []*lint.File
	for _, f := range w.Of(protocol.Snapshot) {
		if f.Wide() == "" && len(versions(w, f.Path)) == 0 {
			out = append(out, f)
		}
	}
	return out
}

func key(it item) string { return strings.Join(it.tokens, " ") }

// has reports whether a claim still stands somewhere: as it was, edited,
// split, or summed up among what is resolved.
func (s *survivors) has(c *claim) bool {
	if s.standing.has(c) {
		return true
	}
	if c.id != nil {
		return s.settled.has(c.id, 1)
	}
	if section := s.sections[c.section]; section != nil && section.has(c.tokens, splitShare) {
		return true
	}
	about := termsOf(c.text)
	for _, note := range s.summaries {
		if akinShare(about, note) >= resolvedShare {
			return true
		}
	}
	return false
}

// akinShare is the part of the telling words of a that b has in some form.
func akinShare(a, b terms) float64 {
	n := 0
	for _, x := range a {
		if related(terms{x}, b) {
			n++
		}
	}
	return float64(n) / float64(max(len(a), 1))
}

// selves are the agents that wrote the new text, by what it tells: whose
// snapshots are new, else the only owner that the old and the new memory name,
// else whose workstream rows are new or edited, else whose items are: to give
// work to another is no reason to be taken for it. A merge is nobody's.
func selves(w *lint.Workspace, f, old *lint.File) map[string]bool {
	var signed []item
	for _, snapshot := range newSnapshots(w) {
		if label := headLabel(snapshot, protocol.ColumnOwner); label != nil {
			signed = append(signed, item{owner: label.Value})
		}
	}
	if self := namesOf(signed); len(self) > 0 {
		return self
	}
	if all := namesOf(memoryItems(old), rowItems(old)); len(all) == 1 {
		maps.Copy(all, namesOf(memoryItems(f), rowItems(f)))
		if len(all) == 1 {
			return all
		}
	}
	if len(w.Bases) > 1 { // a merge brings the edits of all its sides
		return nil
	}
	if self := namesOf(changed(rowItems(f), rowItems(old))); len(self) > 0 {
		return self
	}
	return namesOf(changed(memoryItems(f), memoryItems(old)))
}

// namesOf are the agents that own the items.
func namesOf(items ...[]item) map[string]bool {
	out := map[string]bool{}
	for _, it := range slices.Concat(items...) {
		for _, name := range ownerNames(it.owner) {
			out[name] = true
		}
	}
	return out
}

// changed are the items that were not there before in these words.
func changed(now, before []item) []item {
	was := map[string]bool{}
	for _, it := range before {
		was[it.text] = true
	}
	return slices.DeleteFunc(slices.Clone(now), func(it item) bool { return was[it.text] })
}

// rowItems are the rows of a memory's workstreams.
func rowItems(f *lint.File) []item {
	var out []item
	rows, _ := workstreams(f)
	for _, row := range rows {
		out = append(out, item{text: row.text, owner: row.owner})
	}
	return out
}
