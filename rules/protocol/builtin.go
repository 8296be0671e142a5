package protocol

// Paths that are named outside the document table.
const (
	StatePath   = "memory/CURRENT_STATE.md"
	ArchiveDir  = "memory/session_archive"
	MemoryDir   = ".agentic/memories"
	MemoryPath  = MemoryDir + "/MEMORY.md"
	IndexPath   = MemoryDir + "/index.md"
	SnapshotDir = MemoryDir + "/snapshots"
	ReceiptDir  = "state/approved-plan-continuity"
)

// Names of sections that rules ask for by name.
const (
	Objective         = "Objective"
	NextAction        = "Next Action"
	UnsurfacedResults = "Unsurfaced Results"
)

// ArchiveName is the form of an archive's file name, as time.Parse layouts
// write it (SPEC 1.1).
const ArchiveName = "2006-01-02_15-04.md"

// ReceiptName is the glob of a receipt's file name (SPEC 1.3).
const ReceiptName = "receipt-*.json"

// LoadedCharacters is what a runtime loads of one memory file: OpenClaw cuts
// there.
const LoadedCharacters = 20000

// stateSections are the mandatory sections of seed 000, in its order.
var stateSections = []Section{
	{Name: Objective, Work: true},
	{Name: "Current Step", None: true},
	{Name: "Key Decisions", None: true},
	{Name: NextAction, Work: true},
	{Name: "Blockers", None: true},
	{Name: UnsurfacedResults, None: true, Pending: true},
}

// stateSlots: square brackets are template text in the state.
var stateSlots = Slots{
	Square: true, Curly: true, Angle: true, Bare: true, Moment: true,
	Exact: []string{
		"[ISO timestamp]",
		"[What step are we on, what was the last thing completed]",
		"[Exactly what should happen next]",
		`[What is preventing progress, or "None"]`,
		`[Results from sub-agents or tools not yet shown to user, or "None"]`,
	},
	Prefix: []string{"[One sentence:", "[Decision "},
}

// Builtin returns the documents of the three built-in protocols, in the order
// in which they are reported. The result is the caller's to change; the
// slices inside are shared.
func Builtin() []Document {
	return append(currentState(), append(agentic(), approvedPlan()...)...)
}

func currentState() []Document {
	return []Document{
		{
			Protocol: CurrentState, Kind: State, Name: "CURRENT_STATE.md",
			Globs: []string{StatePath}, Marker: true,
			Sections: stateSections, Slots: stateSlots, Lines: 40,
			Links: true, Stamped: true,
		},
		{
			Protocol: CurrentState, Kind: Archive, Name: "archive",
			Globs: []string{ArchiveDir + "/*.md"}, Marker: true,
			Frozen: Frozen{Form: ArchiveName, Keep: 20, Cold: "cold"},
		},
		{
			Protocol: CurrentState, Kind: Session, Name: "session log",
			Globs: []string{"memory/sessions/*.md", "memory/[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*.md"}, Evidence: true,
		},
		{
			Protocol: CurrentState, Kind: Tasks, Name: "tasks.md",
			Globs: []string{"tasks.md"},
		},
		{
			Protocol: CurrentState, Kind: Change, Name: "OpenSpec change",
			Globs:   []string{"openspec/changes/*/tasks.md", "openspec/changes/*/proposal.md"},
			Exclude: []string{"openspec/changes/archive/**"},
		},
	}
}

func approvedPlan() []Document {
	return []Document{
		{
			Protocol: ApprovedPlan, Kind: Receipt, Name: "receipt",
			Globs: []string{ReceiptDir + "/" + ReceiptName}, Marker: true, JSON: true,
		},
		{ // a receipt under another name is one too, but makes no workspace
			Protocol: ApprovedPlan, Kind: Receipt, Name: "receipt",
			Globs: []string{ReceiptDir + "/*.json"}, Exclude: []string{ReceiptDir + "/" + ReceiptName}, JSON: true,
		},
	}
}
