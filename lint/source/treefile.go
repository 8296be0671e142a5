package source

import (
	"bytes"
	"io"
	"io/fs"
	"strings"
	"time"
)

// treeInfo describes an entry of a Tree. Trees keep no times.
type treeInfo struct {
	name string
	mode string
	size int64
}

func (i treeInfo) Name() string     { return i.name }
func (treeInfo) ModTime() time.Time { return time.Time{} }
func (i treeInfo) IsDir() bool      { return i.Mode().IsDir() }
func (treeInfo) Sys() any           { return nil }
func (i treeInfo) Size() int64      { return i.size }
func (i treeInfo) Mode() fs.FileMode {
	switch {
	case i.mode == modeTree, i.mode == modeModule:
		return fs.ModeDir | 0o555
	case i.mode == modeLink:
		return fs.ModeSymlink | 0o444
	case strings.HasPrefix(i.mode, "100"):
		return 0o444
	}
	return fs.ModeIrregular
}

// A treeFile is an opened file or folder of a Tree.
type treeFile struct {
	info treeInfo
	bytes.Reader
	entries []fs.DirEntry
}

func (f *treeFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *treeFile) Close() error               { return nil }

// ReadDir implements fs.ReadDirFile.
func (f *treeFile) ReadDir(n int) ([]fs.DirEntry, error) {
	entries := f.entries
	if n > 0 {
		if len(entries) == 0 {
			return nil, io.EOF
		}
		entries = entries[:min(n, len(entries))]
	}
	f.entries = f.entries[len(entries):]
	return entries, nil
}
