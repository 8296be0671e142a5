package markdown

import (
	"slices"
)

// Items are the top-level pieces of content in s: each list item (of the
// outermost lists, with all below it), paragraph, table data row, code block,
// quote or HTML block that is not a comment, and each link definition that no
// reference uses; sub-headings, thematic breaks and the page's footer are
// none. Items that hold nothing or say none are left out.
func (d *Document) Items(s Span, w *Lexicon) []Span {
	s.End = d.footer(s, w)
	var out []Span
	lo, hi := d.children(s)
	for i := lo; i < hi; {
		b := &d.blocks[i]
		switch b.kind {
		case list, table:
			i++ // its items and rows come next
			continue
		case heading, rule, underline:
		default:
			at := d.trim(b.span.clip(s))
			j := judge{d: d, w: w, s: at}
			j.blocks(i, int(b.last))
			if j.most >= Template {
				out = append(out, at)
			}
		}
		i = int(b.last)
	}
	for _, def := range d.unused() {
		if def.Start >= s.Start && def.Start < s.End {
			out = append(out, def)
		}
	}
	slices.SortStableFunc(out, func(a, b Span) int { return a.Start - b.Start })
	return out
}

// unused are the link reference definitions whose label nothing refers to.
func (d *Document) unused() []Span {
	if len(d.defs) == 0 {
		return nil
	}
	d.allInlines()
	var out []Span
	for _, def := range d.defs {
		if !d.used[def.label] {
			out = append(out, def.span)
		}
	}
	return out
}

// ListItems are the items of the outermost lists that start in s, in block quotes
// too, each with all below it, in source order.
func (d *Document) ListItems(s Span) []Span {
	var out []Span
	lo, hi := d.children(s)
	for i := lo; i < hi; {
		b := &d.blocks[i]
		if b.kind == list || b.kind == quote {
			i++ // its items come next
			continue
		}
		if b.kind == item && b.span.Start >= s.Start && b.span.Start < s.End {
			out = append(out, b.span)
		}
		i = int(b.last)
	}
	return out
}

// Nested are the list items below an item, at any depth, in source order.
func (d *Document) Nested(at Span) []Span {
	var out []Span
	lo, hi := d.starting(at)
	for i := lo; i < hi; i++ {
		if b := &d.blocks[i]; b.kind == item && b.span.Start > at.Start {
			out = append(out, b.span.clip(at))
		}
	}
	return out
}
