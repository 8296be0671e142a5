//go:build !unix

package lsp

import "os"

// probe is a signal that is never delivered here: elsewhere than on Unix a
// process that is gone is not found in the first place.
var probe os.Signal = os.Interrupt
