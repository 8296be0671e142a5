package memory

import (
	"fmt"
	"slices"
	"strings"

	"github.com/memorylint/memorylint/rules/protocol"
)

// Bounds of a brief.
const (
	BriefLines   = 60  // unless another number is asked for
	LeastLines   = 10  // fewer cannot say what they left out
	itemLines    = 8   // of one item
	lineLength   = 400 // of one line, in code points
	troubleLines = 3   // at the least
)

// Fit gives the brief with so many items left out that its text has at most so
// many lines, which are LeastLines or more. Each section keeps its first items;
// no section goes empty while another has two, unless it cannot be helped.
func (b *Brief) Fit(lines int) *Brief {
	out := *b
	out.Trouble = tail(b.Trouble, max(troubleLines, lines/4))
	out.Foreign = tail(b.Foreign, 2)
	// Not the title, and a blank line with the one that says what was left out.
	room := lines - len(out.foot()) - 3
	if len(b.Sections) == 0 {
		room -= 2 // the sentence that says so
	}
	out.Sections, out.Snapshots = nil, nil
	for _, s := range b.Sections {
		out.Sections = append(out.Sections, Section{Name: s.Name})
	}
	closed := make([]bool, len(b.Sections))
	take := func(cost int) bool {
		if cost > room {
			return false
		}
		room -= cost
		return true
	}
	for round, more := 0, true; more; round++ {
		more = false
		for i, s := range b.Sections {
			if closed[i] || round >= len(s.Items) {
				continue
			}
			item := s.Items[round].short()
			cost := strings.Count(item.Text, "\n") + 1
			if round == 0 {
				cost += 2 // the heading, and a blank line above
			}
			if closed[i] = !take(cost); !closed[i] {
				out.Sections[i].Items, more = append(out.Sections[i].Items, item), true
			}
		}
		if round == 0 && len(b.Snapshots) > 0 && take(3) {
			n := 1
			for n < len(b.Snapshots) && take(1) {
				n++
			}
			out.Snapshots = b.Snapshots[len(b.Snapshots)-n:]
		}
	}
	for i := range out.Sections {
		out.Sections[i].LeftOut = len(b.Sections[i].Items) - len(out.Sections[i].Items)
	}
	out.LeftOut = len(b.Snapshots) - len(out.Snapshots)
	return &out
}

// tail shortens a list to n lines, the last of them the number of the rest.
func tail(lines []string, n int) []string {
	if len(lines) <= n {
		return lines
	}
	return append(slices.Clone(lines[:n-1]), fmt.Sprintf("and %d more", len(lines)-n+1))
}

// short is the item within its bounds.
func (i Item) short() Item {
	lines := strings.Split(i.Text, "\n")
	if len(lines) > itemLines {
		i.Cut = len(lines) - itemLines + 1
		lines = append(lines[:itemLines-1:itemLines-1], fmt.Sprintf("  … (%s: %s:%d)", Count(i.Cut, "more line"), i.Path, i.Line))
	}
	for n, line := range lines {
		lines[n] = clip(line)
	}
	i.Text = strings.Join(lines, "\n")
	return i
}

// clip keeps a line within its bound.
func clip(line string) string {
	if runes := []rune(line); len(runes) > lineLength {
		return string(runes[:lineLength-1]) + "…"
	}
	return line
}

// Says reports whether there is an item to tell.
func (b *Brief) Says() bool { return len(b.Sections) > 0 }

// Text is the brief as Markdown, with a final line break. It says plainly when
// there is nothing.
func (b *Brief) Text() string {
	if !b.Found {
		return b.nothing()
	}
	title := "# Memory brief"
	if len(b.Read) > 0 {
		title += " (" + strings.Join(b.Read, ", ") + ")"
	}
	lines := []string{title}
	for _, s := range b.Sections {
		if len(s.Items) == 0 {
			continue
		}
		lines = append(lines, "", "## "+s.Name)
		for _, i := range s.Items {
			lines = append(lines, i.Text)
		}
	}
	if len(b.Snapshots) > 0 {
		lines = append(lines, "", "## Newest Snapshots")
		for _, p := range b.Snapshots {
			lines = append(lines, p.text())
		}
	}
	if len(b.Sections) == 0 && len(b.Trouble) == 0 && len(b.Foreign) == 0 {
		lines = append(lines, "", "No open item is written down: sections are empty, say None, or hold template text.")
	}
	if foot := b.foot(); len(foot) > 0 {
		lines = append(append(lines, ""), foot...)
	}
	return strings.Join(lines, "\n") + "\n"
}

// nothing says that there is no memory, and where it was looked for. An index
// alone would be one, and is no place to begin.
func (b *Brief) nothing() string {
	var places []string
	for _, name := range b.Looked {
		if name != protocol.IndexPath {
			places = append(places, name)
		}
	}
	switch len(places) {
	case 0:
		return "The configuration asks for no memory that has a brief.\n"
	case 1:
		return "There is no memory here: no " + places[0] + ". Start one with memorylint init.\n"
	}
	return "There is no memory here: neither " + strings.Join(places, " nor ") + ". Start one with memorylint init.\n"
}

func (p Pointer) text() string {
	text := "- " + p.Timestamp + " " + p.Path
	if p.Objective != "" {
		text += " — " + p.Objective
	}
	if p.Missing {
		text += " (missing)"
	}
	return clip(text)
}

// foot are the lines about what is not told.
func (b *Brief) foot() []string {
	var out []string
	for _, path := range b.Foreign {
		out = append(out, "In a form of its own, read it as it is: "+path)
	}
	for _, t := range b.Trouble {
		out = append(out, "Not readable: "+t)
	}
	var left []string
	for _, s := range b.Sections {
		if s.LeftOut > 0 {
			left = append(left, fmt.Sprintf("%d of %d in %s", s.LeftOut, s.LeftOut+len(s.Items), s.Name))
		}
	}
	if b.LeftOut > 0 {
		left = append(left, fmt.Sprintf("%d of %d in Newest Snapshots", b.LeftOut, b.LeftOut+len(b.Snapshots)))
	}
	if len(left) > 0 {
		out = append(out, "Left out for brevity: "+strings.Join(left, ", ")+".")
	}
	return out
}
