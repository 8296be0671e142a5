package continuity

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// Codes of a ConfigError.
const (
	CodeConfigSyntax       = "config.syntax" // not JSON at all
	CodeConfigUnknownKey   = "config.unknown_key"
	CodeConfigDuplicateKey = "config.duplicate_key"
	CodeConfigType         = "config.type"
	CodeConfigEmpty        = "config.empty"
	CodeConfigValue        = "config.value"
)

// A ConfigError is one fault of a configuration.
type ConfigError struct {
	Code     string
	Key      string // path of the key, list items as [0]; "" for the whole configuration
	Nearest  string // path of the known key that may have been meant, or ""
	Message  string // names key and nearest; at most 100 code points, without the place
	Position        // of an unknown key itself, else of the value
}

// Error gives line, column, message and code.
func (e ConfigError) Error() string {
	return fmt.Sprintf("%d:%d: %s [%s]", e.Line, e.Column, e.Message, e.Code)
}

// ParseConfig reads a configuration that is a JSON file of its own. With any
// error there is no usable Config.
func ParseConfig(data []byte) (Config, []ConfigError) {
	root, _, err := parse(data, MaxInput)
	var s *SyntaxError
	if errors.As(err, &s) {
		return Config{}, []ConfigError{{Code: CodeConfigSyntax, Message: s.Message, Position: s.Position}}
	}
	return DecodeConfig(root)
}

// DecodeConfig reads a configuration from a tree, whatever file it came from,
// and takes defaults for keys that are not there; nil is an empty one. It
// finds all errors, in the order of the tree; with any there is no usable
// Config.
func DecodeConfig(root *Node) (Config, []ConfigError) {
	d := decoder{config: Defaults(), options: Options()}
	if root != nil {
		d.mapping("", root)
	}
	if len(d.errs) > 0 {
		return Config{}, d.errs
	}
	return d.config, nil
}

type decoder struct {
	config  Config
	options []Option
	errs    []ConfigError
}

func (d *decoder) fail(code, key string, at Position, format string, args ...any) {
	d.errs = append(d.errs, ConfigError{Code: code, Key: key, Position: at, Message: fmt.Sprintf(format, args...)})
}

// mapping decodes the keys below a path.
func (d *decoder) mapping(path string, n *Node) {
	if n.Kind != Object {
		name := path
		if name == "" {
			name = "the continuity configuration"
		}
		d.fail(CodeConfigType, path, n.Position, "%s must be a mapping, not %s", name, n.Kind.describe())
		return
	}
	lines := map[string]int{}
	for _, f := range n.Fields {
		key := join(path, f.Key)
		if line, twice := lines[f.Key]; twice {
			d.fail(CodeConfigDuplicateKey, key, f.Position, "duplicate key %s, first on line %d", quote(f.Key), line)
			continue
		}
		lines[f.Key] = f.Line
		d.key(path, key, f)
	}
}

func (d *decoder) key(path, key string, f Field) {
	// A dot inside a key is no path.
	if !strings.Contains(f.Key, ".") {
		for _, o := range d.options {
			if o.Key == key {
				d.value(o, f.Value)
				return
			}
			if strings.HasPrefix(o.Key, key+".") {
				d.mapping(key, f.Value)
				return
			}
		}
	}
	near := d.nearest(path, f.Key)
	message := "unknown key " + quote(key)
	if near == key {
		message += ": nest the keys, one level for each dot"
	} else if near != "" {
		message += ", nearest known key " + near
	}
	d.errs = append(d.errs, ConfigError{CodeConfigUnknownKey, key, near, message, f.Position})
}

func (d *decoder) value(o Option, n *Node) {
	switch p := o.field(&d.config).(type) {
	case *bool:
		if n.Kind != Bool {
			d.fail(CodeConfigType, o.Key, n.Position, "%s must be true or false, not %s", o.Key, n.Kind.describe())
		}
		*p = n.Text == "true"
	case *string:
		*p = d.text(o, o.Key, n)
	case *[]string:
		if n.Kind != List {
			d.fail(CodeConfigType, o.Key, n.Position, "%s must be a list of strings, not %s", o.Key, n.Kind.describe())
		}
		*p = []string{}
		for i, item := range n.Items {
			*p = append(*p, d.text(o, fmt.Sprintf("%s[%d]", o.Key, i), item))
		}
	}
}

// text decodes a string at a path.
func (d *decoder) text(o Option, path string, n *Node) string {
	switch {
	case n.missing() || n.Kind != String:
		d.fail(CodeConfigType, path, n.Position, "%s must be a string, not %s", path, n.Kind.describe())
		return ""
	case o.Filled && blank(n.Text):
		d.fail(CodeConfigEmpty, path, n.Position, "%s must not be empty", path)
	case strings.ContainsFunc(n.Text, unicode.IsControl):
		d.fail(CodeConfigValue, path, n.Position, "%s must be one line without control characters", path)
	case o.fault != nil:
		if fault := o.fault(n.Text); fault != "" {
			d.fail(CodeConfigValue, path, n.Position, "%s %s", path, fault)
		}
	}
	return n.Text
}

// nearest returns the path of the known key that an unknown one below path is
// likely to stand for: the most similar of its neighbours, or one of the same
// name elsewhere; "" when nothing is like it.
func (d *decoder) nearest(path, key string) string {
	best, least := "", 1+len(key)/2
	for _, o := range d.options {
		for known := o.Key; known != ""; known = parent(known) {
			cost := least
			switch name := known[len(join(parent(known), "")):]; {
			case known == key && parent(known) != "":
				return known // a whole path, written as one key
			case parent(known) == path:
				cost = distance(strings.ToLower(key), strings.ToLower(name))
			case name == key && strings.HasPrefix(known, path):
				cost = 0
			case name == key:
				cost = 1
			}
			if cost < least {
				best, least = known, cost
			}
		}
	}
	return best
}

// parent is the path that a key stands below.
func parent(key string) string { return key[:max(strings.LastIndexByte(key, '.'), 0)] }

// join appends a key to a path.
func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// distance counts the bytes to insert, delete or replace between two words,
// the first of which may be of any length.
func distance(a, b string) int {
	if len(a) > 2*len(b) {
		return len(a) - len(b)
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], cost
		}
	}
	return row[len(b)]
}
