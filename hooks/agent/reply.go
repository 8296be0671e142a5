package agent

import (
	"encoding/json"
	"strings"
)

// A field is one member of an object that is answered with.
type field struct {
	key   string
	value any // a string, a number, a list of fields, or fields
}

type fields []field

// MarshalJSON keeps the order of the fields: it is that of the documentation
// of the runtimes, and two answers are the same to the byte.
func (f fields) MarshalJSON() ([]byte, error) {
	var b strings.Builder
	b.WriteByte('{')
	for i, member := range f {
		if i > 0 {
			b.WriteByte(',')
		}
		value, err := encode(member.value)
		if err != nil {
			return nil, err
		}
		key, err := encode(member.key)
		if err != nil {
			return nil, err
		}
		b.WriteString(key + ":" + value)
	}
	b.WriteByte('}')
	return []byte(b.String()), nil
}

// encode is JSON on one line in which <, > and & stay what they are.
func encode(v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// object answers with one JSON object on a line.
func object(members ...field) Reply {
	text, err := encode(fields(members))
	if err != nil { // texts, numbers and lists of them can always be encoded
		return Reply{Stderr: err.Error(), Code: codeFault}
	}
	return Reply{Stdout: text + "\n", Code: codeDone}
}
