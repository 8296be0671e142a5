package memory

import (
	"cmp"
	"embed"
	"slices"
	"strings"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed templates/*.md
var templates embed.FS

// A template is the text that a document begins with.
type template struct {
	protocol string
	path     string // from the workspace
	kind     protocol.Kind
	file     string
}

// beginnings are the documents that a memory begins with.
var beginnings = []template{
	{protocol.CurrentState, protocol.StatePath, protocol.State, "CURRENT_STATE.md"},
	{protocol.Agentic, protocol.MemoryPath, protocol.Memory, "MEMORY.md"},
	{protocol.Agentic, protocol.IndexPath, protocol.Index, "index.md"},
}

var checkpoint = template{protocol.Agentic, protocol.SnapshotDir, protocol.Snapshot, "snapshot.md"}

// A filling is what stands in a template's place: the values of labels, and
// the bodies of sections, by their names.
type filling struct {
	labels   map[string]string
	sections map[string]string
}

// fill gives the template's text with what is known filled in.
func (t template) fill(with filling) []byte {
	src, err := templates.ReadFile("templates/" + t.file)
	if err != nil {
		panic(err) // it was embedded
	}
	f := lint.NewFile(t.path, document(t.kind), src)
	var edits []edit
	for _, l := range f.Doc().Labels(f.Doc().Whole()) {
		if value, ok := with.labels[l.Name]; ok {
			edits = append(edits, edit{l.At, value})
		}
	}
	for _, place := range f.Layout().Places {
		if body, ok := with.sections[place.Section.Name]; ok {
			edits = append(edits, edit{place.First().Body, "\n" + body + "\n\n"})
		}
	}
	return []byte(strings.TrimRight(string(apply(src, edits)), "\n") + "\n")
}

// An edit puts text in the place of a stretch.
type edit struct {
	at   markdown.Span
	text string
}

// apply carries out edits that do not overlap; of two that do, the first counts.
func apply(src []byte, edits []edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int { return cmp.Compare(a.at.Start, b.at.Start) })
	var out []byte
	done := 0
	for _, e := range edits {
		if e.at.Start < done {
			continue
		}
		out = append(append(out, src[done:e.at.Start]...), e.text...)
		done = e.at.End
	}
	return append(out, src[done:]...)
}
