package source

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

// A Tree is what a commit holds, or what the index says that the next one will
// hold, read only. Names are as for a Worktree, relative to the top of the
// repository. Links are followed inside the tree, and nothing is looked at on
// disk. A submodule is an empty folder, and whatever is asked for below it is
// taken to be there, since that is another repository's to say.
//
// It is safe for use by several goroutines, until its Git is closed.
type Tree struct {
	git    *Git
	at     func() (revision, error)
	staged *changes // nil: the tree is a commit's

	mu   sync.Mutex
	read map[string]map[string]node // folders, by name
}

var (
	_ fs.ReadDirFS  = (*Tree)(nil)
	_ fs.StatFS     = (*Tree)(nil)
	_ fs.ReadLinkFS = (*Tree)(nil)
)

// folder gives the entries of a folder, of which id is the tree object, if any.
func (t *Tree) folder(dir, id string) (map[string]node, error) {
	t.mu.Lock()
	nodes, ok := t.read[dir]
	t.mu.Unlock()
	if ok {
		return nodes, nil
	}
	nodes = map[string]node{}
	if id != "" {
		var err error
		if nodes, err = t.git.objects.tree(id); err != nil {
			return nil, t.git.objects.note(fmt.Errorf("read folder %s of the commit: %w", dir, lacking(id, err)))
		}
	}
	if t.staged != nil && (t.staged.files[dir] != nil || t.staged.within[dir] != nil) {
		nodes = maps.Clone(nodes)
		if err := t.lay(dir, nodes); err != nil {
			return nil, err
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.read[dir] = nodes
	return nodes, nil
}

// maxLinks bounds how many links are followed to one file.
const maxLinks = 40

// find looks a name up, with the links on the way to it followed, and the last
// one too when that is asked for. The real name is the one that it leads to.
func (t *Tree) find(op, name string, follow bool) (real string, n node, err error) {
	fail := func(err error) (string, node, error) {
		return "", node{}, &fs.PathError{Op: op, Path: name, Err: err}
	}
	if !fs.ValidPath(name) {
		return fail(fs.ErrInvalid)
	}
	rest := strings.Split(name, "/")
	if name == "." {
		rest = nil
	}
	at, err := t.at()
	if err != nil {
		return fail(err)
	}
	real, n = ".", node{mode: modeTree, id: at.tree}
	var above []node // the folders that real stands in, from the root
	for links := 0; len(rest) > 0; {
		part := rest[0]
		switch {
		case n.mode == modeModule && part != "..":
			return path.Join(real, path.Join(rest...)), node{mode: modeModule}, nil
		case n.mode != modeTree && n.mode != modeModule:
			return fail(fs.ErrNotExist)
		case part == "..":
			if len(above) == 0 {
				return fail(errLeaves)
			}
			real, n, above = path.Dir(real), above[len(above)-1], above[:len(above)-1]
			rest = rest[1:]
			continue
		case part == "", part == ".":
			rest = rest[1:]
			continue
		}
		nodes, err := t.folder(real, n.id)
		if err != nil {
			return fail(err)
		}
		next, ok := nodes[part]
		if !ok {
			return fail(fs.ErrNotExist)
		}
		rest = rest[1:]
		if next.mode != modeLink || len(rest) == 0 && !follow {
			real, n, above = path.Join(real, part), next, append(above, n)
			continue
		}
		if links++; links > maxLinks {
			return fail(errors.New("too many links"))
		}
		target, err := t.target(next)
		switch {
		case err != nil:
			return fail(err)
		case target == "":
			return fail(fs.ErrNotExist)
		case path.IsAbs(target):
			return fail(errLeaves)
		}
		rest = append(strings.Split(target, "/"), rest...) // seen from the folder that the link is in
	}
	return real, n, nil
}

// errLeaves is what a link is that no commit can follow.
var errLeaves = errors.New("the link leads out of the repository")

func (t *Tree) target(link node) (string, error) {
	found, err := t.git.objects.get(link.id, 1<<16)
	if err != nil {
		return "", t.git.objects.note(fmt.Errorf("read where a link leads: %w", lacking(link.id, err)))
	}
	return string(found.data), nil
}

// lacking says which object is not here.
func lacking(id string, err error) error {
	if errors.Is(err, errNoObject) {
		return fmt.Errorf("object %s is not here (a partial or damaged clone?)", id)
	}
	return err
}

// Submodule gives the submodule that a name is, or stands in: what lies there
// is another repository's.
func (t *Tree) Submodule(name string) (at string, ok bool) {
	for i, r := range name + "/" {
		if r != '/' {
			continue
		}
		if _, n, err := t.find("stat", name[:i], true); err == nil && n.mode == modeModule {
			return name[:i], true
		}
	}
	return "", false
}

// Open implements fs.FS. Of a file of more than MaxReadFile bytes no more than
// these can be read.
func (t *Tree) Open(name string) (fs.File, error) {
	real, n, err := t.find("open", name, true)
	if err != nil {
		return nil, err
	}
	info := treeInfo{name: path.Base(name), mode: n.mode}
	if info.IsDir() {
		entries, err := t.entries(real, n)
		if err != nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
		return &treeFile{info: info, entries: entries}, nil
	}
	found, err := t.git.objects.get(n.id, MaxReadFile)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: t.git.objects.note(lacking(n.id, err))}
	}
	info.size = found.size
	f := &treeFile{info: info}
	f.Reset(found.data)
	return f, nil
}

