// Package continuity is approved-plan continuity without input or output: the
// contract of dispatch receipts, the gate, the block that agents are shown,
// the envelopes of the commands, and the configuration of all of these.
//
// Every door (lint rule, command, agent hook) asks the functions here, so
// that nothing is decided twice. The package reads no file, no clock and no
// environment; hooks/dispatch stores what it validates.
package continuity

import "strconv"

// A Position is a place in a file. Its fields are those of lint.Position, to
// which it is converted. The zero Position means no place.
type Position struct {
	Offset int // in bytes, from 0
	Line   int // from 1
	Column int // in code points, from 1
}

// A Kind says what a Node is.
type Kind uint8

// The kinds of values that JSON and the used part of YAML know.
const (
	Null Kind = iota
	Bool
	Number
	String
	List
	Object
)

// describe names a kind with its article, as messages do.
func (k Kind) describe() string {
	switch k {
	case Bool:
		return "a boolean"
	case Number:
		return "a number"
	case String:
		return "a string"
	case List:
		return "a list"
	case Object:
		return "an object"
	}
	return "null"
}

// A Node is one value of a JSON document or of a configuration file, with its
// place. A nil *Node stands for a value that is not there; all methods accept
// it. Within a tree no value is nil: what a file leaves empty is a Null node.
type Node struct {
	Kind Kind
	Position

	// Text is a string's decoded value, a number as it was written (so that
	// long integers stay exact), and true or false for a boolean.
	Text string

	Fields []Field // of an Object, in the order of the file
	Items  []*Node // of a List
}

// A Field is one member of an Object. Its Position is the key's.
type Field struct {
	Key string
	Position
	Value *Node
}

// Text returns a String node without a place.
func Text(s string) *Node { return &Node{Kind: String, Text: s} }

// Boolean returns a Bool node without a place.
func Boolean(b bool) *Node { return &Node{Kind: Bool, Text: strconv.FormatBool(b)} }

// Texts returns a List of strings without a place.
func Texts(words []string) *Node {
	n := &Node{Kind: List}
	for _, w := range words {
		n.Items = append(n.Items, Text(w))
	}
	return n
}

// Get returns the value of an exactly spelt key: nil when there is none or n
// is no object.
func (n *Node) Get(key string) *Node {
	if n == nil {
		return nil
	}
	for _, f := range n.Fields {
		if f.Key == key {
			return f.Value
		}
	}
	return nil
}

// IsObject reports whether n is there and an object. A list is none.
func (n *Node) IsObject() bool { return n != nil && n.Kind == Object }

// Is reports whether n is exactly the string s.
func (n *Node) Is(s string) bool { return n != nil && n.Kind == String && n.Text == s }

// missing reports whether n is absent or null.
func (n *Node) missing() bool { return n == nil || n.Kind == Null }

// or is the ?? of JavaScript: n unless it is absent or null.
func (n *Node) or(other *Node) *Node {
	if n.missing() {
		return other
	}
	return n
}

// Truthy reports whether JavaScript takes n for true: everything but absent,
// null, false, the empty string and a number that is zero to a double (-0,
// 0.0, 0e5, 1e-999).
func (n *Node) Truthy() bool {
	if n.missing() {
		return false
	}
	switch n.Kind {
	case Bool:
		return n.Text == "true"
	case String:
		return n.Text != ""
	case Number:
		f, _ := strconv.ParseFloat(n.Text, 64) // out of range is ±Inf: true
		return f != 0
	}
	return true
}

// set appends a field unless its value is absent.
func (n *Node) set(key string, value *Node) {
	if value != nil {
		n.Fields = append(n.Fields, Field{Key: key, Value: value})
	}
}
