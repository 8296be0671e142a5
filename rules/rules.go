// Package rules holds the rules and their pages. A rule is a value in the file
// of its module, with its documentation beside it in the Markdown file of the
// same name. Rules read what they are handed and nothing else: no files, no
// clock, no git.
package rules

import (
	"slices"

	"github.com/memorylint/memorylint/lint"
)

// All lists the rules in the order in which the doctor reports them: first the
// checks of its own report, then the rest. The slice is the caller's.
func All() []*lint.Rule {
	return slices.Clone(all[:])
}

var all = [...]*lint.Rule{
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
	linksDead,
	updatedStamp,
	sizeLines,
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
