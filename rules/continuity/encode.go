package continuity

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// JSON writes n as JSON.stringify(n, null, 2) does, or on one line without a
// space when compact: keys in their order, numbers as they were written,
// nothing escaped that need not be. It ends without a line break. An absent
// value is written as null.
func (n *Node) JSON(compact bool) []byte {
	return n.append(nil, compact, "\n")
}

// append writes n; breaks is a line break and the indent of the line that n
// stands on.
func (n *Node) append(b []byte, compact bool, breaks string) []byte {
	if n.missing() {
		return append(b, "null"...)
	}
	switch n.Kind {
	case String:
		return appendString(b, n.Text)
	case List:
		return appendMembers(b, '[', ']', len(n.Items), compact, breaks, func(b []byte, i int, breaks string) []byte {
			return n.Items[i].append(b, compact, breaks)
		})
	case Object:
		return appendMembers(b, '{', '}', len(n.Fields), compact, breaks, func(b []byte, i int, breaks string) []byte {
			b = append(appendString(b, n.Fields[i].Key), ':')
			if !compact {
				b = append(b, ' ')
			}
			return n.Fields[i].Value.append(b, compact, breaks)
		})
	}
	return append(b, n.Text...)
}

func appendMembers(b []byte, opening, closing byte, count int, compact bool, breaks string,
	member func(b []byte, i int, breaks string) []byte,
) []byte {
	b = append(b, opening)
	inner := breaks + "  "
	for i := range count {
		if i > 0 {
			b = append(b, ',')
		}
		if !compact {
			b = append(b, inner...)
		}
		b = member(b, i, inner)
	}
	if count > 0 && !compact {
		b = append(b, breaks...)
	}
	return append(b, closing)
}

// appendString quotes as JSON.stringify does. File names may hold any bytes;
// those that are not UTF-8 are replaced.
func appendString(b []byte, s string) []byte {
	b, _ = jsontext.AppendQuote(b, strings.ToValidUTF8(s, "\ufffd"))
	return b
}
