package lsp

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/memorylint/memorylint/lint"
)

// findings are those of one check.
type findings struct {
	*Report
	texts map[string]*text // of the files they are in, by path
}

// in are the findings in one file.
func (f *findings) in(path string) []lint.Diagnostic {
	var out []lint.Diagnostic
	for _, d := range f.Diagnostics {
		if d.Path == path {
			out = append(out, d)
		}
	}
	return out
}

// text is the content of a file: the editor's, or that on disk, which editors
// show without a byte-order mark.
func (f *findings) text(path string) *text {
	t := f.texts[path]
	if t == nil {
		var src []byte
		if f.Text != nil {
			src = f.Text(path)
		}
		t = newText(bytes.TrimPrefix(src, bom))
		f.texts[path] = t
	}
	return t
}

// keepChecking checks when something happened, until the end.
func (s *server) keepChecking() {
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-s.wake:
			s.check()
		}
	}
}

// check checks all that is open and shows what was found. What is no longer
// true when it is found is not shown: what happened meanwhile has its own
// check.
func (s *server) check() {
	s.mu.Lock()
	event, documents := s.events, s.documents()
	done := event == s.checked // by a check that a question asked for
	open := map[string]publication{}
	texts := map[string]*text{}
	for uri, d := range s.open {
		version := d.version
		open[uri] = publication{path: d.path, params: publishDiagnosticsParams{URI: uri, Version: &version}}
	}
	for path, d := range s.latest() {
		texts[path] = d.text
	}
	s.mu.Unlock()
	if done {
		return
	}
	s.clear(open)
	found := &findings{s.run(s.ctx, documents), texts}
	for _, d := range found.Diagnostics { // before others read them
		found.text(d.Path)
		for _, r := range d.Related {
			found.text(r.Path)
		}
	}
	for _, t := range found.Troubles {
		found.text(t.Path)
	}
	s.mu.Lock()
	current := event == s.events && s.ctx.Err() == nil
	if current {
		s.found, s.checked = found, event
		close(s.ran)
		s.ran = make(chan struct{})
	}
	s.mu.Unlock()
	if current {
		s.show(open, found)
	}
}

// run is Check, which fails without taking the server with it.
func (s *server) run(ctx context.Context, documents []Document) (r *Report) {
	defer func() {
		if v := recover(); v != nil {
			r = &Report{Troubles: []Trouble{{Message: fmt.Sprint("internal fault: ", v)}}}
		}
	}()
	if len(documents) == 0 {
		return &Report{}
	}
	r, err := s.options.Check(ctx, documents)
	if err != nil {
		return &Report{Troubles: []Trouble{{Message: err.Error()}}}
	}
	return r
}

// A publication is what the editor was told of one file.
type publication struct {
	path   string
	open   bool
	params publishDiagnosticsParams
}

// clear takes back what was told of documents that are closed.
func (s *server) clear(open map[string]publication) {
	for uri, p := range s.published {
		if _, ok := open[uri]; p.open && !ok {
			s.retract(uri)
		}
	}
}

func (s *server) retract(uri string) {
	delete(s.published, uri)
	s.notify("textDocument/publishDiagnostics", publishDiagnosticsParams{URI: uri, Diagnostics: []diagnostic{}})
}

// show tells the editor what was found: in what it has open, and in other files
// of the same workspaces, of which one may be missing.
func (s *server) show(open map[string]publication, found *findings) {
	all := map[string]publication{}
	uris := map[string][]string{} // by path
	for _, uri := range slices.Sorted(maps.Keys(open)) {
		p := open[uri]
		p.open, p.params.Diagnostics = true, []diagnostic{}
		all[uri], uris[p.path] = p, append(uris[p.path], uri)
	}
	add := func(path string, d diagnostic) {
		if uris[path] == nil {
			uris[path] = []string{uriOf(path)}
		}
		for _, uri := range uris[path] {
			p := all[uri]
			p.params.URI, p.params.Diagnostics = uri, append(p.params.Diagnostics, d)
			all[uri] = p
		}
	}
	for _, d := range found.Diagnostics {
		add(d.Path, s.diagnostic(found, d, uris))
	}
	for _, t := range found.Troubles {
		if t.Path != "" {
			place := lint.Position{Line: max(t.Line, 1), Column: t.Column}
			at := found.text(t.Path).span(lint.Range{Start: place, End: place}, s.encoding)
			add(t.Path, diagnostic{Range: at, Severity: severityError, Source: source, Message: t.Message})
		}
	}
	for uri := range s.published {
		if _, ok := all[uri]; !ok {
			s.retract(uri)
		}
	}
	for uri, p := range all {
		if !reflect.DeepEqual(s.published[uri], p) {
			s.published[uri] = p
			s.notify("textDocument/publishDiagnostics", p.params)
		}
	}
	s.complain(found.Troubles)
}

// complain says what could not be done, once as long as it lasts.
func (s *server) complain(troubles []Trouble) {
	told := map[string]bool{}
	for _, t := range troubles {
		message := t.Message
		if t.Path != "" {
			message = fmt.Sprintf("%s:%d:%d: %s", t.Path, t.Line, t.Column, t.Message)
		}
		if !s.told[message] && !told[message] {
			s.notify("window/showMessage", showMessageParams{messageError, "memorylint: " + message})
		}
		told[message] = true
	}
	s.told = told
}

// notify tells the editor; that it does not listen is found out by the reading.
func (s *server) notify(method string, params any) { _ = s.conn.Notify(s.ctx, method, params) }

// source is how editors name where a diagnostic comes from.
const source = "memorylint"

// diagnostic is a finding in the protocol's words. uris are those of the files
// the editor has open, by path.
func (s *server) diagnostic(found *findings, d lint.Diagnostic, uris map[string][]string) diagnostic {
	out := diagnostic{
		Range: found.text(d.Path).span(d.Range, s.encoding), Severity: severityInformation,
		Code: d.Rule, Source: source, Message: d.Message,
	}
	switch d.Severity {
	case lint.Critical:
		out.Severity = severityError
	case lint.Warning:
		out.Severity = severityWarning
	}
	if !s.client.TextDocument.PublishDiagnostics.RelatedInformation {
		return out
	}
	for _, r := range d.Related {
		uri := uriOf(r.Path)
		if open := uris[r.Path]; open != nil {
			uri = open[0]
		}
		at := location{uri, found.text(r.Path).span(r.Range, s.encoding)}
		out.RelatedInformation = append(out.RelatedInformation, relatedInformation{at, r.Message})
	}
	return out
}
