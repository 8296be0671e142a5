package dispatch

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/memorylint/memorylint/rules/continuity"
)

func (f *folder) read(name string) (continuity.Receipt, error) {
	data, err := f.bytes(name)
	if err != nil {
		return continuity.Receipt{}, err
	}
	n, err := continuity.Parse(data, continuity.MaxReceipt)
	if err != nil {
		return continuity.Receipt{}, err
	}
	v := continuity.ValidateReceipt(n)
	if !v.OK {
		return continuity.Receipt{}, &InvalidError{v.Errors}
	}
	return v.Receipt, nil
}

// bytes reads a regular file and no more of it than shows that it is too
// large. Should a pipe take the file's place in between, opening it does not
// block, and it is refused then.
func (f *folder) bytes(name string) ([]byte, error) {
	if !plain(name) {
		return nil, fmt.Errorf("%q is not a name in the receipt folder: %w", name, fs.ErrInvalid)
	}
	before, err := f.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", kind(before.Mode()), ErrNotRegular)
	}
	file, err := f.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if opened, err := file.Stat(); err != nil || !os.SameFile(before, opened) {
		return nil, fmt.Errorf("replaced while it was read: %w", ErrNotRegular)
	}
	return io.ReadAll(io.LimitReader(file, continuity.MaxReceipt+1))
}

// kind says what a file is that is not regular.
func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeSymlink != 0:
		return "a link"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}
