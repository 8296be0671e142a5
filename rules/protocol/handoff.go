package protocol

// Names of sections that the workflows of a session ask for, beside those that
// rules do.
const (
	KeyDecisions  = "Key Decisions"
	Blockers      = "Blockers"
	DecisionsMade = "Decisions Made"
	ExcludedNoise = "Excluded Noise"
)

// Labels of the published templates, beside those that rules ask for. Those of
// a snapshot are otherwise the columns of the index.
const (
	LabelIssue         = "Linked Issue/PR"
	LabelContext       = "Context Scope"
	LabelUpdated       = "Last updated"       // of the state
	LabelUpdatedMemory = "Last Updated (UTC)" // of the memory
)

// SnapshotColumns are the columns of the index, in its order.
func SnapshotColumns() []string {
	return []string{ColumnTimestamp, ColumnScope, ColumnObjective, ColumnOwner, ColumnWorktree, ColumnBranch, ColumnSnapshot}
}
