package rules

import (
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed index.md
var indexDoc string

var indexDangling = &lint.Rule{
	ID: "index/dangling", Severity: lint.Warning, Doc: indexDoc,
	Kinds: []protocol.Kind{protocol.Index},
	Check: checkDangling,
}

var indexOrphan = &lint.Rule{
	ID: "index/orphan", Severity: lint.Warning, Doc: indexDoc,
	Kinds: []protocol.Kind{lint.Any},
	Check: checkOrphan,
}

var indexRowForm = &lint.Rule{
	ID: "index/row", Severity: lint.Warning, Doc: indexDoc,
	Kinds: []protocol.Kind{lint.Any},
	Check: checkRow,
}

func checkDangling(p *lint.Pass) error {
	there := snapshotsOf(p.Workspace)
	for _, row := range indexRows(p.File) {
		for _, to := range row.pointers {
			if there[meant(&to, there)] {
				continue
			}
			p.Report(lint.Diagnostic{
				Range: p.File.Range(to.at), Subject: to.shown,
				Message: message("row points to %s, which does not exist; restore it or drop the row", short(&to)),
			})
		}
	}
	return nil
}

// short is a pointer as it stands there, or the name alone of one that is long.
func short(to *pointer) string {
	if len(to.shown) > 42 {
		return lint.Clip(to.name(), 42)
	}
	return to.shown
}

// snapshotsOf are the paths of the snapshots that are there.
func snapshotsOf(w *lint.Workspace) map[string]bool {
	there := map[string]bool{}
	for _, f := range w.Of(protocol.Snapshot) {
		there[f.Path] = true
	}
	return there
}

// meant is the path of the snapshot that a pointer means: a name with colons
// means the one with hyphens, if there is one.
func meant(to *pointer, there map[string]bool) string {
	if hyphens, ok := to.colons(); ok {
		if name := path.Join(path.Dir(to.path), hyphens); there[name] {
			return name
		}
	}
	return to.path
}

// checkOrphan runs for the first of the documents that list a kind: each file
// of it has a row in one of them.
func checkOrphan(p *lint.Pass) error {
	kind := p.File.Document.Lists
	listed := map[string]bool{}
	for _, f := range p.Workspace.Files {
		switch {
		case kind == "" || f.Document.Lists != kind || f.Wide() != "":
			continue
		case len(listed) == 0 && f != p.File:
			return nil
		}
		listed[f.Path] = true
		for _, name := range targets(p.Workspace, f) {
			listed[name] = true
		}
	}
	for _, f := range p.Workspace.Of(kind) {
		if !listed[f.Path] {
			p.Report(lint.Diagnostic{
				Path: f.Path, Subject: f.Path,
				Message: message("no row of %s points to this %s; append one", lint.Clip(p.File.Document.Name, 30), lint.Clip(string(kind), 20)),
			})
		}
	}
	return nil
}

// targets are the files that a list points to, from the workspace.
func targets(w *lint.Workspace, f *lint.File) []string {
	var out []string
	if f.Document.Kind != protocol.Index {
		for _, link := range f.Doc().Links(f.Doc().Whole()) {
			if name, ok := localPath(link.Destination); ok {
				out = append(out, path.Join(path.Dir(f.Path), name))
			}
		}
		return out
	}
	there := snapshotsOf(w)
	for _, row := range indexRows(f) {
		for _, to := range append(slices.Clip(row.pointers), row.mentions...) {
			out = append(out, meant(&to, there))
		}
	}
	return out
}

func checkRow(p *lint.Pass) error {
	switch d := p.File.Document; {
	case d.Lists == "":
		return nil
	case d.Kind != protocol.Index:
		checkListed(p)
		return nil
	}
	for _, row := range indexRows(p.File) {
		if row.grid != nil {
			checkCells(p, &row)
		}
		for _, to := range row.pointers {
			if hyphens, ok := to.colons(); ok {
				p.Reportf(to.at, "row points to a name with colons; the file name is %s", hyphens)
			}
			if name := labelled(&to); name != "" && name != plainName(to.name()) {
				p.Reportf(to.at, "label %s differs from its target %s", lint.Clip(to.label, 36), short(&to))
			}
		}
	}
	return nil
}

// checkCells counts a row's cells. An empty one at the end may be left out.
func checkCells(p *lint.Pass, row *indexRow) {
	n, want := len(row.cells.Cells), row.grid.width
	var wrong []string
	if n != want {
		wrong = append(wrong, fmt.Sprintf("has %d of %d cells", n, want))
	}
	if len(row.pointers) == 0 {
		wrong = append(wrong, "points to no snapshot")
	}
	if len(wrong) > 0 {
		p.Reportf(row.at, "row %s; write every cell, the snapshot's path in the last", strings.Join(wrong, " and "))
	}
}

// labelled is the snapshot that a link's label names, "" for one in words:
// those promise nothing.
func labelled(to *pointer) string {
	name := path.Base(strings.TrimSpace(to.label))
	if !strings.HasSuffix(name, path.Ext(protocol.SnapshotName)) {
		name += path.Ext(protocol.SnapshotName)
	}
	if !formOfSnapshot(name) && !strings.Contains(to.label, "/") {
		return ""
	}
	return plainName(name)
}

// plainName is a snapshot's name with hyphens, however it is written.
func plainName(name string) string {
	if formOfSnapshot(name) {
		return strings.ReplaceAll(name, ":", "-")
	}
	return name
}
