package rules

import (
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/memorylint/memorylint/rules/protocol"
)

// A reading says how far the value of a stamp was understood. From ambiguous
// on, the value names a day.
type reading uint8

const (
	unreadable reading = iota // no date that is understood
	unset                     // nobody has filled it in yet
	dayless                   // a time of day, or a month, without a day
	unreal                    // a date that no calendar has
	ambiguous                 // day or month may come first
	day                       // a date, or a moment in a zone that is not known
	moment                    // a date, a time of day and a zone
)

// A stampValue is the value of one stamp.
type stampValue struct {
	reading    reading
	when       time.Time // day: its midnight in UTC; moment: that moment, in its zone
	exact      bool      // the moment is given to the second
	start, end int       // the part of the text that was read, in bytes
}

// readStamp reads the first date in text that is clear, else the first one of
// all. Without any it tells what stands there instead; start and end are then
// those of the whole text.
func readStamp(text string) stampValue {
	v := stampValue{end: len(text)}
	plain := strings.TrimLeftFunc(text, decoration)
	switch {
	case plain == "":
		v.reading = unset
		return v
	case startsUnset(plain):
		v.reading = unset
		return v
	}
	inWord, unclear := false, false
	for i, r := range text {
		letter := unicode.IsLetter(r) && !ideograph(r) || unicode.IsDigit(r)
		if letter && !inWord {
			found, ok := readDate(text[i:])
			found.start, found.end = i, i+found.end
			switch {
			case ok && found.reading >= day:
				return found
			case ok && !unclear:
				v, unclear = found, true
			}
		}
		inWord = letter
	}
	if !unclear {
		v.reading = dateless(strings.TrimFunc(text, unicode.IsSpace))
	}
	return v
}

// dateless tells what a text without a date is.
func dateless(text string) reading {
	text = strings.Trim(text, "*_~`\"'“”«» ")
	for _, pair := range [...]string{"[]", "{}", "<>"} {
		if strings.HasPrefix(text, pair[:1]) && strings.HasSuffix(text, pair[1:]) {
			return unset
		}
	}
	s := scanner{text: text}
	if s.clock(new(clock)) {
		return dayless
	}
	s = scanner{text: text}
	if word := s.word(); monthOf(word) != 0 {
		s.skip(" .,/-")
		if _, width := s.number(); width == 4 {
			return dayless
		}
	}
	s = scanner{text: text}
	if _, width := s.number(); width == 4 && s.take("-/") {
		if n, width := s.number(); width == 2 && n >= 1 && n <= 12 && s.at == len(text) {
			return dayless
		}
	}
	return unreadable
}

// decoration is what may stand around a value without being part of it.
func decoration(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("*_~`\"'“”«»‘’()（）【】「」|:：=.…-–—?", r)
}

func startsUnset(text string) bool {
	for _, word := range stampWords().Unset {
		n, ok := foldPrefix(text, word)
		if !ok {
			continue
		}
		if next, _ := utf8.DecodeRuneInString(text[n:]); !unicode.IsLetter(next) || word == "yyyy" || word == "xxxx" || ideograph(next) {
			return true
		}
	}
	return false
}

// ideograph reports whether words of r's script stand without spaces between.
func ideograph(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// foldPrefix reports whether text begins with word, which is in lower case,
// and how many bytes of text it takes. A space in word stands for any run of
// spaces, hyphens and underscores.
func foldPrefix(text, word string) (n int, ok bool) {
	for _, want := range word {
		if want == ' ' {
			for n < len(text) && strings.IndexByte(" \t_-", text[n]) >= 0 {
				n++
			}
			continue
		}
		got, width := utf8.DecodeRuneInString(text[n:])
		if unicode.ToLower(got) != want {
			return 0, false
		}
		n += width
	}
	return n, true
}

var stampWords = sync.OnceValue(protocol.StampWords)

var months = sync.OnceValue(protocol.Months)

// monthOf is the month that a word in any case names, or 0.
func monthOf(word string) time.Month {
	word = strings.ToLower(word)
	for i, names := range months() {
		for _, name := range names {
			if name == word {
				return time.Month(i + 1)
			}
		}
	}
	return 0
}
