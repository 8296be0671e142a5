package rules

import (
	_ "embed"

	"github.com/memorylint/memorylint/lint"
)

//go:embed suppression.md
var suppressionDoc string

// The engine reads the suppressions and reports these itself: only it knows
// what a suppression has taken out.
var (
	suppressionUnknown = &lint.Rule{ID: "suppression/unknown", Severity: lint.Warning, Doc: suppressionDoc}
	suppressionUnused  = &lint.Rule{ID: "suppression/unused", Severity: lint.Info, Doc: suppressionDoc}
	suppressionReason  = &lint.Rule{ID: "suppression/reason", Severity: lint.Warning, Doc: suppressionDoc}
)
