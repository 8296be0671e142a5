package rules

import (
	_ "embed"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed archive.md
var archiveDoc string

var archiveObjective = &lint.Rule{
	ID: "archive/objective", Severity: lint.Info, Doc: archiveDoc,
	Protocol: protocol.CurrentState,
	Check:    checkArchiveObjective,
}

var archiveName = &lint.Rule{
	ID: "archive/name", Severity: lint.Info, Doc: archiveDoc,
	Kinds: []protocol.Kind{protocol.Archive},
	Check: checkArchiveName,
}

func checkArchiveObjective(p *lint.Pass) error {
	state, archive := p.Workspace.State(), newest(p.Workspace.Of(protocol.Archive))
	switch {
	case state == nil:
		return nil
	case archive == nil:
		p.Healthyf("Archive consistency: no archives to compare")
		return nil
	}
	// An archive is a frozen state: it is read as one.
	archive = lint.NewFile(archive.Path, state.Document, archive.Source())
	then, was := objectives(archive)
	now, is := objectives(state)
	same := func(text string) bool { return words(text) == words(was[0]) }
	switch {
	case len(was) == 0 || len(is) == 0:
		p.Healthyf("Archive consistency: no two objectives to compare")
	case slices.ContainsFunc(is, same):
		p.Healthyf("Archive consistency: newest archive has the current objective")
	default:
		const said = "Archive objective differs from current objective (task switch?)"
		p.Report(lint.Diagnostic{
			Path: archive.Path, Range: archive.Range(then.At),
			Message: said, Doctor: said, Subject: words(was[0]) + "\n" + words(is[0]),
			Related: []lint.Related{seen(state, now.At, "current objective")},
		})
	}
	return nil
}

// newest is the archive with the latest moment in its name; among names
// without one, the last. Nil when there is none that can be read.
func newest(archives []*lint.File) *lint.File {
	var best *lint.File
	var when time.Time
	for _, f := range archives {
		if f.Wide() != "" {
			continue
		}
		if t := frozen(path.Base(f.Path)); best == nil || !t.Before(when) {
			best, when = f, t
		}
	}
	return best
}

// frozen is the moment, or at least the day, that an archive's name begins
// with; zero when it has none.
func frozen(name string) time.Time {
	if t, err := time.Parse(protocol.ArchiveName, name); err == nil {
		return t
	}
	if len(name) < len(protocol.ArchiveDay) {
		return time.Time{}
	}
	t, _ := time.Parse(protocol.ArchiveDay, name[:len(protocol.ArchiveDay)])
	return t
}

// words are the words of a text, without case, punctuation and white space.
func words(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r)
	}), " ")
}

func checkArchiveName(p *lint.Pass) error {
	name := path.Base(p.File.Path)
	t, err := time.Parse(protocol.ArchiveName, name)
	switch {
	case err == nil && t.Format(protocol.ArchiveName) == name:
	case shaped(name, protocol.ArchiveForm):
		p.Filef(name, "archive name %s is no real moment", name)
	default:
		p.Filef(name, "archive name %s is not of the form %s", lint.Clip(name, 48), protocol.ArchiveForm)
	}
	return nil
}

// shaped reports whether name has digits where form has the letters of a date
// or time, and equals it everywhere else.
func shaped(name, form string) bool {
	if len(name) != len(form) {
		return false
	}
	for i := range len(form) {
		digit := '0' <= name[i] && name[i] <= '9'
		if part := strings.IndexByte("YMDHS", form[i]) >= 0; part != digit || !part && name[i] != form[i] {
			return false
		}
	}
	return true
}
