package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape makes text with foreign parts fit for one line of standard error: what
// cannot be seen, or moves the cursor, is spelt out. Places ("file:1:1: ") stay
// what they are.
func Escape(s string) string {
	var g guard
	var out strings.Builder
	for i := 0; i < len(s); {
		g.place = 0
		shown, size := g.next(s[i:])
		out.WriteString(shown)
		i += size
	}
	return out.String()
}

// escape makes foreign text safe inside a line of output: what cannot be seen,
// moves the cursor, or turns the direction of writing is spelt out (\n, \x1b,
// \u202e; a byte that is not UTF-8 as \xff), and so is the last character of
// what a line-based reader would act on (see guard). A backslash of the text
// itself stays as it is: the result is for reading, not for reversing.
func escape(s string) string {
	var (
		g    guard
		out  strings.Builder
		done int // up to here s is in out
	)
	for i := 0; i < len(s); {
		shown, size := g.next(s[i:])
		if shown != s[i:i+size] {
			out.WriteString(s[done:i])
			out.WriteString(shown)
			done = i + size
		}
		i += size
	}
	if done == 0 {
		return s
	}
	out.WriteString(s[done:])
	return out.String()
}

// escapePath is escape for text that begins a line: it neither looks indented
// nor begins with the "::" of a workflow command. The GitHub runner trims a
// line before it looks.
func escapePath(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if unicode.IsSpace(r) || strings.HasPrefix(s, "::") {
		return spell(r) + escape(s[size:])
	}
	return escape(s)
}

// spell writes a character out.
func spell(r rune) string {
	switch {
	case r == '\t':
		return `\t`
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r < 0x80:
		return fmt.Sprintf(`\x%02x`, r)
	case r > 0xffff:
		return fmt.Sprintf(`\U%08x`, r)
	}
	return fmt.Sprintf(`\u%04x`, r)
}

// hidden reports whether r is a control or line-breaking character, or a
// format character such as a bidi control or a zero-width space, or none that
// is meant for text (XML knows no U+FFFE). The two joiners are not: Persian,
// Indic scripts and emoji are written with them.
func hidden(r rune) bool {
	switch {
	case r < 0x7f:
		return r < ' '
	case r == '\u200c', r == '\u200d':
		return false
	case unicode.In(r, unicode.Prepended_Concatenation_Mark):
		return false // a visible sign, although of category Cf
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Noncharacter_Code_Point)
}

// A guard goes over a line of foreign text and tells where it would complete
// something that a reader of our output acts on:
//   - "##[" or "##word[", which CI runners take for a command anywhere in a line
//   - ":1:1: ", which problem matchers take for the place of a finding
type guard struct {
	command uint8 // 1: after "#", 2: after "##" and any letters
	place   uint8 // how much of ":1:1:" has just gone by, in steps of one sign or number
}

// next takes the first character of s and gives what to show for it, and its
// length in s. s must not be empty.
func (g *guard) next(s string) (shown string, size int) {
	r, size := utf8.DecodeRuneInString(s)
	acts := g.completes(r)
	switch {
	case r == utf8.RuneError && size == 1:
		return fmt.Sprintf(`\x%02x`, s[0]), size
	case acts || hidden(r):
		return spell(r), size
	}
	return s[:size], size
}

func (g *guard) completes(r rune) bool {
	acts := g.command == 2 && r == '[' || g.place == 5 && r == ' '
	switch {
	case r == '#' && g.command == 0:
		g.command = 1
	case r == '#':
		g.command = 2
	case g.command != 2 || !letter(r):
		g.command = 0
	}
	switch {
	case r == ':' && (g.place == 2 || g.place == 4):
		g.place++
	case r == ':':
		g.place = 1
	case '0' <= r && r <= '9' && g.place > 0:
		g.place = digit(g.place)
	default:
		g.place = 0
	}
	return acts
}

// digit is the place after one more digit: within the first number, or the
// second. What follows a complete place may be a place of its own.
func digit(place uint8) uint8 {
	if place <= 2 {
		return 2
	}
	return 4
}

func letter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '-' }
