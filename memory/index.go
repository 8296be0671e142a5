package memory

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules"
	"github.com/memorylint/memorylint/rules/protocol"
)

// A row is one entry of the index, by column.
type row map[string]string

// pointer is how the index points to a snapshot.
func pointer(name string) string { return path.Join(path.Base(protocol.SnapshotDir), name) }

// rowOf is the row of a snapshot, from what it says itself.
func rowOf(snapshot *lint.File) row {
	r := row{}
	for _, label := range snapshot.Doc().Labels(snapshot.Doc().Whole()) {
		for _, column := range protocol.SnapshotColumns() {
			if _, ok := r[column]; !ok && (label.Name == column || column == protocol.ColumnTimestamp && label.Name == protocol.LabelTimestamp) {
				r[column] = line(string(snapshot.Source()[label.At.Start:label.At.End]), 300)
			}
		}
	}
	r[protocol.ColumnObjective] = objective(snapshot)
	to := pointer(path.Base(snapshot.Path))
	r[protocol.ColumnSnapshot] = "[" + to + "](" + to + ")"
	return r
}

// objective is the first item of a file's objective in one line.
func objective(f *lint.File) string {
	place := f.Layout().Place(protocol.CurrentObjective)
	if place == nil || !place.Found() {
		return none
	}
	p := pileOf(f, place.Bodies())
	if len(p.open) == 0 {
		return none
	}
	return line(f.Doc().Text(p.open[0].at), 160)
}

// listed reports whether a row of an index points to a snapshot.
func listed(index []byte, name string) bool {
	f := lint.NewFile(protocol.IndexPath, document(protocol.Index), index)
	return slices.ContainsFunc(rules.IndexRows(f), func(r rules.IndexRow) bool { return r.Path == path.Join(protocol.SnapshotDir, name) })
}

// appendRow gives the index with one row more, in the form that its rows have:
// a table's, in its columns, or a list's. All other bytes stay, but for a row
// of template text, which makes room. An index of any other form is an error,
// which says what is the matter.
func appendRow(src []byte, r row) ([]byte, error) {
	f := lint.NewFile(protocol.IndexPath, document(protocol.Index), src)
	switch {
	case f.Wide() != "":
		return nil, fmt.Errorf("it is %s, not UTF-8", f.Wide())
	case len(src) > markdown.MaxSize:
		return nil, fmt.Errorf("it is larger than %d bytes", markdown.MaxSize)
	case len(f.Doc().Conflicts()) > 0:
		line, _ := f.Doc().Position(f.Doc().Conflicts()[0].Ours.Start)
		return nil, fmt.Errorf("a merge conflict was left on line %d", line)
	}
	out, err := tableWith(f, r)
	if errors.Is(err, errNoTable) {
		out, err = listWith(f, r)
	}
	if err != nil {
		return nil, err
	}
	again := lint.NewFile(f.Path, f.Document, out)
	if !slices.ContainsFunc(rules.IndexRows(again), func(row rules.IndexRow) bool {
		return strings.Contains(r[protocol.ColumnSnapshot], path.Base(row.Path))
	}) {
		return nil, errors.New("a row at its end would not be read as one")
	}
	return out, nil
}

var errNoTable = errors.New("no table of snapshots")

