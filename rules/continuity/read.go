package continuity

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Caps on what is read. The deepest real receipt has four levels.
const (
	MaxReceipt = 1 << 20  // bytes of a stored receipt
	MaxInput   = 16 << 20 // bytes of a gate or dispatch input, or a JSON configuration
	MaxDepth   = 128      // levels of objects and lists
)

// Codes of a SyntaxError.
const (
	CodeSyntax       = "json.syntax"
	CodeUTF8         = "json.invalid_utf8"
	CodeDuplicateKey = "json.duplicate_key" // at the second of the two keys
	CodeTrailingData = "json.trailing_data" // at the first byte that is too much
	CodeNotObject    = "json.not_an_object"
	CodeTooDeep      = "json.too_deep"
	CodeTooLarge     = "json.too_large"
	CodeKey          = "json.key" // a key that is needed is not there, or mis-cased
)

// A SyntaxError says why bytes are not the one JSON object that was wanted.
type SyntaxError struct {
	Code string
	Position
	Message string // one line, no position
}

// Error gives line, column and message.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Message)
}

// Parse reads one JSON object of at most limit bytes, strictly: UTF-8 without
// a byte-order mark, no key twice in an object at any depth, nothing but white
// space after it. An error is a *SyntaxError, the first one in the document.
func Parse(data []byte, limit int) (*Node, error) {
	n, duplicates, err := parse(data, limit)
	if len(duplicates) > 0 {
		return nil, duplicates[0]
	}
	if err != nil {
		return nil, err
	}
	if n.Kind != Object {
		return nil, &SyntaxError{CodeNotObject, n.Position, "want an object, found " + n.Kind.describe()}
	}
	return n, nil
}

// parse reads one JSON value of any kind and keeps repeated keys, which it
// returns as errors of their own.
func parse(data []byte, limit int) (*Node, []*SyntaxError, error) {
	r := reader{data: data, place: Position{Line: 1, Column: 1}}
	if err := r.precheck(limit); err != nil {
		return nil, nil, err
	}
	r.dec = jsontext.NewDecoder(bytes.NewBuffer(data), jsontext.AllowDuplicateNames(true))
	n, err := r.value()
	if err != nil {
		return nil, r.duplicates, err
	}
	if rest := r.skip(" \t\r\n"); rest < len(data) {
		return nil, r.duplicates, &SyntaxError{CodeTrailingData, r.at(rest), "data after the end of the JSON value"}
	}
	return n, r.duplicates, nil
}

type reader struct {
	data       []byte
	dec        *jsontext.Decoder
	end        int      // offset behind the last token
	depth      int      // objects and lists that are open
	place      Position // only ever moves forward
	duplicates []*SyntaxError
}

func (r *reader) precheck(limit int) error {
	if len(r.data) > limit {
		return &SyntaxError{CodeTooLarge, r.place, fmt.Sprintf("larger than %d bytes", limit)}
	}
	if bytes.HasPrefix(r.data, []byte("\ufeff")) {
		return &SyntaxError{CodeSyntax, r.place, "a byte-order mark before the value"}
	}
	if i := invalidUTF8(r.data); i >= 0 {
		return &SyntaxError{CodeUTF8, r.at(i), fmt.Sprintf("byte 0x%02X is not UTF-8", r.data[i])}
	}
	if len(bytes.Trim(r.data, " \t\r\n")) == 0 {
		return &SyntaxError{CodeSyntax, r.place, "empty: no JSON value"}
	}
	return nil
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func invalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; ; {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
}

// value reads the next value; a closing token is none and yields nil.
func (r *reader) value() (*Node, error) {
	token, at, err := r.next()
	if err != nil {
		return nil, err
	}
	n := &Node{Position: at}
	switch token.Kind() {
	case 't', 'f':
		n.Kind, n.Text = Bool, token.String()
	case '0':
		n.Kind, n.Text = Number, string(r.data[at.Offset:r.end])
	case '"':
		n.Kind, n.Text = String, token.String()
	case '[':
		n.Kind = List
		err = r.nested(at, func() (bool, error) { return r.item(n) })
	case '{':
		n.Kind = Object
		seen := map[string]int{}
		err = r.nested(at, func() (bool, error) { return r.field(n, seen) })
	case ']', '}':
		return nil, nil
	}
	return n, err
}

// nested calls member until it says that the closing token came.
func (r *reader) nested(at Position, member func() (bool, error)) error {
	if r.depth++; r.depth > MaxDepth {
		return &SyntaxError{CodeTooDeep, at, fmt.Sprintf("nested deeper than %d levels", MaxDepth)}
	}
	for {
		more, err := member()
		if err != nil {
			return err
		}
		if !more {
			r.depth--
			return nil
		}
	}
}

func (r *reader) item(n *Node) (more bool, err error) {
	v, err := r.value()
	if v == nil || err != nil {
		return false, err
	}
	n.Items = append(n.Items, v)
	return true, nil
}

// field reads one member; seen holds the line of each key so far.
func (r *reader) field(n *Node, seen map[string]int) (more bool, err error) {
	name, err := r.value()
	if name == nil || err != nil {
		return false, err
	}
	if line, twice := seen[name.Text]; twice {
		r.duplicates = append(r.duplicates, &SyntaxError{CodeDuplicateKey, name.Position,
			fmt.Sprintf("duplicate key %s, first on line %d", quote(name.Text), line)})
	} else {
		seen[name.Text] = name.Line
	}
	v, err := r.value()
	if err != nil {
		return false, err
	}
	n.Fields = append(n.Fields, Field{Key: name.Text, Position: name.Position, Value: v})
	return true, nil
}

// next returns the next token and where it starts.
func (r *reader) next() (jsontext.Token, Position, error) {
	token, err := r.dec.ReadToken()
	if err != nil {
		return token, Position{}, r.fault(err)
	}
	at := r.at(r.skip(" \t\r\n,:"))
	r.end = int(r.dec.InputOffset())
	return token, at, nil
}

func (r *reader) fault(err error) error {
	var s *jsontext.SyntacticError
	switch {
	case errors.As(err, &s) && !errors.Is(err, io.ErrUnexpectedEOF):
		return &SyntaxError{CodeSyntax, r.at(max(int(s.ByteOffset), r.place.Offset)), oneLine(s.Err.Error(), 80)}
	default:
		return &SyntaxError{CodeSyntax, r.at(len(r.data)), "the text ends inside the JSON value"}
	}
}

// skip returns the offset of the first byte behind the last token that is not
// in set.
func (r *reader) skip(set string) int {
	return len(r.data) - len(bytes.TrimLeft(r.data[r.end:], set))
}

// at returns the place of an offset that is not before the last one asked for.
func (r *reader) at(offset int) Position {
	p := &r.place
	passed := r.data[p.Offset:offset]
	if i := bytes.LastIndexByte(passed, '\n'); i >= 0 {
		p.Line += bytes.Count(passed, []byte{'\n'})
		p.Column = 1
		passed = passed[i+1:]
	}
	p.Column += utf8.RuneCount(passed)
	p.Offset = offset
	return *p
}