// Fetch makes the reading of files quicker that are opened soon, each once.
func (t *Tree) Fetch(names []string) error {
	var ids []string
	for _, name := range names {
		if _, n, err := t.find("open", name, true); err == nil && strings.HasPrefix(n.mode, "100") {
			ids = append(ids, n.id)
		}
	}
	return t.git.objects.fetch(ids)
}

// ContentID is the id of a file's blob; "" for what is no file.
func (t *Tree) ContentID(name string) string {
	if _, n, err := t.find("open", name, true); err == nil && strings.HasPrefix(n.mode, "100") {
		return n.id
	}
	return ""
}

// ReadDir implements fs.ReadDirFS.
func (t *Tree) ReadDir(name string) ([]fs.DirEntry, error) {
	real, n, err := t.find("readdir", name, true)
	if err == nil && n.mode != modeTree && n.mode != modeModule {
		err = &fs.PathError{Op: "readdir", Path: name, Err: errors.New("is no folder")}
	}
	if err != nil {
		return nil, err
	}
	return t.entries(real, n)
}

func (t *Tree) entries(dir string, n node) ([]fs.DirEntry, error) {
	if n.mode == modeModule {
		return nil, nil
	}
	nodes, err := t.folder(dir, n.id)
	if err != nil {
		return nil, err
	}
	entries := make([]fs.DirEntry, 0, len(nodes))
	for name, n := range nodes {
		entries = append(entries, fs.FileInfoToDirEntry(treeInfo{name: name, mode: n.mode}))
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// Stat implements fs.StatFS. The size is known of opened files only.
func (t *Tree) Stat(name string) (fs.FileInfo, error) {
	_, n, err := t.find("stat", name, true)
	if err != nil {
		return nil, err
	}
	return treeInfo{name: path.Base(name), mode: n.mode}, nil
}

// Lstat implements fs.ReadLinkFS. The size is known of opened files only.
func (t *Tree) Lstat(name string) (fs.FileInfo, error) {
	_, n, err := t.find("lstat", name, false)
	if err != nil {
		return nil, err
	}
	return treeInfo{name: path.Base(name), mode: n.mode}, nil
}

// ReadLink implements fs.ReadLinkFS. The target is as the link has it.
func (t *Tree) ReadLink(name string) (string, error) {
	_, n, err := t.find("readlink", name, false)
	if err != nil {
		return "", err
	}
	if n.mode != modeLink {
		return "", &fs.PathError{Op: "readlink", Path: name, Err: fs.ErrInvalid}
	}
	return t.target(n)
}
