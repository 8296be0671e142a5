package config

import (
	"path"
	"slices"
	"strings"

	"github.com/memorylint/memorylint/rules/protocol"
)

// documents reads the declared documents.
func (d *decoder) documents(v value) {
	d.config.Declared = nil
	d.list(v, "mappings", func(item value) {
		doc := protocol.Document{
			Protocol: DeclaredProtocol, Marker: true, ByPath: true, Links: true,
			Slots: protocol.Slots{Square: true, Curly: true, Angle: true, Bare: true, Moment: true},
		}
		d.document, d.counted, d.spelt = &doc, false, map[string]spelling{}
		item.key = &Key{Path: v.key.Path + "[]"}
		d.group(item)
		doc.Name = string(doc.Kind)
		if len(doc.Globs) == 1 && literal(doc.Globs[0]) {
			doc.Name = path.Base(doc.Globs[0])
		}
		i := len(d.config.Declared)
		d.config.Declared = append(d.config.Declared, doc)
		if !d.counted {
			d.later = append(d.later, func() { d.config.Declared[i].Lines = d.config.Limits.Lines[doc.Kind] })
		}
	})
}

func (d *decoder) kind(v value) {
	var s string
	if !d.name(v, &s) {
		return
	}
	switch k := protocol.Kind(s); k {
	case protocol.Session:
		d.fail(v, CodeValue, "%s: session files are named by current-state.sessions", v.path)
	case protocol.Receipt:
		d.fail(v, CodeValue, "%s: receipts cannot be declared", v.path)
	default:
		d.document.Kind = k
	}
}

func (d *decoder) glob(v value) {
	switch {
	case v.kind == text:
		d.document.Globs = nil
		d.oneGlob(v, &d.document.Globs)
	case v.kind != list:
		d.wrong(v, "a glob or a list of globs")
	case len(v.items) == 0:
		d.fail(v, CodeEmpty, "%s must not be empty", v.path)
	default:
		d.globs(v, &d.document.Globs)
	}
}

func (d *decoder) sections(v value) {
	d.list(v, "section names or mappings", func(item value) {
		var section protocol.Section
		d.section = &section
		if item.kind == mapping {
			item.key = &Key{Path: v.key.Path + "[]"}
			d.group(item)
		} else {
			d.sectionName(item)
		}
		d.document.Sections = append(d.document.Sections, section)
	})
}

func (d *decoder) sectionName(v value) {
	if d.line(v, "a section name", &d.section.Name) {
		d.spell(v, d.section.Name)
	}
}

// slots reads the forms of template text.
func (d *decoder) slots(v value) {
	var slots protocol.Slots
	if d.list(v, "slot forms", func(item value) {
		var s string
		if d.word(item, &s) {
			*slotForm(&slots, s) = true
		}
	}) {
		d.document.Slots = slots
	}
}

// slotForm is the field of a word of slotWords.
func slotForm(s *protocol.Slots, word string) *bool {
	switch word {
	case "square":
		return &s.Square
	case "curly":
		return &s.Curly
	case "angle":
		return &s.Angle
	case "bare":
		return &s.Bare
	case "moment":
		return &s.Moment
	case "anywhere":
		return &s.Anywhere
	}
	panic("no slot form " + word)
}

// lists reads the kind of the files that the document lists, which is checked
// once all kinds are known.
func (d *decoder) lists(v value) {
	var s string
	if !d.name(v, &s) {
		return
	}
	own := d.document
	own.Lists = protocol.Kind(s)
	d.later = append(d.later, func() {
		known := d.kinds()
		switch {
		case own.Lists == own.Kind:
			d.fail(v, CodeValue, "%s: a document cannot list its own kind", v.path)
		case !slices.Contains(known, s):
			d.fail(v, CodeValue, "%s: unknown kind of document %s%s", v.path, quote(s), near(s, known))
		}
	})
}

// kinds are the kinds of all documents that are read as Markdown.
func (d *decoder) kinds() []string {
	known := builtinKinds()
	for i := range d.config.Declared {
		known = append(known, string(d.config.Declared[i].Kind))
	}
	return known
}

func (d *decoder) lines(v value) { d.counted = d.count(v, &d.document.Lines) }

// A spelling is a name or alias of a section, and where it stands.
type spelling struct {
	section *protocol.Section // nil for a section of a built-in protocol,
	name    string            // whose name this is
	line    int
}

// spellings reads the aliases of d.section.
func (d *decoder) spellings(v value, into *[]string) {
	var aliases []string
	if d.list(v, "texts", func(item value) {
		var s string
		if d.text(item, &s) && d.spell(item, s) {
			aliases = append(aliases, s)
		}
	}) {
		*into = aliases
	}
}

// spell enters a spelling of d.section, which must not be one of another.
func (d *decoder) spell(v value, s string) bool {
	old, ok := d.spelt[fold(s)]
	switch {
	case !ok:
		d.spelt[fold(s)] = spelling{section: d.section, line: v.line}
	case old.section == nil && old.name != d.section.Name:
		d.fail(v, CodeValue, "%s: %s is a section of its own", v.path, quote(s))
		return false
	case old.section != nil && old.section != d.section:
		d.fail(v, CodeValue, "%s: %s already names a section on line %d", v.path, quote(s), old.line)
		return false
	}
	return true
}

func fold(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
