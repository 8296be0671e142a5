package markdown

import (
	"bytes"
	"sort"
	"strings"
	"unicode/utf8"
)

// square reports whether the text between square brackets asks to be replaced.
// It is no slot when it is finished text of its own: a box, a footnote, a wiki
// link, a number, a date, a ticket, a key with its value, a path, a status.
func (p *picker) square(inner string) bool {
	inner = fold(inner)
	switch {
	case inner == "..." || inner == "…":
		return true
	case utf8.RuneCountInString(inner) < 2,
		strings.IndexByte("^!@#[=", inner[0]) >= 0,
		strings.Contains(inner, "="),
		p.none(inner),
		strings.Trim(inner, "0123456789-/:.,TZUC +~%()") == "",
		dated(inner), monthDay(inner), ticket(inner), reference(inner), pathLike(inner), hash(inner), status(inner),
		literals(inner), directive(inner), stamped(inner):
		return false
	}
	return true
}

// wideOpen and wideClose are the full-width forms of square brackets.
const wideOpen, wideClose = "［", "］"

// wide is what stands between one pair of full-width square brackets.
func wide(t string) (inner string, ok bool) {
	inner, ok = strings.CutPrefix(t, wideOpen)
	if !ok {
		return "", false
	}
	inner, ok = strings.CutSuffix(inner, wideClose)
	return inner, ok && !strings.Contains(inner, wideClose)
}

// none reports whether bracketed text says "nothing".
func (p *picker) none(inner string) bool {
	inner = core(inner)
	word, _, _ := strings.Cut(strings.ToLower(inner), " ")
	switch strings.Trim(word, ".,;:") {
	case "none", "n/a", "nothing", "nil":
		return true
	}
	return p.w.says(inner)
}

// ticket reports whether a text begins with an id such as ABC-12, S035 or v1.2.
func ticket(s string) bool {
	word, _, _ := strings.Cut(s, " ")
	word = strings.TrimRight(word, ":,")
	i := 0
	for i < len(word) && (letter(word[i]) || word[i] == '-' || word[i] == '_') {
		i++
	}
	number := strings.Trim(word[i:], "0123456789.") == "" && word[i:] != ""
	head := word[:i]
	return number && (strings.HasSuffix(head, "-") || head == strings.ToUpper(head) || head == "v")
}

// pathLike reports whether a text is one word with a slash or an inner dot.
func pathLike(s string) bool {
	return !strings.Contains(s, " ") && strings.ContainsAny(strings.TrimRight(s, ".…"), "/.\\")
}

// hash reports whether a text is an abbreviated commit id.
func hash(s string) bool {
	return len(s) >= 7 && strings.Trim(s, "0123456789abcdef") == "" && strings.ContainsAny(s, "0123456789")
}

// status reports whether a text is a status word, or says in capitals that
// something was done.
func status(s string) bool {
	for word := range strings.FieldsSeq(s) {
		switch strings.Trim(word, ":,.;!") {
		case "DONE", "FIXED", "CLOSED", "RESOLVED", "MERGED", "COMPLETE", "COMPLETED", "SHIPPED", "VERIFIED":
			return true
		}
	}
	switch strings.ToUpper(s) {
	case "WIP", "OPEN", "ACTIVE", "BLOCKED", "PAUSED", "PENDING", "SKIPPED", "DEFERRED", "DONE", "FIXED", "CLOSED",
		"HIGH", "MEDIUM", "LOW", "URGENT", "CRITICAL", "INFO", "WARN", "WARNING", "ERROR", "OK", "PASS", "FAIL", "FAILED",
		"IN PROGRESS", "UNRELEASED", "DRAFT", "OPTIONAL", "REQUIRED", "YES", "NO", "TRUE", "FALSE":
		return true
	}
	return false
}

// curly reports whether a text in one or two pairs of braces asks to be
// replaced. Brace lists, JSON, attributes, template tags and ranges do not.
func curly(t string) bool {
	inner := t[1 : len(t)-1]
	if double := strings.HasPrefix(inner, "{") && strings.HasSuffix(inner, "}"); double {
		inner = inner[1 : len(inner)-1]
		if inner = fold(inner); inner != "" && strings.IndexByte("#/>!&^<%", inner[0]) >= 0 {
			return false
		}
	}
	inner = fold(inner)
	switch {
	case inner == "..." || inner == "…":
		return true
	case inner == "" || strings.ContainsAny(inner, "\"=;({}`"),
		strings.IndexByte("#.%:", inner[0]) >= 0,
		strings.Trim(inner, "0123456789.,- ") == "",
		strings.Contains(inner, ":") && len(strings.Fields(inner)) < 3,
		braceList(inner):
		return false
	}
	return true
}

