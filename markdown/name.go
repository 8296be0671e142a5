package markdown

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Spelling says how near a title comes to a wanted name (SPEC 3.2).
type Spelling uint8

const (
	Other  Spelling = iota
	Near            // edit distance <= 2 or a plural: not the name, worth naming
	Folded          // the name after normalising
	Exact           // the name, letter for letter
)

// Match compares a heading's title or a label's name with the accepted
// spellings of a section's name; the best one counts. Normalising takes off
// what stands before the first letter and behind the last, folds case and
// white space, and cuts at a colon, a bracket or a dash between spaces; what
// stands alone beside a slash or inside brackets counts as a title too. Names
// shorter than six letters are near with an edit distance of one only.
func Match(title string, names ...string) Spelling {
	best := Other
	var forms []string
	have, plain := letters(title), plainTitle(title)
	for _, name := range names {
		if name == title {
			return Exact
		}
		if best == Folded || !mayMatch(have, name) || plain && plainTitle(name) && len(name) > len(title)+3 {
			continue
		}
		want := normal(name)
		if want == "" {
			continue
		}
		if forms == nil {
			forms = titleForms(title)
		}
		for _, form := range forms {
			switch {
			case form == want:
				best = Folded
			case best == Other && near(form, want):
				best = Near
			}
		}
	}
	return best
}

// mayMatch is a quick look: a title that lacks three of a name's letters cannot
// be near it.
func mayMatch(have uint32, name string) bool {
	return bits.OnesCount32(letters(name)&^have) <= 2
}

// letters is the set of ASCII letters in a text, without case.
func letters(s string) uint32 {
	var set uint32
	for i := range len(s) {
		if letter(s[i]) {
			set |= 1 << (s[i] & 31)
		}
	}
	return set
}

// Find is the first of several lists of names that has the title, Exact before
// Folded; -1 and Other when none has. It asks for no near misses and so costs a
// fraction of Match.
func Find(title string, lists [][]string) (int, Spelling) {
	for i, names := range lists {
		if slices.Contains(names, title) {
			return i, Exact
		}
	}
	forms := titleForms(title)
	for i, names := range lists {
		for _, name := range names {
			if want := normal(name); want != "" && slices.Contains(forms, want) {
				return i, Folded
			}
		}
	}
	return -1, Other
}

// titleForms are the readings of a title, normalised.
func titleForms(title string) []string {
	forms := []string{normal(title)}
	if plainTitle(title) {
		return forms
	}
	add := func(s string) {
		if s = normal(s); s != "" && s != forms[0] {
			forms = append(forms, s)
		}
	}
	cut := cutTitle(title)
	add(cut)
	for _, s := range []string{title, cut} {
		if strings.ContainsAny(s, "/／") {
			for part := range strings.FieldsFuncSeq(s, func(r rune) bool { return r == '/' || r == '／' }) {
				add(part)
				add(cutTitle(part))
			}
		}
	}
	for _, pair := range []string{"()", "（）", "[]", "【】"} {
		open, n := utf8.DecodeRuneInString(pair)
		if i := strings.IndexRune(title, open); i >= 0 {
			if inner, _, ok := strings.Cut(title[i+n:], pair[n:]); ok {
				add(inner)
			}
		}
	}
	return forms
}

// cutTitle is a title without the remark behind it. A number before it is no
// title, so a cut is made only behind a letter.
func cutTitle(s string) string {
	start := strings.IndexFunc(s, unicode.IsLetter)
	if start < 0 {
		return ""
	}
	end := len(s)
	for _, sep := range []string{":", "：", "(", "（", " — ", " – ", " - "} {
		if i := strings.Index(s[start:end], sep); i >= 0 {
			end = start + i
		}
	}
	return s[start:end]
}

// normal folds a title: from its first letter to its last letter, digit or
// closing bracket, in lower case, spaces folded, none beside a slash.
func normal(s string) string {
	if plainTitle(s) {
		return strings.ToLower(s)
	}
	s = strings.TrimLeftFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
	s = strings.TrimRightFunc(s, func(r rune) bool {
		return r == 0xfe0f || r == 0x20e3 || !unicode.In(r, unicode.L, unicode.N, unicode.M) && r != ')' && r != '）'
	})
	if strings.ContainsAny(s, "*`") {
		s = strings.NewReplacer("*", "", "`", "").Replace(s)
	}
	s = fold(strings.ToLower(s))
	if strings.Contains(s, "/") {
		s = strings.ReplaceAll(strings.ReplaceAll(s, " /", "/"), "/ ", "/")
	}
	return s
}

// plainTitle reports whether a title is letters and single spaces of ASCII.
func plainTitle(s string) bool {
	for i := range len(s) {
		if !letter(s[i]) && (s[i] != ' ' || i == 0 || i+1 == len(s) || s[i-1] == ' ') {
			return false
		}
	}
	return true
}

// near reports whether two different normal titles are a slip apart.
func near(form, want string) bool {
	if strings.TrimSuffix(form, "ies")+"y" == want || strings.TrimSuffix(want, "ies")+"y" == form {
		return true
	}
	a, b := []rune(form), []rune(want)
	most := 2
	if len(b) < 6 {
		most = 1
	}
	if len(a) > len(b)+most || len(b) > len(a)+most || len(b) < 3 {
		return false
	}
	return distance(a, b) <= most
}

// distance is the edit distance, where swapping two neighbours is one edit.
func distance(a, b []rune) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	for j := range rows[0] {
		rows[0][j] = j
	}
	before, above, row := rows[2], rows[0], rows[1]
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, above, row = above, row, before
	}
	return above[len(b)]
}
