package protocol

// Sections of the agentic protocol that rules ask for by name.
const (
	ActiveWorkstreams = "Active Workstreams"
	CurrentObjective  = "Current Objective"
	Decisions         = "Decisions"
	OpenRisks         = "Open Risks / Questions"
	NextSteps         = "Next Concrete Steps"
	ResolvedNotes     = "Resolved / Compacted Notes"
)

// Columns of the agentic protocol's tables, and labels of its snapshots, that
// rules ask for by name.
const (
	ColumnID        = "Workstream ID"
	ColumnTimestamp = "Timestamp (UTC)"
	ColumnScope     = "Session Scope"
	ColumnObjective = "Objective"
	ColumnOwner     = "Owner Agent"
	ColumnWorktree  = "Worktree"
	ColumnBranch    = "Branch"
	ColumnStatus    = "Status"
	ColumnUpdate    = "Last Update (UTC)"
	ColumnSnapshot  = "Snapshot File"

	LabelTimestamp = "Timestamp"
	LabelOwner     = "Owner"
	LabelDecision  = "Decision"
	LabelRationale = "Rationale"
)

// SnapshotName is the form of a snapshot's file name, as time.Parse layouts
// write it (SPEC 1.2).
const SnapshotName = "2006-01-02T15-04-05Z.md"

// SnapshotForm is SnapshotName as people, and the templates, write it.
const SnapshotForm = "YYYY-MM-DDTHH-MM-SSZ.md"

// SnapshotColons is SnapshotName with the separators that belong into text.
const SnapshotColons = "2006-01-02T15:04:05Z.md"

// NewestSnapshots is how many snapshots are kept.
const NewestSnapshots = 20

// OwnerTag is the key of the tag that says whose an item is: [owner=planner].
const OwnerTag = "owner"

// Milestones are the words that tag a snapshot as one to be kept for good.
func Milestones() []string { return []string{"milestone", "里程碑"} }

// ClosedStatus are words of a workstream's status that say it is over.
func ClosedStatus() []string {
	return []string{
		"done", "closed", "complete", "completed", "merged", "finished", "resolved", "abandoned", "cancelled", "canceled",
		"archived", "retired", "inactive", "dropped", "released", "shipped", "完成", "已完成", "關閉", "已關閉", "关闭", "已关闭",
	}
}

// ResolvedWords may stand before an item, as a label or in brackets, to say
// that it is settled.
func ResolvedWords() []string {
	return []string{
		"resolved", "done", "closed", "fixed", "answered", "completed", "obsolete", "superseded", "mitigated",
		"已解決", "已解决", "已完成", "完成", "已關閉", "已关闭",
	}
}

// ResolvedMarks may be what an item begins with, to say that it is settled.
func ResolvedMarks() []string { return []string{"~~", "✅", "☑", "✔", "✓"} }

// agenticSlots: square brackets are finished text in the agentic protocol.
var agenticSlots = Slots{Curly: true, Bare: true, Moment: true, Anywhere: true}

func agentic() []Document {
	return []Document{
		{
			Protocol: Agentic, Kind: Memory, Name: "MEMORY.md",
			Globs: []string{MemoryPath}, Marker: true, ByPath: true,
			Sections: []Section{
				{Name: ActiveWorkstreams, Optional: true},
				{Name: CurrentObjective, Work: true},
				{Name: Decisions, Aliases: []string{"Decisions (Most Recent First)"}, None: true},
				{Name: OpenRisks, None: true},
				{Name: NextSteps, Work: true},
				{Name: ResolvedNotes, Optional: true},
			},
			Slots: agenticSlots, Lines: 120, Links: true, Stamped: true,
		},
		{
			Protocol: Agentic, Kind: Index, Name: "index.md",
			Globs: []string{IndexPath}, Marker: true, ByPath: true,
			Slots: agenticSlots, Links: true, Lists: Snapshot,
		},
		{
			Protocol: Agentic, Kind: Snapshot, Name: "snapshot",
			Globs: []string{SnapshotDir + "/*.md"}, Marker: true, ByPath: true,
			Sections: []Section{
				{Name: CurrentObjective, Work: true},
				{Name: "Decisions Made", None: true},
				{Name: OpenRisks, None: true},
				{Name: NextSteps, Work: true},
				{Name: "Excluded Noise", Optional: true},
			},
			Slots: agenticSlots, Links: true,
			Frozen: Frozen{Form: SnapshotName, Keep: NewestSnapshots},
		},
	}
}
