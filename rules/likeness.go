package rules

import (
	"slices"
	"strings"
	"unicode"
)

// keptShare is the share of a text's words that its edited form still has: at
// this share it is the same text, edited.
const keptShare = 0.6

// tokens are the words of a text in lower case, each once; in scripts that put
// no spaces between words, its pairs of characters.
func tokens(text string) []string {
	var out []string
	var run []rune
	dense := false
	end := func() {
		switch {
		case len(run) > 0 && dense:
			shingles(string(run), 2, func(pair string) { out = append(out, pair) })
		case len(run) > 0:
			out = append(out, string(run))
		}
		run = run[:0]
	}
	for _, r := range strings.ToLower(text) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			end()
			continue
		}
		if d := ideograph(r) || unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar); d != dense {
			end()
			dense = d
		}
		run = append(run, r)
	}
	end()
	slices.Sort(out)
	return slices.Compact(out)
}

// A pool is a set of texts that is asked whether one of them has most of the
// words of another, without comparing each with each.
type pool struct {
	with  map[string][]int // the texts that have a word
	size  []int            // how many words a text has
	count []int            // of the words asked for, by text; all zero between questions
}

func newPool() *pool { return &pool{with: map[string][]int{}} }

// add puts in a text, as tokens gives it.
func (p *pool) add(text []string) {
	for _, word := range text {
		p.with[word] = append(p.with[word], len(p.count))
	}
	p.size = append(p.size, len(text))
	p.count = append(p.count, 0)
}

// has reports whether one of the texts has at least that share of the words.
func (p *pool) has(text []string, share float64) bool {
	defer p.tally(text)()
	most := 0
	for _, word := range text {
		for _, i := range p.with[word] {
			most = max(most, p.count[i])
		}
	}
	return most > 0 && float64(most) >= share*float64(len(text))
}

// together is the share of the words that stand in those texts of whose own
// words at least that share are among them.
func (p *pool) together(text []string, own float64) float64 {
	defer p.tally(text)()
	n := 0
	for _, word := range text {
		if slices.ContainsFunc(p.with[word], func(i int) bool { return float64(p.count[i]) >= own*float64(p.size[i]) }) {
			n++
		}
	}
	return float64(n) / float64(max(len(text), 1))
}

// tally counts for each text how many of the words it has, until the returned
// function is called.
func (p *pool) tally(text []string) (end func()) {
	for _, word := range text {
		for _, i := range p.with[word] {
			p.count[i]++
		}
	}
	return func() {
		for _, word := range text {
			for _, i := range p.with[word] {
				p.count[i] = 0
			}
		}
	}
}
