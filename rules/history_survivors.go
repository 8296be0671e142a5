package rules

import (
	"maps"
	"slices"
	"strings"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

// splitShare is the share of an item's telling words that must stand in its
// parts, when it was split.
const splitShare = 0.8

// partShare is the share of a part's telling words that the item had.
const partShare = 0.6

// summaryShare is how much of an item's telling words its summary among what
// is resolved still has: those are meant to be short. summaryWords is how many
// it has at least.
const (
	summaryShare = 0.3
	summaryWords = 2
)

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
	parts     map[string]*pool // by section: the telling words of what is new or edited
	settled   *standing        // the resolved ones of all
	summaries []summary
}

// A summary is an item that is new or edited, and resolved.
type summary struct {
	section string
	about   terms
}

// survivorsOf compares a memory, and the snapshots that are new with it, with
// its old version.
func survivorsOf(w *lint.Workspace, f, old *lint.File) *survivors {
	s := &survivors{standing: standingOf(nil, old), settled: standingOf(nil, old), parts: map[string]*pool{}}
	for _, it := range memoryItems(f) {
		s.add(it)
		if !s.was[key(it)] {
			s.addPart(it)
		}
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
		s.settled.add(it)
		if !s.was[key(it)] && len(s.summaries) < maxSummaries {
			s.summaries = append(s.summaries, summary{it.section, it.about()})
		}
	}
}

func (s *survivors) addPart(it item) {
	if s.parts[it.section] == nil {
		s.parts[it.section] = newPool()
	}
	s.parts[it.section].add(it.about().words())
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
		return s.settled.all.has(c.id, 1)
	}
	for up := c.parent; up != nil; up = up.parent { // what is resolved takes along what is below it
		if s.settled.has(&claim{item: *up}) || s.summedUp(up) {
			return true
		}
	}
	parts := s.parts[c.section]
	return parts != nil && parts.together(c.about().words(), partShare) >= splitShare || s.summedUp(&c.item)
}

// summedUp reports whether an item stands in short among what is resolved.
func (s *survivors) summedUp(it *item) bool {
	about := it.about()
	return slices.ContainsFunc(s.summaries, func(note summary) bool {
		return (note.section == protocol.ResolvedNotes || note.section == it.section) && note.about.sumUp(about)
	})
}

// sumUp reports whether a short text may be what is left of a longer one.
func (t terms) sumUp(long terms) bool {
	shared := slices.DeleteFunc(slices.Clone(long), func(x term) bool { return !related(terms{x}, t) })
	return len(shared) > 0 && float64(len(shared)) >= summaryShare*float64(len(long)) && shared.count() >= min(summaryWords, long.count())
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