// braceList reports whether a text is single words parted by commas.
func braceList(s string) bool {
	if !strings.Contains(s, ",") {
		return false
	}
	for part := range strings.SplitSeq(s, ",") {
		if strings.Contains(strings.TrimSpace(part), " ") {
			return false
		}
	}
	return true
}

// bare reports whether a text is TBD, TODO, an ellipsis or lorem ipsum.
func bare(t []byte, cell bool) bool {
	if lorem := []byte("lorem ipsum"); len(t) >= len(lorem) && bytes.EqualFold(t[:len(lorem)], lorem) {
		return true
	}
	if len(t) > len("TODO")+8 {
		return false
	}
	if s := string(t); s == "..." || s == "…" {
		return true
	}
	t = bytes.TrimRight(t, " .…!:;")
	return bytes.EqualFold(t, []byte("TBD")) || string(t) == "TODO" && !cell
}

// moment reports whether a text is a date as templates write it, such as
// YYYY-MM-DDTHH:MM:SSZ, and not the pattern of a file's name.
func moment(s string) bool {
	if !strings.HasPrefix(s, "YYYY") && !strings.HasPrefix(s, "yyyy") || len(s) < len("YYYY-MM") {
		return false
	}
	if i := strings.LastIndexByte(s, '.'); i > 0 && len(s)-i <= 5 && strings.ToLower(s[i:]) == s[i:] && s[:4] == "YYYY" {
		return false // an extension
	}
	return strings.Trim(s, "YMDHSTZymdhstzn:-_./+ 0UCutc()") == "" && strings.ContainsAny(s, "-/.")
}

// angle reports whether s is "<words>" that ask to be replaced.
func (p *picker) angle(s Span) bool {
	inner, ok := pointed(p.d.text[s.Start:s.End])
	return ok && p.d.angleSlot(s) && !p.none(inner)
}

// angleSlot reports whether s is "<words>" and neither a tag nor an autolink.
func (d *Document) angleSlot(s Span) bool {
	t := string(d.text[s.Start:s.End])
	if len(t) < 3 || t[0] != '<' || strings.IndexByte(t, '>') != len(t)-1 {
		return false
	}
	words := strings.Fields(t[1 : len(t)-1])
	if len(words) == 0 || !letter(t[1]) || strings.Trim(strings.ToLower(t[1:len(t)-1]), "abcdefghijklmnopqrstuvwxyz0123456789 _-'") != "" {
		return false
	}
	name := strings.ToLower(words[0])
	if element(name) {
		return false
	}
	return len(words) > 1 || !d.closesTag(name)
}

// closesTag reports whether the document closes a tag of that name: then it is
// markup of some kind.
func (d *Document) closesTag(name string) bool {
	d.tagOnce.Do(func() {
		for t := d.text; ; {
			i := bytes.Index(t, []byte("</"))
			if i < 0 {
				break
			}
			t = t[i+2:]
			end := bytes.IndexByte(t[:min(len(t), 64)], '>')
			if end > 0 {
				d.closed = append(d.closed, strings.ToLower(string(bytes.TrimSpace(t[:end]))))
			}
		}
		sort.Strings(d.closed)
	})
	i := sort.SearchStrings(d.closed, name)
	return i < len(d.closed) && d.closed[i] == name
}

// element reports whether a name is one of HTML's elements.
func element(name string) bool {
	switch name {
	case "a", "abbr", "address", "area", "article", "aside", "audio", "b", "base", "bdi", "bdo", "blockquote", "body",
		"br", "button", "canvas", "caption", "center", "cite", "code", "col", "colgroup", "data", "datalist", "dd", "del",
		"details", "dfn", "dialog", "div", "dl", "dt", "em", "embed", "fieldset", "figcaption", "figure", "font", "footer",
		"form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hgroup", "hr", "html", "i", "iframe", "img",
		"input", "ins", "kbd", "label", "legend", "li", "link", "main", "map", "mark", "menu", "meta", "meter", "nav",
		"noscript", "object", "ol", "optgroup", "option", "output", "p", "param", "picture", "pre", "progress", "q", "rp",
		"rt", "ruby", "s", "samp", "script", "search", "section", "select", "slot", "small", "source", "span", "strike",
		"strong", "style", "sub", "summary", "sup", "svg", "table", "tbody", "td", "template", "textarea", "tfoot", "th",
		"thead", "time", "title", "tr", "track", "tt", "u", "ul", "var", "video", "wbr":
		return true
	}
	return false
}
