package markdown

import (
	"bytes"
	"sort"
)

// Links are the inline and reference links and images that start in s, in
// source order. Autolinks are not among them.
func (d *Document) Links(s Span) []Link {
	var out []Link
	for _, in := range d.inlinesIn(s) {
		if in.form == link || in.form == image {
			out = append(out, Link{
				Destination: in.dest, Text: d.plain(in.text), Span: in.span, TextAt: in.text, Target: in.at, Image: in.form == image,
			})
		}
	}
	return out
}

// Tasks are the list items with a box that start in s, in source order: the
// boxes of GFM, and those of common note programs, of which "[x]" and "[X]"
// are done and "[-]", which is given up.
func (d *Document) Tasks(s Span) []Task {
	var out []Task
	lo, hi := d.starting(s)
	for i := lo; i < hi; i++ { // the box is kept with the paragraph that an item begins with
		if d.blocks[i].kind != item || i+1 == len(d.blocks) {
			continue
		}
		if b := &d.blocks[i+1]; b.box != 0 && int(b.up) == i {
			out = append(out, Task{Text: d.plain(b.inner), Done: bytes.IndexByte([]byte("xX-"), b.box) >= 0, Span: b.inner})
		}
	}
	return out
}

// allInlines are the inlines of the whole document, by their first bytes.
func (d *Document) allInlines() []inline {
	d.inlineOnce.Do(func() {
		defer d.noteUsed()
		var sc scanner
		for i := range d.blocks {
			switch b := &d.blocks[i]; b.kind {
			case paragraph, heading:
				sc.read(d, b.inner)
			case row:
				if bytes.ContainsAny(d.text[b.span.Start:b.span.End], "`<[") {
					for _, cell := range splitCells(d.text, b.span) {
						sc.read(d, cell)
					}
				}
			}
		}
		d.inlines = sc.out
	})
	return d.inlines
}

// noteUsed notes which definitions are referred to.
func (d *Document) noteUsed() {
	for _, in := range d.inlines {
		if in.label != "" {
			if d.used == nil {
				d.used = map[string]bool{}
			}
			d.used[in.label] = true
		}
	}
}

// inlinesIn are the inlines that start in s.
func (d *Document) inlinesIn(s Span) []inline {
	all := d.allInlines()
	lo := sort.Search(len(all), func(i int) bool { return all[i].span.Start >= s.Start })
	hi := sort.Search(len(all), func(i int) bool { return all[i].span.Start >= s.End })
	return all[lo:max(lo, hi)]
}

// inlineAt is the inline that starts at an offset.
func (d *Document) inlineAt(at int) (inline, bool) {
	if in := d.inlinesIn(Span{at, at + 1}); len(in) > 0 {
		return in[0], true
	}
	return inline{}, false
}
