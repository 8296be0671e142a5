package lint

import (
	"fmt"
	"unicode/utf8"

	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// Any, alone in Rule.Kinds, stands for every Markdown document that is read:
// all but those that are only evidence.
const Any protocol.Kind = "*"

// A Rule is one check. It is a value, immutable after start, and may run for
// several workspaces at once.
type Rule struct {
	ID       string // module/name
	Severity Severity
	Doc      string // the module's Markdown page; Page cuts out this rule's part
	Healthy  string // the doctor's [OK] line when nothing was found; "": no line

	// Kinds are the documents Check runs for, one by one; none: it runs once
	// for each workspace. Only present protocols' documents are checked.
	Kinds []protocol.Kind

	// Protocol limits a workspace rule to workspaces in which that protocol is
	// present; "" does not limit it.
	Protocol string

	// Advisory findings speak about the work and not about the file: at a
	// commit they are shown and fail nothing (SPEC 2.3).
	Advisory bool

	// Fixed rules cannot be suppressed from inside a memory file.
	Fixed bool

	// Check is nil for rules whose findings the engine itself makes.
	Check func(*Pass) error
}

// A Pass is one run of one rule over one workspace or one of its files.
type Pass struct {
	Rule      *Rule
	Workspace *Workspace
	File      *File // nil for a workspace rule

	report  func(Diagnostic)
	healthy func(string)
	skip    func()
}

// Skip says that this rule has nothing to judge here, so that the doctor
// prints no [OK] line on the strength of this run.
func (p *Pass) Skip() { p.skip() }

// Report adds a finding. Rule, severity and, where d.Path is empty, the path
// of the file under check are filled in.
func (p *Pass) Report(d Diagnostic) {
	d.Rule = p.Rule.ID
	if d.Path == "" && p.File != nil {
		d.Path = p.File.Path
	}
	p.report(d)
}

// Reportf adds a finding about a stretch of the file under check. The text of
// that stretch is its subject.
func (p *Pass) Reportf(at markdown.Span, format string, args ...any) {
	p.Report(Diagnostic{
		Range:   p.File.Range(at),
		Message: fmt.Sprintf(format, args...),
		Subject: string(p.File.Source()[at.Start:at.End]),
	})
}

// Filef adds a finding about the file under check as a whole; subject is what
// tells it from other such findings of this rule.
func (p *Pass) Filef(subject, format string, args ...any) {
	p.Report(Diagnostic{Message: fmt.Sprintf(format, args...), Subject: subject})
}

// Healthyf replaces the doctor's [OK] line of this rule in this workspace.
func (p *Pass) Healthyf(format string, args ...any) {
	p.healthy(fmt.Sprintf(format, args...))
}

// Clip shortens s to at most n code points, the last of them an ellipsis, and
// folds white space and control characters, so that foreign text can stand in
// a message.
func Clip(s string, n int) string {
	out := make([]rune, 0, n+1)
	for _, r := range s {
		if r <= ' ' || r == 0x7f || r == utf8.RuneError {
			r = ' '
		}
		if r == ' ' && (len(out) == 0 || out[len(out)-1] == ' ') {
			continue
		}
		if len(out) == n {
			return string(out[:n-1]) + "…"
		}
		out = append(out, r)
	}
	for len(out) > 0 && out[len(out)-1] == ' ' {
		out = out[:len(out)-1]
	}
	return string(out)
}
