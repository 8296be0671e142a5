package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// MaxReadFile is the size in bytes beyond which ReadFile refuses a file. What
// may be longer is opened and read through an io.LimitReader.
const MaxReadFile = 16 << 20

// A Worktree is a folder on disk, read only. Names are slash-separated and
// relative to it, in the sense of fs.ValidPath; other names are refused with
// fs.ErrInvalid. Links are followed, but never out of the folder. Only folders
// and regular files are opened: no call waits for a pipe or a device.
//
// It is safe for use by several goroutines. Open one for each run: a few
// folders are kept open, and a folder that is replaced meanwhile may be seen
// as it was.
type Worktree struct {
	root *os.Root
	fsys interface {
		fs.StatFS
		fs.ReadLinkFS
	}
	folders folders
	dir     string   // absolute, links resolved
	environ []string // of this process, when it was opened

	mu     sync.Mutex
	owners map[string]owner // of folders, as they are asked for
}

var (
	_ fs.ReadDirFS  = (*Worktree)(nil)
	_ fs.ReadFileFS = (*Worktree)(nil)
	_ fs.StatFS     = (*Worktree)(nil)
	_ fs.ReadLinkFS = (*Worktree)(nil)
)

// Open opens the folder root. The environment by which git tells a hook what
// it is called for (GIT_DIR, GIT_INDEX_FILE and so on) is read here, and
// honoured for the repository it speaks of alone.
func Open(root string) (*Worktree, error) {
	dir, err := realPath(root)
	if err != nil {
		return nil, fmt.Errorf("open folder: %w", err)
	}
	r, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open folder: %w", err)
	}
	w := &Worktree{root: r, dir: dir, environ: os.Environ()}
	w.fsys = r.FS().(interface {
		fs.StatFS
		fs.ReadLinkFS
	})
	w.owners = map[string]owner{".": {repo: enclosing(dir, w.environ)}}
	return w, nil
}

// Close lets go of the folder. Files opened from it stay open.
func (w *Worktree) Close() error {
	w.folders.close()
	return w.root.Close()
}

// Open implements fs.FS.
func (w *Worktree) Open(name string) (fs.File, error) {
	f, err := w.open(name)
	if err != nil {
		return nil, err // and no nil pointer in an interface
	}
	return f, nil
}

func (w *Worktree) open(name string) (*os.File, error) {
	dir, base, err := w.split("open", name)
	if err != nil {
		return nil, err
	}
	if dir != nil {
		if info, err := dir.Lstat(base); err == nil && info.Mode().IsRegular() {
			if f, err := dir.OpenFile(base, noWait, 0); err == nil {
				return checked(f, name)
			}
		}
	}
	info, err := w.fsys.Stat(name)
	if err != nil {
		return nil, renamed("open", name, err)
	}
	if err := readable(name, info); err != nil {
		return nil, err
	}
	f, err := w.root.OpenFile(filepath.FromSlash(name), noWait, 0)
	if err != nil {
		return nil, renamed("open", name, err)
	}
	return checked(f, name)
}

// split gives the open folder that a file is in and its name there; no folder
// where that is not the way to look at it. An error says that there is no such
// folder, and so no such file.
func (w *Worktree) split(op, name string) (dir *os.Root, base string, err error) {
	if _, err := filepath.Localize(name); err != nil || name == "." {
		return nil, "", nil
	}
	dir, err = w.folders.in(w.root, path.Dir(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", renamed(op, name, err)
	}
	return dir, path.Base(name), nil
}

// checked makes sure that what was opened is what was seen before.
func checked(f *os.File, name string) (*os.File, error) {
	info, err := f.Stat()
	if err == nil {
		err = readable(name, info)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// readable refuses what is neither a folder nor a regular file.
func readable(name string, info fs.FileInfo) error {
	if info.IsDir() || info.Mode().IsRegular() {
		return nil
	}
	return &fs.PathError{Op: "open", Path: name, Err: kindError(info.Mode())}
}

// renamed puts the operation and the name that were asked for in the place of
// the system call that failed.
func renamed(op, name string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return &fs.PathError{Op: op, Path: name, Err: p.Err}
	}
	return err
}

// ReadFile implements fs.ReadFileFS. Files of more than MaxReadFile bytes are
// an error.
func (w *Worktree) ReadFile(name string) ([]byte, error) {
	f, err := w.open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f, name, MaxReadFile)
}

// ReadDir implements fs.ReadDirFS. What was read before an error is returned
// with it. Names that are not valid UTF-8 are among the entries as they are.
func (w *Worktree) ReadDir(name string) ([]fs.DirEntry, error) {
	f, err := w.open(name)
	if err != nil {
		return nil, renamed("readdir", name, err)
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, err
}

// Stat implements fs.StatFS. It follows links inside the folder; one that
// leaves it is an error.
func (w *Worktree) Stat(name string) (fs.FileInfo, error) {
	dir, base, err := w.split("stat", name)
	if err != nil {
		return nil, err
	}
	if dir != nil {
		if info, err := dir.Lstat(base); err == nil && info.Mode()&fs.ModeSymlink == 0 {
			return info, nil
		}
	}
	info, err := w.fsys.Stat(name)
	return info, renamed("stat", name, err)
}

// Lstat implements fs.ReadLinkFS.
func (w *Worktree) Lstat(name string) (fs.FileInfo, error) {
	dir, base, err := w.split("lstat", name)
	if err != nil {
		return nil, err
	}
	if dir != nil {
		if info, err := dir.Lstat(base); err == nil {
			return info, nil
		}
	}
	info, err := w.fsys.Lstat(name)
	return info, renamed("lstat", name, err)
}

// ReadLink implements fs.ReadLinkFS. The target is as the link has it, slashes
// apart.
func (w *Worktree) ReadLink(name string) (string, error) {
	target, err := w.fsys.ReadLink(name)
	return filepath.ToSlash(target), renamed("readlink", name, err)
}

// disk is the place of a name on disk.
func (w *Worktree) disk(name string) string {
	return filepath.Join(w.dir, filepath.FromSlash(name))
}
