//go:build !linux

package disk

import (
	"errors"
	"io/fs"
)

// publishUnnamed: only Linux links files that have no name.
func (f *Folder) publishUnnamed(string, []byte, fs.FileMode) error { return errors.ErrUnsupported }

// renameExclusive: the standard library has none.
func (f *Folder) renameExclusive(string, string) error { return errors.ErrUnsupported }
