package config

import (
	"encoding/json"
	"strings"

	"github.com/memorylint/memorylint/rules/continuity"
)

// continuityKeys are the keys below "continuity", made from the package's own
// table. One decoder there reads them all, here and in a file of their own.
func continuityKeys() []Key {
	group := func(path, english, chinese string) Key {
		return Key{Path: path, Type: Group, Doc: Doc{english, chinese}, decode: (*decoder).continuity}
	}
	keys := []Key{group("continuity", "approved-plan continuity: the gate, its block and its receipts", "核准計畫的連續性：閘門、區塊與收據")}
	for _, o := range continuity.Options() {
		k := Key{
			Path: "continuity." + o.Key, decode: (*decoder).continuity, Pattern: o.Pattern,
			Doc: Doc{strings.TrimSuffix(o.Doc, "."), strings.TrimSuffix(o.DocZH, "。")},
		}
		switch o.Default().(type) {
		case bool:
			k.Type = Flag
		case string:
			k.Type = Text
		default:
			k.Type = TextList
		}
		value, err := json.Marshal(o.Default())
		if err != nil {
			panic(err) // a bool, a string or a list of strings
		}
		k.Default = strings.ReplaceAll(string(value), ",", ", ")
		for _, path := range []string{"adapter", "adapter.forceRecall"} {
			full := "continuity." + path
			if strings.HasPrefix(k.Path, full+".") && keys[len(keys)-1].Path != full && !strings.HasPrefix(keys[len(keys)-1].Path, full+".") {
				keys = append(keys, group(full, "the block that agents are shown", "向代理程式顯示的區塊"))
			}
		}
		keys = append(keys, k)
	}
	return keys
}

// continuity decodes the mapping of that name.
func (d *decoder) continuity(v value) {
	n, whole := continuityNode(v.node)
	if !whole {
		return // the reader has said why
	}
	c, errs := continuity.DecodeConfig(n)
	for _, e := range errs {
		path := strings.TrimSuffix(v.path+"."+e.Key, ".")
		d.failAt(&node{line: e.Line, column: e.Column}, path, e.Code, "%s: %s", v.path, e.Message)
	}
	d.config.Continuity = c
}

// continuityNode is a node as that package reads it; false when a part of it
// could not be read.
func continuityNode(n *node) (*continuity.Node, bool) {
	out := &continuity.Node{Text: n.text, Position: continuity.Position{Line: n.line, Column: n.column}}
	whole := true
	switch n.kind {
	case broken:
		return out, false
	case text:
		out.Kind = continuity.String
	case number, fraction:
		out.Kind = continuity.Number
	case flag:
		out.Kind, out.Text = continuity.Bool, "false"
		if n.flag {
			out.Text = "true"
		}
	case list:
		out.Kind = continuity.List
		for _, item := range n.items {
			value, ok := continuityNode(item)
			out.Items, whole = append(out.Items, value), whole && ok
		}
	case mapping:
		out.Kind = continuity.Object
		for _, p := range n.pairs {
			value, ok := continuityNode(p.value)
			whole = whole && ok && p.key.kind != broken
			out.Fields = append(out.Fields, continuity.Field{
				Key: p.key.text, Value: value, Position: continuity.Position{Line: p.key.line, Column: p.key.column},
			})
		}
	}
	return out, whole
}

// continuity writes the mapping of that name.
func (w *writer) continuity(c continuity.Config) {
	w.open("continuity")
	open := ""
	for _, o := range continuity.Options() {
		parent, name := "", o.Key
		if i := strings.LastIndex(o.Key, "."); i >= 0 {
			parent, name = o.Key[:i], o.Key[i+1:]
		}
		if parent != open {
			for part := range strings.SplitSeq(strings.TrimPrefix(strings.TrimPrefix(parent, open), "."), ".") {
				w.open(part)
			}
			open = parent
		}
		switch v := o.Of(c).(type) {
		case bool:
			w.line(name, map[bool]string{true: "true", false: "false"}[v])
		case string:
			w.line(name, word(v))
		case []string:
			w.line(name, words(v))
		}
	}
	for range strings.Count(open, ".") + 1 {
		w.close()
	}
	w.close()
}

// HasContinuity reports whether src is a config file of ours rather than a
// continuity configuration of its own: a mapping with a key that only the
// former knows.
func HasContinuity(name string, src []byte) bool {
	root, _ := read(name, src)
	if root == nil || root.kind != mapping {
		return false
	}
	for _, p := range root.pairs {
		for _, k := range Keys() {
			if k.Path == p.key.text {
				return true
			}
		}
	}
	return false
}
