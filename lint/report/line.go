package report

import (
	"fmt"

	"github.com/memorylint/memorylint/lint"
)

// LineForm is the form of a finding's line in the text format, as a regular
// expression that RE2, ECMAScript and .NET read alike. Its groups are path,
// line and column, then those of severity, then message and rule id. severity
// is the expression for the words of Words that are to match.
func LineForm(severity string) string {
	return `^(.+?):(\d+):(\d+): ` + severity + `: (.+) \[([a-z0-9-]+/[a-z0-9-]+)\]$`
}

// Words are the severities as the text format writes them, the worst first:
// words that every problem matcher knows.
func Words() []string {
	return []string{word(lint.Critical), word(lint.Warning), word(lint.Info)}
}

func word(s lint.Severity) string {
	if s == lint.Critical {
		return "error"
	}
	return s.String()
}

// line is the line that LineForm describes.
func line(d *lint.Diagnostic, p *palette) string {
	at := normal(d.Range).Start
	return fmt.Sprintf("%s:%d:%d: %s: %s %s",
		p.faint(escapePath(where(d))), at.Line, at.Column,
		p.severity(d.Severity, word(d.Severity)),
		message(d), p.faint("["+d.Rule+"]"))
}

func message(d *lint.Diagnostic) string {
	if d.Advisory {
		return escape(d.Message) + " (advisory)"
	}
	return escape(d.Message)
}
