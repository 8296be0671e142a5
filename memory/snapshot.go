package memory

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// carried are the sections of a snapshot, each with that of the memory it is
// taken from.
var carried = []struct{ to, from string }{
	{protocol.CurrentObjective, protocol.CurrentObjective},
	{protocol.DecisionsMade, protocol.Decisions},
	{protocol.OpenRisks, protocol.OpenRisks},
	{protocol.NextSteps, protocol.NextSteps},
}

// A Carried says what of the memory a snapshot holds.
type Carried struct {
	Items   map[string]int // by the snapshot's section
	Missing []string       // sections that the memory has not, and of which the snapshot says None
	Settled int            // items left out because they are resolved
	Slots   int            // items left out because they are template text
}

// errTorn says that the memory cannot be carried over.
var errTorn = errors.New("a code fence or a comment in it is never closed")

// noText is the first line of a file that holds bytes which are no text.
func noText(f *lint.File) (line int, ok bool) {
	src := f.Source()
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRune(src[i:])
		if r == 0 || r == utf8.RuneError && size == 1 && !(f.Cut() && !utf8.FullRune(src[i:])) {
			line, _ = f.Doc().Position(i)
			return line, true
		}
		i += size
	}
	return 0, false
}

// compose makes the text of a snapshot from the memory. What is open is kept
// word for word, but for links, which lead where they led.
func compose(memory *lint.File, path string, labels map[string]string) (*lint.File, Carried, error) {
	did := Carried{Items: map[string]int{}}
	if line, ok := noText(memory); ok {
		return nil, did, fmt.Errorf("line %d holds bytes that are not UTF-8", line)
	}
	with := filling{labels: labels, sections: map[string]string{}}
	for _, c := range carried {
		place := memory.Layout().Place(c.from)
		if !place.Found() {
			did.Missing = append(did.Missing, c.from)
		}
		p := pileOf(memory, place.Bodies())
		with.sections[c.to] = listing(memory, p.open)
		did.Items[c.to] = len(p.open)
		did.Settled += p.settled
		did.Slots += p.slots
	}
	with.sections[protocol.ExcludedNoise] = did.excluded(others(memory))
	f := lint.NewFile(path, document(protocol.Snapshot), checkpoint.fill(with))
	for _, place := range f.Layout().Places {
		name := place.Section.Name
		if n, ok := did.Items[name]; len(place.Headings) != 1 || ok && n != len(pileOf(f, place.Bodies()).open) {
			return nil, did, errTorn
		}
	}
	return f, did, nil
}

// others counts the sections of the memory that hold something and are none of
// those carried.
func others(memory *lint.File) int {
	own := map[int]bool{}
	for _, c := range carried {
		for _, h := range memory.Layout().Place(c.from).Headings {
			own[h.At.Start] = true
		}
	}
	n := 0
	for _, s := range memory.Doc().Sections {
		if s.Level == protocol.HeadingLevel && !own[s.Heading.Start] && memory.Holds(s.Body) == markdown.Filled {
			n++
		}
	}
	return n
}

func (c Carried) excluded(others int) string {
	var out []string
	for _, left := range []struct {
		n    int
		what string
	}{{c.Settled, "settled item"}, {c.Slots, "template item"}, {others, "other section"}} {
		if left.n > 0 {
			out = append(out, Count(left.n, left.what))
		}
	}
	if len(out) == 0 {
		return none
	}
	return "Left out of " + protocol.MemoryPath + ": " + strings.Join(out, ", ") + "."
}

// Count is a number of things: "1 row", "2 rows".
func Count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// listing writes pieces one below the other, with the sub-headings and table
// heads they stood under.
func listing(f *lint.File, pieces []piece) string {
	if len(pieces) == 0 {
		return none
	}
	var b strings.Builder
	var last piece
	for i, p := range pieces {
		text := relinked(f, p.at)
		switch {
		case i > 0 && p.under == last.under && p.head == last.head && (p.head != "" || itemised(text) && itemised(textOf(f, last))):
			b.WriteString("\n")
		case i > 0:
			b.WriteString("\n\n")
		}
		if p.under != "" && (i == 0 || p.under != last.under) {
			b.WriteString("### " + line(p.under, 120) + "\n\n")
		}
		if p.head != "" && (i == 0 || p.head != last.head || p.under != last.under) {
			b.WriteString(p.head + "\n")
		}
		b.WriteString(text)
		last = p
	}
	return folded(b.String())
}

// folded closes what a text leaves folded: a closing tag alone is no item.
func folded(text string) string {
	const opens, closes = "<details", "</details"
	begins := func(i int, tag string) bool {
		return len(text)-i >= len(tag) && strings.EqualFold(text[i:i+len(tag)], tag)
	}
	doc := markdown.Parse([]byte(text))
	open := 0
	for i := range text {
		switch {
		case text[i] != '<' || doc.Code(i):
		case begins(i, opens):
			open++
		case begins(i, closes):
			open = max(0, open-1)
		}
	}
	return text + strings.Repeat("\n\n</details>", open)
}

func textOf(f *lint.File, p piece) string {
	return strings.ReplaceAll(string(f.Source()[p.at.Start:p.at.End]), "\r\n", "\n")
}

// itemised reports whether a text begins as a list item.
func itemised(text string) bool {
	text = strings.TrimLeft(strings.TrimLeft(text, " "), "0123456789")
	return len(text) > 1 && strings.IndexByte("-*+.)", text[0]) >= 0 && (text[1] == ' ' || text[1] == '\t')
}

// relinked is the text of a stretch of the memory with relative links that
// lead to the same from the folder below.
func relinked(f *lint.File, at markdown.Span) string {
	src := f.Source()
	var edits []edit
	for _, l := range f.Doc().Links(at) {
		if l.Span.Start < at.Start || l.Span.End > at.End {
			continue
		}
		below, local := fromBelow(l.Destination)
		switch {
		case l.Target.Start < l.Target.End:
			if local {
				below, _ = fromBelow(string(src[l.Target.Start:l.Target.End])) // with what is escaped in it
				edits = append(edits, edit{l.Target, below})
			}
		case l.Destination != "": // what it refers to stands elsewhere in the memory
			text := "[" + string(src[l.TextAt.Start:l.TextAt.End]) + "](<" + strings.NewReplacer(`\`, `\\`, "<", `\<`, ">", `\>`).Replace(below) + ">)"
			if l.Image {
				text = "!" + text
			}
			edits = append(edits, edit{l.Span, text})
		}
	}
	for i := range edits {
		edits[i].at.Start -= at.Start
		edits[i].at.End -= at.Start
	}
	text := apply(src[at.Start:at.End], edits)
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// fromBelow is a destination as seen from the folder of the snapshots.
func fromBelow(destination string) (below string, local bool) {
	u, err := url.Parse(destination)
	switch {
	case destination == "", err == nil && u.Scheme != "", strings.HasPrefix(destination, "/"):
		return destination, false
	case strings.HasPrefix(destination, "#"):
		return "../MEMORY.md" + destination, true
	}
	return "../" + strings.TrimPrefix(destination, "./"), true
}

// labelled is the value of a label at the top of the memory; unknown when it is
// missing, None or template text.
func labelled(memory *lint.File, name string) string {
	for _, l := range memory.Doc().Labels(memory.Doc().Whole()) {
		if markdown.Match(l.Name, name) >= markdown.Folded && memory.Holds(l.At) == markdown.Filled {
			return l.Value
		}
	}
	return unknown
}
