package continuity

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// oneLine makes foreign text safe to stand in a line of ours: whatever is not
// printable (line breaks, terminal escapes, marks that turn the direction of
// writing) is written as \u and hexadecimal digits, and so is a bracket that
// could open or close a block. JSON stays JSON that says the same. The result
// has at most limit code points; longer ones end in an ellipsis.
func oneLine(s string, limit int) string {
	var b strings.Builder
	written := 0
	for i, r := range s {
		part := string(r)
		if !unicode.IsPrint(r) || r == '[' && labels(s[i+1:]) {
			part = fmt.Sprintf(`\u%04x`, r)
		}
		if written += utf8.RuneCountInString(part); written > limit {
			return clipped(b.String(), limit)
		}
		b.WriteString(part)
	}
	return b.String()
}

// labels reports whether what follows a bracket may be the label of a block.
// In JSON that is the case inside strings alone.
func labels(rest string) bool {
	return rest != "" && (rest[0] == '/' || rest[0] == '_' || 'A' <= rest[0] && rest[0] <= 'Z')
}

// clipped leaves room for the ellipsis that it adds.
func clipped(s string, limit int) string {
	runes := []rune(s)
	return string(runes[:min(len(runes), limit-1)]) + "…"
}

// quote shows a name in a message.
func quote(s string) string { return `"` + oneLine(s, 30) + `"` }
