package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// labelAt reports how many bytes of a label of a stamp text begins with, and
// its rank. The longest label counts.
func labelAt(text string) (n int, found rank) {
	words := stampWords()
	for _, list := range [...]struct {
		rank   rank
		labels []string
	}{{rankLast, words.Last}, {rankUpdated, words.Updated}, {rankDated, words.Dated}} {
		for _, label := range list.labels {
			if m, ok := foldPrefix(text, label); ok && m > n && ends(text[:m], text[m:]) {
				n, found = m, list.rank
			}
		}
	}
	return n, found
}

// ends reports whether a word may end between before and after.
func ends(before, after string) bool {
	a, _ := utf8.DecodeLastRuneInString(before)
	b, _ := utf8.DecodeRuneInString(after)
	return ideograph(a) && !ideograph(b) || !unicode.IsLetter(b) && !unicode.IsDigit(b)
}

// A separator is what stands between a label and its value.
type separator uint8

const (
	bySpace separator = iota // or a dash, or a word such as "on"
	byColon
	byBar // of a table
)

// behindLabel is where the value behind a label that ends at end begins. A
// remark in round brackets before the colon belongs to the label.
func behindLabel(text string, end int) (value int, between separator) {
	const blank = " \t*_~`"
	at := skipAny(text, end, blank)
	if n := remark(text[at:]); n > 0 {
		if behind := skipAny(text, at+n, blank); separatorOf(text[behind:]) != bySpace {
			at = behind
		}
	}
	if between = separatorOf(text[at:]); between != bySpace {
		_, width := utf8.DecodeRuneInString(text[at:])
		return skipAny(text, at+width, blank), between
	}
	const quotes = "\"'“”"
	at = skipAny(text, at, blank+quotes+"-–—")
	for _, word := range stampWords().Lead {
		if n, ok := foldPrefix(text[at:], word); ok && ends(text[at:at+n], text[at+n:]) {
			return skipAny(text, at+n, blank+quotes), bySpace
		}
	}
	return at, bySpace
}

func separatorOf(text string) separator {
	switch r, _ := utf8.DecodeRuneInString(text); r {
	case ':', '：', '=':
		return byColon
	case '|':
		return byBar
	}
	return bySpace
}

// remark is the length of the round brackets that text begins with, or 0.
func remark(text string) int {
	for _, pair := range [...][2]string{{"(", ")"}, {"（", "）"}} {
		if end := strings.Index(text, pair[1]); end > 0 && strings.HasPrefix(text, pair[0]) {
			return end + len(pair[1])
		}
	}
	return 0
}

// skipAny is the first place at or after at that holds none of set.
func skipAny(text string, at int, set string) int {
	return at + len(text[at:]) - len(strings.TrimLeft(text[at:], set))
}
