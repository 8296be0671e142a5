package rules

import (
	"slices"
	"strings"
	"time"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

var updatedNotBumped = &lint.Rule{
	ID: "updated/not-bumped", Severity: lint.Info, Doc: updatedDoc,
	Kinds: []protocol.Kind{lint.Any},
	Check: checkNotBumped,
}

func checkNotBumped(p *lint.Pass) error {
	f := p.File
	if !f.Document.Stamped || len(f.Doc().Conflicts()) > 0 {
		return nil
	}
	if unchanged(p.Workspace, f.Path) {
		return nil
	}
	bases := versions(p.Workspace, f.Path)
	if len(bases) == 0 {
		return nil
	}
	found := findStamps(f)
	now, ok := latest(found)
	if !ok || thisDay(now.value, p.Workspace.Now) {
		return nil
	}
	text := unstamped(f, found)
	var old *lint.File
	var was stamp
	behind := false // a side has a newer stamp
	for _, b := range bases {
		stamps := findStamps(b)
		if text == unstamped(b, stamps) {
			return nil
		}
		s, ok := latest(stamps)
		if !ok || s.value.reading != now.value.reading {
			continue
		}
		if s.value.when.Equal(now.value.when) {
			old, was = b, s
		}
		behind = behind || s.value.when.After(now.value.when)
	}
	// A merge is no update: the newest stamp of its sides is right for it.
	if old == nil || len(bases) > 1 && !behind {
		return nil
	}
	p.Report(lint.Diagnostic{
		Range:   f.Range(now.at),
		Message: message("the text changed, and the last updated stamp still says %q", lint.Clip(now.text, 30)),
		Subject: now.text,
		Related: []lint.Related{seen(old, was.at, "the stamp before")},
	})
	return nil
}

// versions are what the bases hold at a path, as far as it can be read.
func versions(w *lint.Workspace, path string) []*lint.File {
	var out []*lint.File
	for _, base := range w.Bases {
		if f := base.File(path); f != nil && f.Wide() == "" {
			out = append(out, f)
		}
	}
	return out
}

// latest is the newest of the stamps that speak of the whole document, or,
// where none does, of all. Not ok: none of them names a day for certain.
func latest(found []stamp) (newest stamp, ok bool) {
	decides := func(s stamp) bool { return s.decides && s.value.reading >= day }
	sure := slices.ContainsFunc(found, decides)
	for _, s := range found {
		if s.value.reading < day || sure && !s.decides {
			continue
		}
		if !ok || s.value.when.After(newest.value.when) {
			newest, ok = s, true
		}
	}
	return newest, ok
}

// thisDay reports whether a stamp without a time of day can be no newer: that
// day is not over yet, somewhere.
func thisDay(v stampValue, now time.Time) bool {
	return v.reading == day && now.Before(v.when.AddDate(0, 0, 1).Add(firstZone))
}

// unstamped is the text of a document without its stamps, white space folded.
func unstamped(f *lint.File, found []stamp) string {
	var out strings.Builder
	at := 0
	for _, s := range slices.SortedFunc(slices.Values(found), func(a, b stamp) int { return a.at.Start - b.at.Start }) {
		if s.decides && s.at.Start >= at {
			out.Write(f.Source()[at:s.at.Start])
			at = s.at.End
		}
	}
	out.Write(f.Source()[at:])
	return strings.Join(strings.Fields(strings.TrimPrefix(out.String(), "\ufeff")), " ")
}
