package report

import (
	"bufio"
	"io"

	"github.com/memorylint/memorylint/lint"
)

// GitLab writes a Code Quality report: one list, empty when nothing was found.
// The list has no place for what was looked at; Summary is for the job's log.
//
// Critical is critical and info is info. A warning is major; advisory, and so
// failing nothing, it is minor.
func GitLab(w io.Writer, r *lint.Result, _ Options) error {
	list := make([]quality, 0, len(r.Diagnostics))
	for i := range r.Diagnostics {
		list = append(list, newQuality(&r.Diagnostics[i]))
	}
	out := bufio.NewWriter(w)
	if err := encode(out, list); err != nil {
		return written(err)
	}
	return written(out.Flush())
}

// quality is an issue of a Code Quality report.
type quality struct {
	Description string          `json:"description"`
	Check       string          `json:"check_name"`
	Fingerprint string          `json:"fingerprint"`
	Severity    string          `json:"severity"`
	Location    qualityLocation `json:"location"`
}

type qualityLocation struct {
	Path  plainText    `json:"path"`
	Lines qualityLines `json:"lines"`
}

type qualityLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

func newQuality(d *lint.Diagnostic) quality {
	at := normal(d.Range)
	return quality{
		Description: message(d), Check: d.Rule, Fingerprint: d.Fingerprint, Severity: grade(d),
		Location: qualityLocation{plainText(where(d)), qualityLines{at.Start.Line, at.End.Line}},
	}
}

func grade(d *lint.Diagnostic) string {
	switch {
	case d.Severity <= lint.Info:
		return "info"
	case d.Advisory:
		return "minor"
	case d.Severity == lint.Warning:
		return "major"
	}
	return "critical"
}
