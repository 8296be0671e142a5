package source

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// objects reads a repository's objects through one "git cat-file --batch",
// which runs from the first question until close. Objects are asked for by id, a revision by its name;
// never by a path, which git would take apart by rules of its own. It is safe
// for use by several goroutines.
type objects struct {
	repo *repository
	ctx  context.Context // of the run that asks

	mu     sync.Mutex
	trees  map[string]map[string]node // read, by id; not to be changed
	ahead  map[string]object          // fetched and not asked for yet, by id
	stop   context.CancelFunc
	cmd    *exec.Cmd
	ask    io.WriteCloser
	answer *bufio.Reader
	said   messages
	broken error // after which nothing more is read
}

// errNoObject is the answer to a name that stands for no object here.
var errNoObject = errors.New("no such object")

// start runs the process.
func (o *objects) start() error {
	program, err := exec.LookPath("git")
	if err != nil {
		return errNoGit
	}
	running, stop := context.WithCancel(o.ctx)
	o.stop = stop
	o.cmd = o.repo.command(running, program, "cat-file", "--batch")
	o.cmd.Stderr = &o.said
	if o.ask, err = o.cmd.StdinPipe(); err != nil {
		return err
	}
	output, err := o.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	o.answer = bufio.NewReaderSize(output, 1<<16)
	if err := o.cmd.Start(); err != nil {
		return fmt.Errorf("start git: %w", err)
	}
	return nil
}

// close ends the process.
func (o *objects) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.answer == nil {
		return
	}
	o.broken = errors.New("the repository was closed")
	o.ask.Close()
	o.stop()        // what it still has to say is of no interest
	go o.cmd.Wait() // nor is how it ends
}

// An object is one that git gave. Of a larger one than was asked for, data is
// the beginning.
type object struct {
	id   string
	kind string // blob, tree, commit or tag
	size int64
	data []byte
}

// get reads the object that name stands for, at most limit bytes of it.
func (o *objects) get(name string, limit int64) (object, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if found, ok := o.ahead[name]; ok && (limit >= found.size || limit <= int64(len(found.data))) {
		delete(o.ahead, name)
		found.data = found.data[:min(limit, found.size)]
		return found, nil
	}
	if strings.ContainsAny(name, "\n\x00") || name == "" {
		return object{}, errNoObject
	}
	if err := o.request(name + "\n"); err != nil {
		return object{}, err
	}
	found, err := o.read(name, limit)
	return found, o.failed(err)
}

// What is fetched ahead is bounded, in number and in bytes for each.
const (
	maxAhead     = 64
	maxAheadSize = 1 << 16
)

// fetch reads objects that are about to be asked for, all at one go: waiting
// for git's answer to each costs more than the answer.
func (o *objects) fetch(ids []string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool { _, ok := o.ahead[id]; return ok || id == "" })
	ids = ids[:min(len(ids), maxAhead-min(len(o.ahead), maxAhead))]
	if len(ids) == 0 {
		return nil
	}
	if err := o.request(strings.Join(ids, "\n") + "\n"); err != nil {
		return err
	}
	for _, id := range ids {
		found, err := o.read(id, maxAheadSize)
		switch {
		case errors.Is(err, errNoObject): // whoever asks for it is told
		case err != nil:
			return o.failed(err)
		case found.size <= maxAheadSize:
			o.ahead[id] = found
		}
	}
	return nil
}

// request writes questions, a line each, to a process that runs.
func (o *objects) request(lines string) error {
	if o.broken == nil && o.answer == nil {
		o.ahead, o.trees = map[string]object{}, map[string]map[string]node{}
		o.broken = o.start()
	}
	if o.broken != nil {
		return o.broken
	}
	_, err := io.WriteString(o.ask, lines)
	return o.failed(err)
}

// failed takes note of an error after which nothing more can be read, and says
// what git said of it.
func (o *objects) failed(err error) error {
	if err == nil || errors.Is(err, errNoObject) {
		return err
	}
	_ = o.ask.Close()
	if end := o.cmd.Wait(); end != nil {
		err = end
	}
	o.broken = failure("cat-file", string(o.said.first), err)
	return o.broken
}

// read takes one answer.
func (o *objects) read(name string, limit int64) (object, error) {
	line, err := o.answer.ReadString('\n')
	if err != nil {
		return object{}, err
	}
	line = strings.TrimSuffix(line, "\n")
	fields := strings.Fields(line)
	if rest, ok := strings.CutPrefix(line, name+" "); ok && (rest == "missing" || rest == "ambiguous") || len(fields) != 3 {
		return object{}, errNoObject
	}
	size, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil || size < 0 {
		return object{}, fmt.Errorf("unexpected answer %q", line)
	}
	found := object{id: fields[0], kind: fields[1], size: size, data: make([]byte, min(size, limit))}
	if _, err := io.ReadFull(o.answer, found.data); err != nil {
		return object{}, err
	}
	_, err = io.CopyN(io.Discard, o.answer, size-int64(len(found.data))+1) // and the line break at its end
	return found, err
}

// A node is one entry of a tree.
type node struct {
	mode string // as git writes it; see the constants
	id   string // of the object; "" for a folder that no tree object stands for
}

// The modes of a tree's entries, but for those of files, which begin with 100.
const (
	modeTree   = "40000"
	modeLink   = "120000"
	modeModule = "160000" // a submodule
)

// tree reads a tree object. The result must not be changed.
func (o *objects) tree(id string) (map[string]node, error) {
	o.mu.Lock()
	nodes, ok := o.trees[id]
	o.mu.Unlock()
	if ok {
		return nodes, nil
	}
	found, err := o.get(id, 1<<30)
	if err != nil {
		return nil, err
	}
	if found.kind != "tree" || found.size != int64(len(found.data)) {
		return nil, fmt.Errorf("object %s is a %s of %d bytes, not a folder", id, found.kind, found.size)
	}
	nodes = make(map[string]node)
	width := len(found.id) / 2 // of the ids inside, which are not in hexadecimal
	for rest := found.data; len(rest) > 0; {
		mode, after, ok := bytes.Cut(rest, []byte(" "))
		name, after, ok2 := bytes.Cut(after, []byte{0})
		if !ok || !ok2 || len(after) < width {
			return nil, fmt.Errorf("object %s is no readable folder", id)
		}
		nodes[string(name)] = node{mode: string(mode), id: fmt.Sprintf("%x", after[:width])}
		rest = after[width:]
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.trees[id] = nodes
	return nodes, nil
}

// A revision is a commit, or a tree that no commit stands for.
type revision struct {
	tree   string // id of its tree; "" before the first commit
	commit string // id; "" for a tree alone
}

// revision finds what a revision's name stands for; errNoObject when it stands
// for no commit and no tree.
func (o *objects) revision(name string) (revision, error) {
	found, err := o.get(name+"^{commit}", 1<<20)
	if errors.Is(err, errNoObject) {
		found, err = o.get(name+"^{tree}", 0)
		return revision{tree: found.id}, err
	}
	if err != nil {
		return revision{}, err
	}
	r := revision{commit: found.id}
	for line := range bytes.Lines(found.data) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		if len(line) == 0 {
			break
		}
		if id, ok := bytes.CutPrefix(line, []byte("tree ")); ok {
			r.tree = string(id)
		}
	}
	return r, nil
}
