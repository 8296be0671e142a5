package rules

import (
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed snapshots.md
var snapshotsDoc string

var snapshotsName = &lint.Rule{
	ID: "snapshots/name", Severity: lint.Warning, Doc: snapshotsDoc,
	Kinds: []protocol.Kind{protocol.Snapshot},
	Check: checkSnapshotName,
}

var snapshotsTime = &lint.Rule{
	ID: "snapshots/time", Severity: lint.Warning, Doc: snapshotsDoc,
	Kinds: []protocol.Kind{protocol.Snapshot},
	Check: checkSnapshotTime,
}

var snapshotsCount = &lint.Rule{
	ID: "snapshots/count", Severity: lint.Info, Doc: snapshotsDoc,
	Protocol: protocol.Agentic,
	Check:    checkSnapshotCount,
}

func checkSnapshotName(p *lint.Pass) error {
	name := path.Base(p.File.Path)
	switch _, ok := snapshotMoment(name); {
	case ok:
	case shaped(name, protocol.SnapshotForm):
		p.Filef(name, "snapshot name %s is no real moment", name)
	default:
		p.Filef(name, "snapshot name %s is not of the form %s", lint.Clip(name, 40), protocol.SnapshotForm)
	}
	return nil
}

// snapshotMoment is the moment that a snapshot's file name tells.
func snapshotMoment(name string) (time.Time, bool) {
	t, err := time.Parse(protocol.SnapshotName, name)
	return t, err == nil && t.Format(protocol.SnapshotName) == name
}

// checkSnapshotTime holds the label against the name. A slot, or nothing, is
// another rule's finding.
func checkSnapshotTime(p *lint.Pass) error {
	named, ok := snapshotMoment(path.Base(p.File.Path))
	label := headLabel(p.File, protocol.LabelTimestamp)
	if !ok || label == nil || label.Value == "" || len(p.File.Slots(label.At)) > 0 {
		return nil
	}
	at := label.At
	v := readStamp(string(p.File.Source()[at.Start:at.End]))
	if !agree(v, stampValue{reading: moment, when: named, exact: true}) {
		p.Reportf(at, "Timestamp %s differs from the file name; it should be %s",
			lint.Clip(label.Value, 36), named.Format(time.RFC3339))
	}
	return nil
}

// headLabel is the label line of that name before the first section, or nil.
func headLabel(f *lint.File, name string) *markdown.Label {
	labels := f.Doc().Labels(head(f))
	for i := range labels {
		if markdown.Match(labels[i].Name, name) >= markdown.Folded {
			return &labels[i]
		}
	}
	return nil
}

// head is what stands in a file before its first section.
func head(f *lint.File) markdown.Span {
	at := f.Doc().Whole()
	for _, s := range f.Doc().Sections {
		if s.Level >= protocol.HeadingLevel {
			at.End = s.Heading.Start
			break
		}
	}
	return at
}

func checkSnapshotCount(p *lint.Pass) error {
	var counted []*lint.File // oldest first
	all := p.Workspace.Of(protocol.Snapshot)
	if len(all) <= protocol.NewestSnapshots {
		return nil
	}
	for _, f := range all {
		if _, ok := snapshotMoment(path.Base(f.Path)); ok && f.Wide() == "" && !milestone(f) {
			counted = append(counted, f)
		}
	}
	over := len(counted) - protocol.NewestSnapshots
	if over <= 0 {
		return nil
	}
	until := "it may go"
	if over > 1 {
		until = fmt.Sprintf("the oldest %d may go, up to %s", over, path.Base(counted[over-1].Path))
	}
	p.Report(lint.Diagnostic{
		Path: counted[0].Path, Subject: "count",
		Message: message("%d snapshots, more than the %d to keep; %s", len(counted), protocol.NewestSnapshots, until),
	})
	return nil
}

// milestone reports whether a snapshot is tagged as one to keep: in its title,
// its label lines or front matter, or anywhere as [milestone] or #milestone.
func milestone(f *lint.File) bool {
	top := strings.ToLower(string(f.Source()[:head(f).End])) // front matter included
	whole := strings.ToLower(string(f.Source()))
	return slices.ContainsFunc(protocol.Milestones(), func(word string) bool {
		return holdsWord(top, word) || strings.Contains(whole, "["+word+"]") || holdsWord(whole, "#"+word)
	})
}

// holdsWord reports whether a text in lower case has the word with no further
// letter beside it, where its script parts words at all.
func holdsWord(text, word string) bool {
	part := func(r rune, size int) bool { return size > 0 && unicode.IsLetter(r) && !ideograph(r) }
	for {
		before, after, ok := strings.Cut(text, word)
		if !ok {
			return false
		}
		if !part(utf8.DecodeLastRuneInString(before)) && !part(utf8.DecodeRuneInString(after)) {
			return true
		}
		text = after
	}
}
