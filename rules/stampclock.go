package rules

import (
	"strings"
	"time"

	"github.com/memorylint/memorylint/rules/protocol"
)

// clock is a time of day and its zone.
type clock struct {
	hour, minute, second int
	exact                bool
	zone                 *time.Location // nil: unknown
}

// timeOfDay reads the time of day behind a date, if there is one. Without a
// zone that is known the date alone is kept.
func (s *scanner) timeOfDay(v *stampValue) bool {
	start := s.at
	s.skip(" \t,@*_`-–—(（")
	s.between()
	var c clock
	if !s.clock(&c) {
		s.at = start
		return false
	}
	if c.zone != nil {
		y, m, d := v.when.Date()
		v.reading, v.exact = moment, c.exact
		v.when = time.Date(y, m, d, c.hour, c.minute, c.second, 0, c.zone)
	}
	return true
}

// brokenTime steps over what is written like a time of day behind a date, but
// is none: 25:00, 12:60.
func (s *scanner) brokenTime() bool {
	start := s.at
	s.skip(" \t,@")
	s.between()
	if _, width := s.number(); width == 1 || width == 2 {
		if s.take(":") {
			if _, width := s.number(); width == 2 {
				for s.take("0123456789:.,Zz+-") {
				}
				return true
			}
		}
	}
	s.at = start
	return false
}

// between skips the word that may stand between a date and a time of day.
func (s *scanner) between() {
	start := s.at
	switch strings.ToLower(s.word()) {
	case "t", "at", "um", "à", "às":
		s.skip(" ")
	default:
		s.at = start
	}
}

// clock reads 09:15, 9:15:00.250, 9:15 AM and the zone behind it.
func (s *scanner) clock(c *clock) bool {
	var width int
	if c.hour, width = s.number(); width < 1 || width > 2 || c.hour > 24 || s.rune() != ':' {
		return false
	}
	if c.minute, width = s.number(); width != 2 || c.minute > 59 {
		return false
	}
	if s.take(":") {
		if c.second, width = s.number(); width != 2 || c.second > 60 {
			return false
		}
		c.exact = true
		if s.take(".,") {
			s.number()
		}
	}
	if c.hour == 24 && c.minute+c.second > 0 {
		return false
	}
	end := s.at
	s.skip(" ")
	switch strings.ToLower(s.word()) {
	case "am":
		c.hour %= 12
	case "pm":
		c.hour = c.hour%12 + 12
	default:
		s.at = end
	}
	end = s.at
	s.skip(" (（")
	if c.zone = s.zone(); c.zone == nil {
		s.at = end
	}
	return true
}

// zone reads Z, UTC, UTC+8, +08:00, -0700, PST. What is no zone, or one that
// means several offsets, gives nil.
func (s *scanner) zone() *time.Location {
	minutes, known := 0, false
	if name := s.word(); name != "" {
		for _, z := range protocol.Zones() {
			if strings.EqualFold(z.Name, name) {
				minutes, known = z.Minutes, true
			}
		}
		if !known {
			return nil
		}
		if s.at < len(s.text) && minutes == 0 && (s.text[s.at] == '+' || s.text[s.at] == '-') {
			known = false
		}
	}
	if !known {
		var ok bool
		if minutes, ok = s.offset(); !ok {
			return nil
		}
	}
	return time.FixedZone("", minutes*60)
}

// offset reads +08:00, -0700 or +5 as minutes east of UTC.
func (s *scanner) offset() (minutes int, ok bool) {
	sign := 1
	switch s.rune() {
	case '+':
	case '-', '−':
		sign = -1
	default:
		return 0, false
	}
	n, width := s.number()
	switch {
	case width == 4:
		n = n/100*60 + n%100
	case width == 1 || width == 2:
		n *= 60
		if s.take(":") {
			m, width := s.number()
			if width != 2 || m > 59 {
				return 0, false
			}
			n += m
		}
	default:
		return 0, false
	}
	return sign * n, n <= 14*60
}
