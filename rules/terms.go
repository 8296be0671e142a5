package rules

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/memorylint/memorylint/rules/protocol"
)

// A script is a way of writing, as far as it matters for finding words.
type script uint8

const (
	noScript script = iota // punctuation, Hiragana: grammar rather than words
	spaced                 // words stand between spaces: Latin, Cyrillic, digits
	kana                   // Katakana, written for loan words
	pairs                  // Han and Hangul: two characters tell what a text is about
	runs                   // Thai, Lao, Khmer, Burmese: it takes four
)

// A term is a word, or a stretch of characters in scripts without spaces.
type term struct {
	script script
	text   string // in lower case
}

// terms are what a text is about, in order, without words that say nothing.
type terms []term

// maxTerms is how many terms of a text are compared: every one of them is held
// against every one of every task.
const maxTerms = 100

// termsOf finds the first terms of a text.
func termsOf(text string) terms {
	var out terms
	add := func(s script, text string) {
		if t := (term{s, text}); worth(t) && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	text = strings.ToLower(text)
	for start := 0; start < len(text) && len(out) < maxTerms; {
		s, end := stretch(text, start)
		switch run := text[start:end]; s {
		case spaced, kana:
			add(s, run)
		case pairs:
			shingles(run, 2, func(part string) { add(s, part) })
		case runs:
			shingles(run, 4, func(part string) { add(s, part) })
		}
		start = end
	}
	return out
}

// stretch is the script at start and where it ends.
func stretch(text string, start int) (s script, end int) {
	for i, r := range text[start:] {
		switch got := scriptOf(r, s); {
		case i == 0:
			s = got
		case got != s:
			return s, start + i
		}
	}
	return s, len(text)
}

// scriptOf is the script of a character; marks continue the one before.
func scriptOf(r rune, before script) script {
	switch {
	case r < utf8.RuneSelf:
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return spaced
		}
		return noScript
	case unicode.IsMark(r), r == 'ー' && before == kana:
		return before
	case unicode.In(r, unicode.Han, unicode.Hangul):
		return pairs
	case unicode.Is(unicode.Katakana, r):
		return kana
	case unicode.Is(unicode.Hiragana, r):
		return noScript
	case unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
		return runs
	case unicode.IsLetter(r), unicode.IsDigit(r):
		return spaced
	}
	return noScript
}

// shingles calls yield for each stretch of n characters of run, or for all of
// it when it is shorter.
func shingles(run string, n int, yield func(string)) {
	chars := []rune(run)
	if len(chars) <= n {
		yield(run)
		return
	}
	for i := range len(chars) - n + 1 {
		yield(string(chars[i : i+n]))
	}
}

// worth reports whether a term says what a text is about. Single characters,
// short numbers and years do not.
func worth(t term) bool {
	n := utf8.RuneCountInString(t.text)
	if n < 2 {
		return false
	}
	if strings.Trim(t.text, "0123456789") == "" {
		return n > 2 && !(n == 4 && (t.text[:2] == "19" || t.text[:2] == "20"))
	}
	_, generic := slices.BinarySearch(genericWords(), t.text)
	return !generic
}

var genericWords = sync.OnceValue(func() []string {
	words := protocol.Generic()
	slices.Sort(words)
	return words
})

// related reports whether two texts have a term in common.
func related(a, b terms) bool {
	for _, x := range a {
		for _, y := range b {
			if x.script == y.script && akin(x, y) {
				return true
			}
		}
	}
	return false
}

// akin reports whether two terms of a script may be forms of one word: queue
// and queues, migrate and migration, очередь and очереди.
func akin(x, y term) bool {
	if x.text == y.text {
		return true
	}
	if x.script != spaced {
		return false
	}
	short, long := []rune(x.text), []rune(y.text)
	if len(short) > len(long) {
		short, long = long, short
	}
	common := 0
	for common < len(short) && short[common] == long[common] {
		common++
	}
	if common == len(short) {
		return common >= 4 || string(long[common:]) == "s"
	}
	return common >= 5 && common >= len(short)-2
}

// words are the terms as they are written.
func (t terms) words() []string {
	var out []string
	for _, x := range t {
		out = append(out, x.text)
	}
	return out
}

// count is how many words the terms are: stretches of characters that overlap
// are of one.
func (t terms) count() int {
	n, last := 0, term{}
	for _, x := range t {
		if n == 0 || !overlap(last, x) {
			n, last = n+1, x
		}
	}
	return n
}

// overlap reports whether the end of one stretch of characters is the start of
// the next.
func overlap(x, y term) bool {
	if x.script != y.script || x.script != pairs && x.script != runs {
		return false
	}
	for i := range x.text {
		if i > 0 && strings.HasPrefix(y.text, x.text[i:]) {
			return true
		}
	}
	return false
}

// scripts is the set of scripts of the terms, one bit for each.
func (t terms) scripts() (set uint) {
	for _, x := range t {
		set |= 1 << x.script
	}
	return set
}
