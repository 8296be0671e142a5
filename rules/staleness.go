package rules

import (
	_ "embed"
	"fmt"
	"time"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed staleness.md
var stalenessDoc string

var stalenessState = &lint.Rule{
	ID: "staleness/state", Severity: lint.Warning, Doc: stalenessDoc,
	Healthy:  "the state is up to date",
	Protocol: protocol.CurrentState, Advisory: true,
	Check: checkStaleness,
}

// clockGrace is how far the clock that dated a file may run ahead of ours.
const clockGrace = 5 * time.Minute

func checkStaleness(p *lint.Pass) error {
	w := p.Workspace
	state := w.State()
	if state == nil {
		p.Skip()
		return nil
	}
	session, undated := newestSession(w)
	name := state.Document.Name
	switch {
	case w.Settings.Committed && state.Modified.Equal(w.Now):
		p.Healthyf("%s changes in this commit", name)
	case session.Time.IsZero() && undated:
		p.Healthyf("staleness not judged: when the sessions ran is unknown")
	case session.Time.IsZero():
		p.Healthyf("no session evidence found, staleness not judged")
	case state.Modified.IsZero():
		p.Healthyf("staleness not judged: when %s was last modified is unknown (shallow clone?)", name)
	case state.Modified.After(w.Now.Add(clockGrace)):
		p.Healthyf("staleness not judged: %s was modified in the future", name)
	case session.Time.After(state.Modified):
		said := fmt.Sprintf("%s is stale (%s)", name, ages(w.Now, state.Modified, session.Time))
		d := lint.Diagnostic{Path: state.Path, Message: said, Doctor: said, Subject: "stale"}
		if session.Path != "" {
			d.Related = []lint.Related{{Path: session.Path, Message: "the newest session"}}
		}
		p.Report(d)
	default:
		p.Healthyf("%s is up to date (%s)", name, ages(w.Now, state.Modified, session.Time))
	}
	return nil
}

// newestSession is the newest piece of evidence that a session ran and is
// over. Its time is zero when there is none; its path is empty when it lies
// outside the tree. Undated says that the time of some evidence is not known.
func newestSession(w *lint.Workspace) (newest lint.Session, undated bool) {
	running := w.Now.Add(-w.Settings.Live)
	consider := func(s lint.Session) {
		switch {
		case s.Time.IsZero():
			undated = true
		case s.Time.After(running): // or in the future
		case s.Time.After(newest.Time):
			newest = s
		}
	}
	for _, f := range w.Files {
		if f.Document.Protocol == protocol.CurrentState && f.Document.Evidence {
			consider(lint.Session{Path: f.Path, Time: f.Modified})
		}
	}
	for _, s := range w.Sessions {
		consider(lint.Session{Time: s.Time})
	}
	return newest, undated
}

// ages is the bracketed part of the doctor's line.
func ages(now, modified, session time.Time) string {
	return fmt.Sprintf("last modified %s ago, session ran %s ago", age(now.Sub(modified)), age(now.Sub(session)))
}

// age is a duration in its largest unit of days, hours, minutes and seconds,
// rounded down; one below zero is 0s.
func age(d time.Duration) string {
	const days = 24 * time.Hour
	switch {
	case d >= days:
		return fmt.Sprintf("%dd", d/days)
	case d >= time.Hour:
		return fmt.Sprintf("%dh", d/time.Hour)
	case d >= time.Minute:
		return fmt.Sprintf("%dm", d/time.Minute)
	}
	return fmt.Sprintf("%ds", max(d, 0)/time.Second)
}
