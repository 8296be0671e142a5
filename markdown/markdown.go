// Package markdown reads one Markdown document into front matter, sections
// and blocks, each with the bytes it came from. It knows Markdown, not memory:
// what a section means, and which words mean "nothing", is handed in.
//
// Block structure is goldmark's. Inlines are read later, only where asked, by
// a scanner of our own that knows where a construct ends.
//
// Positions are byte offsets into Document.Source until the very edge, where
// Document.Position turns them into lines and columns.
package markdown

// A Span is a half-open range of byte offsets into Document.Source.
type Span struct{ Start, End int }

// A Section is a heading that is a direct child of the document, with all
// that stands below it until the next heading of its level or a higher one.
type Section struct {
	Level     int
	Title     string // inline markup and closing hashes off, white space folded
	Setext    bool
	Heading   Span // from the first '#', or the first letter of a setext heading, to the end of its last text line; no line ending, no underline
	Underline Span // of a setext heading; else empty
	Body      Span // from the line after the heading (and underline) to the next heading of this level or a higher one
}

// Underlined is a paragraph that CommonMark takes for a heading because a line
// of dashes follows it directly, although all speaks for a thematic break:
//
//   - it stands on the line right below a '#' heading, or
//   - the document opened its last section with a '#' heading, the line is
//     "---", and nothing but the page's footer follows before the next heading.
//
// Both under a '#' heading of level 2 or deeper; under a title of level 1 the
// first form needs an empty rest as well, and the second needs the title not
// to be the first heading. Such a paragraph opens no section: it is read as
// text of the section it stands in, followed by a thematic break.
type Underlined struct {
	Text  string // markup off, white space folded
	Span  Span   // the paragraph
	Break Span   // the line of dashes
}

// A Label is a line of the form "Name: value" outside code and comments, with
// or without list, quote, box and emphasis markers: "**Objective:** text",
// "- Blockers: None", "> Last updated: 2026-05-04".
type Label struct {
	Name  string // markup off
	Value string // markup at its ends off; "" when nothing follows
	Span  Span   // the whole line's content, from the name's first byte
	At    Span   // the value
}

// A Link is a link or image with a destination.
type Link struct {
	Destination string // as written, escapes and entities resolved
	Text        string
	Span        Span // the whole construct
	TextAt      Span // between the brackets
	Target      Span // of the destination, inside its angle brackets; empty in a reference
	Image       bool
}

// A Task is a list item with a box.
type Task struct {
	Text string // the item's own first paragraph, markup off
	Done bool
	Span Span // the text's source
}

// A Table is a GFM table.
type Table struct {
	Span   Span
	Header Row
	Rows   []Row // data rows
}

// A Row is one line of a table. It has the cells that are written there, which
// may be more or fewer than the header's.
type Row struct {
	Span  Span
	Cells []Cell
}

// A Cell is one cell of a table.
type Cell struct {
	Text string // markup off
	Span Span   // without the white space around it
}

// A Comment is an HTML comment that is a block of its own, never one in a
// fence, a quote or inside a paragraph.
type Comment struct {
	Text string // between the markers, trimmed
	Span Span
}

// A Fence is a fenced code block whose closing fence is missing.
type Fence struct{ Span Span } // the opening line

// A Conflict is a run of merge conflict lines outside code. Zero offsets
// never occur: all three marker lines were found.
type Conflict struct{ Ours, Middle, Theirs Span }

// A Limit is a cap that stopped the reading of a document.
type Limit struct {
	Name string // "size", "nesting", "front matter" or "parser"
	Max  int    // the cap; 0 when it is no number
	At   int    // where reading stopped, as a byte offset
}

// Slot is one piece of template text.
type Slot struct {
	Text string // white space folded
	Span Span
}
