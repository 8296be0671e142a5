package config

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

func testRules() Known {
	return Known{Rules: []string{
		"existence/state", "sections/missing", "sections/order", "placeholders/left", "archive/objective", "archive/name", "limits/reached",
	}}
}

// goodInputs are configs that are read, each by what it is about.
func goodInputs() map[string]string {
	return map[string]string{
		"empty":          "",
		"comment":        "# nothing yet\n",
		"marker only":    "---\n",
		"no keys":        "{}",
		"BOM":            "\ufeffstrict: true\n",
		"CRLF":           "strict: true\r\nexclude:\r\n  - a/**\r\n",
		"document end":   "strict: true\n...\n",
		"schema":         `{"$schema": "memorylint.schema.json"}`,
		"rules":          "rules:\n  placeholders: warning\n  archive/objective: off\n  archive: critical\n  limits: info\n",
		"lists":          "exclude: [agents/old/**, ./tmp/, \"a [b]/{c,d}/*.md\"]\nprotocols: [agentic]\nrequire: [agentic]\n",
		"plain paths":    "exclude: [0//, ././a//b/.]\n",
		"empty lists":    "exclude: []\nprotocols: []\nrequire: []\ndocuments: []\ncurrent-state: {sessions: [], aliases: {}}\n",
		"current-state":  "current-state:\n  aliases: {Objective: [目標, Goal], Blockers: [\"Stuck: yes\"]}\n  sessions: [\"log/*.md\"]\n  live: 1h30m\n",
		"limits":         "limits: {lines: {state: 60, memory: 0, ledger: 9}, characters: 0}\ndocuments: [{kind: ledger, glob: L.md}]\n",
		"language":       "language: zh-TW\n",
		"JSON with tabs": "{\n\t\"strict\": true,\n\t\"exclude\": [\n\t\t\"a\\/b\",\n\t\t\"\\u65e5\"\n\t]\n}\n",
		"documents": `
documents:
  - kind: ledger
    protocol: notes
    glob: CONTINUITY.md
    exclude: [old/CONTINUITY.md]
    sections:
      - Goal
      - {name: Open questions, aliases: [Questions], optional: true, none: true}
      - name: Now
        work: true
    slots: [square, anywhere]
    lines: 80
    bytes: 25600
    labels: true
    links: false
    lists: bank
    stamp: true
    marker: false
  - kind: bank
    glob: [memory-bank/*.md, bank/**/*.md]
    slots: []
require: [notes, current-state]
`,
		"aliases that repeat themselves": "current-state: {aliases: {Objective: [objective, Goal, goal]}}\n",
		"a take-over":                    "documents: [{kind: state, protocol: current-state, glob: memory/CURRENT_STATE.md, sections: [目標, 下一步]}]\n",
	}
}

func TestParseDefaults(t *testing.T) {
	for _, src := range []string{"", "\ufeff", "\n\n", "# only words\n", "---\n", "{}"} {
		got, err := Parse("c", []byte(src), Known{})
		if err != nil {
			t.Fatalf("%q: %v", src, err)
		}
		if !reflect.DeepEqual(got, Default()) {
			t.Errorf("%q: got %+v, want the defaults", src, got)
		}
	}
	d := Default()
	if d.CurrentState.Live != 5*time.Minute || d.Limits.Lines[protocol.State] != 40 || d.Limits.Characters != 20000 ||
		d.Language != Auto || d.Strict || len(d.Protocols) != 3 || d.Require != nil {
		t.Errorf("defaults: %+v", d)
	}
}

