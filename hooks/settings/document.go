package settings

import (
	"fmt"
	"strings"
)

// A document is a settings file that is being edited.
type document struct {
	file    string
	exists  bool
	was     string // as it was read
	src     string
	dialect dialect
	root    *value // nil: there is nothing in it
}

// A route leads from the root to a value: in each container the index of the
// member to take.
type route []int

// set replaces the text. What was inserted must not make it unreadable: then
// nothing is written.
func (d *document) set(src string) error {
	root, err := parse(src, d.dialect)
	if err != nil {
		return fmt.Errorf("edit %s: %w", d.file, err)
	}
	d.src, d.root = src, root
	return nil
}

// splice puts text in the place of the bytes from start to end.
func (d *document) splice(start, end int, text string) error {
	return d.set(d.src[:start] + text + d.src[end:])
}

// at is the value at a route.
func (d *document) at(p route) *value {
	v := d.root
	for _, i := range p {
		v = v.members[i].value
	}
	return v
}

// get is the index of a key in an object, -1 when it is not there. A key that
// is there twice is nobody's to choose from.
func (d *document) get(v *value, key string) (int, error) {
	found := -1
	for i, m := range v.members {
		if m.key != key {
			continue
		}
		if found >= 0 {
			return -1, d.refuse(m.start, fmt.Sprintf("%q stands there twice", key))
		}
		found = i
	}
	return found, nil
}

// refuse says why a file is left alone.
func (d *document) refuse(at int, why string) error {
	return fmt.Errorf("%s is left alone: %w", d.file, fault(d.src, at, why))
}

// want checks what kind of container stands at a key of ours.
func (d *document) want(v *value, kind byte, key string) error {
	if v.kind == kind {
		return nil
	}
	return d.refuse(v.start, key+" is no "+map[byte]string{'{': "object", '[': "list"}[kind])
}

// start makes sure that there is a root to put something in, and says whether
// it had to be made.
//
// How a container begins tells later who made it: the text of one of ours has
// a line break behind its bracket, and what is put into an empty one that was
// there has none. A file of ours ends in a line break, and a blank one gets
// none behind the root.
func (d *document) start(key string, n node) error {
	if d.root != nil {
		if err := d.want(d.root, '{', "the root"); err != nil {
			return err
		}
		return d.insert(nil, key, n)
	}
	text := object{{key, n}}.render(style{newline: d.newline(), unit: "  "}, "")
	if !d.exists {
		text += d.newline()
	}
	return d.set(d.src + text)
}

// insert adds a member to the container at a route, behind those that are
// there. The key is "" in a list.
func (d *document) insert(at route, key string, n node) error {
	c := d.at(at)
	s := style{newline: d.newline(), unit: d.unit()}
	if len(c.members) == 0 {
		return d.splice(c.start+1, c.start+1, keyed(key)+n.render(s, d.indent(c.start)))
	}
	last := c.members[len(c.members)-1]
	indent, separator := d.indent(last.start), ", "
	if d.begins(last.start) {
		separator = "," + s.newline + indent
	}
	return d.splice(last.value.end, last.value.end, separator+keyed(key)+n.render(s, indent))
}

// remove takes out the value at a route, and with it the containers that were
// made for it.
func (d *document) remove(at route) error {
	for {
		if len(at) == 0 {
			return d.set(d.src[:d.root.start] + d.src[d.root.end:])
		}
		c := d.at(at[:len(at)-1])
		if !alone(c, at[len(at)-1]) || !d.made(c) || d.needed(at) {
			break
		}
		at = at[:len(at)-1]
	}
	c, i := d.at(at[:len(at)-1]), at[len(at)-1]
	m := c.members[i]
	switch {
	case m.comma >= 0:
		return d.splice(m.comma, m.value.end, "")
	case m.after >= 0:
		end := m.after + 1
		if i+1 < len(c.members) && strings.TrimSpace(d.src[end:c.members[i+1].start]) == "" {
			end = c.members[i+1].start
		}
		return d.splice(m.start, end, "")
	}
	return d.splice(m.start, m.value.end, "")
}

// alone reports whether nothing else stands in a container that has a meaning
// without the i-th member: a matcher has none without its hooks.
func alone(c *value, i int) bool {
	for j, m := range c.members {
		if j != i && m.key != keyMatcher {
			return false
		}
	}
	return true
}

// needed reports whether the value stands in the list of an object that has more
// than the list and a matcher: without it the object means nothing, and is not
// ours.
func (d *document) needed(at route) bool {
	if len(at) < 3 {
		return false
	}
	object := d.at(at[:len(at)-2])
	return object.kind == '{' && d.at(at[:len(at)-1]).kind == '[' && object.members[at[len(at)-2]].key == keyHooks && !alone(object, at[len(at)-2])
}

// made reports whether a container is one that insert or start wrote.
func (d *document) made(c *value) bool {
	inside := d.src[c.start+1:]
	return strings.HasPrefix(inside, "\n") || strings.HasPrefix(inside, "\r\n")
}

// begins reports whether only white space stands before an offset on its line.
func (d *document) begins(at int) bool {
	line := d.src[strings.LastIndexByte(d.src[:at], '\n')+1 : at]
	return strings.Trim(line, " \t") == "" && strings.Contains(d.src[:at], "\n")
}

// indent is the white space that the line of an offset begins with.
func (d *document) indent(at int) string {
	line := d.src[strings.LastIndexByte(d.src[:at], '\n')+1 : at]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// unit is one step of indentation, as the file has it.
func (d *document) unit() string {
	if d.root != nil && len(d.root.members) > 0 && d.begins(d.root.members[0].start) {
		if unit := d.indent(d.root.members[0].start); unit != "" {
			return unit
		}
	}
	return "  "
}

func (d *document) newline() string {
	if i := strings.IndexByte(d.src, '\n'); i > 0 && d.src[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
