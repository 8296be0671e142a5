//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package disk

import "context"

// Lock does nothing: the standard library locks no folder here. What is
// published is still whole, and takes no other file's place.
func (f *Folder) Lock(context.Context) error { return nil }
