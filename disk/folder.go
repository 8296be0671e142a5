// Package disk writes files whole or not at all, however many processes write
// and whenever one of them is killed.
package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// ErrNotRegular says that a name belongs to a folder, a link, a pipe or a
// device, which are neither read nor replaced.
var ErrNotRegular = errors.New("not a regular file")

// A Folder is an open folder. Names are those of its own entries: nothing is
// reached through a link or by a path.
type Folder struct {
	root *os.Root
	self *os.File // the folder itself
}

// Open opens a folder, after creating it where it is missing if create says
// so. Below base no link may lead out of it; with base "" the folder is
// anywhere. The umask decides who else may enter what is created.
func Open(base, dir string, create bool) (*Folder, error) {
	var where tree = anywhere{}
	if base != "" {
		root, err := os.OpenRoot(base)
		if err != nil {
			return nil, err
		}
		defer root.Close()
		where = root
	}
	dir = filepath.Clean(dir)
	if create {
		if err := makeAll(where, dir); err != nil {
			return nil, err
		}
	}
	root, err := where.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	self, err := root.Open(".")
	if err != nil {
		root.Close()
		return nil, err
	}
	return &Folder{root, self}, nil
}

// Close lets go of the folder, and of its lock.
func (f *Folder) Close() {
	f.self.Close()
	f.root.Close()
}

// Sync brings the folder's names to disk.
func (f *Folder) Sync() error { return syncFolder(f.self) }

// Names lists the folder's entries, sorted.
func (f *Folder) Names() ([]string, error) {
	entries, err := fs.ReadDir(f.root.FS(), ".")
	if err != nil {
		return nil, err
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, nil
}

// Mode is what stands under a name; a link is one.
func (f *Folder) Mode(name string) (fs.FileMode, error) {
	info, err := f.root.Lstat(name)
	if err != nil {
		return 0, err
	}
	return info.Mode(), nil
}

// Read reads a regular file, and one byte more than limit of one that is
// larger. Should a pipe take the file's place meanwhile, opening it does not
// block, and it is refused then.
func (f *Folder) Read(name string, limit int64) ([]byte, error) {
	if !plain(name) {
		return nil, fmt.Errorf("%q is not a name in the folder: %w", name, fs.ErrInvalid)
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
	return io.ReadAll(io.LimitReader(file, limit+1))
}

// Rename gives an entry another name in the folder and takes the place of what
// has that name.
func (f *Folder) Rename(from, to string) error { return f.root.Rename(from, to) }

// Chmod sets the mode of a file, whatever the umask.
func (f *Folder) Chmod(name string, mode fs.FileMode) error { return f.root.Chmod(name, mode) }

// Remove removes a file.
func (f *Folder) Remove(name string) error { return f.root.Remove(name) }

// plain reports whether a name is one of the folder's own.
func plain(name string) bool {
	return filepath.IsLocal(name) && name != "." && !strings.ContainsAny(name, `/\`)
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

// A tree is where a folder is looked for: below a base that may not be left,
// or anywhere.
type tree interface {
	Mkdir(path string, perm fs.FileMode) error
	Open(path string) (*os.File, error)
	OpenRoot(path string) (*os.Root, error)
}

type anywhere struct{}

func (anywhere) Mkdir(path string, perm fs.FileMode) error { return os.Mkdir(path, perm) }
func (anywhere) Open(path string) (*os.File, error)        { return os.Open(path) }
func (anywhere) OpenRoot(path string) (*os.Root, error)    { return os.OpenRoot(path) }

// makeAll creates a folder and those above it, and brings each new one to disk
// by its parent.
func makeAll(where tree, dir string) error {
	err := where.Mkdir(dir, 0o755)
	parent := filepath.Dir(dir)
	if errors.Is(err, fs.ErrNotExist) && parent != dir {
		if err := makeAll(where, parent); err != nil {
			return err
		}
		err = where.Mkdir(dir, 0o755)
	}
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	above, err := where.Open(parent)
	if err != nil {
		return err
	}
	defer above.Close()
	return syncFolder(above)
}

// syncFolder brings a folder's entries to disk, where the system can do that
// for folders at all.
func syncFolder(d *os.File) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	err := d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}
