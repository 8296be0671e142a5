package rules

import (
	"strings"
	"time"
)

// neverSet is the last year that a machine writes when nobody told it the time.
const neverSet = 1970

// readDate reads a date, and the time of day behind it, at the start of text.
func readDate(text string) (stampValue, bool) {
	for _, form := range [...]func(*scanner) (written, bool){yearFirst, yearLast, monthFirst, monthSecond, digitsOnly} {
		s := scanner{text: text}
		w, ok := form(&s)
		if !ok {
			continue
		}
		v := w.value()
		switch full := v; {
		case s.timeOfDay(&full):
			if v.reading == day {
				v = full
			}
		case v.reading == day && s.brokenTime():
			v.reading = unreal
		}
		v.end = s.at
		return v, true
	}
	return stampValue{}, false
}

// written is a date as it was written.
type written struct {
	year, month, day int
	unordered        bool // day and month may be swapped
}

func (w written) value() stampValue {
	date := time.Date(w.year, time.Month(w.month), w.day, 0, 0, 0, 0, time.UTC)
	switch {
	case w.year <= neverSet:
		return stampValue{reading: unset}
	case w.unordered:
		return stampValue{reading: ambiguous}
	case int(date.Month()) != w.month || date.Day() != w.day:
		return stampValue{reading: unreal}
	}
	return stampValue{reading: day, when: date}
}

// yearFirst reads 2026-05-04, 2026/5/4, 2026.05.04, 2026年5月4日, 2026년 5월 4일.
func yearFirst(s *scanner) (w written, ok bool) {
	var width int
	if w.year, width = s.number(); width != 4 {
		return w, false
	}
	separator := s.rune()
	if !strings.ContainsRune("-/.年년", separator) {
		return w, false
	}
	s.skip(" ")
	if w.month, width = s.number(); width < 1 || width > 2 {
		return w, false
	}
	switch second := s.rune(); separator {
	case '年', '년':
		if second != '月' && second != '월' {
			return w, false
		}
	default:
		if second != separator {
			return w, false
		}
	}
	s.skip(" ")
	if w.day, width = s.number(); width < 1 || width > 2 {
		return w, false
	}
	s.take("日일")
	return w, true
}

// yearLast reads 25/08/2026, 8-25-2026 and 25.8.2026. With full stops the day
// comes first; otherwise the numbers have to tell.
func yearLast(s *scanner) (w written, ok bool) {
	first, width := s.number()
	if width < 1 || width > 2 {
		return w, false
	}
	separator := s.rune()
	if !strings.ContainsRune("-/.", separator) {
		return w, false
	}
	second, width := s.number()
	if width < 1 || width > 2 || s.rune() != separator {
		return w, false
	}
	if w.year, width = s.number(); width != 4 {
		return w, false
	}
	w.day, w.month = first, second
	if separator != '.' {
		if second > 12 {
			w.day, w.month = second, first
		}
		w.unordered = first <= 12 && second <= 12 && first != second
	}
	return w, true
}

// monthFirst reads May 4, 2026 and Mar 5th 2026.
func monthFirst(s *scanner) (w written, ok bool) {
	var width int
	if w.month = int(monthOf(s.word())); w.month == 0 {
		return w, false
	}
	s.skip("., ")
	if w.day, width = s.number(); width < 1 || width > 2 {
		return w, false
	}
	s.ordinal()
	s.skip("., ")
	w.year, width = s.number()
	return w, width == 4
}

// monthSecond reads 4 May 2026, 4th of May, 2026, 4-May-2026, 4. Mai 2026 and
// 4 de maio de 2026.
func monthSecond(s *scanner) (w written, ok bool) {
	var width int
	if w.day, width = s.number(); width < 1 || width > 2 {
		return w, false
	}
	s.ordinal()
	s.skip("., -")
	word := s.word()
	if word == "of" || word == "de" {
		s.skip(" ")
		word = s.word()
	}
	w.month = int(monthOf(word))
	s.skip("., -")
	if start := s.at; s.word() == "de" {
		s.skip(" ")
	} else {
		s.at = start
	}
	w.year, width = s.number()
	return w, w.month != 0 && width == 4
}

// digitsOnly reads 20260504, the compact form of ISO 8601.
func digitsOnly(s *scanner) (w written, ok bool) {
	n, width := s.number()
	w = written{year: n / 10000, month: n / 100 % 100, day: n % 100}
	return w, width == 8 && w.year >= 1900 && w.month >= 1 && w.month <= 12 && w.day >= 1 && w.day <= 31
}
