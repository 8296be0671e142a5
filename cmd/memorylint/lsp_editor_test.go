package main

import (
	"context"
	"encoding/json"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// A testEditor talks to a server over pipes, as an editor does.
type testEditor struct {
	t     *testing.T
	conn  *jsonrpc2.Conn
	dir   string
	said  chan published
	last  map[string][]shownDiagnostic // by URI
	shown chan string
	ended chan error
}

type published struct {
	URI         string
	Diagnostics []shownDiagnostic
}

type shownDiagnostic struct {
	Range    struct{ Start, End shownPosition }
	Severity int
	Code     string
	Message  string
}

type shownPosition struct{ Line, Character int }

type duplex struct {
	io.ReadCloser
	io.WriteCloser
}

func (d duplex) Close() error {
	d.ReadCloser.Close()
	return d.WriteCloser.Close()
}

// alone keeps the user's git, agents and settings from a test.
func alone(t *testing.T) (dir string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"HOME": filepath.Join(dir, ".home"), "CLAUDE_CONFIG_DIR": "", "OPENCLAW_STATE_DIR": "",
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CEILING_DIRECTORIES": dir,
	} {
		t.Setenv(name, value)
	}
	return dir
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// newTestEditor opens a folder in an editor.
func newTestEditor(t *testing.T, dir string) *testEditor {
	t.Helper()
	toServer, fromEditor := io.Pipe()
	toEditor, fromServer := io.Pipe()
	e := &testEditor{t: t, dir: dir, said: make(chan published, 1000), last: map[string][]shownDiagnostic{}, shown: make(chan string, 100), ended: make(chan error, 1)}
	go func() {
		e.ended <- serve(context.Background(), streams{toServer, fromServer, io.Discard}, options{})
	}()
	e.conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(duplex{toEditor, fromEditor}, jsonrpc2.VSCodeObjectCodec{}), e)
	t.Cleanup(func() {
		e.call("shutdown", nil, nil)
		e.notify("exit", nil)
		if err := <-e.ended; err != nil {
			t.Error(err)
		}
		e.conn.Close()
	})
	e.call("initialize", map[string]any{"processId": os.Getpid(), "rootUri": e.uri("."), "capabilities": map[string]any{}}, nil)
	e.notify("initialized", map[string]any{})
	return e
}

// Handle implements jsonrpc2.Handler.
func (e *testEditor) Handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
	switch r.Method {
	case "textDocument/publishDiagnostics":
		var p published
		if err := json.Unmarshal(*r.Params, &p); err != nil {
			e.t.Error(err)
		}
		e.said <- p
	case "window/showMessage":
		var p struct{ Message string }
		if err := json.Unmarshal(*r.Params, &p); err != nil {
			e.t.Error(err)
		}
		e.shown <- p.Message
	}
}

func (e *testEditor) uri(name string) string {
	path := filepath.ToSlash(filepath.Join(e.dir, filepath.FromSlash(name)))
	return (&url.URL{Scheme: "file", Path: path}).String()
}

func (e *testEditor) call(method string, params, result any) {
	e.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := e.conn.Call(ctx, method, params, result); err != nil {
		e.t.Errorf("%s: %v", method, err)
	}
}

func (e *testEditor) notify(method string, params any) {
	e.t.Helper()
	if err := e.conn.Notify(context.Background(), method, params); err != nil {
		e.t.Errorf("%s: %v", method, err)
	}
}

func (e *testEditor) open(name, text string) {
	e.t.Helper()
	e.notify("textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": e.uri(name), "languageId": "markdown", "version": 1, "text": text},
	})
}

func (e *testEditor) change(name string, version int, text string) {
	e.t.Helper()
	e.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": e.uri(name), "version": version},
		"contentChanges": []any{map[string]any{"text": text}},
	})
}

// about waits for what is said of a file.
func (e *testEditor) about(name string) []shownDiagnostic {
	e.t.Helper()
	for {
		select {
		case p := <-e.said:
			if p.URI == e.uri(name) {
				return p.Diagnostics
			}
		case <-time.After(time.Minute):
			e.t.Fatalf("nothing was said of %s", name)
		}
	}
}

// until waits until what is said of a file is as wanted.
func (e *testEditor) until(name string, want func([]shownDiagnostic) bool) {
	e.t.Helper()
	for {
		select {
		case p := <-e.said:
			e.last[p.URI] = p.Diagnostics
		case <-time.After(10 * time.Second):
			e.t.Fatalf("last said of %s: %+v", name, e.last[e.uri(name)])
		}
		if said, ok := e.last[e.uri(name)]; ok && want(said) {
			return
		}
	}
}

func codes(list []shownDiagnostic) []string {
	out := []string{}
	for _, d := range list {
		out = append(out, d.Code)
	}
	return out
}

type shownAction struct {
	Title string
	Edit  struct {
		Changes map[string][]struct {
			Range   struct{ Start, End shownPosition }
			NewText string
		}
	}
}

// actions are what is offered for a line, from 0.
func (e *testEditor) actions(name string, line int) []shownAction {
	e.t.Helper()
	at := map[string]any{"line": line, "character": 0}
	var out []shownAction
	e.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": e.uri(name)}, "range": map[string]any{"start": at, "end": at},
		"context": map[string]any{"diagnostics": []any{}},
	}, &out)
	return out
}
