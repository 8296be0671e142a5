package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

// A decoder fills a Config from nodes and collects what is wrong.
type decoder struct {
	file   string
	keys   []Key
	rules  []string // modules, then ids
	config *Config
	errs   Errors

	// What is being filled.
	document *protocol.Document
	section  *protocol.Section
	counted  bool                // the document has a limit of its own
	spelt    map[string]spelling // the section names of the document, folded

	// later holds the checks that need keys from further down the file.
	later []func()
}

// A value is a node and where it stands.
type value struct {
	*node
	key  *Key   // what the table says of it
	name *node  // the key in the file; nil for an item of a list
	path string // of the key, with numbers: "documents[0].glob"
}

// child is the value at a key of v.
func (v value) child(key *Key, p pair) value {
	path := p.key.text
	if v.path != "" {
		path = v.path + "." + path
	}
	return value{node: p.value, key: key, name: p.key, path: path}
}

// item is entry i of a list; it keeps the list's key.
func (v value) item(i int) value {
	return value{node: v.items[i], key: v.key, path: v.path + "[" + strconv.Itoa(i) + "]"}
}

// fail adds an error at the value, or, with its name, at the key.
func (d *decoder) fail(v value, code, format string, args ...any) {
	d.failAt(v.node, v.path, code, format, args...)
}

func (d *decoder) failAt(n *node, path, code, format string, args ...any) {
	d.errs = append(d.errs, &Error{
		File: d.file, Line: n.line, Column: n.column,
		Key: path, Code: code, Message: lint.Clip(fmt.Sprintf(format, args...), 100),
	})
}

// wrong says that a value has the wrong type. What the reader could not read
// is an error already.
func (d *decoder) wrong(v value, want string) {
	switch v.kind {
	case broken:
	case null:
		d.fail(v, CodeType, "%s has no value, it must be %s", v.path, want)
	case list:
		d.fail(v, CodeType, "%s must be %s, not a list", v.path, want)
	case mapping:
		d.fail(v, CodeType, "%s must be %s, not a mapping", v.path, want)
	case text:
		d.fail(v, CodeType, "%s must be %s, not %s", v.path, want, quote(v.text))
	default:
		d.fail(v, CodeType, "%s must be %s, not %s", v.path, want, lint.Clip(v.text, 20))
	}
}

// quote puts foreign text into a message.
func quote(s string) string { return `"` + lint.Clip(s, 40) + `"` }

// near appends the nearest known word to a message.
func near(word string, known []string) string {
	if n := Nearest(word, known); n != "" {
		return " (nearest: " + n + ")"
	}
	return ""
}

// root decodes the file.
func (d *decoder) root(n *node) {
	if n.kind != mapping {
		if n.kind != broken {
			d.failAt(n, "", CodeType, "the top level must be a mapping of keys")
		}
		return
	}
	d.entries(value{node: n, key: &Key{}}, "")
	for _, check := range d.later {
		check()
	}
}

// group decodes a mapping, by the keys that the table has below it.
func (d *decoder) group(v value) {
	if v.kind != mapping {
		d.wrong(v, "a mapping")
		return
	}
	d.entries(v, v.key.Path)
}

// entries decodes the keys of a mapping; parent is its path in the table.
func (d *decoder) entries(v value, parent string) {
	lines := map[string]int{}
	for _, p := range v.pairs {
		if p.key.kind == broken {
			continue
		}
		key := d.find(parent, p.key.text)
		if line, again := lines[p.key.text]; again {
			c := v.child(key, p)
			d.failAt(p.key, c.path, CodeDuplicateKey, "duplicate key %s, first on line %d", quote(p.key.text), line)
			continue
		}
		lines[p.key.text] = p.key.line
		if key == nil {
			key = d.find(parent, "*")
		}
		if key == nil {
			d.unknown(v.child(nil, p), parent)
			continue
		}
		key.decode(d, v.child(key, p))
	}
	for i := range d.keys {
		if k := &d.keys[i]; k.Required && k.parent() == parent && lines[k.name()] == 0 {
			path := strings.TrimPrefix(v.path+"."+k.name(), ".")
			d.failAt(v.node, path, CodeValue, "%s is missing", path)
		}
	}
}

func (d *decoder) find(parent, name string) *Key {
	for i := range d.keys {
		if k := &d.keys[i]; k.name() == name && k.parent() == parent {
			return k
		}
	}
	return nil
}

// unknown says of a key that does not belong below parent what was meant:
// another case, another place, another word.
func (d *decoder) unknown(v value, parent string) {
	word := v.name.text
	var here []string
	for _, k := range d.keys {
		if k.parent() == parent {
			here = append(here, k.name())
		}
	}
	for _, k := range here {
		if strings.EqualFold(k, word) {
			d.failAt(v.name, v.path, CodeUnknownKey, "unknown key %s: write %s, case counts", quote(word), k)
			return
		}
	}
	if places := d.places(word); places != "" {
		d.failAt(v.name, v.path, CodeUnknownKey, "misplaced key %s: it belongs %s", quote(word), places)
		return
	}
	if n := Nearest(word, here); n != "" {
		d.failAt(v.name, v.path, CodeUnknownKey, "unknown key %s (nearest known key: %s)", quote(word), n)
		return
	}
	message := "unknown key " + quote(word)
	if all := message + ", known are " + orList(here, "and"); utf8.RuneCountInString(all) <= 100 {
		message = all
	}
	d.failAt(v.name, v.path, CodeUnknownKey, "%s", message)
}

// places says where a key, or a rule, does belong; "" when nowhere.
func (d *decoder) places(word string) string {
	var places []string
	for i := range d.keys {
		switch k := &d.keys[i]; {
		case k.name() == "*":
		case k.Path == word && k.parent() == "":
			places = append(places, "at the top level")
		case k.name() == word, k.Path == word:
			places = append(places, "under "+k.parent())
		}
	}
	if len(places) == 0 && slices.Contains(d.rules, word) {
		return "under rules"
	}
	return orList(places, "or")
}
