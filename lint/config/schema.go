package config

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Schema is the JSON schema (draft 2020-12) of the config file, for editors.
// It is made from the table of keys. The same known rules, in the same order,
// give the same bytes.
func Schema(known Known) []byte {
	s := schema{keys: Keys(), rules: append(modules(known.Rules), known.Rules...)}
	root := object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", "memorylint configuration"},
	}
	root = append(root, s.group("")...)
	root = append(root, member{"$defs", s.defs})
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(root); err != nil {
		panic(err) // only strings, numbers and objects of them
	}
	return out.Bytes()
}

// An object is a JSON object that keeps its order.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	out.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		if err := e.Encode(m.name); err != nil {
			return nil, err
		}
		out.WriteByte(':')
		if err := e.Encode(m.value); err != nil {
			return nil, err
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

type schema struct {
	keys  []Key
	rules []string
	defs  object // what is referred to
}

// group is the schema of a mapping whose keys are in the table.
func (s *schema) group(parent string) object {
	properties, required := object{}, []string{}
	for i := range s.keys {
		k := &s.keys[i]
		if k.parent() != parent {
			continue
		}
		properties = append(properties, member{k.name(), s.key(k)})
		if k.Required {
			required = append(required, k.name())
		}
	}
	out := object{{"type", "object"}, {"properties", properties}}
	if len(required) > 0 {
		out = append(out, member{"required", required})
	}
	return append(out, member{"additionalProperties", false})
}

// key is the schema of a key with its description and default.
func (s *schema) key(k *Key) object {
	out := object{{"description", strings.ReplaceAll(k.Doc.English, "`", "")}}
	if k.Default != "" {
		out = append(out, member{"default", json.RawMessage(k.Default)})
	}
	return append(out, s.typed(k)...)
}

func (s *schema) typed(k *Key) object {
	switch k.Type {
	case Flag:
		return object{{"type", "boolean"}}
	case Count:
		return object{{"type", "integer"}, {"minimum", 0}}
	case Word:
		return object{{"enum", k.Words}}
	case WordList:
		return listOf(object{{"enum", k.Words}})
	case Text:
		if k.Pattern != "" {
			return pattern(k.Pattern)
		}
		return textSchema()
	case TextList:
		return listOf(textSchema())
	case Name:
		return nameSchema()
	case NameList:
		return listOf(nameSchema())
	case Duration:
		return pattern(`^\+?(0|(([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$`)
	case GlobList:
		return listOf(globSchema())
	case GlobOrList:
		return object{{"anyOf", []any{globSchema(), append(listOf(globSchema()), member{"minItems", 1})}}}
	case Group:
		return s.group(k.Path)
	case Groups:
		return listOf(s.group(k.Path + "[]"))
	case NameOrGroup:
		return listOf(object{{"anyOf", []any{textSchema(), s.group(k.Path + "[]")}}})
	case Map:
		return s.names(k)
	}
	panic("no schema for the type of " + k.Path)
}

// names is the schema of a mapping with names of its own. Where they are
// known they are spelt out, so that editors can complete them.
func (s *schema) names(k *Key) object {
	var value *Key
	for i := range s.keys {
		if s.keys[i].Path == k.Path+".*" {
			value = &s.keys[i]
		}
	}
	var names []string
	switch k.Path {
	case "rules":
		names = s.rules
	case "current-state.aliases":
		names = stateSections()
	default:
		return object{{"type", "object"}, {"propertyNames", nameSchema()}, {"additionalProperties", s.key(value)}}
	}
	s.defs = append(s.defs, member{k.name(), s.key(value)})
	properties := object{}
	for _, name := range names {
		properties = append(properties, member{name, object{{"$ref", "#/$defs/" + k.name()}}})
	}
	return object{{"type", "object"}, {"properties", properties}, {"additionalProperties", false}}
}

func listOf(items object) object { return object{{"type", "array"}, {"items", items}} }

func pattern(p string) object { return object{{"type", "string"}, {"pattern", p}} }

func textSchema() object { return pattern(`^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$`) }
func nameSchema() object { return pattern(`^[a-z0-9]([a-z0-9-]*[a-z0-9])?$`) }
func globSchema() object { return pattern(`^[^\\!/][^\\]*$`) }
