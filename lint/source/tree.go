package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"time"
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
	at     revision
	staged *changes // nil: the tree is a commit's

	mu   sync.Mutex
	read map[string]map[string]node // folders, by name
}

var (
	_ fs.ReadDirFS  = (*Tree)(nil)
	_ fs.StatFS     = (*Tree)(nil)
	_ fs.ReadLinkFS = (*Tree)(nil)
)

// changes are what the index holds instead of what the last commit holds.
type changes struct {
	now    time.Time
	nodes  map[string]node            // by path; without a mode for what is deleted
	files  map[string]map[string]node // the same, by folder and name
	within map[string]map[string]bool // folder, name of a folder in it that differs: whether something is deleted there
}

func newChanges(now time.Time) *changes {
	return &changes{
		now: now, nodes: map[string]node{},
		files: map[string]map[string]node{}, within: map[string]map[string]bool{},
	}
}

func (o *changes) add(name string, n node) {
	o.nodes[name] = n
	dir, base := path.Dir(name), path.Base(name)
	if o.files[dir] == nil {
		o.files[dir] = map[string]node{}
	}
	o.files[dir][base] = n
	for dir != "." {
		dir, base = path.Dir(dir), path.Base(dir)
		if o.within[dir] == nil {
			o.within[dir] = map[string]bool{}
		}
		deleted, known := o.within[dir][base]
		if known && (deleted || n.mode != "") {
			return // as it is for the folders above
		}
		o.within[dir][base] = n.mode == ""
	}
}

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
			return nil, fmt.Errorf("read folder %s of the commit: %w", dir, err)
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

// lay puts what is staged in the place of what is committed. Git knows no
// empty folders: one of which all is deleted is gone.
func (t *Tree) lay(dir string, nodes map[string]node) error {
	committed := map[string]node{}
	for name := range t.staged.within[dir] {
		committed[name] = nodes[name]
	}
	for name, n := range t.staged.files[dir] {
		if n.mode == "" {
			delete(nodes, name)
		} else {
			nodes[name] = n
		}
	}
	for name, deleted := range t.staged.within[dir] {
		was := committed[name]
		if was.mode != modeTree {
			was = node{mode: modeTree}
		}
		if deleted {
			inside, err := t.folder(path.Join(dir, name), was.id)
			if err != nil {
				return err
			}
			if len(inside) == 0 {
				if nodes[name].mode == modeTree {
					delete(nodes, name)
				}
				continue
			}
		}
		nodes[name] = was
	}
	return nil
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
	real, n = ".", node{mode: modeTree, id: t.at.tree}
	for links := 0; len(rest) > 0; {
		if n.mode == modeModule {
			return path.Join(real, path.Join(rest...)), node{mode: modeModule}, nil
		}
		if n.mode != modeTree {
			return fail(fs.ErrNotExist)
		}
		nodes, err := t.folder(real, n.id)
		if err != nil {
			return fail(err)
		}
		next, ok := nodes[rest[0]]
		if !ok {
			return fail(fs.ErrNotExist)
		}
		dir := real
		real, n = path.Join(real, rest[0]), next
		rest = rest[1:]
		if n.mode != modeLink || len(rest) == 0 && !follow {
			continue
		}
		if links++; links > maxLinks {
			return fail(errors.New("too many links"))
		}
		target, err := t.target(n)
		if err != nil {
			return fail(err)
		}
		full := path.Join(dir, target)
		if path.IsAbs(target) || full == ".." || strings.HasPrefix(full, "../") {
			return fail(errors.New("the link leads out of the repository"))
		}
		rest = append(strings.Split(full, "/"), rest...)
		if full == "." {
			rest = rest[1:]
		}
		real, n = ".", node{mode: modeTree, id: t.at.tree}
	}
	return real, n, nil
}

func (t *Tree) target(link node) (string, error) {
	found, err := t.git.objects.get(link.id, 1<<16)
	return string(found.data), err
}

