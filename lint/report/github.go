package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/memorylint/memorylint/lint"
)

// GitHub writes one workflow command for each finding, which GitHub Actions
// turns into an annotation, and the last lines of the text format, which the
// job's log shows as they are.
//
//	::warning file=a.md,line=3,endLine=3,col=1,endColumn=9,title=links/dead::message
//
// The commands are error (for critical), warning and notice (for info). Lines
// and columns are those of the text format; the end is the position after the
// last. The runner keeps columns only where both lines are the same.
func GitHub(w io.Writer, r *lint.Result, o Options) error {
	out := bufio.NewWriter(w)
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		at := normal(d.Range)
		fmt.Fprintf(out, "::%s file=%s,line=%d,endLine=%d,col=%d,endColumn=%d,title=%s::%s\n",
			command(d.Severity), properties.Replace(escape(where(d))),
			at.Start.Line, at.End.Line, at.Start.Column, at.End.Column,
			properties.Replace(escape(d.Rule)), data.Replace(message(d)))
	}
	summarize(out, r, &o)
	return written(out.Flush())
}

// data and properties escape what the runner gives a meaning to, as
// @actions/core does it. Line ends come spelt out already.
var (
	data       = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	properties = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func command(s lint.Severity) string {
	if s == lint.Info {
		return "notice"
	}
	return word(s)
}
