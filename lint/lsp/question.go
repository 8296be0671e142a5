package lsp

import (
	"context"
	"encoding/json"
	"math"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/memorylint/memorylint/lint"
)

// A question is a request about an open document as it was when it was asked.
type question struct {
	questionParams
	document document // a copy
	event    uint64   // findings must be as new as this
}

// answers are the requests about documents that are understood.
var answers = map[string]func(s *server, ctx context.Context, q *question) (any, error){
	"textDocument/hover":          (*server).hover,
	"textDocument/codeAction":     (*server).codeActions,
	"textDocument/documentSymbol": (*server).symbols,
}

// asked answers a request beside the reading: it may have to wait for a check,
// and may be cancelled.
func (s *server) asked(r *jsonrpc2.Request) {
	answer := answers[r.Method]
	if answer == nil {
		s.reply(s.ctx, s.conn, r, nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "unknown method " + r.Method})
		return
	}
	q := &question{}
	if err := json.Unmarshal(params(r), &q.questionParams); err != nil {
		s.reply(s.ctx, s.conn, r, nil, invalid(err))
		return
	}
	ctx, cancel := context.WithCancel(s.ctx)
	s.mu.Lock()
	d := s.open[q.TextDocument.URI]
	if d != nil {
		q.document, q.event = *d, s.events
		s.pending[r.ID] = cancel
	}
	s.mu.Unlock()
	if d == nil { // what is not open has nothing to say
		cancel()
		s.reply(s.ctx, s.conn, r, nil, nil)
		return
	}
	s.spawn(func() {
		defer func() {
			s.mu.Lock()
			delete(s.pending, r.ID)
			s.mu.Unlock()
			cancel()
		}()
		result, err := s.answer(ctx, answer, q)
		s.reply(s.ctx, s.conn, r, result, err)
	})
}

// answer is what a request is answered with, whatever happens.
func (s *server) answer(ctx context.Context, answer func(*server, context.Context, *question) (any, error), q *question) (result any, failure *jsonrpc2.Error) {
	defer func() {
		if v := recover(); v != nil {
			result, failure = nil, internal(v)
		}
	}()
	result, err := answer(s, ctx, q)
	switch e, ok := err.(*jsonrpc2.Error); {
	case ctx.Err() != nil:
		return nil, &jsonrpc2.Error{Code: codeRequestCancelled, Message: "cancelled"}
	case err == nil:
		return result, nil
	case ok:
		return nil, e
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()}
}

func (s *server) cancel(p cancelParams) {
	var id jsonrpc2.ID
	if json.Unmarshal(p.ID, &id) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.pending[id]; cancel != nil {
		cancel()
	}
}

// fresh waits for findings that are those of the document as it was when the
// question was asked.
func (s *server) fresh(ctx context.Context, q *question) (*findings, error) {
	for {
		s.mu.Lock()
		now, checked, found, ran := s.open[q.document.uri], s.checked, s.found, s.ran
		s.mu.Unlock()
		switch {
		case now == nil || now.text != q.document.text:
			return nil, &jsonrpc2.Error{Code: codeContentModified, Message: "the document has changed"}
		case checked >= q.event:
			return found, nil
		}
		s.poke()
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-ran:
		}
	}
}

// touching are the findings in the document that a range touches. One without
// an extent stands for its line.
func (s *server) touching(found *findings, q *question, at span) []lint.Diagnostic {
	var out []lint.Diagnostic
	for _, d := range found.in(q.document.path) {
		r := q.document.text.span(d.Range, s.encoding)
		if r.Start == r.End {
			r = span{position{r.Start.Line, 0}, position{r.Start.Line, math.MaxInt}}
		}
		if !after(at.Start, r.End) && !after(r.Start, at.End) {
			out = append(out, d)
		}
	}
	return out
}

func after(a, b position) bool {
	return a.Line > b.Line || a.Line == b.Line && a.Character > b.Character
}
