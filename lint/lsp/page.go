package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/memorylint/memorylint/markdown"
)

// hover gives the pages of the rules that found something at a position.
func (s *server) hover(ctx context.Context, q *question) (any, error) {
	found, err := s.fresh(ctx, q)
	if err != nil {
		return nil, err
	}
	list := s.touching(found, q, span{q.Position, q.Position})
	if len(list) == 0 {
		return nil, nil
	}
	var pages, rules []string
	for _, d := range list {
		if !slices.Contains(rules, d.Rule) {
			rules, pages = append(rules, d.Rule), append(pages, s.options.Page(d.Rule))
		}
	}
	kind := "markdown"
	if f := s.client.TextDocument.Hover.ContentFormat; len(f) > 0 && !slices.Contains(f, kind) {
		kind = "plaintext"
	}
	return hover{
		Contents: markup{kind, strings.Join(pages, "\n---\n\n")},
		Range:    q.document.text.span(list[0].Range, s.encoding),
	}, nil
}

// symbols are the sections of a memory document, those of a deeper level inside
// those of a higher one.
func (s *server) symbols(ctx context.Context, q *question) (any, error) {
	found, err := s.fresh(ctx, q)
	if err != nil {
		return nil, err
	}
	out := []*documentSymbol{}
	if !found.Memory[q.document.path] || isJSON(q.document.path) {
		return out, nil
	}
	t := q.document.text
	at := func(m markdown.Span) span {
		return span{t.position(m.Start, s.encoding), t.position(m.End, s.encoding)}
	}
	type level struct {
		level  int
		symbol *documentSymbol
	}
	var within []level
	for _, section := range markdown.Parse(t.src).Sections {
		symbol := &documentSymbol{
			Name: section.Title, Kind: symbolString,
			Range:          at(markdown.Span{Start: section.Heading.Start, End: max(section.Heading.End, section.Body.End)}),
			SelectionRange: at(section.Heading),
		}
		if strings.TrimSpace(symbol.Name) == "" { // which the protocol forbids
			symbol.Name = strings.Repeat("#", section.Level)
		}
		for len(within) > 0 && within[len(within)-1].level >= section.Level {
			within = within[:len(within)-1]
		}
		if len(within) == 0 {
			out = append(out, symbol)
		} else {
			parent := within[len(within)-1].symbol
			parent.Children = append(parent.Children, symbol)
		}
		within = append(within, level{section.Level, symbol})
	}
	return out, nil
}

func isJSON(path string) bool { return strings.HasSuffix(strings.ToLower(path), ".json") }
