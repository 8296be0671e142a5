package source

import (
	"context"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"
	"time"
)

// A Draft is a Worktree in which one file holds something else than on disk:
// what an editor has not saved. The file, and the folders on the way to it,
// need not be on disk. It counts as modified at the moment it was made for.
type Draft struct {
	*Worktree
	name string
	text []byte
	now  time.Time
}

// NewDraft lays text over the named file. Name is as for Worktree.Open.
func NewDraft(w *Worktree, name string, text []byte, now time.Time) *Draft {
	return &Draft{Worktree: w, name: name, text: text, now: now}
}

func (d *Draft) info(name string) (fs.FileInfo, bool) {
	switch {
	case name == d.name:
		return draftInfo{treeInfo{name: path.Base(name), mode: "100644", size: int64(len(d.text))}, d.now}, true
	case strings.HasPrefix(d.name, name+"/"):
		return draftInfo{treeInfo{name: path.Base(name), mode: modeTree}, d.now}, true
	}
	return nil, false
}

type draftInfo struct {
	treeInfo
	now time.Time
}

func (i draftInfo) ModTime() time.Time { return i.now }

// Open implements fs.FS.
func (d *Draft) Open(name string) (fs.File, error) {
	if name != d.name {
		return d.Worktree.Open(name)
	}
	f := &treeFile{info: treeInfo{name: path.Base(name), mode: "100644", size: int64(len(d.text))}}
	f.Reset(d.text)
	return f, nil
}

// ReadFile implements fs.ReadFileFS.
func (d *Draft) ReadFile(name string) ([]byte, error) {
	if name == d.name {
		return slices.Clone(d.text), nil
	}
	return d.Worktree.ReadFile(name)
}

// ReadDir implements fs.ReadDirFS.
func (d *Draft) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := d.Worktree.ReadDir(name)
	rest, below := strings.CutPrefix(d.name, name+"/")
	if name == "." {
		rest, below = d.name, true
	}
	if !below {
		return entries, err
	}
	child, _, _ := strings.Cut(rest, "/")
	info, _ := d.info(path.Join(name, child))
	i := slices.IndexFunc(entries, func(e fs.DirEntry) bool { return e.Name() == child })
	switch {
	case i < 0:
		entries = append(entries, fs.FileInfoToDirEntry(info))
		slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	case child == rest:
		entries[i] = fs.FileInfoToDirEntry(info)
	}
	return entries, nil
}

// Stat implements fs.StatFS.
func (d *Draft) Stat(name string) (fs.FileInfo, error) {
	if name == d.name {
		info, _ := d.info(name)
		return info, nil
	}
	found, err := d.Worktree.Stat(name)
	if info, ok := d.info(name); ok && err != nil {
		return info, nil
	}
	return found, err
}

// Lstat implements fs.ReadLinkFS.
func (d *Draft) Lstat(name string) (fs.FileInfo, error) {
	if name == d.name {
		return d.Stat(name)
	}
	found, err := d.Worktree.Lstat(name)
	if info, ok := d.info(name); ok && err != nil {
		return info, nil
	}
	return found, err
}

// Paths lists the file among those of the Worktree.
func (d *Draft) Paths(ctx context.Context, dir string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		listed := false
		for name, err := range d.Worktree.Paths(ctx, dir) {
			listed = listed || name == d.name
			if !yield(name, err) || err != nil {
				return
			}
		}
		if !listed && (dir == "." || strings.HasPrefix(d.name, dir+"/")) {
			yield(d.name, nil)
		}
	}
}

// Modified gives the moment of the draft for its file.
func (d *Draft) Modified(ctx context.Context, names []string) (map[string]time.Time, error) {
	times, err := d.Worktree.Modified(ctx, names)
	if err == nil && slices.Contains(names, d.name) {
		times[d.name] = d.now
	}
	return times, err
}