func TestParse(t *testing.T) {
	in := goodInputs()
	tests := []struct {
		name   string
		change func(*Config) // from the defaults
	}{
		{"BOM", func(c *Config) { c.Strict = true }},
		{"CRLF", func(c *Config) { c.Strict, c.Exclude = true, []string{"a/**"} }},
		{"document end", func(c *Config) { c.Strict = true }},
		{"schema", func(c *Config) {}},
		{"rules", func(c *Config) {
			c.Rules = map[string]lint.Severity{
				"placeholders": lint.Warning, "archive/objective": lint.OK, "archive": lint.Critical, "limits": lint.Info,
			}
		}},
		{"lists", func(c *Config) {
			c.Exclude = []string{"agents/old/**", "tmp", "a [b]/{c,d}/*.md"}
			c.Protocols, c.Require = []string{"agentic"}, []string{"agentic"}
		}},
		{"empty lists", func(c *Config) { c.Protocols = nil }},
		{"current-state", func(c *Config) {
			c.CurrentState = CurrentState{
				Aliases:  map[string][]string{"Objective": {"目標", "Goal"}, "Blockers": {"Stuck: yes"}},
				Sessions: []string{"log/*.md"}, Live: 90 * time.Minute,
			}
		}},
		{"limits", func(c *Config) {
			c.Limits.Characters = 0
			c.Limits.Lines["state"], c.Limits.Lines["memory"], c.Limits.Lines["ledger"] = 60, 0, 9
			c.Declared = []protocol.Document{{
				Protocol: "declared", Kind: "ledger", Name: "L.md", Globs: []string{"L.md"}, Marker: true, ByPath: true, Links: true, Lines: 9,
				Slots: protocol.Slots{Square: true, Curly: true, Angle: true, Bare: true, Moment: true},
			}}
		}},
		{"language", func(c *Config) { c.Language = TraditionalChinese }},
		{"JSON with tabs", func(c *Config) { c.Strict, c.Exclude = true, []string{"a/b", "日"} }},
		{"documents", func(c *Config) {
			c.Require = []string{"notes", "current-state"}
			c.Declared = []protocol.Document{
				{
					Protocol: "notes", Kind: "ledger", Name: "CONTINUITY.md", Globs: []string{"CONTINUITY.md"},
					Exclude: []string{"old/CONTINUITY.md"}, ByPath: true, Lines: 80,
					Bytes: 25600, Labels: true, Lists: "bank", Stamped: true,
					Slots: protocol.Slots{Square: true, Anywhere: true},
					Sections: []protocol.Section{
						{Name: "Goal"},
						{Name: "Open questions", Aliases: []string{"Questions"}, Optional: true, None: true},
						{Name: "Now", Work: true},
					},
				},
				{
					Protocol: "declared", Kind: "bank", Name: "bank", Globs: []string{"memory-bank/*.md", "bank/**/*.md"},
					Marker: true, ByPath: true, Links: true,
				},
			}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := Default()
			tt.change(want)
			got, err := Parse("c", []byte(in[tt.name]), testRules())
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}

func TestShowReadsBack(t *testing.T) {
	for name, src := range goodInputs() {
		t.Run(name, func(t *testing.T) {
			want, err := Parse("c", []byte(src), testRules())
			if err != nil {
				t.Fatal(err)
			}
			shown := want.Show()
			got, err := Parse("shown", shown, testRules())
			if err != nil {
				t.Fatalf("%v\n%s", err, shown)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got  %+v\nwant %+v\n%s", got, want, shown)
			}
		})
	}
}

func TestShow(t *testing.T) {
	c := parse(t, `
rules: {placeholders: off, archive/name: info}
exclude: ["a/**", b]
require: [notes]
current-state: {aliases: {Next Action: [true story, "yes", 下一步]}, live: 60m}
documents: [{kind: ledger, protocol: notes, glob: L.md, sections: [Goal, {name: Now, none: true}], slots: [bare]}]
limits: {lines: {memory: 100}}
`)
	// The limits that protocols have by themselves are none of this test's business.
	c.Limits.Lines = map[protocol.Kind]int{protocol.Memory: 100}
	const want = `rules:
  archive/name: info
  placeholders: off
exclude: ["a/**", b]
protocols: [current-state, agentic, approved-plan]
require: [notes]
strict: false
current-state:
  aliases:
    Next Action: [true story, "yes", "下一步"]
  sessions: []
  live: 1h
documents:
  - protocol: notes
    kind: ledger
    glob: ["L.md"]
    exclude: []
    sections:
      - name: Goal
        aliases: []
        optional: false
        none: false
        work: false
      - name: Now
        aliases: []
        optional: false
        none: true
        work: false
    slots: [bare]
    lines: 0
    bytes: 0
    labels: false
    links: true
    stamp: false
    marker: true
limits:
  lines:
    memory: 100
  characters: 20000
language: auto
continuity:
  enabled: true
  planMatchers: ["**"]
  legalTerminalStates: ["waiting_user", blocked, "pending_verification"]
  receiptDir: state/approved-plan-continuity
  requireRealDispatchReceipt: true
  allowReplyClosureWithoutDispatch: false
  debug: false
  adapter:
    forceRecall:
      enabled: true
      injectBlockLabel: "APPROVED_PLAN_CONTINUITY_GATE"
`
	if got := string(c.Show()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Every key of the table stands in the shown config, and the other way round.
func TestShowIsComplete(t *testing.T) {
	src := goodInputs()["documents"] + goodInputs()["rules"] + goodInputs()["current-state"]
	c, err := Parse("c", []byte(src), testRules())
	if err != nil {
		t.Fatal(err)
	}
	root, errs := read("c", c.Show())
	if errs != nil {
		t.Fatal(errs)
	}
	seen := map[string]bool{}
	collect(root, "", seen)
	for _, k := range Keys() {
		if k.Path != "$schema" && !seen[k.Path] {
			t.Errorf("%s is not shown", k.Path)
		}
	}
}

// collect adds the paths of the keys below n, as the table writes them.
func collect(n *node, path string, into map[string]bool) {
	for _, p := range n.pairs {
		child := strings.TrimPrefix(path+"."+p.key.text, ".")
		into[child], into[path+".*"] = true, true
		collect(p.value, child, into)
	}
	for _, item := range n.items {
		collect(item, path+"[]", into)
	}
}

func TestSeverities(t *testing.T) {
	c, err := Parse("c", []byte(goodInputs()["rules"]), testRules())
	if err != nil {
		t.Fatal(err)
	}
	got := c.Severities(testRules().Rules)
	want := map[string]lint.Severity{
		"placeholders/left": lint.Warning, "archive/objective": lint.OK, "archive/name": lint.Critical, "limits/reached": lint.Info,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestErrorsAs(t *testing.T) {
	_, err := Parse("c.yaml", []byte("a: 1\nb: 2\n"), Known{})
	var all Errors
	if !errors.As(err, &all) || len(all) != 2 {
		t.Fatalf("got %#v, want two errors", err)
	}
	var one *Error
	if !errors.As(err, &one) || one != all[0] {
		t.Errorf("got %v, want the first", one)
	}
}

// The continuity mapping is read by its own package's decoder, with the places
// of this file; receipts are looked for where it says.
func TestContinuity(t *testing.T) {
	c := parse(t, "continuity:\n  receiptDir: a [b]/*c\n  legalTerminalStates: []\n  adapter: {forceRecall: {enabled: false}}\n")
	if c.Continuity.ReceiptDir != "a [b]/*c" || len(c.Continuity.LegalTerminalStates) != 0 || c.Continuity.Adapter.ForceRecall.Enabled || !c.Continuity.Enabled {
		t.Errorf("got %+v", c.Continuity)
	}
	for _, d := range c.Documents() {
		if d.Kind == protocol.Receipt && !doublestar.MatchUnvalidated(d.Globs[0], "a [b]/*c/receipt-x-y.json") {
			t.Errorf("%v does not match in the configured folder", d.Globs)
		}
	}
	_, err := Parse("c", []byte("strict: true\ncontinuity:\n  enabled: 1\n  adapter:\n    forcerecall: {}\n  receiptDir: &a x\n"), testRules())
	want := "c:6:15: anchors (&) and aliases (*) are not supported [config.syntax]"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %v", err, want)
	}
	_, err = Parse("c", []byte("continuity:\n  enabled: 1\n  adapter:\n    forcerecall: {}\n"), testRules())
	want = "c:2:12: continuity: enabled must be true or false, not a number [config.type]\n" +
		"c:4:5: continuity: unknown key \"adapter.forcerecall\", nearest known key adapter.forceRecall [config.unknown_key]"
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %v", err, want)
	}
}

func TestHasContinuity(t *testing.T) {
	for src, want := range map[string]bool{
		`{"continuity": {}}`: true, "rules: {}\n": true, `{"enabled": false}`: false, `{"legalTerminalState": []}`: false, "": false, "[": false,
	} {
		if got := HasContinuity("c", []byte(src)); got != want {
			t.Errorf("%q: %v", src, got)
		}
	}
}
