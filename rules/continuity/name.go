package continuity

import "strings"

// maxName is what common file systems take for one name, in bytes.
const maxName = 255

const (
	namePrefix = "receipt-"
	nameSuffix = ".json"
)

// SafeSegment turns an id into the part of a receipt's file name that stands
// for it: lower case, every run of characters outside [a-z0-9._-] a single
// dash, no dash at the edges and none twice. It is "" when nothing is left.
// Trimming white space, which the rule also asks for, comes out the same.
func SafeSegment(id string) string {
	var b strings.Builder
	dash := false
	for _, r := range id {
		r, extra := lower(r)
		if !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '.' || r == '_') {
			dash = true
			continue
		}
		if dash && b.Len() > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(r)
		dash = extra
	}
	return b.String()
}

// lower is toLowerCase as far as it can lead to [a-z]. Two letters from
// outside ASCII do: the Kelvin sign is a k, and the dotted capital I becomes
// an i and a combining dot, which is extra.
func lower(r rune) (low rune, extra bool) {
	switch {
	case 'A' <= r && r <= 'Z':
		return r + 'a' - 'A', false
	case r == '\u212a':
		return 'k', false
	case r == '\u0130':
		return 'i', true
	}
	return r, false
}

// FileName returns the name of the receipt of one plan and run. Since it
// always starts with the same word, an id such as ".." or "con" is harmless
// in it. The ids must be those of a valid receipt: others may give a name that
// is too long or that lacks a segment.
func FileName(planID, runID string) string {
	return namePrefix + SafeSegment(planID) + "-" + SafeSegment(runID) + nameSuffix
}

// IsFileName reports whether a base name has the form of a receipt's.
func IsFileName(base string) bool {
	return strings.HasPrefix(base, namePrefix) && strings.HasSuffix(base, nameSuffix)
}
