package memory

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules"
	"github.com/memorylint/memorylint/rules/protocol"
)

// A Brief is what a new session must know of one workspace.
type Brief struct {
	Found     bool      // there is a memory, readable or not
	Looked    []string  // the documents that were looked for, from the workspace
	Read      []string  // the documents it was taken from, from the workspace
	Sections  []Section // those that say something, in reading order
	Snapshots []Pointer // the newest, oldest first
	LeftOut   int       // snapshots that did not fit
	Trouble   []string  // what could not be read, one line each
	Foreign   []string  // files that keep their notes in another form; to be read as they are
}

// A Section is a part of the memory with its open items.
type Section struct {
	Name    string
	Items   []Item
	LeftOut int // items that did not fit
}

// An Item is one open item, word for word but for what moves the cursor.
type Item struct {
	Text string
	Path string // from the workspace
	Line int    // 1-based
	Cut  int    // lines of it that did not fit
}

// A Pointer is a row of the index.
type Pointer struct {
	Path      string // from the workspace
	Timestamp string
	Objective string // "" when the row does not say
	Missing   bool   // there is no such file
}

// told are the sections of a brief, with where each protocol keeps them.
var told = []struct{ name, state, memory string }{
	{"Current Objective", protocol.Objective, protocol.CurrentObjective},
	{"Decisions", protocol.KeyDecisions, protocol.Decisions},
	{"Open Risks / Questions", "", protocol.OpenRisks},
	{"Next Steps", protocol.NextAction, protocol.NextSteps},
	{"Blockers", protocol.Blockers, ""},
	{"Unsurfaced Results", protocol.UnsurfacedResults, ""},
}

// NewestPointers is how many rows of the index a brief names.
const NewestPointers = 3

// NewBrief reads the memory of the folder dir, relative to the tree's root.
// What cannot be read is said in the brief.
func NewBrief(tree lint.Tree, dir string, settings *lint.Settings) *Brief {
	r := reader{tree: tree, dir: dir, settings: settings, brief: &Brief{}, there: map[protocol.Kind]bool{}}
	state, memory, index := r.file(protocol.State), r.file(protocol.Memory), r.file(protocol.Index)
	for _, t := range told {
		s := Section{Name: t.name}
		s.Items = append(s.Items, r.items(state, t.state)...)
		s.Items = append(s.Items, r.items(memory, t.memory)...)
		if len(s.Items) > 0 {
			r.brief.Sections = append(r.brief.Sections, s)
		}
	}
	if index != nil {
		if !r.there[protocol.Memory] {
			r.trouble("%s does not exist", protocol.MemoryPath)
		}
		r.pointers(index)
	}
	return r.brief
}

type reader struct {
	tree     lint.Tree
	dir      string
	settings *lint.Settings
	brief    *Brief
	there    map[protocol.Kind]bool
}

func (r *reader) trouble(format string, args ...any) {
	r.brief.Trouble = append(r.brief.Trouble, strings.Map(visible, fmt.Sprintf(format, args...)))
}

// file reads a document; nil when it is not there, or is not to be read.
func (r *reader) file(kind protocol.Kind) *lint.File {
	i := slices.IndexFunc(r.settings.Documents, func(d protocol.Document) bool { return d.Kind == kind && len(d.Globs) == 1 })
	if i < 0 {
		return nil
	}
	d := &r.settings.Documents[i]
	name := d.Globs[0]
	r.brief.Looked = append(r.brief.Looked, name)
	full := path.Join(r.dir, name)
	if r.settings.Excluded != nil && r.settings.Excluded(full) {
		return nil
	}
	if _, err := r.tree.Lstat(full); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	r.brief.Found, r.there[kind] = true, true
	f, err := lint.ReadFile(r.tree, full, name, d)
	switch {
	case err != nil:
		r.trouble("%s cannot be read: %v", name, cause(err))
		return nil
	case f.Wide() != "":
		r.trouble("%s cannot be read: it is %s, not UTF-8", name, f.Wide())
		return nil
	case f.Cut():
		r.trouble("%s is read up to %d bytes only", name, markdown.MaxSize)
	}
	if line, ok := noText(f); ok {
		r.trouble("%s: line %d holds bytes that are not UTF-8", name, line)
	}
	for _, c := range f.Doc().Conflicts() {
		from, _ := f.Doc().Position(c.Ours.Start)
		to, _ := f.Doc().Position(c.Theirs.Start)
		r.trouble("%s: lines %d to %d are a merge conflict and are not told", name, from, to)
	}
	r.brief.Read = append(r.brief.Read, name)
	if kind != protocol.Index {
		r.sections(f)
	}
	return f
}

// cause is what went wrong, without the path that is said already.
func cause(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// sections says which of the protocol's sections are missing.
func (r *reader) sections(f *lint.File) {
	w := &lint.Workspace{Files: []*lint.File{f}, Settings: r.settings}
	if !w.Follows(f) {
		r.brief.Foreign = append(r.brief.Foreign, f.Path)
		return
	}
	var missing []string
	for _, place := range f.Layout().Places {
		asked := slices.ContainsFunc(told, func(t struct{ name, state, memory string }) bool {
			return place.Section.Name == t.state || place.Section.Name == t.memory
		})
		if asked && !place.Section.Optional && !place.Found() {
			missing = append(missing, `"`+place.Section.Name+`"`)
		}
	}
	if len(missing) > 0 {
		r.trouble("%s has no section %s", f.Path, strings.Join(missing, ", "))
	}
}

func (r *reader) items(f *lint.File, name string) []Item {
	if f == nil || name == "" {
		return nil
	}
	place := f.Layout().Place(name)
	if place == nil || !place.Found() {
		return nil
	}
	var out []Item
	for _, p := range pileOf(f, place.Bodies()).open {
		number, _ := f.Doc().Position(p.at.Start)
		out = append(out, Item{Text: clean(string(f.Source()[p.at.Start:p.at.End])), Path: f.Path, Line: number})
	}
	return out
}

// clean keeps text word for word, but for what moves the cursor.
func clean(text string) string {
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\t", "    ").Replace(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(strings.Map(visible, strings.ToValidUTF8(lines[i], "\ufffd")), " ")
	}
	return strings.Join(lines, "\n")
}

// pointers takes the newest rows of the index.
func (r *reader) pointers(index *lint.File) {
	rows := rules.IndexRows(index)
	slices.SortStableFunc(rows, func(a, b rules.IndexRow) int { return a.When.Compare(b.When) })
	rows = slices.CompactFunc(rows, func(a, b rules.IndexRow) bool { return a.Path == b.Path })
	for _, row := range rows[max(len(rows)-NewestPointers, 0):] {
		p := Pointer{Path: row.Path, Timestamp: stamp(row.When), Objective: clip(strings.Map(visible, row.Objective))}
		if _, err := r.tree.Stat(path.Join(r.dir, p.Path)); err != nil {
			p.Missing = true
			r.trouble("%s points to %s, which cannot be read", index.Path, p.Path)
		}
		r.brief.Snapshots = append(r.brief.Snapshots, p)
	}
}
