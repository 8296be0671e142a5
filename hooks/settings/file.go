package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
)

// maxFile is more than any settings file has, in bytes.
const maxFile = 4 << 20

// read opens the settings file of an agent. One that is not there has nothing
// in it.
func read(o Options) (*document, error) {
	d := &document{file: o.File}
	if o.Agent == OpenClaw {
		d.dialect = json5
	}
	info, err := os.Stat(o.File)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(o.File); err == nil {
			return nil, fmt.Errorf("%s is left alone: it is a link that leads nowhere", o.File)
		}
		return d, nil
	case err != nil:
		return nil, fmt.Errorf("read settings: %w", err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is left alone: it is no file", o.File)
	case info.Size() > maxFile:
		return nil, fmt.Errorf("%s is left alone: it is larger than %d bytes", o.File, maxFile)
	}
	src, err := os.ReadFile(o.File)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	d.exists, d.was, d.src = true, string(src), string(src)
	if d.root, err = parse(d.src, d.dialect); err != nil {
		return nil, fmt.Errorf("%s is left alone, since it does not parse: %w", o.File, err)
	}
	return d, nil
}

// write brings the text to disk, whole or not at all, if it changed. A file
// that was made by us and holds nothing any more is taken away.
func (d *document) write() (err error) {
	if d.src == d.was {
		return nil
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("write settings: %w", err)
		}
	}()
	// What is a link stays one: settings are often kept elsewhere.
	file, mode := d.file, fs.FileMode(0o666)
	if d.exists {
		if file, err = filepath.EvalSymlinks(d.file); err != nil {
			return err
		}
		info, err := os.Stat(file)
		if err != nil {
			return err
		}
		mode = info.Mode().Perm()
	}
	if d.root == nil && (d.src == "\n" || d.src == "\r\n") && d.was[0] == '{' {
		return os.Remove(file)
	}
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	name := filepath.Join(dir, ".memorylint-"+strconv.FormatUint(rand.Uint64(), 36))
	temp, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(name))
		}
	}()
	_, err = temp.WriteString(d.src)
	if err == nil && d.exists { // to a new file the umask applies
		err = temp.Chmod(mode)
	}
	if err == nil {
		err = temp.Sync()
	}
	if err := errors.Join(err, temp.Close()); err != nil {
		return err
	}
	return os.Rename(name, file)
}
