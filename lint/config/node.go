package config

import (
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"
)

// A kind is the type of a YAML node.
type kind uint8

const (
	null kind = iota
	text
	number // whole
	fraction
	flag
	list
	mapping
	broken // its error is reported already
)

// A node is one value of the file.
type node struct {
	kind         kind
	line, column int
	text         string // of a scalar: its value, for a number or flag as written
	number       uint64
	negative     bool // a number below zero
	flag         bool
	items        []*node
	pairs        []pair // in the order of the file, duplicates included
}

// A pair is one entry of a mapping. Its key has kind text, whatever it looks
// like, or broken.
type pair struct{ key, value *node }

// document gives the root of the only document.
func (r *reader) document(f *ast.File) *node {
	if len(f.Docs) == 0 {
		return nil
	}
	if len(f.Docs) > 1 {
		r.another(f.Docs)
	}
	if f.Docs[0].Body == nil {
		return nil
	}
	return r.node(f.Docs[0].Body)
}

func (r *reader) another(docs []*ast.DocumentNode) {
	if _, ok := docs[0].Body.(*ast.DirectiveNode); ok {
		return // which is an error of its own
	}
	second := docs[1]
	start := second.Start
	if start == nil && second.Body != nil {
		start = second.Body.GetToken()
	}
	r.failAt(start, "a second YAML document: a config file holds one")
}

func (r *reader) node(n ast.Node) *node {
	switch n := n.(type) {
	case nil:
		return &node{line: 1, column: 1}
	case *ast.NullNode:
		return scalar(n, null)
	case *ast.StringNode:
		return scalar(n, text)
	case *ast.LiteralNode:
		out := scalar(n, text)
		out.text = n.Value.Value
		return out
	case *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return scalar(n, fraction)
	case *ast.BoolNode:
		out := scalar(n, flag)
		out.flag = n.Value
		return out
	case *ast.IntegerNode:
		return integer(n)
	case *ast.SequenceNode:
		out := scalar(n, list)
		for i, v := range n.Values {
			item := r.node(v)
			if item.kind == null && i < len(n.Entries) && n.Entries[i].Start != nil {
				// An absent item stands at its dash.
				item.line, item.column = at(n.Entries[i].Start)
			}
			out.items = append(out.items, item)
		}
		return out
	case *ast.MappingNode:
		return r.mapping(n, n.Values)
	case *ast.MappingValueNode:
		return r.mapping(n, []*ast.MappingValueNode{n})
	}
	return r.unsupported(n)
}

func (r *reader) mapping(n ast.Node, values []*ast.MappingValueNode) *node {
	out := scalar(n, mapping)
	for i, v := range values {
		p := pair{key: r.key(v.Key), value: r.node(v.Value)}
		if p.value.kind == null {
			// An absent value has no place of its own.
			p.value.line, p.value.column = p.key.line, p.key.column
		}
		if i == 0 && n.GetToken().Type == token.MappingValueType {
			// Block style: the mapping begins with its first key.
			out.line, out.column = p.key.line, p.key.column
		}
		out.pairs = append(out.pairs, p)
	}
	return out
}

func (r *reader) key(k ast.MapKeyNode) *node {
	switch k := k.(type) {
	case *ast.MergeKeyNode:
		r.failAt(k.GetToken(), "merge keys (<<) are not supported")
		return scalar(k, broken)
	case *ast.MappingKeyNode:
		r.failAt(k.GetToken(), "a key must be plain text")
		return scalar(k, broken)
	}
	out := r.node(k)
	if out.kind != broken {
		out.kind = text
	}
	return out
}

func (r *reader) unsupported(n ast.Node) *node {
	what := "this kind of YAML is"
	switch n.(type) {
	case *ast.AnchorNode, *ast.AliasNode:
		what = "anchors (&) and aliases (*) are"
	case *ast.TagNode:
		what = "tags (!) are"
	case *ast.DirectiveNode:
		what = "directives (%) are"
	}
	r.failAt(n.GetToken(), "%s not supported", what)
	return scalar(n, broken)
}

func scalar(n ast.Node, k kind) *node {
	out := &node{kind: k}
	if t := n.GetToken(); t != nil {
		out.line, out.column = at(t)
		out.text = t.Value
	}
	return out
}

func integer(n *ast.IntegerNode) *node {
	out := scalar(n, number)
	switch v := n.Value.(type) {
	case uint64:
		out.number = v
	case int64:
		out.number, out.negative = uint64(max(v, 0)), v < 0
	default:
		out.kind = fraction // too large to be anything else
	}
	return out
}