func tableWith(f *lint.File, r row) ([]byte, error) {
	doc := f.Doc()
	var last *markdown.Table
	for _, t := range doc.Tables(doc.Whole()) {
		if slices.ContainsFunc(t.Header.Cells, func(c markdown.Cell) bool { return column(c.Text) == protocol.ColumnSnapshot }) {
			last = &t
		}
	}
	if last == nil {
		return nil, errNoTable
	}
	number, _ := doc.Position(last.Header.Span.Start)
	header := doc.LineSpan(number)
	indent := string(f.Source()[header.Start:last.Header.Span.Start])
	if strings.Trim(strings.TrimPrefix(indent, "\ufeff"), " ") != "" {
		return nil, fmt.Errorf("its table on line %d stands in a list or a quote", number)
	}
	indent = strings.TrimPrefix(indent, "\ufeff")
	cells := make([]string, len(last.Header.Cells))
	for i, c := range last.Header.Cells {
		value, ok := r[column(c.Text)]
		if !ok {
			return nil, fmt.Errorf("nothing is known for its column %q", lint.Clip(c.Text, 30))
		}
		cells[i] = cell(value)
	}
	text := indent + strings.Join(cells, " | ")
	if f.Source()[last.Header.Span.Start] == '|' {
		text = indent + "| " + strings.Join(cells, " | ") + " |"
	}
	return insert(f, last.Span.End, text, samples(f, last)), nil
}

// column is the protocol's column that a header cell names; "" for none.
func column(title string) string {
	for _, name := range protocol.SnapshotColumns() {
		if markdown.Match(title, name) >= markdown.Folded {
			return name
		}
	}
	return ""
}

// cell keeps a value inside its cell.
func cell(value string) string {
	return strings.ReplaceAll(strings.ReplaceAll(value, `\|`, "|"), "|", `\|`)
}

// samples are the lines of the rows that are template text: those that point to
// no moment. A row that only speaks of the form is none.
func samples(f *lint.File, t *markdown.Table) []edit {
	i := slices.IndexFunc(t.Header.Cells, func(c markdown.Cell) bool { return column(c.Text) == protocol.ColumnSnapshot })
	var out []edit
	for _, r := range t.Rows {
		if i < 0 || i >= len(r.Cells) {
			continue
		}
		if at := r.Cells[i].Span; bytes.Contains(f.Source()[at.Start:at.End], []byte(protocol.SnapshotForm)) {
			out = append(out, edit{at: wholeLine(f.Source(), r.Span)})
		}
	}
	return out
}

// wholeLine is a stretch with all of its lines and their ends.
func wholeLine(src []byte, s markdown.Span) markdown.Span {
	s.Start = bytes.LastIndexByte(src[:s.Start], '\n') + 1
	if n := bytes.IndexByte(src[s.End:], '\n'); n >= 0 {
		s.End += n + 1
	} else {
		s.End = len(src)
	}
	return s
}

var bullet = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^( {0,3})([-*+])( +)|^( {0,3})(\d{1,8})([.)])( +)`)
})

func listWith(f *lint.File, r row) ([]byte, error) {
	var m [][]byte
	end := 0
	for _, r := range rules.IndexRows(f) {
		if found := bullet().FindSubmatch(f.Source()[wholeLine(f.Source(), r.At).Start:]); found != nil && !r.Table {
			m, end = found, r.At.End
		}
	}
	if m == nil {
		return nil, errors.New("it holds neither a table with the column " + protocol.ColumnSnapshot + " nor a list of snapshots")
	}
	marker := string(m[1]) + string(m[2]) + string(m[3])
	if len(m[5]) > 0 {
		n, _ := strconv.Atoi(string(m[5]))
		marker = string(m[4]) + strconv.Itoa(n+1) + string(m[6]) + string(m[7])
	}
	text := marker + r[protocol.ColumnTimestamp] + " " + r[protocol.ColumnSnapshot] + " " + r[protocol.ColumnObjective]
	return insert(f, end, text, nil), nil
}

// insert puts a line behind the one that an offset is in, with the line ends
// that the file has.
func insert(f *lint.File, after int, text string, also []edit) []byte {
	src := f.Source()
	at := wholeLine(src, markdown.Span{Start: after, End: after}).End
	end := "\n"
	if bytes.Contains(src, []byte("\r\n")) {
		end = "\r\n"
	}
	text += end
	if at > 0 && src[at-1] != '\n' {
		text = end + text
	}
	return apply(src, append(also, edit{at: markdown.Span{Start: at, End: at}, text: text}))
}
