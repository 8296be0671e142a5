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
	"syscall"
)

// objects reads a repository's objects through one "git cat-file --batch",
// which runs from the first question, or from begin, until close. Objects are
// asked for by id, a revision by its name; never by a path, which git would take
// apart by rules of its own. It is safe for use by several goroutines.
type objects struct {
	repo *repository
	ctx  context.Context // of the run that asks

	mu        sync.Mutex
	trees     map[string]map[string]node // read, by id; not to be changed
	revisions map[string]revision        // found, by name: none moves while it is linted
	pending   []string                   // fetched and not answered yet, in git's order
	ahead     map[string]object          // answered and not read yet, by what they were fetched as
	stop      context.CancelFunc
	cmd       *exec.Cmd
	ask       io.WriteCloser
	answer    *bufio.Reader
	said      messages
	ended     bool  // nobody needs to wait for it any more
	broken    error // after which nothing more is read
	unread    error // the first thing of a tree that could not be read
}

// errNoObject is the answer to a name that stands for no object here.
var errNoObject = errors.New("no such object")

// begin starts the process before there is a question, and reads what is asked
// first of a commit under way. What goes wrong is told to whoever asks then.
func (o *objects) begin() {
	_ = o.fetch([]string{"HEAD^{commit}", "HEAD^{tree}"})
}

// run starts the process, unless that was done or the objects are closed.
func (o *objects) run() {
	if o.broken == nil && o.answer == nil {
		o.ahead, o.trees, o.revisions = map[string]object{}, map[string]map[string]node{}, map[string]revision{}
		o.broken = o.start()
	}
}

func (o *objects) start() error {
	program, err := program()
	if err != nil {
		return err
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

// note takes note of something that could not be read. Only the first is kept.
func (o *objects) note(err error) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.unread == nil {
		o.unread = err
	}
	return err
}

// close ends the process.
func (o *objects) close() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended {
		return
	}
	o.ended, o.broken = true, errors.New("the repository was closed")
	if o.cmd == nil || o.cmd.Process == nil {
		return
	}
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
	if err := o.settle(name); err != nil {
		return object{}, err
	}
	if found, ok := o.ahead[name]; ok && (limit >= found.size || limit <= int64(len(found.data))) {
		delete(o.ahead, name)
		found.data = found.data[:min(limit, found.size)]
		return found, nil
	}
	if strings.ContainsAny(name, "\n\x00") || name == "" {
		return object{}, errNoObject
	}
	if err := o.settle(""); err != nil { // git answers in order
		return object{}, err
	}
	if err := o.request(name + "\n"); err != nil {
		return object{}, err
	}
	found, err := o.read(name, limit)
	return found, o.failed(err)
}

// What is fetched ahead is bounded, in number and in bytes for each. As many
// questions fit into the smallest pipe, so that they never wait for git, which
// may wait for somebody to take its answers.
const (
	maxAhead     = 60
	maxAheadSize = 1 << 16
)

// fetch asks git for objects that are going to be read, all at one go: waiting
// for the answer to each costs more than the answer. What goes wrong with one is
// told to whoever reads it.
func (o *objects) fetch(ids []string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	ids = slices.DeleteFunc(slices.Clone(ids), func(id string) bool {
		_, ok := o.ahead[id]
		return ok || id == "" || slices.Contains(o.pending, id)
	})
	ids = ids[:max(0, min(len(ids), maxAhead-len(o.ahead)-len(o.pending)))]
	if len(ids) == 0 {
		return nil
	}
	if err := o.request(strings.Join(ids, "\n") + "\n"); err != nil {
		return err
	}
	o.pending = append(o.pending, ids...)
	return nil
}

// settle takes git's answers to what was fetched: up to the one about name when
// it is among them, else all.
func (o *objects) settle(name string) error {
	if _, ok := o.ahead[name]; ok {
		return nil
	}
	for len(o.pending) > 0 {
		id := o.pending[0]
		o.pending = o.pending[1:]
		found, err := o.read(id, maxAheadSize)
		switch {
		case errors.Is(err, errNoObject): // whoever asks for it is told
		case err != nil:
			return o.failed(err)
		case found.size <= maxAheadSize:
			o.ahead[id] = found
			if found.kind == "tree" { // which may have been named in another way
				o.ahead[found.id] = found
			}
		}
		if id == name {
			break
		}
	}
	return nil
}

// request writes questions, a line each, to a process that runs.
func (o *objects) request(lines string) error {
	if o.run(); o.broken != nil {
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
	ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.EPIPE)
	if !ended {
		o.stop() // it may have much more to say, and waits until somebody listens
	}
	_ = o.ask.Close()
	o.ended = true
	if end := o.cmd.Wait(); end != nil && ended {
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
	o.mu.Lock()
	r, ok := o.revisions[name]
	o.mu.Unlock()
	if ok {
		return r, nil
	}
	r, err := o.resolve(name)
	if err == nil {
		o.mu.Lock()
		o.revisions[name] = r
		o.mu.Unlock()
	}
	return r, err
}

func (o *objects) resolve(name string) (revision, error) {
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
