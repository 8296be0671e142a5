package markdown

import "bytes"

// OpenFences are the fences that are never closed: all that follows them is
// code. A fence that ends with the list or quote around it is not among them.
func (d *Document) OpenFences() []Fence {
	var out []Fence
	for _, i := range d.top {
		if b := &d.blocks[i]; b.kind == fence && !b.closed {
			out = append(out, Fence{d.trim(Span{b.span.Start, d.lineEnd(b.span.Start)})})
		}
	}
	return out
}

// Conflicts are the merge conflicts left outside code blocks: a line of seven
// '<', one of seven '=' and one of seven '>', in that order. A marker that
// comes before its turn begins anew.
func (d *Document) Conflicts() []Conflict { return d.conflicts }

func (d *Document) readConflicts() []Conflict {
	if !bytes.Contains(d.Source, []byte("<<<<<<<")) {
		return nil
	}
	var out []Conflict
	var c Conflict
	stage := 0 // marker lines found
	for at := d.body.Start; at < len(d.text); at = d.nextLine(at) {
		// The source's own lines: text has no quote markers left.
		line := trimSpan(d.Source, Span{at, d.lineEnd(at)})
		if line.Start != at {
			continue
		}
		switch {
		case conflictLine(d.Source[line.Start:line.End], '<') && !d.codeBlock(at):
			c, stage = Conflict{Ours: line}, 1
		case stage == 1 && conflictLine(d.Source[line.Start:line.End], '='):
			c.Middle, stage = line, 2
		case stage == 2 && conflictLine(d.Source[line.Start:line.End], '>'):
			c.Theirs, stage = line, 0
			out = append(out, c)
		}
	}
	return out
}

// conflictLine reports whether a line is seven of c, and a label or nothing.
func conflictLine(line []byte, c byte) bool {
	return len(line) >= 7 && len(bytes.Trim(line[:7], string(c))) == 0 && (len(line) == 7 || line[7] == ' ')
}
