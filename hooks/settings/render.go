package settings

import (
	"encoding/json"
	"strings"
)

// A style is how a file is laid out.
type style struct{ newline, unit string }

// A node is something to be written.
type node interface {
	render(s style, indent string) string
}

// A word is a scalar as it is written.
type word string

func (w word) render(style, string) string { return string(w) }

// quoted is a JSON string, in which only what must be is escaped.
func quoted(s string) word {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // a string can always be encoded
	return word(strings.TrimSuffix(b.String(), "\n"))
}

func keyed(key string) string {
	if key == "" {
		return ""
	}
	return string(quoted(key)) + ": "
}

// An object is written with one member on a line.
type object []struct {
	key string
	n   node
}

func (o object) render(s style, indent string) string {
	lines := make([]string, len(o))
	for i, m := range o {
		lines[i] = keyed(m.key) + m.n.render(s, indent+s.unit)
	}
	return s.wrap("{", lines, "}", indent)
}

// A list is written with one item on a line.
type list []node

func (l list) render(s style, indent string) string {
	lines := make([]string, len(l))
	for i, n := range l {
		lines[i] = n.render(s, indent+s.unit)
	}
	return s.wrap("[", lines, "]", indent)
}

func (s style) wrap(open string, lines []string, close, indent string) string {
	inner := s.newline + indent + s.unit
	return open + inner + strings.Join(lines, ","+inner) + s.newline + indent + close
}
