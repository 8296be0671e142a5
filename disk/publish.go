package disk

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// Names of the temporary files of systems that cannot do without.
const (
	tempPrefix = ".memorylint-"
	tempSuffix = ".tmp"
	// tempAge is how old a temporary file is that no writer can still need.
	tempAge = time.Hour
)

// Publish creates a name that holds data, with a mode of which the umask takes
// its part. The name exists with all of the data, synced, or does not exist;
// when it is taken the error is fs.ErrExist. Sync makes the name itself last.
//
// Best is a file that has no name until it is whole: a writer that is killed
// leaves nothing behind. Where the system has none, a named temporary file is
// written beside it.
func (f *Folder) Publish(name string, data []byte, mode fs.FileMode) error {
	err := f.publishUnnamed(name, data, mode)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	return f.publishNamed(name, data, mode, f.root.Link)
}

// publishNamed publishes by a temporary file, which it removes whatever
// happens. link must not replace a name that is taken.
func (f *Folder) publishNamed(name string, data []byte, mode fs.FileMode, link func(from, to string) error) (err error) {
	f.sweep()
	temp := tempPrefix + rand.Text() + tempSuffix
	file, err := f.root.OpenFile(temp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	renamed := false
	defer func() {
		if !renamed {
			err = errors.Join(err, f.root.Remove(temp))
		}
	}()
	if err := errors.Join(fill(file, data), file.Close()); err != nil {
		return err
	}
	err = link(temp, name)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	// Some file systems have no links. Checking and then renaming would lose
	// a file to a race, so that only a rename that refuses will do.
	if e := f.renameExclusive(temp, name); e != nil {
		return errors.Join(fmt.Errorf("neither link nor exclusive rename works here: %w", err), e)
	}
	renamed = true
	return nil
}

// fill writes data and brings it to disk.
func fill(file *os.File, data []byte) error {
	if _, err := file.Write(data); err != nil {
		return err
	}
	return file.Sync()
}

// sweep removes the temporary files of writers that were killed long ago.
func (f *Folder) sweep() {
	old, _ := fs.Glob(f.root.FS(), tempPrefix+"*"+tempSuffix)
	for _, name := range old {
		if info, err := f.root.Lstat(name); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > tempAge {
			f.root.Remove(name) // the next writer tries again
		}
	}
}
