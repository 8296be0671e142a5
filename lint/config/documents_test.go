package config

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/memorylint/memorylint/rules/protocol"
)

func TestDocumentsDefault(t *testing.T) {
	if got, want := Default().Documents(), protocol.Builtin(); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestDocuments(t *testing.T) {
	before := fmt.Sprintf("%+v", protocol.Builtin())
	c := parse(t, `
current-state:
  aliases: {Objective: [目標]}
  sessions: [log/*.md, memory/sessions/*.md]
limits: {lines: {state: 60, archive: 500}}
documents:
  - {kind: tasks, glob: tasks.md, protocol: current-state}
  - {kind: notes, glob: "memory/**/*.md"}
  - {kind: special, glob: openspec/changes/x/tasks.md}
  - {kind: frozen, glob: "memory/session_archive/*.md", lines: 0}
`)
	docs := c.Documents()
	state, session, tasks, archive := find(t, docs, 0, protocol.State), find(t, docs, 0, protocol.Session), find(t, docs, 0, protocol.Tasks), find(t, docs, 0, protocol.Archive)
	if state.Lines != 60 || archive.Lines != 500 {
		t.Errorf("limits: %d, %d", state.Lines, archive.Lines)
	}
	for _, s := range state.Sections {
		if s.Name == protocol.Objective != (len(s.Aliases) == 1 && s.Aliases[0] == "目標") {
			t.Errorf("section %+v", s)
		}
	}
	if want := append(find(t, protocol.Builtin(), 0, protocol.Session).Globs, "log/*.md"); !slices.Equal(session.Globs, want) {
		t.Errorf("sessions: got %q, want %q", session.Globs, want)
	}
	if !slices.Contains(tasks.Exclude, "tasks.md") || !slices.Contains(archive.Exclude, "memory/session_archive/*.md") {
		t.Errorf("not handed over: %q, %q", tasks.Exclude, archive.Exclude)
	}
	if change := find(t, docs, 0, protocol.Change); !slices.Contains(change.Exclude, "openspec/changes/x/tasks.md") {
		t.Errorf("not handed over: %q", change.Exclude)
	}
	if slices.Contains(state.Exclude, "memory/**/*.md") {
		t.Error("a wildcard takes the state away from its protocol")
	}
	var last []protocol.Kind
	for _, d := range docs[len(docs)-4:] {
		last = append(last, d.Kind)
	}
	if want := []protocol.Kind{"tasks", "notes", "special", "frozen"}; !slices.Equal(last, want) {
		t.Errorf("declared: got %q, want %q", last, want)
	}
	if fmt.Sprintf("%+v", protocol.Builtin()) != before {
		t.Error("the built-in documents were changed")
	}
}

func TestUnionSharesNoRoom(t *testing.T) {
	shared := make([]string, 1, 4)
	one, two := union(shared, []string{"a"}), union(shared, []string{"b", ""})
	if !slices.Equal(one, []string{"", "a"}) || !slices.Equal(two, []string{"", "b"}) {
		t.Errorf("got %q and %q", one, two)
	}
}

func TestDocumentsOfOtherProtocols(t *testing.T) {
	for _, d := range parse(t, "protocols: [agentic]").Documents() {
		if d.Protocol != protocol.Agentic {
			t.Errorf("%+v", d)
		}
	}
	if got := parse(t, "protocols: []").Documents(); len(got) != 0 {
		t.Errorf("got %+v", got)
	}
}

// A declared document without a limit of its own has that of its kind.
func TestDocumentsLimitOfKind(t *testing.T) {
	c := parse(t, `
documents:
  - {kind: state, glob: a.md}
  - {kind: notes, glob: b.md}
  - {kind: notes, glob: c.md, lines: 0}
  - {kind: other, glob: d.md}
limits: {lines: {notes: 7}}
`)
	var got []int
	for _, d := range c.Declared {
		got = append(got, d.Lines)
	}
	if want := []int{40, 7, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("got %d, want %d", got, want)
	}
}

func TestExcluded(t *testing.T) {
	c := parse(t, "exclude: [\"agents/old/**\", tmp/, ./notes/*.md, \"**/draft\", \"[ab].md\", .//deep//./er//]")
	tests := map[string]bool{
		"agents/old":             true,
		"agents/old/memory/x.md": true,
		"agents/older/x.md":      false,
		"agents":                 false,
		"tmp":                    true,
		"tmp/a/b.md":             true,
		"./tmp/a":                true,
		"x/tmp/a":                false,
		"notes/a.md":             true,
		"notes/a/b.md":           false,
		"notes/a.md/b":           true,
		"x/draft/y/z.md":         true,
		"draft":                  true,
		"a.md":                   true,
		"c.md":                   false,
		"deep/er/x":              true,
		"deep":                   false,
		"A.md":                   false,
		".":                      false,
		"..":                     false,
		"../tmp":                 false,
		"/tmp":                   false,
	}
	for name, want := range tests {
		if got := c.Excluded(name); got != want {
			t.Errorf("Excluded(%q) = %t", name, got)
		}
	}
	all := parse(t, "exclude: [\"**\"]")
	if !all.Excluded("x/y") || !all.Excluded("x") || all.Excluded("../x") {
		t.Error("** is all in the folder and nothing outside it")
	}
	if Default().Excluded("a") {
		t.Error("something is excluded by default")
	}
}

func parse(t *testing.T, src string) *Config {
	t.Helper()
	c, err := Parse("c", []byte(src), testRules())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// find gives document number n of a kind.
func find(t *testing.T, docs []protocol.Document, n int, kind protocol.Kind) protocol.Document {
	t.Helper()
	for _, d := range docs {
		if d.Kind == kind {
			if n == 0 {
				return d
			}
			n--
		}
	}
	t.Fatalf("no document %d of kind %s", n, kind)
	return protocol.Document{}
}
