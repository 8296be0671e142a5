package rules

import (
	_ "embed"
	"slices"
	"time"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed updated.md
var updatedDoc string

// stampGrace is how far a stamp may run ahead of our own clock.
const stampGrace = 5 * time.Minute

// firstZone is how far the zone in which a day begins first is ahead of UTC.
const firstZone = 14 * time.Hour

var updatedStamp = &lint.Rule{
	ID: "updated/stamp", Severity: lint.Info, Doc: updatedDoc,
	Kinds: []protocol.Kind{lint.Any},
	Check: checkStamp,
}

func checkStamp(p *lint.Pass) error {
	f := p.File
	if !f.Document.Stamped {
		return nil
	}
	switch found := findStamps(f); {
	case len(found) == 0 && f.Doc().Front == nil && f.Holds(f.Doc().Whole()) == markdown.Blank:
	case len(found) == 0:
		p.Filef("no stamp", "%s has no last updated stamp", f.Document.Name)
	case !slices.ContainsFunc(found, stamp.names):
		reportUndated(p, found[0])
	default:
		found = slices.DeleteFunc(found, func(s stamp) bool { return !s.names() })
		if slices.ContainsFunc(found, func(s stamp) bool { return s.decides }) {
			// A date further down is that of an entry.
			found = slices.DeleteFunc(found, func(s stamp) bool { return !s.decides && !s.top })
		}
		reportFuture(p, found)
		reportDisagreement(p, found)
	}
	return nil
}

// reportUndated says why the stamp names no day. Template text in the body is
// another rule's finding already.
func reportUndated(p *lint.Pass, s stamp) {
	text := lint.Clip(s.text, 40)
	switch s.value.reading {
	case ambiguous:
		p.Reportf(s.at, "last updated stamp %q is ambiguous: day or month first", text)
	case dayless:
		p.Reportf(s.at, "last updated stamp %q names no day", text)
	case unreal:
		p.Reportf(s.at, "last updated stamp %q is no real date", text)
	case unset:
		switch {
		case s.text == "":
			p.Reportf(s.at, "last updated stamp has no value")
		case !s.slot:
			p.Reportf(s.at, "last updated stamp was never set: %q", text)
		}
	default:
		p.Reportf(s.at, "last updated stamp %q is not understood", text)
	}
}

func reportFuture(p *lint.Pass, dated []stamp) {
	limit := p.Workspace.Now.Add(stampGrace)
	for _, s := range dated {
		begins := s.value.when
		if s.value.reading == day {
			begins = begins.Add(-firstZone)
		}
		if begins.After(limit) {
			p.Reportf(s.at, "last updated stamp %q lies in the future", lint.Clip(s.text, 40))
		}
	}
}

// reportDisagreement reports the first stamp that tells another time than the
// one before all others.
func reportDisagreement(p *lint.Pass, dated []stamp) {
	var first *stamp
	for i := range dated {
		s := &dated[i]
		switch {
		case !s.decides, disputed(p.File, s.at):
		case first == nil:
			first = s
		case !agree(first.value, s.value):
			p.Report(lint.Diagnostic{
				Range:   p.File.Range(s.at),
				Message: message("last updated stamps disagree: %q here, %q above", lint.Clip(s.text, 25), lint.Clip(first.text, 25)),
				Subject: s.text,
				Related: []lint.Related{seen(p.File, first.at, "the first stamp")},
			})
			return
		}
	}
}

// agree reports whether two stamps may mean the same update. They are compared
// as exactly as the coarser one is given.
func agree(a, b stampValue) bool {
	if a.reading == moment && b.reading == moment {
		if a.exact && b.exact {
			return a.when.Truncate(time.Second).Equal(b.when.Truncate(time.Second))
		}
		return a.when.Truncate(time.Minute).Equal(b.when.Truncate(time.Minute))
	}
	for _, x := range days(a) {
		for _, y := range days(b) {
			if x == y {
				return true
			}
		}
	}
	return false
}

// days are the dates that a stamp may mean: the one that is written, and that
// of the same moment in UTC.
func days(v stampValue) [2]string {
	return [2]string{v.when.Format(time.DateOnly), v.when.UTC().Format(time.DateOnly)}
}
