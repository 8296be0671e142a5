//go:build !linux

package dispatch

import "errors"

// publishUnnamed: only Linux links files that have no name.
func (f *folder) publishUnnamed(string, []byte) error { return errors.ErrUnsupported }

// renameExclusive: the standard library has none.
func (f *folder) renameExclusive(string, string) error { return errors.ErrUnsupported }
