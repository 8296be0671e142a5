package source

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"
	"time"
)

// A Draft is a Worktree in which some files hold something else than on disk:
// what an editor has not saved. The files, and the folders on the way to them,
// need not be on disk. They count as modified at the moment the Draft was made
// for.
type Draft struct {
	*Worktree
	texts map[string][]byte
	now   time.Time
}

// NewDraft lays texts over the files they are named for. Names are as for
// Worktree.Open. The texts must not be changed afterwards.
func NewDraft(w *Worktree, texts map[string][]byte, now time.Time) *Draft {
	return &Draft{Worktree: w, texts: texts, now: now}
}

// file describes a file that has a text.
func (d *Draft) file(name string) (draftInfo, bool) {
	text, ok := d.texts[name]
	return draftInfo{treeInfo{name: path.Base(name), mode: "100644", size: int64(len(text))}, d.now}, ok
}

// folder describes a folder on the way to a file that has a text.
func (d *Draft) folder(name string) (draftInfo, bool) {
	for file := range d.texts {
		if strings.HasPrefix(file, name+"/") {
			return draftInfo{treeInfo{name: path.Base(name), mode: modeTree}, d.now}, true
		}
	}
	return draftInfo{}, false
}

type draftInfo struct {
	treeInfo
	now time.Time
}

func (i draftInfo) ModTime() time.Time { return i.now }

// Open implements fs.FS.
func (d *Draft) Open(name string) (fs.File, error) {
	if info, ok := d.file(name); ok {
		f := &treeFile{info: info}
		f.Reset(d.texts[name])
		return f, nil
	}
	if len(d.entries(name)) == 0 {
		return d.Worktree.Open(name)
	}
	info, err := d.Stat(name)
	if err != nil {
		return nil, err
	}
	f := &treeFile{info: info}
	f.entries, err = d.ReadDir(name)
	return f, err
}

// ReadFile implements fs.ReadFileFS.
func (d *Draft) ReadFile(name string) ([]byte, error) {
	if text, ok := d.texts[name]; ok {
		return slices.Clone(text), nil
	}
	return d.Worktree.ReadFile(name)
}

// ReadDir implements fs.ReadDirFS.
func (d *Draft) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := d.Worktree.ReadDir(name)
	added := d.entries(name)
	if len(added) == 0 || err != nil && !errors.Is(err, fs.ErrNotExist) {
		return entries, err
	}
	for child, info := range added {
		i := slices.IndexFunc(entries, func(e fs.DirEntry) bool { return e.Name() == child })
		switch {
		case i < 0:
			entries = append(entries, fs.FileInfoToDirEntry(info))
		case !info.IsDir(): // a folder on disk stays what it is
			entries[i] = fs.FileInfoToDirEntry(info)
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// entries are what the texts add to a folder, by name.
func (d *Draft) entries(name string) map[string]draftInfo {
	out := map[string]draftInfo{}
	for file := range d.texts {
		rest, below := strings.CutPrefix(file, name+"/")
		if name == "." {
			rest, below = file, true
		}
		if !below {
			continue
		}
		child, _, deeper := strings.Cut(rest, "/")
		if deeper {
			out[child], _ = d.folder(path.Join(name, child))
		} else {
			out[child], _ = d.file(file)
		}
	}
	return out
}

// Stat implements fs.StatFS.
func (d *Draft) Stat(name string) (fs.FileInfo, error) { return d.look(name, d.Worktree.Stat) }

// Lstat implements fs.ReadLinkFS.
func (d *Draft) Lstat(name string) (fs.FileInfo, error) { return d.look(name, d.Worktree.Lstat) }

func (d *Draft) look(name string, onDisk func(string) (fs.FileInfo, error)) (fs.FileInfo, error) {
	if info, ok := d.file(name); ok {
		return info, nil
	}
	found, err := onDisk(name)
	if err != nil {
		if info, ok := d.folder(name); ok {
			return info, nil
		}
	}
	return found, err
}

// Paths lists the files among those of the Worktree.
func (d *Draft) Paths(ctx context.Context, dir string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		missing := maps.Clone(d.texts)
		for name, err := range d.Worktree.Paths(ctx, dir) {
			if _, ok := d.folder(dir); ok && errors.Is(err, fs.ErrNotExist) {
				break // the folder is as little on disk as the file
			}
			delete(missing, name)
			if !yield(name, err) || err != nil {
				return
			}
		}
		for name := range missing {
			if (dir == "." || strings.HasPrefix(name, dir+"/")) && !yield(name, nil) {
				return
			}
		}
	}
}

// Modified gives the moment of the draft for its files.
func (d *Draft) Modified(ctx context.Context, names []string) (map[string]time.Time, error) {
	times, err := d.Worktree.Modified(ctx, names)
	if err != nil {
		return times, err
	}
	for _, name := range names {
		if _, ok := d.texts[name]; ok {
			times[name] = d.now
		}
	}
	return times, nil
}
