package hooks

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
)

// A journal remembers how to take back what was done.
type journal struct{ undo []func() error }

func (j *journal) add(undo func() error) { j.undo = append(j.undo, undo) }

// settle gives err back after everything was taken back because of it. Where
// something cannot be taken back, what was done before it stays: the steps of
// one hook build on each other.
func (j *journal) settle(err error) error {
	if err == nil {
		return nil
	}
	for _, undo := range slices.Backward(j.undo) {
		if e := undo(); e != nil && !errors.Is(e, fs.ErrNotExist) {
			return errors.Join(err, fmt.Errorf("take back: %w", e))
		}
	}
	return err
}

// folder makes a folder and those above it.
func (j *journal) folder(dir string) error {
	info, err := os.Stat(dir)
	if err == nil && info.IsDir() {
		return nil
	}
	if parent := filepath.Dir(dir); errors.Is(err, fs.ErrNotExist) && parent != dir {
		if err := j.folder(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o777); err != nil {
		return fmt.Errorf("create hooks folder: %w", err)
	}
	j.add(func() error { return os.Remove(dir) })
	return nil
}

// keep gives the foreign hook at p its other name. It keeps its first name as
// well where that is possible, so that at no moment there is no hook.
func (j *journal) keep(p *place) error {
	aside := p.chained()
	var err error
	if p.link {
		var target string
		if target, err = os.Readlink(p.path); err == nil {
			err = os.Symlink(target, aside)
		}
	} else {
		err = os.Link(p.path, aside)
	}
	switch {
	case err == nil:
		j.add(func() error { return os.Remove(aside) })
		return nil
	case errors.Is(err, fs.ErrExist) && sameFile(p.path, aside):
		return nil // an earlier run got this far
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("keep hook: %w", err)
	}
	if err := os.Rename(p.path, aside); err != nil {
		return fmt.Errorf("keep hook: %w", err)
	}
	j.add(func() error { return os.Rename(aside, p.path) })
	return nil
}

// install writes our script to p, over what is there; a foreign hook has been
// kept before.
func (j *journal) install(p *place, text string) error {
	if err := replace(p.path, text, 0o755); err != nil {
		return err
	}
	switch p.kind {
	case Foreign:
		j.add(func() error { return os.Rename(p.chained(), p.path) })
	case Ours:
		j.add(func() error { return replace(p.path, p.text, p.mode) })
	default:
		j.add(func() error { return os.Remove(p.path) })
	}
	if err := syncFolder(filepath.Dir(p.path)); err != nil {
		return err
	}
	if !runnable(p.path) {
		return fmt.Errorf("install %s: the file system lets nothing there be executable, so git would not run it", p.path)
	}
	return nil
}

// remove takes our script at p away.
func (j *journal) remove(p *place) error {
	if err := os.Remove(p.path); err != nil {
		return err
	}
	j.add(func() error { return replace(p.path, p.text, p.mode) })
	return syncFolder(filepath.Dir(p.path))
}

// restore gives a kept hook its own name back, in place of our script if that
// is there.
func (j *journal) restore(p *place) error {
	if err := os.Rename(p.chained(), p.path); err != nil {
		return err
	}
	j.add(func() error {
		err := os.Rename(p.path, p.chained())
		if err == nil && p.kind == Ours {
			err = replace(p.path, p.text, p.mode)
		}
		return err
	})
	return syncFolder(filepath.Dir(p.path))
}

// replace writes a file whole or not at all. Its text is on disk before its
// name is; the name itself is up to syncFolder.
func replace(path, text string, mode fs.FileMode) (err error) {
	temp, err := os.CreateTemp(filepath.Dir(path), ".memorylint-*")
	if err != nil {
		return fmt.Errorf("write hook: %w", err)
	}
	defer func() {
		if err != nil {
			os.Remove(temp.Name())
			err = fmt.Errorf("write hook: %w", err)
		}
	}()
	_, err = temp.WriteString(text)
	if err == nil {
		err = temp.Chmod(mode)
	}
	if err == nil {
		err = temp.Sync()
	}
	if err := errors.Join(err, temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), path)
}

// syncFolder brings a folder's names to disk where the system can do that.
func syncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}
