package rules

import (
	_ "embed"
	"strings"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed existence.md
var existenceDoc string

var existenceState = &lint.Rule{
	ID: "existence/state", Severity: lint.Critical, Doc: existenceDoc,
	Healthy: protocol.StatePath + " exists",
	Fixed:   true,
	Check:   checkExistence,
}

// stateMissing is the doctor's wording of seed 000.
const stateMissing = protocol.StatePath + " does not exist"

func checkExistence(p *lint.Pass) error {
	w := p.Workspace
	switch {
	case !w.Settings.Knows(protocol.CurrentState):
		p.Skip()
	case w.Bare:
		p.Report(lint.Diagnostic{
			Path: protocol.StatePath, Subject: "bare", Doctor: stateMissing,
			Message: "there is no memory here; start with " + protocol.StatePath,
		})
	case !w.Present(protocol.CurrentState):
		p.Skip()
	case w.File(protocol.StatePath) == nil:
		reportMissing(p)
	}
	return nil
}

// reportMissing says what stands in the place of the state.
func reportMissing(p *lint.Pass) {
	d := lint.Diagnostic{Path: protocol.StatePath, Subject: "missing", Message: stateMissing}
	for _, f := range p.Workspace.Of(protocol.State) {
		if twin(f.Path) {
			d.Path, d.Subject = f.Path, "case"
			d.Message = message("%s must be called %s", f.Path, protocol.StatePath)
		}
	}
	for _, l := range p.Workspace.Links {
		if twin(l.Path) {
			d.Path, d.Subject = l.Path, "link"
			d.Message = message("%s is %s", l.Path, nature(l))
		}
	}
	if d.Subject == "missing" {
		d.Doctor = stateMissing
	}
	p.Report(d)
}

// twin reports whether the path is the state's but for the case of letters.
func twin(path string) bool { return strings.EqualFold(path, protocol.StatePath) }

// nature tells what a document is that cannot be read as a file.
func nature(l lint.Link) string {
	target := lint.Clip(l.Target, 36)
	switch {
	case l.Irregular == "a folder":
		return "a folder, not a file"
	case l.Irregular == "a link":
		return "a link; a commit holds its target's name, not its text"
	case l.Irregular != "":
		return l.Irregular
	case l.Leaves:
		return "a link that leads out of the folder: " + target
	}
	return "a link to a missing file: " + target
}
