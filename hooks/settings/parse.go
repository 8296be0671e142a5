package settings

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// A dialect is how a runtime reads its settings.
type dialect uint8

const (
	strict dialect = iota // JSON; nothing at all counts as no settings
	json5                 // JSON5: comments, trailing commas, bare keys
)

// A value is one value of a settings file, with its place in bytes.
type value struct {
	kind       byte // '{', '[', '"', or 0 for any other scalar
	start, end int
	text       string   // of a string, decoded; of another scalar, as written
	members    []member // of an object or a list
}

// A member is an item of a list, or of an object with its key.
type member struct {
	key   string
	start int // of its key, or of its value in a list
	comma int // offset of the comma before it; -1 for the first
	after int // offset of the comma behind it; -1 for none
	value *value
}

// maxDepth bounds nesting.
const maxDepth = 200

// A parser reads one value with all around it that is no value.
type parser struct {
	src     string
	dialect dialect
	at      int
}

// parse reads a whole file; nil when there is nothing in it.
func parse(src string, d dialect) (*value, error) {
	if i := invalid(src); i >= 0 {
		return nil, fault(src, i, "a byte that is not UTF-8")
	}
	p := &parser{src: src, dialect: d}
	if p.space(); p.at == len(src) {
		return nil, nil
	}
	if body := strings.TrimPrefix(src, "\ufeff"); d == strict && !json.Valid([]byte(body)) {
		return nil, syntax(src, body)
	}
	v, err := p.value(0)
	if err != nil {
		return nil, err
	}
	if p.space(); p.at < len(src) {
		return nil, p.unexpected()
	}
	return v, nil
}

// syntax is the fault that the standard library finds in JSON.
func syntax(src, body string) error {
	var any json.RawMessage
	err := json.Unmarshal([]byte(body), &any)
	if s, ok := err.(*json.SyntaxError); ok {
		return fault(src, max(0, len(src)-len(body)+int(s.Offset)-1), s.Error())
	}
	return err
}

func invalid(s string) int {
	for i, r := range s {
		if _, size := utf8.DecodeRuneInString(s[i:]); r == utf8.RuneError && size == 1 {
			return i
		}
	}
	return -1
}

func fault(src string, at int, what string) error {
	at = min(at, len(src))
	line := 1 + strings.Count(src[:at], "\n")
	column := 1 + utf8.RuneCountInString(src[strings.LastIndexByte(src[:at], '\n')+1:at])
	return fmt.Errorf("%d:%d: %s", line, column, what)
}

func (p *parser) unexpected() error {
	if p.at >= len(p.src) {
		return fault(p.src, p.at, "the text ends inside the settings")
	}
	r, _ := utf8.DecodeRuneInString(p.src[p.at:])
	return fault(p.src, p.at, fmt.Sprintf("unexpected %q", r))
}

// space passes white space and, in JSON5, comments. A comment that is never
// closed is no space.
func (p *parser) space() {
	for p.at < len(p.src) {
		rest := p.src[p.at:]
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case r == ' ', r == '\t', r == '\n', r == '\r', p.at == 0 && r == '\ufeff':
		case p.dialect == strict:
			return
		case strings.ContainsRune("\v\f\u00a0\u2028\u2029\ufeff", r):
		case strings.HasPrefix(rest, "//"):
			if size = strings.IndexAny(rest, "\n\r\u2028\u2029"); size < 0 {
				size = len(rest)
			}
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				return
			}
			size = end + 4
		default:
			return
		}
		p.at += size
	}
}

func (p *parser) value(depth int) (*value, error) {
	if p.space(); p.at >= len(p.src) {
		return nil, p.unexpected()
	}
	if depth > maxDepth {
		return nil, fault(p.src, p.at, "nested too deep")
	}
	switch p.src[p.at] {
	case '{', '[':
		return p.container(depth)
	case '"', '\'':
		return p.string()
	}
	word := word5().FindString(p.src[p.at:])
	if !scalar().MatchString(word) {
		return nil, p.unexpected()
	}
	v := &value{start: p.at, text: word}
	p.at += len(word)
	v.end = p.at
	return v, nil
}

var (
	word5 = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[\pL\p{Nd}_$+.-]+`)
	})
	identifier = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[\pL\p{Nl}_$][\pL\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$\x{200c}\x{200d}]*`)
	})
	scalar = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(true|false|null|[+-]?(Infinity|NaN|0[xX][0-9a-fA-F]+|((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?))$`)
	})
)

func (p *parser) container(depth int) (*value, error) {
	v := &value{kind: p.src[p.at], start: p.at}
	closing := v.kind + 2 // in ASCII
	comma := -1
	for p.at++; ; {
		if p.space(); p.at >= len(p.src) {
			return nil, p.unexpected()
		}
		if p.src[p.at] == closing && (comma < 0 || p.dialect == json5) {
			p.at++
			v.end = p.at
			return v, nil
		}
		if n := len(v.members); n > 0 && comma < 0 {
			return nil, p.unexpected()
		}
		m := member{start: p.at, comma: comma, after: -1}
		if v.kind == '{' {
			key, err := p.key()
			if err != nil {
				return nil, err
			}
			m.key = key
		}
		var err error
		if m.value, err = p.value(depth + 1); err != nil {
			return nil, err
		}
		comma = -1
		if p.space(); p.at < len(p.src) && p.src[p.at] == ',' {
			comma, m.after = p.at, p.at
			p.at++
		}
		v.members = append(v.members, m)
	}
}

// key reads a key and its colon.
func (p *parser) key() (string, error) {
	var key string
	if c := p.src[p.at]; c == '"' || c == '\'' {
		v, err := p.string()
		if err != nil {
			return "", err
		}
		key = v.text
	} else {
		key = identifier().FindString(p.src[p.at:])
		if key == "" {
			return "", p.unexpected()
		}
		p.at += len(key)
	}
	if p.space(); p.at >= len(p.src) || p.src[p.at] != ':' {
		return "", p.unexpected()
	}
	p.at++
	return key, nil
}

// string reads a string. What its escapes say matters only where JSON has
// them too.
func (p *parser) string() (*value, error) {
	v := &value{kind: '"', start: p.at}
	quote := p.src[p.at]
	if quote == '\'' && p.dialect == strict {
		return nil, p.unexpected()
	}
	for p.at++; p.at < len(p.src); p.at++ {
		switch p.src[p.at] {
		case '\\':
			p.at++
		case '\n', '\r':
			return nil, p.unexpected()
		case quote:
			p.at++
			v.end = p.at
			v.text = decoded(p.src[v.start:v.end])
			return v, nil
		}
	}
	return nil, p.unexpected()
}

func decoded(literal string) string {
	var s string
	if json.Unmarshal([]byte(literal), &s) == nil {
		return s
	}
	return literal[1 : len(literal)-1]
}
