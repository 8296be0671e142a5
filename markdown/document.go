package markdown

import (
	"bytes"
	"sync"
)

// MaxSize is the longest document that is read, in bytes; what is longer is
// cut at a line end and Limits says so.
const MaxSize = 1 << 20

// A Document is one parsed Markdown text. It never changes after Parse and may
// be read by several goroutines at once. Slices it hands out are the caller's
// to read, not to change.
type Document struct {
	Source     []byte       // as handed in, byte-order mark and front matter included
	Front      *FrontMatter // nil when there is none
	Sections   []Section    // headings that are direct children of the document, in order
	Underlined []Underlined // paragraphs taken for headings by accident, in order
	Limits     []Limit      // caps that were hit

	// text has the bytes of Source up to the size cap, at the same offsets.
	// What is no content is blanked in it, byte by byte: the carriage return of
	// a line end, the quote markers inside a block, comments.
	text      []byte
	body      Span
	blocks    []block // in document order, parents before children
	top       []int   // indices of the document's own children
	fences    []Fence
	comments  []Comment
	conflicts []Conflict
	remarks   []Span                // all HTML comments, in paragraphs too
	defs      []definition          // link reference definitions, in document order
	refs      map[string]definition // by normalised label; the first one counts

	lineOnce   sync.Once
	lines      []int // offset of each line's first byte
	markOnce   sync.Once
	marks      []mark
	inlineOnce sync.Once
	inlines    []inline
	used       map[string]bool // labels of definitions that a reference uses
	bareOnce   sync.Once
	bare       bool
	tagOnce    sync.Once
	closed     []string // names of closing tags, sorted
	codeOnce   sync.Once
	samples    []Span
	codeSpans  []Span
	labelOnce  sync.Once
	labels     []Label
}

// Parse reads src. It never fails and never panics: what stops the reading is
// said in Limits. src must not be changed afterwards.
func Parse(src []byte) *Document {
	d := &Document{Source: src}
	d.text = d.cut(src)
	start := 0
	if bytes.HasPrefix(d.text, bom) {
		start = len(bom)
	}
	d.blankReturns()
	d.body = Span{start, len(d.text)}
	d.readFrontMatter()
	d.readBlocks()
	d.readSections()
	return d
}

var bom = []byte("\xef\xbb\xbf")

// Whole is the span of everything after byte-order mark and front matter, up
// to the size cap.
func (d *Document) Whole() Span { return d.body }

// cut shortens src to the last line end within MaxSize.
func (d *Document) cut(src []byte) []byte {
	if len(src) <= MaxSize {
		return src
	}
	at := bytes.LastIndexByte(src[:MaxSize], '\n') + 1
	if at == 0 {
		at = MaxSize
	}
	d.limit("size", MaxSize, at)
	return src[:at]
}

// limit notes a cap, once for each name.
func (d *Document) limit(name string, most, at int) {
	for i := range d.Limits {
		if d.Limits[i].Name == name {
			return
		}
	}
	d.Limits = append(d.Limits, Limit{Name: name, Max: most, At: at})
}

// own makes text a copy that may be blanked.
func (d *Document) own() {
	if len(d.text) > 0 && len(d.Source) > 0 && &d.text[0] == &d.Source[0] {
		d.text = bytes.Clone(d.text)
	}
}

// blank overwrites s, line ends excepted.
func (d *Document) blank(s Span) {
	d.own()
	for i := s.Start; i < s.End; i++ {
		if d.text[i] != '\n' {
			d.text[i] = ' '
		}
	}
}

// blankReturns makes CR LF read like LF. goldmark sees a list marker before
// LF, but not before CR LF.
func (d *Document) blankReturns() {
	if !bytes.Contains(d.text, []byte("\r\n")) {
		return
	}
	d.own()
	for i := 1; i < len(d.text); i++ {
		if d.text[i] == '\n' && d.text[i-1] == '\r' {
			d.text[i-1] = ' '
		}
	}
}
