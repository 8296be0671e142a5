package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The codes of errors, stable across wordings.
const (
	CodeSyntax       = "config.syntax"        // not YAML, or YAML of a kind that is not read here
	CodeUnknownKey   = "config.unknown_key"   // unknown, mis-cased or misplaced
	CodeDuplicateKey = "config.duplicate_key" // twice in one mapping
	CodeType         = "config.type"          // a value of the wrong type, or none
	CodeEmpty        = "config.empty"         // empty where something must stand
	CodeValue        = "config.value"         // the right type, but not a value that can be
)

// An Error is one thing wrong with a config file.
type Error struct {
	File    string // as handed to Parse
	Line    int    // from 1
	Column  int    // in code points, from 1
	Key     string // the path of the key: "documents[0].glob"; "" for the file as a whole
	Code    string
	Message string // at most 100 code points, no final full stop
}

// Error gives "file:line:column: message [code]".
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s [%s]", e.File, e.Line, e.Column, e.Message, e.Code)
}

// Errors are all that is wrong with a config file, in the order of the file.
// Parse never returns an empty one.
type Errors []*Error

// Error gives one line for each error.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap lets errors.As find the first *Error.
func (e Errors) Unwrap() []error {
	out := make([]error, len(e))
	for i, one := range e {
		out[i] = one
	}
	return out
}

func (e Errors) sort() {
	slices.SortStableFunc(e, func(a, b *Error) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}
