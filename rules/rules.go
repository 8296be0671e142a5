// Package rules holds the rules and their pages. A rule is a value in the file
// of its module, with its documentation beside it in the Markdown file of the
// same name. Rules read what they are handed and nothing else: no files, no
// clock, no git.
package rules

import (
	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/continuity"
)

// All lists the rules under the default continuity configuration. The slice
// is the caller's.
func All() []*lint.Rule { return With(continuity.Defaults()) }

// With lists the rules in the order in which the doctor reports them: first
// the checks of its own report, then the rest. Those about approved plans ask
// the evaluator with the configuration c.
func With(c continuity.Config) []*lint.Rule {
	return []*lint.Rule{
		existenceState,
		stalenessState,
		sectionsMissing,
		placeholdersLeft,
		unsurfacedResultsPending,
		archiveObjective,
		tasksAlignment,

		sectionsUnrecognised,
		sectionsSpelling,
		sectionsOrder,
		sectionsDuplicate,
		sectionsEmpty,
		sectionsBlank,
		archiveName,
		existenceMemory,
		existenceIndex,
		snapshotsName,
		snapshotsTime,
		snapshotsCount,
		indexDangling,
		indexOrphan,
		indexRowForm,
		indexOrder,
		indexObjective,
		workstreamsKey,
		workstreamsOwner,
		linksDead,
		updatedStamp,
		updatedNotBumped,
		historyDropped,
		historyDroppedStep,
		historyRewritten,
		sizeLines,
		gateUndispatched(c),
		receiptsJSON,
		receiptsFields,
		receiptsName,
		receiptsTime,
		receiptsConflict,
		receiptsClosure(c),
		encodingUTF16,
		encodingUTF8,
		encodingBOM,
		conflictMarkers,
		markdownFence,
		limitsReached,
		discoveryNested,
		discoveryLink,
		suppressionUnknown,
		suppressionUnused,
		suppressionReason,
	}
}
