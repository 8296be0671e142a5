package lint

import (
	"context"
	"io/fs"
	"iter"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// A Tree is one source of content. Text and existence come from it alone
// (SPEC 2.2). Names are slash-separated and relative to its root. Links are
// followed only inside the root.
type Tree interface {
	fs.ReadDirFS
	fs.StatFS
	fs.ReadLinkFS

	// Paths lists what is no folder at or below dir and would not be ignored by
	// git; outside git, all but what lies in .git and node_modules. Files that
	// git tracks are listed even when they are gone. Folders behind links are
	// not entered, nor is one whose name is not UTF-8: it is listed with a slash
	// at its end. Order is not promised.
	Paths(ctx context.Context, dir string) iter.Seq2[string, error]

	// Modified gives the moment each named file was last modified (SPEC 4.1).
	// A name without an entry has no known time.
	Modified(ctx context.Context, names []string) (map[string]time.Time, error)
}

// A Session is one piece of evidence that a session ran.
type Session struct {
	Path string // as shown
	Time time.Time
}

// A Workspace is a folder that holds memory, as rules see it.
type Workspace struct {
	Dir      string // relative to the tree's root; "." for the root
	Shown    string // how output names it; "." for the current one
	Tree     Tree
	Now      time.Time
	Bases    []*Workspace // the "before" (SPEC 2.2): none without one, several in a merge; one that lacks the folder has no files
	Ancestor *Workspace   // in a merge, what its sides began with; nil elsewhere, and where they have nothing in common
	Files    []*File      // documents of the protocols present, sorted by path
	Sessions []Session    // further evidence, from outside the tree
	Nested   []string     // workspaces below the depth limit, not entered; relative to Dir
	Links    []Link       // documents that are no readable file, sorted by path
	Bare     bool         // the folder was named, and nothing was found at or below it
	Lost     bool         // git tracks a state here, and it is gone
	Settings *Settings

	making sync.Once
	made   any

	wanted   bool                     // discovery has taken it up
	only     map[string]bool          // findings are shown for these files alone; nil: for all
	excluded map[string]protocol.Kind // documents that the config takes out
}

// A Link is a document that cannot be read as a file: a link that leads
// nowhere or out of the tree, a folder, a pipe.
type Link struct {
	Path      string // relative to the workspace
	Kind      protocol.Kind
	Target    string // as written in the link
	Leaves    bool   // the link points outside the root; else its target is missing
	Irregular string // what it is when it is no link: "a folder", "no regular file"
}

// Settings are what a run is told by flags and config.
type Settings struct {
	Documents  []protocol.Document // all that are known, in reporting order
	Require    []string            // protocols that must be there and be followed
	Doctor     bool                // the state is asked for, and judged, in every workspace
	Strict     bool                // advisory findings fail commits too
	Committed  bool                // the tree is a commit or the index: a state that is a link is none there
	Live       time.Duration       // a session changed this recently is still running
	Characters int                 // size/lines reports files a runtime would cut

	// Excluded reports whether the config takes a path, relative to the
	// tree's root, out. Nil: it takes out none.
	Excluded func(path string) bool
}

// Requires reports whether the config (or the doctor) requires the protocol.
func (s *Settings) Requires(name string) bool {
	if s.Doctor && name == protocol.CurrentState {
		return true
	}
	for _, r := range s.Require {
		if r == name {
			return true
		}
	}
	return false
}

// Knows reports whether the protocol's documents are looked for at all.
func (s *Settings) Knows(name string) bool {
	for i := range s.Documents {
		if s.Documents[i].Protocol == name {
			return true
		}
	}
	return false
}

// A File is one document of a workspace.
type File struct {
	Path     string             // relative to the workspace
	Document *protocol.Document // what it is
	Modified time.Time          // zero: unknown, or nobody asked

	// Irregular says what stands at a receipt's path when it is no regular
	// file; Source is nil then.
	Irregular string

	content  content
	parse    sync.Once
	doc      *markdown.Document
	layout   *Layout
	placing  sync.Once
	settled  []markdown.Span
	settling sync.Once
	making   sync.Once
	made     any
}

// Once gives what make makes of the file, made on first use: how a rule module
// reads a document that is no Markdown. All callers must pass the same make.
func (f *File) Once(make func(*File) any) any {
	f.making.Do(func() { f.made = make(f) })
	return f.made
}

// Doc is the file as Markdown, parsed on first use.
func (f *File) Doc() *markdown.Document {
	f.parse.Do(func() { f.doc = markdown.Parse(f.Source()) })
	return f.doc
}

// Range turns a span of the file into lines and columns.
func (f *File) Range(s markdown.Span) Range {
	return Range{Start: f.position(s.Start), End: f.position(s.End)}
}

func (f *File) position(offset int) Position {
	line, column := f.Doc().Position(offset)
	return Position{Offset: offset, Line: line, Column: column}
}

// Holds says what a stretch of the file holds, by its protocol's slot forms
// and the words for nothing.
func (f *File) Holds(s markdown.Span) markdown.Content {
	return f.Doc().Holds(s, lexicon(), markdown.Slots(f.Document.Slots))
}

// Items are the pieces of content in s that hold something.
func (f *File) Items(s markdown.Span) []markdown.Span {
	return f.Doc().Items(s, lexicon())
}

// Slots are the pieces of template text left in s.
func (f *File) Slots(s markdown.Span) []markdown.Slot {
	return f.Doc().SlotsBut(s, markdown.Slots(f.Document.Slots), lexicon())
}

var lexicon = sync.OnceValue(func() *markdown.Lexicon {
	return markdown.Compile(markdown.Words(protocol.Nothing()))
})

// Of lists the files of a kind, sorted by path.
func (w *Workspace) Of(kind protocol.Kind) []*File {
	var out []*File
	for _, f := range w.Files {
		if f.Document.Kind == kind {
			out = append(out, f)
		}
	}
	return out
}

// File is the document at a path relative to the workspace, or nil.
func (w *Workspace) File(path string) *File {
	for _, f := range w.Files {
		if f.Path == path {
			return f
		}
	}
	return nil
}

// Once gives what make makes of the workspace, made on first use: what a rule
// module must know of all its documents to judge one. All callers must pass the
// same make.
func (w *Workspace) Once(make func(*Workspace) any) any {
	w.making.Do(func() { w.made = make(w) })
	return w.made
}

// Excludes reports whether the config takes out documents of a kind here.
func (w *Workspace) Excludes(kind protocol.Kind) bool {
	for _, k := range w.excluded {
		if k == kind {
			return true
		}
	}
	return false
}

// State is the state document, or nil.
func (w *Workspace) State() *File {
	if f := w.File(protocol.StatePath); f != nil && f.Document.Kind == protocol.State {
		return f
	}
	return nil
}

// Present reports whether one of the protocol's own markers is here or in a
// base, or it is required.
func (w *Workspace) Present(name string) bool {
	if w.Settings.Requires(name) || (w.Bare || w.Lost) && name == protocol.CurrentState {
		return true
	}
	for _, f := range w.Files {
		if f.Document.Protocol == name && f.Document.Marker {
			return true
		}
	}
	for _, l := range w.Links {
		if name == protocol.CurrentState && strings.EqualFold(l.Path, protocol.StatePath) || name == protocol.Agentic && l.Kind == protocol.Memory {
			return true
		}
	}
	for _, b := range w.Bases { // what the commit deletes was there
		if b.Present(name) {
			return true
		}
	}
	return false
}

// display is how output names a path of the workspace.
func (w *Workspace) display(name string) string {
	if w.Shown == "." {
		return name
	}
	return path.Join(w.Shown, name)
}
