package disk

import (
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// publishUnnamed writes a file that has no name and links it to its own when
// it is whole.
func (f *Folder) publishUnnamed(name string, data []byte, mode fs.FileMode) error {
	file, err := f.root.OpenFile(".", unix.O_TMPFILE|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := fill(file, data); err != nil {
		return err
	}
	from := fmt.Sprintf("/proc/self/fd/%d", file.Fd())
	err = unix.Linkat(unix.AT_FDCWD, from, int(f.self.Fd()), name, unix.AT_SYMLINK_FOLLOW)
	if err != nil {
		return &os.LinkError{Op: "linkat", Old: from, New: name, Err: err}
	}
	return nil
}

// renameExclusive renames within the folder unless the new name is taken.
func (f *Folder) renameExclusive(from, to string) error {
	dir := int(f.self.Fd())
	if err := unix.Renameat2(dir, from, dir, to, unix.RENAME_NOREPLACE); err != nil {
		return &os.LinkError{Op: "renameat2", Old: from, New: to, Err: err}
	}
	return nil
}
