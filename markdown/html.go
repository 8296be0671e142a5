package markdown

import "bytes"

// angle reads what begins with '<': an autolink, a comment or a tag.
func (s *scanner) angle() {
	start := s.i
	if s.angles < 0 {
		s.angles = start + max(0, bytes.LastIndexByte(s.t[start:s.end], '>'))
		s.closing = start + bytes.LastIndex(s.t[start:s.end], []byte("-->"))
	}
	s.i++
	if s.angles <= start || s.i >= s.end {
		return
	}
	if end, ok := autolinkEnd(s.t, s.i, s.end); ok {
		s.emit(autolink, Span{start, end})
		return
	}
	rest := s.t[start:s.end]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		if s.closing >= start+2 {
			end := bytes.Index(s.t[start+2:s.end], []byte("-->"))
			s.emit(remark, Span{start, start + 2 + end + 3})
		}
	case bytes.HasPrefix(rest, []byte("<?")):
		s.until(start, 2, "?>", 0)
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		s.until(start, 9, "]]>", 1)
	case bytes.HasPrefix(rest, []byte("<!")):
		if len(rest) > 2 && letter(rest[2]) {
			s.until(start, 2, ">", 2)
		}
	default:
		if end, ok := tagEnd(s.t, start, min(s.end, start+maxTag)); ok {
			s.emit(tag, Span{start, end})
		}
	}
}

func (s *scanner) emit(f form, at Span) {
	s.out = append(s.out, inline{form: f, span: at, text: at})
	s.i = at.End
}

// until ends a construct at the next closing; memo is where its absence is
// noted.
func (s *scanner) until(start, skip int, closing string, memo byte) {
	if s.missing[memo] {
		return
	}
	n := bytes.Index(s.t[start+skip:s.end], []byte(closing))
	if n < 0 {
		s.missing[memo] = true
		return
	}
	s.emit(tag, Span{start, start + skip + n + len(closing)})
}

// autolinkEnd is the end of "<scheme:path>" or "<mail@host>"; i is behind the
// '<'.
func autolinkEnd(t []byte, i, end int) (int, bool) {
	if i >= end || !letter(t[i]) && !digit(t[i]) {
		return 0, false
	}
	j := i
	for j < end && (letter(t[j]) || digit(t[j]) || bytes.IndexByte([]byte("+.-_"), t[j]) >= 0) {
		j++
	}
	if j >= end || t[j] != '@' && (t[j] != ':' || j-i < 2 || j-i > 32 || !letter(t[i])) {
		return 0, false
	}
	for ; j < end && t[j] != '>'; j++ {
		if t[j] <= ' ' || t[j] == '<' || t[j] == 0x7f {
			return 0, false
		}
	}
	return j + 1, j < end
}

// tagEnd is the end of an opening or closing tag that begins at i.
func tagEnd(t []byte, i, end int) (int, bool) {
	i++
	closing := i < end && t[i] == '/'
	if closing {
		i++
	}
	if i >= end || !letter(t[i]) {
		return 0, false
	}
	for i < end && (letter(t[i]) || digit(t[i]) || t[i] == '-') {
		i++
	}
	for !closing {
		next := skipSpace(t, i, end)
		name := next
		for name < end && (letter(t[name]) || digit(t[name]) || bytes.IndexByte([]byte("_:.-"), t[name]) >= 0) {
			name++
		}
		if name == next || next == i || digit(t[next]) || t[next] == '.' || t[next] == '-' {
			break
		}
		i = name
		if eq := skipSpace(t, i, end); eq < end && t[eq] == '=' {
			value, ok := attributeEnd(t, skipSpace(t, eq+1, end), end)
			if !ok {
				return 0, false
			}
			i = value
		}
	}
	i = skipSpace(t, i, end)
	if !closing && i < end && t[i] == '/' {
		i++
	}
	return i + 1, i < end && t[i] == '>'
}

// attributeEnd is the end of an attribute's value.
func attributeEnd(t []byte, i, end int) (int, bool) {
	if i >= end {
		return 0, false
	}
	if q := t[i]; q == '"' || q == '\'' {
		n := bytes.IndexByte(t[i+1:end], q)
		return i + n + 2, n >= 0
	}
	start := i
	for i < end && !space(t[i]) && bytes.IndexByte([]byte("\"'=<>`"), t[i]) < 0 {
		i++
	}
	return i, i > start
}

func skipSpace(t []byte, i, end int) int {
	for i < end && space(t[i]) {
		i++
	}
	return i
}
