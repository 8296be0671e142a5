// Package protocol holds what the memory protocols say, as data: documents,
// sections, slot forms, none-words, name forms and limits. It decides nothing;
// rules and the engine read it. Paths and globs are slash-separated and
// relative to the workspace.
package protocol

// A Kind is the part a file plays in its protocol. A config file may declare
// kinds of its own.
type Kind string

// The kinds of the built-in protocols (SPEC 1.1 to 1.3).
const (
	State    Kind = "state"    // memory/CURRENT_STATE.md
	Archive  Kind = "archive"  // a frozen state
	Session  Kind = "session"  // a session log or daily note: evidence of a session
	Tasks    Kind = "tasks"    // tasks.md
	Change   Kind = "change"   // the task list or proposal of an active OpenSpec change
	Memory   Kind = "memory"   // .agentic/memories/MEMORY.md
	Index    Kind = "index"    // the pointer log of snapshots
	Snapshot Kind = "snapshot" // one checkpoint
	Receipt  Kind = "receipt"  // an approved plan's dispatch receipt
)

// The names of the built-in protocols, as config files spell them.
const (
	CurrentState = "current-state"
	Agentic      = "agentic"
	ApprovedPlan = "approved-plan"
)

// A Document is one file, or one glob of files, that a protocol knows.
type Document struct {
	Protocol string
	Kind     Kind
	Name     string   // what messages call it
	Globs    []string // doublestar, from the workspace
	Exclude  []string // doublestar, from the workspace; taken out of Globs
	Marker   bool     // its presence makes a folder a workspace
	Evidence bool     // only its time is of interest: it says that a session ran
	JSON     bool     // not Markdown
	ByPath   bool     // follows its protocol by its path alone (SPEC 3.5)
	Sections []Section
	Slots    Slots
	Labels   bool   // a label line is as good as a heading
	Lines    int    // size/lines reports more than this; 0: no limit
	Bytes    int    // what a runtime loads of it; 0: the limit that all files have
	Links    bool   // relative links are checked (links/dead)
	Stamped  bool   // carries a "last updated" stamp (updated/stamp)
	Lists    Kind   // each row points to one of these, and each of them has a row; "": it is no list
	Frozen   Frozen // its files are written once; without a Form they may change
}

// Frozen says how files are kept that are written once and never changed.
type Frozen struct {
	Form string // of their names, as a time.Parse layout
	Keep int    // how many of the newest are not to be removed
	Cold string // the folder beside them into which older ones may move; "": there is none
}

// A Section is one heading that a document is to hold, in the order of the
// protocol.
type Section struct {
	Name     string
	Aliases  []string // further accepted spellings
	Optional bool
	None     bool // with nothing in it, it must say None
	Work     bool // with nothing in it there is no work to recover
	Pending  bool // what stands in it still waits for a person
}

// Slots says which forms of template text count as left-over slots in a
// document (SPEC 3.4). Its fields are those of markdown.Slots, to which it is
// converted.
type Slots struct {
	Square   bool     // [words] as a whole value
	Curly    bool     // {words} and {{words}} as a whole value
	Angle    bool     // <words> as a whole value
	Bare     bool     // TBD, TODO, ..., lorem ipsum as a whole value
	Moment   bool     // YYYY-MM-DD... literals as a whole value
	Anywhere bool     // {curly} and YYYY- literals count inside a line too
	Exact    []string // published slots, counted anywhere outside code
	Prefix   []string // as Exact, up to the closing bracket: "[One sentence:"
}

// Words says how "nothing" is written (SPEC 3.3). Its fields are those of
// markdown.Words, to which it is converted.
type Words struct {
	None       []string // whole values: "none", "n/a", "nothing pending"
	No         []string // say it only with a subject: "no", "sin"
	Subjects   []string // may follow both: "blockers", "open questions"
	Qualifiers []string // may stand before or behind: "yet", "at this time"
	Stamps     []string // labels of the page's own date: "last updated"
}
