package config

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/memorylint/memorylint/lint"
)

// The caps on a config file. The YAML parser needs quadratic time for nesting
// and worse for blank lines in block text; no honest file comes near them.
const (
	maxSize  = 64 << 10 // bytes
	maxDepth = 64       // levels, of flow or of indentation
	maxBlank = 200      // blank lines in a row
)

// read turns a YAML document into nodes. The result is nil when there is
// nothing but comments, or when the file cannot be read at all.
func read(file string, src []byte) (root *node, errs Errors) {
	r := &reader{file: file}
	defer func() {
		// The parser has panicked on odd input before.
		if recover() != nil {
			r.fail(1, 1, "the YAML parser cannot read this file")
			root, errs = nil, r.errs
		}
	}()
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	if !r.readable(src) {
		return nil, r.errs
	}
	tokens := lexer.Tokenize(spaceTabs(string(src)))
	if t := tooDeep(tokens); t != nil {
		r.failAt(t, "nested deeper than %d levels", maxDepth)
		return nil, r.errs
	}
	f, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		r.syntax(err)
		return nil, r.errs
	}
	return r.document(f), r.errs
}

type reader struct {
	file string
	errs Errors
}

func (r *reader) fail(line, column int, format string, args ...any) {
	r.errs = append(r.errs, &Error{
		File: r.file, Line: max(line, 1), Column: max(column, 1),
		Code: CodeSyntax, Message: lint.Clip(fmt.Sprintf(format, args...), 100),
	})
}

func (r *reader) failAt(t *token.Token, format string, args ...any) {
	line, column := at(t)
	r.fail(line, column, format, args...)
}

func at(t *token.Token) (line, column int) {
	if t == nil || t.Position == nil {
		return 1, 1
	}
	return max(t.Position.Line, 1), max(t.Position.Column, 1)
}

// readable checks what the parser would take badly.
func (r *reader) readable(src []byte) bool {
	if len(src) > maxSize {
		r.fail(1, 1, "larger than %d KiB", maxSize>>10)
		return false
	}
	line, column, blank := 1, 1, 0
	for i := 0; i < len(src); {
		c, size := utf8.DecodeRune(src[i:])
		switch {
		case c == utf8.RuneError && size == 1:
			r.fail(line, column, "not UTF-8")
			return false
		case c == 0:
			r.fail(line, column, "holds a NUL byte")
			return false
		case c == '\n', c == '\r' && !bytes.HasPrefix(src[i+1:], []byte("\n")):
			if blank++; blank > maxBlank {
				r.fail(line, 1, "more than %d blank lines in a row", maxBlank)
				return false
			}
			line, column = line+1, 0
		case c != ' ' && c != '\t' && c != '\r':
			blank = 0
		}
		i += size
		column++
	}
	return true
}

// spaceTabs replaces the tabs between the tokens of a file in flow style, so
// in JSON, where the parser miscounts their columns. In block style they stay
// the errors that they are.
func spaceTabs(src string) string {
	if !strings.HasPrefix(strings.TrimLeft(src, " \t\r\n"), "{") || !strings.Contains(src, "\t") {
		return src
	}
	out := []byte(src)
	var quote byte
	for i := 0; i < len(out); i++ {
		switch c := out[i]; {
		case quote == '"' && c == '\\':
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == 0 && c == '\t':
			out[i] = ' '
		}
	}
	return string(out)
}

// tooDeep gives the token at which the nesting passes the cap. The depth of
// block style is bounded from above by the columns at which tokens stand.
func tooDeep(tokens token.Tokens) *token.Token {
	flow, columns := 0, []int(nil)
	for _, t := range tokens {
		switch t.Type {
		case token.MappingStartType, token.SequenceStartType:
			flow++
		case token.MappingEndType, token.SequenceEndType:
			flow = max(flow-1, 0)
		}
		if flow == 0 {
			_, column := at(t)
			for len(columns) > 0 && columns[len(columns)-1] >= column {
				columns = columns[:len(columns)-1]
			}
			columns = append(columns, column)
		}
		if flow > maxDepth || len(columns) > maxDepth {
			return t
		}
	}
	return nil
}

func (r *reader) syntax(err error) {
	var positioned interface {
		GetMessage() string
		GetToken() *token.Token
	}
	if !errors.As(err, &positioned) {
		r.fail(1, 1, "%s", err)
		return
	}
	r.failAt(positioned.GetToken(), "%s", strings.ReplaceAll(positioned.GetMessage(), "'\t'", "tab"))
}
