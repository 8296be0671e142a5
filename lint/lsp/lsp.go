// Package lsp is the language server: it keeps the documents that an editor has
// open, has them checked by the one engine that every other door uses, and
// tells the editor what was found, in the units the editor counts in.
//
// Lines end with LF or CR LF. The protocol would have a lone carriage return
// end one too; the editors that let one through (Neovim, Emacs) do not count
// it, and neither do the rules.
package lsp

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/memorylint/memorylint/lint"
)

// A Document is a file that an editor has open.
type Document struct {
	Path   string // absolute, in the system's form; links are not resolved
	Folder string // the editor's workspace folder that holds it, likewise; "" for none
	Text   []byte // as the editor holds it, in UTF-8; not to be changed

	// Edited says that Text counts as unsaved even where it equals the file.
	Edited bool
}

// A Report is what a check of open documents found.
type Report struct {
	// Diagnostics are the findings in the documents and those about the
	// workspaces they belong to. Their paths are absolute: of an open document
	// the one it was named by.
	Diagnostics []lint.Diagnostic

	Memory   map[string]bool // the documents, by path, that are memory
	Troubles []Trouble       // what kept documents from being checked

	// Text gives the content of a file that is not open, as it is on disk, for
	// its lines; nil when it cannot be read.
	Text func(path string) []byte
}

// A Trouble is work that could not be done.
type Trouble struct {
	Message string // one line
	Path    string // the configuration file that is to blame; "": none is
	Line    int    // from 1
	Column  int    // in code points, from 1
}

// Options are what a server is made of.
type Options struct {
	Version string

	// Check checks all open documents together. It may be called from several
	// goroutines at once. An error is trouble with all of them.
	Check func(ctx context.Context, open []Document) (*Report, error)

	// Page is the page of a rule, in Markdown.
	Page func(rule string) string

	// Quiet is how long an editor must send no change before its text is
	// checked. Opening and saving are checked at once.
	Quiet time.Duration

	// Alive reports whether a process is there; Poll is how often it is asked
	// about the editor's.
	Alive func(pid int) bool
	Poll  time.Duration
}

// Defaults fill in how long to wait and whom to ask.
func Defaults() Options {
	return Options{Quiet: 150 * time.Millisecond, Alive: alive, Poll: 3 * time.Second}
}

// ErrAbandoned says that the editor was gone before it asked to shut down.
var ErrAbandoned = errors.New("the editor left without shutting the server down")

// grace is how long the end waits for work under way: an editor that reads no
// more must not keep the server.
const grace = time.Second

// Serve talks to one editor until it leaves: by the exit notification, the end
// of the stream, or its process's end. It closes rw. The error is nil when the
// editor asked to shut down before, else ErrAbandoned.
func Serve(ctx context.Context, rw io.ReadWriteCloser, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &server{
		options: o, ctx: ctx, encoding: utf16, gone: make(chan struct{}),
		open: map[string]*document{}, ran: make(chan struct{}), wake: make(chan struct{}, 1),
		pending: map[jsonrpc2.ID]context.CancelFunc{}, published: map[string]publication{}, told: map[string]bool{},
	}
	s.timer = time.AfterFunc(time.Hour, s.poke)
	s.timer.Stop()
	codec := &codec{}
	stream := jsonrpc2.NewBufferedStream(rw, codec)
	codec.reject = func(r rejection) { _ = stream.WriteObject(r) } // no one to tell
	conn := jsonrpc2.NewConn(ctx, stream, s, jsonrpc2.SetLogger(silent{}))
	select {
	case <-ctx.Done():
	case <-s.gone:
	case <-conn.DisconnectNotify():
	}
	asked := s.end()
	cancel()
	_ = conn.Close() // it may be closed already
	s.wait(grace)
	if !asked {
		return ErrAbandoned
	}
	return nil
}

// silent is the logger of a connection: what happens there is answered there.
type silent struct{}

func (silent) Printf(string, ...any) {}

// server is one editor's.
type server struct {
	options Options
	ctx     context.Context // of everything that runs beside the reading
	conn    *jsonrpc2.Conn  // set by initialize, before anything runs beside the reading
	running sync.WaitGroup
	gone    chan struct{}
	leave   sync.Once
	timer   *time.Timer
	wake    chan struct{}

	// What initialize agrees on; read-only afterwards, but for the folders.
	encoding encoding
	client   clientCapabilities

	mu      sync.Mutex
	ended   bool
	phase   phase // changed by the reading alone
	folders []folder
	open    map[string]*document // by URI
	events  uint64               // what happened to documents so far
	checked uint64               // up to which event the findings are
	found   *findings            // nil before the first check
	ran     chan struct{}        // closed after a check
	pending map[jsonrpc2.ID]context.CancelFunc

	// Of the checking goroutine alone.
	published map[string]publication // by URI
	told      map[string]bool        // troubles
}

// spawn runs f beside the reading, unless the end has come.
func (s *server) spawn(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.running.Go(f)
	}
}

// exit tells Serve that the editor is gone.
func (s *server) exit() { s.leave.Do(func() { close(s.gone) }) }

// end lets nothing more begin, and reports whether the editor asked for it.
func (s *server) end() (asked bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	s.timer.Stop()
	return s.phase == shut
}

// wait waits for what was spawned, but not for ever.
func (s *server) wait(most time.Duration) {
	done := make(chan struct{})
	go func() {
		s.running.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(most):
	}
}

// watch waits for the end of the editor's process.
func (s *server) watch(pid int) {
	tick := time.NewTicker(s.options.Poll)
	defer tick.Stop()
	for s.options.Alive(pid) {
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
		}
	}
	s.exit()
}

// alive reports whether a process is there. What cannot be told counts as
// there: an editor must not lose its server by mistake.
func alive(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	defer p.Release()
	return !errors.Is(p.Signal(probe), os.ErrProcessDone)
}
