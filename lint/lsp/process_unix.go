//go:build unix

package lsp

import "syscall"

// probe is the signal that asks only whether a process is there.
const probe = syscall.Signal(0)
