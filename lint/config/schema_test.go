package config

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema(testRules())))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("config.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("config.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSchemaAcceptsWhatParseAccepts(t *testing.T) {
	s := compileSchema(t)
	for name, src := range goodInputs() {
		root, _ := read("c", []byte(src))
		if root == nil {
			continue // an empty file is no JSON
		}
		if err := s.Validate(plain(root)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		shown, _ := read("c", parse(t, src).Show())
		if err := s.Validate(plain(shown)); err != nil {
			t.Errorf("%s, shown: %v", name, err)
		}
	}
}

func TestSchemaRejectsWhatParseRejects(t *testing.T) {
	s := compileSchema(t)
	for _, tt := range badInputs() {
		if !tt.schema {
			continue
		}
		root, errs := read("c", []byte(tt.src))
		if errs != nil {
			t.Fatalf("%s: %v", tt.name, errs)
		}
		if s.Validate(plain(root)) == nil {
			t.Errorf("%s: accepted", tt.name)
		}
	}
}

func TestSchemaIsStable(t *testing.T) {
	one := Schema(testRules())
	if !bytes.Equal(one, Schema(testRules())) {
		t.Error("two runs differ")
	}
	if !json.Valid(one) || !bytes.HasSuffix(one, []byte("}\n")) || !bytes.Contains(one, []byte("\n  \"type\": \"object\",\n")) {
		t.Errorf("not pretty JSON:\n%.300s", one)
	}
}

// plain turns a node into what a JSON decoder would give.
func plain(n *node) any {
	switch n.kind {
	case list:
		out := []any{}
		for _, item := range n.items {
			out = append(out, plain(item))
		}
		return out
	case mapping:
		out := map[string]any{}
		for _, p := range n.pairs {
			out[p.key.text] = plain(p.value)
		}
		return out
	case text:
		return n.text
	case flag:
		return n.flag
	case number, fraction:
		return json.Number(n.text)
	}
	return nil
}

// The default of each key in the table is the default of the Config.
func TestKeyDefaults(t *testing.T) {
	want := string(Default().Show())
	for _, k := range Keys() {
		if k.Default == "" || strings.Contains(k.Path, "[]") {
			continue
		}
		src := k.Path + ": " + k.Default
		if parts := strings.Split(k.Path, "."); len(parts) > 1 {
			last := len(parts) - 1
			src = strings.Join(parts[:last], ": {") + ": {" + parts[last] + ": " + k.Default + strings.Repeat("}", last)
		}
		if got := string(parse(t, src).Show()); got != want {
			t.Errorf("%s: not the default:\n%s", src, got)
		}
	}
	short := parse(t, "documents: [{kind: a, glob: b, sections: [c]}]")
	var long strings.Builder
	for _, k := range Keys() {
		if name, ok := strings.CutPrefix(k.Path, "documents[]."); ok && k.Default != "" && !strings.Contains(name, ".") && name != "sections" {
			long.WriteString(", " + name + ": " + k.Default)
		}
	}
	section := "{name: c"
	for _, k := range Keys() {
		if name, ok := strings.CutPrefix(k.Path, "documents[].sections[]."); ok && k.Default != "" {
			section += ", " + name + ": " + k.Default
		}
	}
	full := parse(t, "documents: [{kind: a, glob: b, sections: ["+section+"}]"+long.String()+"}]")
	if got, want := string(full.Show()), string(short.Show()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestKeys(t *testing.T) {
	var paths []string
	han := regexp.MustCompile(`\p{Han}`)
	for _, k := range Keys() {
		if slices.Contains(paths, k.Path) {
			t.Errorf("%s is there twice", k.Path)
		}
		parent, items := strings.CutSuffix(k.parent(), "[]")
		if parent != "" && !slices.Contains(paths, parent) {
			t.Errorf("%s stands before its parent", k.Path)
		}
		for _, p := range Keys() {
			if p.Path == parent && items != (p.Type == Groups || p.Type == NameOrGroup) {
				t.Errorf("%s below a key of another type", k.Path)
			}
		}
		if k.decode == nil || k.Doc.English == "" || !han.MatchString(k.Doc.TraditionalChinese) || han.MatchString(k.Doc.English) {
			t.Errorf("%s is not complete", k.Path)
		}
		for _, doc := range []string{k.Doc.English, k.Doc.TraditionalChinese} {
			if strings.HasSuffix(doc, ".") || strings.HasSuffix(doc, "。") || utf8.RuneCountInString(doc) > 100 {
				t.Errorf("%s: %q", k.Path, doc)
			}
		}
		if (k.Type == Word || k.Type == WordList) != (len(k.Words) > 0) {
			t.Errorf("%s: words %q", k.Path, k.Words)
		}
		paths = append(paths, k.Path)
	}
}

func TestTable(t *testing.T) {
	for _, language := range []string{English, TraditionalChinese} {
		table := string(Table(language))
		lines := strings.Split(strings.TrimSuffix(table, "\n"), "\n")
		if len(lines) != len(Keys())+2 {
			t.Errorf("%s: %d lines", language, len(lines))
		}
		for _, line := range lines {
			if strings.Count(line, "|") != 5 {
				t.Errorf("%s: not four cells: %s", language, line)
			}
		}
	}
	if want := "| `current-state.live` | duration | `5m` |"; !strings.Contains(string(Table(English)), want) {
		t.Errorf("no %s in\n%s", want, Table(English))
	}
	if want := "| `strict` | true 或 false | `false` |"; !strings.Contains(string(Table(TraditionalChinese)), want) {
		t.Errorf("no %s in\n%s", want, Table(TraditionalChinese))
	}
}

// Editors complete what is spelt out as a property.
func TestSchemaNamesTheRules(t *testing.T) {
	for _, want := range []string{`"archive/name": {`, `"archive": {`, `"Next Action": {`} {
		if !strings.Contains(string(Schema(testRules())), want) {
			t.Errorf("no %s", want)
		}
	}
}
