package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A scanner reads a text from its start.
type scanner struct {
	text string
	at   int // in bytes
}

// number reads ASCII digits; width is how many there are.
func (s *scanner) number() (n, width int) {
	for s.at < len(s.text) && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
		if width < 9 {
			n = n*10 + int(s.text[s.at]-'0')
		}
		s.at++
		width++
	}
	return n, width
}

// word reads letters.
func (s *scanner) word() string {
	start := s.at
	for s.at < len(s.text) {
		r, width := utf8.DecodeRuneInString(s.text[s.at:])
		if !unicode.IsLetter(r) {
			break
		}
		s.at += width
	}
	return s.text[start:s.at]
}

// ordinal skips the ending of an English ordinal number.
func (s *scanner) ordinal() {
	start := s.at
	switch s.word() {
	case "st", "nd", "rd", "th", "er", "º":
	default:
		s.at = start
	}
}

// rune reads one character; at the end it is 0.
func (s *scanner) rune() rune {
	if s.at >= len(s.text) {
		return 0
	}
	r, width := utf8.DecodeRuneInString(s.text[s.at:])
	s.at += width
	return r
}

func (s *scanner) skip(set string) {
	for s.take(set) {
	}
}

// take reads one character, if it is of the set.
func (s *scanner) take(set string) bool {
	start := s.at
	if r := s.rune(); r != 0 && strings.ContainsRune(set, r) {
		return true
	}
	s.at = start
	return false
}
