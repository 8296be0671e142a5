package config

import (
	"slices"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

// rule reads the severity of a rule or module.
func (d *decoder) rule(v value) {
	id := v.name.text
	if !slices.Contains(d.rules, id) {
		if places := d.places(id); places != "" {
			d.failAt(v.name, v.path, CodeUnknownKey, "misplaced key %s: it belongs %s", quote(id), places)
			return
		}
		d.failAt(v.name, v.path, CodeValue, "unknown rule or module %s%s", quote(id), near(id, d.rules))
		return
	}
	var word string
	if !d.word(v, &word) {
		return
	}
	severity, err := lint.ParseSeverity(word)
	if err != nil {
		severity = lint.OK // the word is off
	}
	d.config.Rules[id] = severity
}

func (d *decoder) protocols(v value) {
	var names []string
	if d.list(v, "protocol names", func(item value) {
		var s string
		if !d.line(item, "a protocol name", &s) {
			return
		}
		if !slices.Contains(v.key.Words, s) {
			d.fail(item, CodeValue, "%s: no built-in protocol %s%s", item.path, quote(s), near(s, v.key.Words))
			return
		}
		names = append(names, s)
	}) {
		d.config.Protocols = names
	}
}

func (d *decoder) require(v value) {
	var names []string
	if d.list(v, "protocol names", func(item value) {
		var s string
		if d.line(item, "a protocol name", &s) {
			names = append(names, s)
			d.later = append(d.later, func() { d.required(item, s) })
		}
	}) {
		d.config.Require = names
	}
}

// required checks a name under require, once all protocols are known.
func (d *decoder) required(v value, name string) {
	known := slices.Clone(d.config.Protocols)
	for i := range d.config.Declared {
		known = append(known, d.config.Declared[i].Protocol)
	}
	switch {
	case slices.Contains(known, name):
	case slices.Contains(builtinProtocols(), name):
		d.fail(v, CodeValue, "%s: %s is required, but not among protocols", v.path, name)
	default:
		d.fail(v, CodeValue, "%s: unknown protocol %s%s", v.path, quote(name), near(name, append(builtinProtocols(), known...)))
	}
}

// aliases reads the spellings of the current-state protocol's sections.
func (d *decoder) aliases(v value) {
	d.spelt = map[string]spelling{}
	for _, name := range stateSections() {
		d.spelt[fold(name)] = spelling{name: name}
	}
	d.group(v)
}

func (d *decoder) alias(v value) {
	sections := stateSections()
	i := slices.Index(sections, v.name.text)
	if i < 0 {
		d.failAt(v.name, v.path, CodeValue, "unknown section %s%s", quote(v.name.text), near(v.name.text, sections))
		return
	}
	d.section = &protocol.Section{Name: sections[i]}
	var aliases []string
	d.spellings(v, &aliases)
	d.config.CurrentState.Aliases[sections[i]] = aliases
}

// stateSections lists the sections of the current-state protocol.
func stateSections() []string {
	var out []string
	for _, doc := range protocol.Builtin() {
		if doc.Protocol == protocol.CurrentState {
			for i := range doc.Sections {
				out = append(out, doc.Sections[i].Name)
			}
		}
	}
	return out
}

// kindLines reads the line limit of a kind.
func (d *decoder) kindLines(v value) {
	kind := protocol.Kind(v.name.text)
	d.later = append(d.later, func() {
		known := d.kinds()
		if !slices.Contains(known, string(kind)) {
			d.failAt(v.name, v.path, CodeValue, "unknown kind of document %s%s", quote(v.name.text), near(v.name.text, known))
		}
	})
	var lines int
	if d.count(v, &lines) {
		d.config.Limits.Lines[kind] = lines
	}
}

// builtinKinds lists the kinds of the documents that are read as Markdown.
func builtinKinds() []string {
	return []string{
		string(protocol.State), string(protocol.Archive), string(protocol.Tasks), string(protocol.Change),
		string(protocol.Memory), string(protocol.Index), string(protocol.Snapshot),
	}
}
