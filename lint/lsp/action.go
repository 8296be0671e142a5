package lsp

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
)

// maxActions is for how many findings in one place a way out is tried: each
// costs a check or two.
const maxActions = 5

// reason is what a suppression is inserted with. It is for the user to replace:
// an editor cannot be asked for one.
const reason = "TODO: say why"

// A remedy is a suppression that may work.
type remedy struct {
	title  string
	offset int
	words  string
	takes  func(lint.Diagnostic) bool // what it is meant to take out
}

// codeActions are the suppressions for the findings in the lines of a range. Each
// is tried before it is offered: a comment between the rows of a table or
// inside a fence suppresses nothing and breaks what it stands in, and some rules
// cannot be suppressed.
func (s *server) codeActions(ctx context.Context, q *question) (any, error) {
	found, err := s.fresh(ctx, q)
	if err != nil {
		return nil, err
	}
	out := []codeAction{}
	if !found.Memory[q.document.path] || isJSON(q.document.path) || !wanted(q.Context.Only) {
		return out, nil
	}
	type place struct {
		rule string
		line int
	}
	seen := map[place]bool{}
	var before tally
	// Suppressions are for lines, so wherever in its line the cursor is.
	lines := span{position{q.Range.Start.Line, 0}, position{q.Range.End.Line, math.MaxInt}}
	for _, d := range s.touching(found, q, lines) {
		if at := (place{d.Rule, d.Range.Start.Line}); seen[at] || len(seen) == maxActions {
			continue
		} else {
			seen[at] = true
		}
		if before == nil {
			before = s.try(ctx, q, q.document.text.src)
		}
		for _, r := range remedies(q.document.text, d) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			after := s.try(ctx, q, q.document.text.with(r.offset, r.offset, r.words))
			want, any := before.without(q.document.path, r.takes)
			for _, t := range []tally{want, after} {
				maps.DeleteFunc(t, func(_ string, list []lint.Diagnostic) bool { return list[0].Rule != d.Rule && longer(list[0].Rule) })
			}
			if any && maps.EqualFunc(want, after, sameNumber) {
				out = append(out, s.offer(found, q, d, r))
				break
			}
		}
	}
	return out, nil
}

// longer reports whether a rule may find something only because the text is a
// line longer: a suppression works all the same.
func longer(rule string) bool {
	return strings.HasPrefix(rule, "size/") || strings.HasPrefix(rule, "limits/")
}

func wanted(only []string) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(kind string) bool {
		return kind == "" || kind == quickFix
	})
}

// remedies are the suppressions that may work, the narrowest first.
func remedies(t *text, d lint.Diagnostic) []remedy {
	doc := markdown.Parse(t.src)
	comment := func(verb string) string {
		return fmt.Sprintf("<!-- memorylint-%s %s -- %s -->", verb, d.Rule, reason)
	}
	ending := "\n"
	if bytes.Contains(t.src, []byte("\r\n")) {
		ending = "\r\n"
	}
	var out []remedy
	if first := (lint.Position{Line: 1, Column: 1}); d.Range != (lint.Range{Start: first, End: first}) { // a finding about the whole file stays there
		start, line := t.line(d.Range.Start.Line - 1)
		indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
		out = append(out, remedy{
			title: fmt.Sprintf("Suppress %s on this line", d.Rule), offset: start,
			words: string(indent) + comment("disable-next-line") + ending,
			takes: func(o lint.Diagnostic) bool {
				return o.Rule == d.Rule && o.Range.Start.Line == d.Range.Start.Line
			},
		})
	}
	return append(out, remedy{
		title: fmt.Sprintf("Suppress %s in this file", d.Rule), offset: doc.Whole().Start,
		words: comment("disable-file") + ending,
		takes: func(o lint.Diagnostic) bool { return o.Rule == d.Rule },
	})
}

// offer makes a code action of a remedy.
func (s *server) offer(found *findings, q *question, d lint.Diagnostic, r remedy) codeAction {
	at := q.document.text.position(r.offset, s.encoding)
	edits := []textEdit{{Range: span{at, at}, NewText: r.words}}
	a := codeAction{Title: r.title, Kind: quickFix, Diagnostics: []diagnostic{s.diagnostic(found, d, nil)}}
	if s.client.Workspace.WorkspaceEdit.DocumentChanges {
		a.Edit.DocumentChanges = []textDocumentEdit{{versioned{q.document.uri, q.document.version}, edits}}
	} else {
		a.Edit.Changes = map[string][]textEdit{q.document.uri: edits}
	}
	return a
}

// A tally holds findings by what they are about, apart from their places.
type tally map[string][]lint.Diagnostic

func sameNumber(a, b []lint.Diagnostic) bool { return len(a) == len(b) }

// try checks what is open with another text of the document, and gives nil when
// that cannot be done.
func (s *server) try(ctx context.Context, q *question, src []byte) tally {
	s.mu.Lock()
	documents := s.documents()
	s.mu.Unlock()
	for i := range documents {
		if documents[i].Path == q.document.path {
			documents[i].Text, documents[i].Edited = src, true
		}
	}
	report := s.run(ctx, documents)
	if len(report.Troubles) > 0 {
		return nil
	}
	out := tally{}
	for _, d := range report.Diagnostics {
		key := strings.Join([]string{d.Path, d.Rule, d.Subject}, "\x00")
		out[key] = append(out[key], d)
	}
	return out
}

// without is the tally without what takes says of one file, and whether that
// is anything.
func (t tally) without(path string, takes func(lint.Diagnostic) bool) (rest tally, any bool) {
	rest = tally{}
	for key, list := range t {
		for _, d := range list {
			if d.Path == path && takes(d) {
				any = true
			} else {
				rest[key] = append(rest[key], d)
			}
		}
	}
	return rest, any
}
