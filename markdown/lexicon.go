package markdown

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words says how "nothing" is written: None holds whole values ("none",
// "n/a"), No what says it only with a subject ("no", "sin"), Subjects what may
// follow one of both ("blockers"), and Qualifiers what may stand before or
// behind ("yet", "at this time"). Stamps are labels of the page's own date
// ("last updated"). All are lower case, with one space between words; in a text
// neither matters.
type Words struct{ None, No, Subjects, Qualifiers, Stamps []string }

// A Lexicon answers what says "nothing". Compile once, use from many goroutines.
type Lexicon struct {
	words  Words
	begins [(26*27 + 63) / 64]uint64 // the first two ASCII letters that a phrase may have
}

// Compile makes a Lexicon of words, which are shared.
func Compile(w Words) *Lexicon {
	l := &Lexicon{words: w}
	for _, list := range [...][]string{w.None, w.No, w.Qualifiers} {
		for _, word := range list {
			if n := leadingLetters(word); n > 0 {
				i := opening(word, n)
				l.begins[i/64] |= 1 << (i % 64)
			}
		}
	}
	return l
}

// opening is the number of the first two of n leading letters, or of the only
// one.
func opening[T string | []byte](word T, n int) int {
	i := int(word[0]|0x20-'a') * 27
	if n > 1 {
		i += int(word[1]|0x20-'a') + 1
	}
	return i
}

// mayBegin is a quick look at a text, which may have markup before its first
// word: false when it has a word that begins no phrase.
func (w *Lexicon) mayBegin(t []byte) bool {
	i := 0
	for i < len(t) && t[i] < utf8.RuneSelf && !letter(t[i]) && !digit(t[i]) {
		i++
	}
	if w == nil || i == len(t) || !letter(t[i]) {
		return true
	}
	at := opening(t[i:], leadingLetters(t[i:]))
	return w.begins[at/64]&(1<<(at%64)) != 0
}

func leadingLetters[T string | []byte](t T) int {
	n := 0
	for n < len(t) && letter(t[n]) {
		n++
	}
	return n
}

// maxPhrase is the longest text that can say "nothing", in bytes, and
// maxParts the most subjects and qualifiers in it.
const (
	maxPhrase = 120
	maxParts  = 6
)

// says reports whether the whole text says "nothing": a none-word, or "no"
// with a subject, with a few qualifiers. The text has no markup around it.
//
// Behind a comma or a dash a subject needs a none-word of its own: "no, results
// pending" speaks of results. In front of the none-word it stands in scripts
// other than Latin only ("結果なし"): "results empty" speaks of results too.
func (w *Lexicon) says(text string) bool {
	if w == nil || len(text) > maxPhrase || text == "" {
		return false
	}
	p := phrase{w: w, s: fold(strings.ToLower(text))}
	for p.parts < 3 && (p.any(w.words.Qualifiers) || p.next() >= utf8.RuneSelf && p.any(w.words.Subjects)) {
		p.parts++
		p.skip()
	}
	const (
		open    = iota // "no": what is it that there is not?
		said           // "nothing" is said
		renewed        // behind a comma or dash
	)
	state := said
	switch {
	case p.any(w.words.None):
	case p.any(w.words.No):
		state = open
	default:
		return false
	}
	for {
		if p.skip() {
			if state == open {
				return false
			}
			state = renewed
		}
		switch {
		case p.i == len(p.s):
			return state != open
		case p.any(w.words.Subjects):
			if state == renewed {
				return false
			}
			state = said
		case p.any(w.words.Qualifiers), p.date():
		case p.letter() && p.any(w.words.None):
			state = said
		case p.any(w.words.No):
			state = open
		default:
			return false
		}
		if p.parts++; p.parts > maxParts {
			return false
		}
	}
}

// A phrase is a folded text that is read word by word.
type phrase struct {
	w     *Lexicon
	s     string
	i     int
	parts int
}

// skip steps over what parts words, and reports whether that was a comma, a
// semicolon or a dash.
func (p *phrase) skip() (apart bool) {
	for p.i < len(p.s) {
		r := p.next()
		switch {
		case unicode.IsSpace(r), strings.ContainsRune("()（）/、", r):
		case strings.ContainsRune(",，;；", r), strings.ContainsRune("-–—", r) && p.alone(r):
			apart = true
		default:
			return apart
		}
		p.i += utf8.RuneLen(r)
	}
	return apart
}

// alone reports whether the character that comes next stands between spaces.
func (p *phrase) alone(r rune) bool {
	return p.i > 0 && p.s[p.i-1] == ' ' && strings.HasPrefix(p.s[p.i+utf8.RuneLen(r):], " ")
}

// next is the character that comes next; at the end it is utf8.RuneError.
func (p *phrase) next() rune {
	r, _ := utf8.DecodeRuneInString(p.s[p.i:])
	return r
}

// letter reports whether a letter comes next.
func (p *phrase) letter() bool {
	return unicode.IsLetter(p.next())
}

// any steps over the longest of the words that stands here as a whole.
func (p *phrase) any(words []string) bool {
	longest := 0
	for _, w := range words {
		if len(w) > longest && p.at(w) {
			longest = len(w)
		}
	}
	p.i += longest
	return longest > 0
}

func (p *phrase) at(w string) bool {
	if !strings.HasPrefix(p.s[p.i:], w) {
		return false
	}
	end := p.i + len(w)
	last, _ := utf8.DecodeLastRuneInString(w)
	next, _ := utf8.DecodeRuneInString(p.s[end:])
	return end == len(p.s) || !joins(last) || !joins(next)
}

// date steps over a date, as in "none as of 2026-05-04".
func (p *phrase) date() bool {
	n := strings.IndexFunc(p.s[p.i:], func(r rune) bool { return r == ' ' || r == ')' })
	if n < 0 {
		n = len(p.s) - p.i
	}
	if n < len("2026-05-04") || strings.Trim(p.s[p.i:p.i+n], "0123456789-:tz.") != "" {
		return false
	}
	p.i += n
	return true
}

// joins reports whether the rune is part of a longer word beside another such
// rune. Chinese and Japanese do not part words by spaces.
func joins(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}

// core takes off a text what may stand around a value: white space, emphasis,
// brackets, quotes, back-ticks, a leading dash or symbol, final punctuation.
func core(s string) string {
	for {
		before := len(s)
		s = strings.TrimSpace(s)
		s = strings.TrimRightFunc(s, func(r rune) bool { return strings.ContainsRune(".。．!！;；,，、…", r) || unicode.IsSpace(r) })
		s = unpair(s)
		s = unsymbol(s)
		if len(s) == before {
			return s
		}
	}
}

// unpair takes one pair of marks off both ends.
func unpair(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	last, m := utf8.DecodeLastRuneInString(s)
	if len(s) < n+m {
		if strings.Trim(s, "*_~`") == "" {
			return ""
		}
		return s
	}
	pairs := [...][2]rune{
		{'*', '*'}, {'_', '_'}, {'~', '~'}, {'`', '`'}, {'"', '"'}, {'\'', '\''}, {'(', ')'}, {'[', ']'}, {'（', '）'}, {'［', '］'},
		{'【', '】'}, {'「', '」'}, {'『', '』'}, {'〔', '〕'}, {'《', '》'}, {'“', '”'}, {'‘', '’'}, {'«', '»'},
	}
	for _, p := range pairs {
		if p[0] == first && p[1] == last {
			return s[n : len(s)-m]
		}
	}
	return s
}

// unsymbol takes a symbol, such as an emoji or a dash, off each end when a
// space parts it from the rest.
func unsymbol(s string) string {
	if i := strings.IndexByte(s, ' '); i > 0 && decoration(s[:i]) {
		s = strings.TrimSpace(s[i:])
	}
	if i := strings.LastIndexByte(s, ' '); i > 0 && decoration(s[i+1:]) {
		s = strings.TrimSpace(s[:i])
	}
	return s
}

// decoration reports whether a word is made of symbols alone.
func decoration(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsSymbol(r) && !unicode.Is(unicode.Variation_Selector, r) && r != 0x200d &&
			!strings.ContainsRune("-–—", r)
	}) < 0
}
