package config

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

// Show writes the config as YAML with every key spelt out. Parse reads it
// back to an equal Config. The same Config gives the same bytes.
func (c *Config) Show() []byte {
	var w writer
	names(&w, "rules", c.Rules, func(s lint.Severity) string {
		if s == lint.OK {
			return off
		}
		return s.String()
	})
	w.line("exclude", words(c.Exclude))
	w.line("protocols", words(c.Protocols))
	w.line("require", words(c.Require))
	w.line("strict", strconv.FormatBool(c.Strict))
	w.open("current-state")
	names(&w, "aliases", c.CurrentState.Aliases, words)
	w.line("sessions", words(c.CurrentState.Sessions))
	w.line("live", span(c.CurrentState.Live))
	w.close()
	w.documents(c.Declared)
	w.open("limits")
	names(&w, "lines", c.Limits.Lines, strconv.Itoa)
	w.line("characters", strconv.Itoa(c.Limits.Characters))
	w.close()
	w.line("language", word(c.Language))
	w.continuity(c.Continuity)
	return w.Bytes()
}

// A writer writes block mappings; values are in flow style.
type writer struct {
	bytes.Buffer
	indent string
}

func (w *writer) line(key, value string) { fmt.Fprintf(w, "%s%s: %s\n", w.indent, key, value) }

func (w *writer) open(key string) {
	fmt.Fprintf(w, "%s%s:\n", w.indent, key)
	w.indent += "  "
}

func (w *writer) close() { w.indent = w.indent[2:] }

// item begins an item of a list: the first line after it carries the dash.
func (w *writer) item(body func()) {
	start := w.Len() + len(w.indent)
	w.indent += "  "
	body()
	w.indent = w.indent[2:]
	w.Bytes()[start] = '-'
}

// names writes a mapping with names of its own, sorted.
func names[K ~string, V any](w *writer, key string, m map[K]V, value func(V) string) {
	if len(m) == 0 {
		w.line(key, "{}")
		return
	}
	w.open(key)
	for _, name := range slices.Sorted(maps.Keys(m)) {
		w.line(word(string(name)), value(m[name]))
	}
	w.close()
}

func (w *writer) documents(docs []protocol.Document) {
	if len(docs) == 0 {
		w.line("documents", "[]")
		return
	}
	w.open("documents")
	for i := range docs {
		w.item(func() { w.document(&docs[i]) })
	}
	w.close()
}

func (w *writer) document(d *protocol.Document) {
	w.line("protocol", word(d.Protocol))
	w.line("kind", word(string(d.Kind)))
	w.line("glob", words(d.Globs))
	w.line("exclude", words(d.Exclude))
	w.sections(d.Sections)
	var slots []string
	for _, s := range slotWords() {
		if *slotForm(&d.Slots, s) {
			slots = append(slots, s)
		}
	}
	w.line("slots", words(slots))
	w.line("lines", strconv.Itoa(d.Lines))
	w.line("bytes", strconv.Itoa(d.Bytes))
	w.line("labels", strconv.FormatBool(d.Labels))
	w.line("links", strconv.FormatBool(d.Links))
	if d.Lists != "" {
		w.line("lists", word(string(d.Lists)))
	}
	w.line("stamp", strconv.FormatBool(d.Stamped))
	w.line("marker", strconv.FormatBool(d.Marker))
}

func (w *writer) sections(sections []protocol.Section) {
	if len(sections) == 0 {
		w.line("sections", "[]")
		return
	}
	w.open("sections")
	for _, s := range sections {
		w.item(func() {
			w.line("name", word(s.Name))
			w.line("aliases", words(s.Aliases))
			w.line("optional", strconv.FormatBool(s.Optional))
			w.line("none", strconv.FormatBool(s.None))
			w.line("work", strconv.FormatBool(s.Work))
		})
	}
	w.close()
}

// word writes text as YAML: bare where no reader can take it for anything
// else, else in double quotes.
func word(s string) string {
	bare := s != "" && !slices.Contains([]string{"true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf"}, strings.ToLower(s))
	for i, c := range s {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z':
		case i > 0 && ('0' <= c && c <= '9' || c == '-' || c == '/'):
		case i > 0 && i < len(s)-1 && c == ' ':
		default:
			bare = false
		}
	}
	if bare {
		return s
	}
	return strconv.Quote(s)
}

func words(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = word(s)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// span writes a duration without the parts that are zero: 5m, not 5m0s.
func span(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
