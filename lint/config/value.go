package config

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/bmatcuk/doublestar/v4"
)

func (d *decoder) flag(v value, into *bool) {
	if v.kind != flag {
		d.wrong(v, "true or false")
		return
	}
	*into = v.node.flag
}

func (d *decoder) count(v value, into *int) bool {
	switch {
	case v.kind != number:
		d.wrong(v, "a whole number")
	case v.negative:
		d.fail(v, CodeValue, "%s must not be below 0", v.path)
	case v.number > math.MaxInt32:
		d.fail(v, CodeValue, "%s must be at most %d", v.path, math.MaxInt32)
	default:
		*into = int(v.number)
		return true
	}
	return false
}

// word reads one of the words of the key.
func (d *decoder) word(v value, into *string) bool {
	want := orList(v.key.Words, "or")
	switch {
	case v.kind != text:
		d.wrong(v, want)
	case v.text == "":
		d.fail(v, CodeEmpty, "%s must not be empty", v.path)
	case !slices.Contains(v.key.Words, v.text):
		d.fail(v, CodeValue, "%s must be %s, not %s", v.path, want, quote(v.text))
	default:
		*into = v.text
		return true
	}
	return false
}

// text reads one line that holds something.
func (d *decoder) text(v value, into *string) bool { return d.line(v, "text", into) }

func (d *decoder) line(v value, want string, into *string) bool {
	switch {
	case v.kind != text:
		d.wrong(v, want)
	case strings.TrimSpace(v.text) == "":
		d.fail(v, CodeEmpty, "%s must not be empty", v.path)
	case strings.ContainsFunc(v.text, unicode.IsControl):
		d.fail(v, CodeValue, "%s must be one line without control characters", v.path)
	default:
		*into = v.text
		return true
	}
	return false
}

// name reads a word that can stand in rules, output and other configs.
func (d *decoder) name(v value, into *string) bool {
	const want = "a name of a-z, 0-9 and -"
	var s string
	if !d.line(v, want, &s) {
		return false
	}
	if !isName(s) {
		d.fail(v, CodeValue, "%s must be %s, not %s", v.path, want, quote(s))
		return false
	}
	*into = s
	return true
}

func isName(s string) bool {
	for i, c := range s {
		switch {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
		case c == '-' && i > 0 && i < len(s)-1:
		default:
			return false
		}
	}
	return s != ""
}

func (d *decoder) duration(v value, into *time.Duration) {
	var s string
	if !d.line(v, "a duration such as 5m", &s) {
		return
	}
	t, err := time.ParseDuration(s)
	if err != nil || t < 0 {
		d.fail(v, CodeValue, "%s must be a duration such as 90s, 5m or 1h30m, not %s", v.path, quote(s))
		return
	}
	*into = t
}

// list hands each item of a list to each. The list must be one; want says of
// what.
func (d *decoder) list(v value, want string, each func(value)) bool {
	if v.kind != list {
		d.wrong(v, "a list of "+want)
		return false
	}
	for i := range v.items {
		each(v.item(i))
	}
	return true
}

// globs reads a list of globs. A given list replaces what was there.
func (d *decoder) globs(v value, into *[]string) bool {
	var globs []string
	if !d.list(v, "globs", func(item value) { d.oneGlob(item, &globs) }) {
		return false
	}
	*into = globs
	return true
}

func (d *decoder) oneGlob(v value, into *[]string) {
	var s string
	if !d.line(v, "a glob", &s) {
		return
	}
	glob := s
	if !strings.HasPrefix(s, "/") { // which is told
		glob = plainPath(s)
	}
	if problem := badGlob(glob); problem != "" {
		d.fail(v, CodeValue, "%s: %s in glob %s", v.path, problem, quote(s))
		return
	}
	*into = append(*into, glob)
}

// plainPath is a path or glob without the parts that say nothing: "./x", "x/"
// and "x" are the same, and so are "x//y" and "x/y".
func plainPath(s string) string {
	parts := slices.DeleteFunc(strings.Split(s, "/"), func(part string) bool { return part == "" || part == "." })
	return strings.Join(parts, "/")
}

// badGlob says what keeps a glob from matching anything, or "".
func badGlob(glob string) string {
	switch {
	case strings.Contains(glob, `\`):
		return "the separator is /, there is no backslash"
	case strings.HasPrefix(glob, "/"):
		return "paths are relative, there is no leading /"
	case strings.HasPrefix(glob, "!"):
		return "there is no negation with !"
	case glob == "" || glob == ".." || strings.HasPrefix(glob, "../") || strings.Contains("/"+glob+"/", "/../"):
		return "there is no way out of the folder"
	case !doublestar.ValidatePattern(glob):
		return "unclosed bracket or brace"
	}
	return ""
}
