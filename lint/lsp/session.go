package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sourcegraph/jsonrpc2"
)

// A phase of the server's life, in order.
type phase int

const (
	waiting phase = iota // for initialize
	serving
	shut // after shutdown: only exit is left
)

// Handle implements jsonrpc2.Handler. It is called for one message after the
// other, so that changes are applied in the order in which they were made.
func (s *server) Handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	defer func() {
		if v := recover(); v != nil {
			s.reply(ctx, conn, r, nil, internal(v))
		}
	}()
	switch {
	case r.Method == "exit":
		s.exit()
	case r.Notif:
		if s.phase == serving {
			s.notified(r.Method, params(r))
		}
	case s.phase == shut:
		s.reply(ctx, conn, r, nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the server was shut down"})
	case r.Method == "initialize" && s.phase == waiting:
		result, err := s.initialize(conn, params(r))
		s.reply(ctx, conn, r, result, err)
	case r.Method == "initialize":
		s.reply(ctx, conn, r, nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: "the server is initialized"})
	case s.phase == waiting:
		s.reply(ctx, conn, r, nil, &jsonrpc2.Error{Code: codeServerNotInitialized, Message: "initialize comes first"})
	case r.Method == "shutdown":
		s.mu.Lock()
		s.phase = shut
		s.mu.Unlock()
		s.reply(ctx, conn, r, nil, nil)
	default:
		s.asked(r)
	}
}

// params are a message's parameters; without any, "null".
func params(r *jsonrpc2.Request) json.RawMessage {
	if r.Params == nil {
		return json.RawMessage("null")
	}
	return *r.Params
}

// reply answers a request. That the editor cannot be told is found out by the
// reading.
func (s *server) reply(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request, result any, err *jsonrpc2.Error) {
	switch {
	case r.Notif:
	case err != nil:
		_ = conn.ReplyWithError(ctx, r.ID, err)
	default:
		_ = conn.Reply(ctx, r.ID, result)
	}
}

func internal(v any) *jsonrpc2.Error {
	return &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: fmt.Sprint("internal fault: ", v)}
}

func invalid(err error) *jsonrpc2.Error {
	return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
}

func (s *server) initialize(conn *jsonrpc2.Conn, raw json.RawMessage) (any, *jsonrpc2.Error) {
	var p initializeParams
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, invalid(err)
	}
	s.conn, s.client, s.phase = conn, p.Capabilities, serving
	s.encoding = agree(p.Capabilities.General.PositionEncodings)
	s.folders = p.WorkspaceFolders
	if len(s.folders) == 0 && p.RootURI != "" {
		s.folders = []folder{{p.RootURI}}
	}
	s.spawn(s.keepChecking)
	if pid := p.ProcessID; pid != nil && *pid > 0 {
		s.spawn(func() { s.watch(*pid) })
	}
	return map[string]any{
		"serverInfo": map[string]any{"name": "memorylint", "version": s.options.Version},
		"capabilities": map[string]any{
			"positionEncoding":       s.encoding,
			"textDocumentSync":       map[string]any{"openClose": true, "change": syncIncremental, "save": true},
			"hoverProvider":          true,
			"codeActionProvider":     map[string]any{"codeActionKinds": []string{quickFix}},
			"documentSymbolProvider": true,
			"workspace": map[string]any{
				"workspaceFolders": map[string]any{"supported": true, "changeNotifications": true},
			},
		},
	}, nil
}

// notified obeys a notification. One that is not understood or unknown is
// passed over: there is no answer to a notification.
func (s *server) notified(method string, raw json.RawMessage) {
	switch method {
	case "initialized":
		s.spawn(s.register)
	case "textDocument/didOpen":
		obey(raw, s.didOpen)
	case "textDocument/didChange":
		obey(raw, s.didChange)
	case "textDocument/didClose":
		obey(raw, s.didClose)
	case "textDocument/didSave", "workspace/didChangeWatchedFiles":
		s.happened(nil)
	case "workspace/didChangeWorkspaceFolders":
		obey(raw, s.didChangeFolders)
	case "$/cancelRequest":
		obey(raw, s.cancel)
	}
}

func obey[P any](raw json.RawMessage, do func(P)) {
	var p P
	if json.Unmarshal(raw, &p) == nil {
		do(p)
	}
}

// watched are the files whose change may change most findings: configuration
// and memory. What else memory links to is looked at with the next check.
var watched = []string{"**/.memorylint.{yaml,yml,json}", "**/*.md", "**/receipt-*.json"}

// register asks to be told of files that change on disk.
func (s *server) register() {
	if !s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		return
	}
	var watchers []map[string]any
	for _, glob := range watched {
		watchers = append(watchers, map[string]any{"globPattern": glob})
	}
	// An editor that refuses does without: saving checks too.
	_ = s.conn.Call(s.ctx, "client/registerCapability", map[string]any{
		"registrations": []map[string]any{{
			"id": "watched", "method": "workspace/didChangeWatchedFiles",
			"registerOptions": map[string]any{"watchers": watchers},
		}},
	}, nil)
}

func (s *server) didChangeFolders(p foldersParams) {
	s.mu.Lock()
	kept := p.Event.Added
	for _, f := range s.folders {
		gone := false
		for _, r := range p.Event.Removed {
			gone = gone || r == f
		}
		if !gone {
			kept = append(kept, f)
		}
	}
	s.folders = kept
	s.mu.Unlock()
	s.happened(nil)
}

// folderOf is the deepest of the editor's folders that holds a file, or "".
func (s *server) folderOf(file string) string {
	best := ""
	for _, f := range s.folders {
		dir, ok := pathOf(f.URI)
		if !ok || len(dir) <= len(best) {
			continue
		}
		rel, err := filepath.Rel(dir, file)
		if err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			best = dir
		}
	}
	return best
}