// Open implements fs.FS. Of a file of more than MaxReadFile bytes no more than
// these can be read.
func (t *Tree) Open(name string) (fs.File, error) {
	real, n, err := t.find("open", name, true)
	if err != nil {
		return nil, err
	}
	f := &treeFile{info: treeInfo{name: path.Base(name), mode: n.mode}}
	switch {
	case f.info.IsDir():
		if f.entries, err = t.entries(real, n); err != nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
	default:
		found, err := t.git.objects.get(n.id, MaxReadFile)
		if errors.Is(err, errNoObject) {
			err = fmt.Errorf("object %s is not here (a partial or damaged clone?)", n.id)
		}
		if err != nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
		f.info.size = found.size
		f.Reset(found.data)
	}
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

// Paths lists the files and links at or below the folder dir, submodules and
// what lies in a folder called node_modules left out. It costs one git process.
// The order is not defined, and no name comes twice. An error ends the listing.
func (t *Tree) Paths(ctx context.Context, dir string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		fail := func(err error) { yield("", fmt.Errorf("list files of %s: %w", dir, err)) }
		real, n, err := t.find("list", dir, true)
		if err != nil {
			fail(err)
			return
		}
		id := n.id
		if real == "." {
			id = t.at.tree
		}
		if id != "" && n.mode == modeTree {
			for record, err := range t.git.repo.records(ctx, nil, "ls-tree", "-r", "-z", "--full-tree", id) {
				if err != nil {
					fail(err)
					return
				}
				meta, p, _ := strings.Cut(record, "\t")
				if t.skips(dir, path.Join(real, p)) || strings.HasPrefix(meta, modeModule) {
					continue
				}
				if !yield(path.Join(dir, p), nil) {
					return
				}
			}
		}
		if t.staged == nil {
			return
		}
		for p, n := range t.staged.nodes {
			if n.mode == "" || n.mode == modeModule || unvisited(p) {
				continue
			}
			if rest, ok := strings.CutPrefix(p, real+"/"); ok {
				p = path.Join(dir, rest)
			} else if real != "." {
				continue
			}
			if !yield(p, nil) {
				return
			}
		}
	}
}

// skips reports whether a committed file is no longer as it was, or lies in a
// folder that is never entered.
func (t *Tree) skips(dir, name string) bool {
	if t.staged != nil {
		if _, ok := t.staged.nodes[name]; ok {
			return true
		}
	}
	return unvisited(strings.TrimPrefix(name, dir+"/"))
}

// unvisited reports whether a path leads through a folder that is never entered.
func unvisited(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == ".git" || part == "node_modules" {
			return true
		}
	}
	return false
}

// Changes reports whether the index holds a file otherwise than the last commit.
func (t *Tree) Changes(name string) bool {
	if t.staged == nil {
		return false
	}
	n, ok := t.staged.nodes[name]
	return ok && n.mode != ""
}

// Modified gives the moment each named file was last modified (SPEC 4.1): the
// committer time of the last commit, up to this one, that gave it its content.
// In the index a file that differs from the last commit is being modified at
// the moment that the tree was made for. A name has no entry when it names no
// file, or when its last change lies beyond the end of a shallow or partial
// clone.
//
// It costs one git process at most, and none when all names were staged.
func (t *Tree) Modified(ctx context.Context, names []string) (map[string]time.Time, error) {
	times := make(map[string]time.Time, len(names))
	blobs := map[string]string{}
	real := map[string][]string{} // what was asked for, by path
	for _, name := range names {
		p, n, err := t.find("stat", name, true)
		if err != nil || !strings.HasPrefix(n.mode, "100") {
			continue
		}
		if t.staged != nil {
			if _, ok := t.staged.nodes[p]; ok {
				times[name] = t.staged.now
				continue
			}
		}
		blobs[p], real[p] = n.id, append(real[p], name)
	}
	if t.at.commit == "" {
		return times, nil
	}
	changed, err := t.git.repo.changed(ctx, t.at.commit, blobs)
	if err != nil {
		return nil, fmt.Errorf("find when files were modified: %w", err)
	}
	for p, when := range changed {
		for _, name := range real[p] {
			times[name] = when
		}
	}
	return times, nil
}
