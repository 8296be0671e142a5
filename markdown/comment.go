package markdown

import (
	"bytes"
	"sort"
	"strings"
)

// Comments are the HTML comments that are blocks of their own, in source
// order.
func (d *Document) Comments() []Comment { return d.comments }

// readComments finds all HTML comments and blanks them in the text: nothing
// that reads on need know of them.
func (d *Document) readComments() {
	if !bytes.Contains(d.text[d.body.Start:], []byte("<!--")) {
		return
	}
	for i := range d.blocks {
		switch b := &d.blocks[i]; b.kind {
		case html:
			d.htmlComments(b, d.inQuote(i))
		case paragraph, heading:
			d.inlineComments(b.inner)
		case row:
			for _, cell := range splitCells(d.text, b.span) {
				d.inlineComments(cell)
			}
		}
	}
	for _, s := range d.remarks {
		d.blank(s)
	}
}

func (d *Document) inlineComments(s Span) {
	if !bytes.Contains(d.text[s.Start:s.End], []byte("<!--")) {
		return
	}
	for _, in := range d.scan(s) {
		if in.form == remark {
			d.remarks = append(d.remarks, in.span)
		}
	}
}

// htmlComments reads the comments of an HTML block. Those that begin it, one
// after another, are blocks of their own.
func (d *Document) htmlComments(b *block, quoted bool) {
	alone := !quoted
	for at := b.span.Start; at < b.span.End; {
		n := bytes.Index(d.text[at:b.span.End], []byte("<!--"))
		if n < 0 {
			return
		}
		alone = alone && len(bytes.TrimSpace(d.text[at:at+n])) == 0
		s := Span{at + n, b.span.End}
		text := Span{min(s.Start+4, s.End), s.End}
		// "<!-->" is a comment too.
		if e := bytes.Index(d.text[s.Start+2:b.span.End], []byte("-->")); e >= 0 {
			s.End = s.Start + 2 + e + 3
			text.End = max(text.Start, s.End-3)
		}
		d.remarks = append(d.remarks, s)
		if alone {
			d.comments = append(d.comments, Comment{
				Text: strings.ReplaceAll(string(bytes.TrimSpace(d.Source[text.Start:text.End])), "\r\n", "\n"),
				Span: s,
			})
		}
		at = s.End
	}
}

// inQuote reports whether a block stands in a quote.
func (d *Document) inQuote(i int) bool {
	for up := d.blocks[i].up; up >= 0; up = d.blocks[up].up {
		if d.blocks[up].kind == quote {
			return true
		}
	}
	return false
}

// Code reports whether the offset lies in a sample or a code span.
func (d *Document) Code(offset int) bool {
	d.codeOnce.Do(d.readCode)
	return within(d.samples, offset) || within(d.codeSpans, offset)
}

// Sample reports whether the offset lies in a fenced or indented code block or
// an HTML comment: what it shows is not said. The indentation of a block's first
// line belongs to it, and the fences do.
func (d *Document) Sample(offset int) bool {
	d.codeOnce.Do(d.readCode)
	return within(d.samples, offset)
}

func (d *Document) readCode() {
	for i := range d.blocks {
		if b := &d.blocks[i]; b.kind == fence || b.kind == indented {
			d.samples = append(d.samples, d.outdent(b.span))
		}
	}
	for _, s := range d.remarks {
		d.samples = append(d.samples, d.outdent(s))
	}
	for _, in := range d.allInlines() {
		if in.form == codeSpan {
			d.codeSpans = append(d.codeSpans, in.span)
		}
	}
	for _, list := range [][]Span{d.samples, d.codeSpans} {
		sort.Slice(list, func(i, j int) bool { return list[i].Start < list[j].Start })
	}
}

// within reports whether one of sorted spans, which do not overlap, holds the
// offset.
func within(sorted []Span, offset int) bool {
	i := sort.Search(len(sorted), func(i int) bool { return sorted[i].End > offset })
	return i < len(sorted) && sorted[i].Start <= offset
}

// outdent moves the start to that of its line when only white space stands
// between.
func (d *Document) outdent(s Span) Span {
	for i := s.Start; i > 0 && (d.Source[i-1] == ' ' || d.Source[i-1] == '\t' || d.Source[i-1] == '\n'); i-- {
		if d.Source[i-1] == '\n' {
			s.Start = i
			break
		}
	}
	return s
}

// block reports whether the offset lies in a code block.
func (d *Document) codeBlock(offset int) bool {
	lo, hi := d.children(Span{offset, offset + 1})
	for i := lo; i < hi; i++ {
		if b := &d.blocks[i]; (b.kind == fence || b.kind == indented) && b.span.Start <= offset && offset < b.span.End {
			return true
		}
	}
	return false
}
