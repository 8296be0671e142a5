package dispatch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// A folder is the store's folder while it is open.
type folder struct {
	root *os.Root
	self *os.File // the folder itself
}

func (f *folder) close() {
	f.self.Close()
	f.root.Close()
}

// sync brings the folder's names to disk.
func (f *folder) sync() error { return syncFolder(f.self) }

// A tree is where a store's folder is looked for: below a base that may not be
// left, or anywhere.
type tree interface {
	Mkdir(path string, perm fs.FileMode) error
	Open(path string) (*os.File, error)
	OpenRoot(path string) (*os.Root, error)
}

type anywhere struct{}

func (anywhere) Mkdir(path string, perm fs.FileMode) error { return os.Mkdir(path, perm) }
func (anywhere) Open(path string) (*os.File, error)        { return os.Open(path) }
func (anywhere) OpenRoot(path string) (*os.Root, error)    { return os.OpenRoot(path) }

// open opens the store's folder, after creating it where it is missing if
// create says so.
func (s *Store) open(create bool) (*folder, error) {
	f, err := s.openIn(create)
	if err != nil {
		return nil, fmt.Errorf("open receipt folder %s: %w", s.Path(""), err)
	}
	return f, nil
}

func (s *Store) openIn(create bool) (*folder, error) {
	var where tree = anywhere{}
	if s.base != "" {
		base, err := os.OpenRoot(s.base)
		if err != nil {
			return nil, err
		}
		defer base.Close()
		where = base
	}
	dir := filepath.Clean(s.dir)
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
	return &folder{root, self}, nil
}

// makeAll creates a folder and those above it, and brings each new one to disk
// by its parent. The umask decides who else may enter.
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
