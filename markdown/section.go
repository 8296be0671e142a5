package markdown

// readSections makes sections of the document's own headings.
func (d *Document) readSections() {
	d.readUnderlined()
	n := 0
	for _, i := range d.top {
		if d.blocks[i].kind == heading {
			n++
		}
	}
	if n == 0 {
		return
	}
	d.Sections = make([]Section, 0, n)
	open := make([]int, 0, 6) // sections whose end is not known, by falling level
	for n, i := range d.top {
		b := &d.blocks[i]
		if b.kind != heading {
			continue
		}
		s := Section{
			Level: int(b.level), Title: d.plain(b.inner), Setext: b.setext, Heading: b.span,
			Body: Span{d.nextLine(b.span.End), d.body.End},
		}
		if b.setext && n+1 < len(d.top) {
			s.Underline = d.blocks[d.top[n+1]].span
			s.Body.Start = d.nextLine(s.Underline.End)
		}
		start := d.lineStart(b.span.Start)
		for len(open) > 0 && d.Sections[open[len(open)-1]].Level >= s.Level {
			d.Sections[open[len(open)-1]].Body.End = start
			open = open[:len(open)-1]
		}
		open = append(open, len(d.Sections))
		d.Sections = append(d.Sections, s)
	}
}

// readUnderlined turns accidental headings back into paragraphs; see
// Underlined. The middle line of a merge conflict underlines nothing.
func (d *Document) readUnderlined() {
	last := -1 // place in top of the last heading
	headings := 0
	d.conflicts = d.readConflicts()
	conflicts := d.conflicts
	for n, i := range d.top {
		b := &d.blocks[i]
		if b.kind != heading {
			continue
		}
		if b.setext && n+1 < len(d.top) {
			line := &d.blocks[d.top[n+1]]
			for len(conflicts) > 0 && conflicts[0].Middle.Start < line.span.Start {
				conflicts = conflicts[1:]
			}
			if len(conflicts) > 0 && conflicts[0].Middle.Start == line.span.Start {
				b.kind, b.setext = paragraph, false
				line.kind = rule
				continue
			}
		}
		if b.setext && last >= 0 && n+1 < len(d.top) && d.accident(last, n, headings) {
			line := &d.blocks[d.top[n+1]]
			d.Underlined = append(d.Underlined, Underlined{Text: d.plain(b.inner), Span: b.span, Break: line.span})
			b.kind, b.setext = paragraph, false
			line.kind = rule
			continue
		}
		last = n
		headings++
	}
}

// accident judges the setext heading at place n of top, after the heading at
// place last, which is the document's headings-th.
func (d *Document) accident(last, n, headings int) bool {
	above := &d.blocks[d.top[last]]
	if above.setext {
		return false
	}
	this, line := &d.blocks[d.top[n]], d.blocks[d.top[n+1]].span
	below := last == n-1 && d.nextLine(above.span.End) == d.lineStart(this.span.Start)
	if below && above.level >= 2 {
		return true
	}
	dashes := string(d.text[line.Start:line.End]) == "---"
	title := above.level == 1 && headings == 1
	return (below || dashes && !title) && d.idle(n+2)
}

// idle reports whether nothing but comments, thematic breaks and the page's
// footer stands from a place of top on to the next heading.
func (d *Document) idle(n int) bool {
	notes := false
	for ; n < len(d.top); n++ {
		switch b := &d.blocks[d.top[n]]; {
		case b.kind == heading:
			return !notes
		case b.kind == rule || d.empty(b.span):
		case d.note(d.top[n], nil, true):
			notes = true
		default:
			return false
		}
	}
	return true
}

// empty reports whether nothing is left of a stretch but white space.
func (d *Document) empty(s Span) bool { s = d.trim(s); return s.Start == s.End }
