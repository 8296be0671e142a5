package markdown

import (
	"bytes"
	"strings"
)

// embedded takes the slots that count anywhere outside code and links.
func (p *picker) embedded(s Span) {
	first := "[{Y" // what such slots begin with
	switch {
	case p.f.Anywhere:
	case len(p.f.Exact)+len(p.f.Prefix) > 0:
		first = "["
	default:
		return
	}
	t := p.d.text[:s.End]
	var code []inline // what is left of it
	for i := s.Start; i < s.End; {
		k := bytes.IndexAny(t[i:], first)
		if k < 0 {
			return
		}
		i += k
		n := p.opening(t, i)
		if n == 0 || escaped(t[s.Start:i]) {
			i++
			continue
		}
		if code == nil {
			code = p.d.inlinesIn(s)
		}
		for len(code) > 0 && (code[0].form == link || code[0].form == image || code[0].span.End <= i) {
			code = code[1:]
		}
		switch {
		case len(code) > 0 && code[0].span.Start <= i:
			i = code[0].span.End
			continue
		case t[i] == '[' && p.linksAt(i):
			n = 1
		default:
			p.out = append(p.out, Span{i, i + n})
		}
		i += n
	}
}

// opening is the length of the slot that counts anywhere and begins at i, were
// it no code; 0: none does.
func (p *picker) opening(t []byte, i int) int {
	switch t[i] {
	case '[':
		return p.published(t[i:])
	case '{':
		if !standsAlone(t, i) {
			return 0
		}
		n := closes(t[i:])
		if n == 0 || !curly(string(t[i:i+n])) || i+n < len(t) && glued(t[i+n]) {
			return 0
		}
		return n
	}
	return p.literal(t, i)
}

// escaped reports whether an odd number of backslashes ends a text.
func escaped(before []byte) bool {
	n := len(before) - len(bytes.TrimRight(before, "\\"))
	return n%2 == 1
}

// linksAt reports whether a link or image begins at the bracket at i.
func (p *picker) linksAt(i int) bool {
	in, ok := p.d.inlineAt(i)
	return ok && (in.form == link || in.form == image)
}

// published is the length of a published slot that t begins with.
func (p *picker) published(t []byte) int {
	for _, s := range p.f.Exact {
		if n := prefixFold(t, s); n > 0 {
			return n
		}
	}
	for _, s := range p.f.Prefix {
		if prefixFold(t, s) > 0 {
			return closes(t)
		}
	}
	return 0
}

// prefixFold is the length of the part of t that reads s, where any white
// space in t reads as one space; 0: it does not begin with s.
func prefixFold(t []byte, s string) int {
	i := 0
	for j := 0; j < len(s); j++ {
		switch {
		case i >= len(t):
			return 0
		case s[j] == ' ' && space(t[i]):
			for i < len(t) && space(t[i]) {
				i++
			}
		case s[j] == t[i]:
			i++
		default:
			return 0
		}
	}
	return i
}

// literal is the length of a YYYY- literal at i, when it is no part of a
// file's name.
func (p *picker) literal(t []byte, i int) int {
	if !p.f.Anywhere || !p.f.Moment || !bytes.HasPrefix(t[i:], []byte("YYYY-")) || i > 0 && (glued(t[i-1]) || t[i-1] == '-') {
		return 0
	}
	n := 0
	for i+n < len(t) && strings.IndexByte("YMDHSTZ:-_.+0123456789", t[i+n]) >= 0 {
		n++
	}
	if i+n < len(t) && glued(t[i+n]) {
		return 0
	}
	return len(strings.TrimRight(string(t[i:i+n]), ":-_.+"))
}

// standsAlone reports whether the brace at i is no part of a path, a name or a
// shell variable.
func standsAlone(t []byte, i int) bool { return i == 0 || !glued(t[i-1]) && t[i-1] != '$' }

// glued reports whether a byte beside a literal makes it part of a path or a
// name.
func glued(c byte) bool { return letter(c) || digit(c) || c == '/' || c == '_' }
