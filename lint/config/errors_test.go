package config

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// badInputs are configs that are refused. The schema column says whether a
// JSON schema can see it too: it knows keys, types and words only.
func badInputs() []badInput {
	return []badInput{
		// Keys.
		{"unknown", "strict: true\nexclud: []\n", true,
			`2:1 config.unknown_key exclud: unknown key "exclud" (nearest known key: exclude)`},
		{"unknown, none near", "limits: {zzzzzz: 1}\n", true,
			`1:10 config.unknown_key limits.zzzzzz: unknown key "zzzzzz", known are lines and characters`},
		{"mis-cased", "current-state:\n  Live: 5m\n", true,
			`2:3 config.unknown_key current-state.Live: unknown key "Live": write live, case counts`},
		{"misplaced in a group", "live: 5m\n", true,
			`1:1 config.unknown_key live: misplaced key "live": it belongs under current-state`},
		{"misplaced, several places", "lines: 5\n", true,
			`1:1 config.unknown_key lines: misplaced key "lines": it belongs under documents[] or under limits`},
		{"misplaced, belongs above", "limits:\n  strict: true\n", true,
			`2:3 config.unknown_key limits.strict: misplaced key "strict": it belongs at the top level`},
		{"misplaced under rules", "rules:\n  strict: true\n", true,
			`2:3 config.unknown_key rules.strict: misplaced key "strict": it belongs at the top level`},
		{"a path as key", "current-state.live: 5m\n", true,
			`1:1 config.unknown_key current-state.live: misplaced key "current-state.live": it belongs under current-state`},
		{"a rule at the top", "placeholders: off\nsections/order: info\n", true,
			`1:1 config.unknown_key placeholders: misplaced key "placeholders": it belongs under rules` + "\n" +
				`2:1 config.unknown_key sections/order: misplaced key "sections/order": it belongs under rules`},
		{"wildcards are no keys", "\"*\": 1\n\"documents[]\": 2\n", true,
			`1:1 config.unknown_key *: unknown key "*"` + "\n" +
				`2:1 config.unknown_key documents[]: unknown key "documents[]" (nearest known key: documents)`},
		{"number as key", "1: 2\n", true, `1:1 config.unknown_key 1: unknown key "1"`},
		{"duplicate", "strict: true\nexclude: []\nstrict: false\n", false,
			`3:1 config.duplicate_key strict: duplicate key "strict", first on line 1`},
		{"duplicate in JSON", "{\"limits\":\n {\"lines\": {}, \"lines\": {}}}", false,
			`2:16 config.duplicate_key limits.lines: duplicate key "lines", first on line 2`},
		{"duplicate rule", "rules:\n  archive: off\n  'archive': info\n", false,
			`3:3 config.duplicate_key rules.archive: duplicate key "archive", first on line 2`},

		// Types.
		{"text for a list", "exclude: \"a/**\"\n", true,
			`1:10 config.type exclude: exclude must be a list of globs, not "a/**"`},
		{"mapping for a list", "require: {current-state: true}\n", true,
			`1:10 config.type require: require must be a list of protocol names, not a mapping`},
		{"list for a mapping", "limits:\n  - 5\n", true,
			`2:3 config.type limits: limits must be a mapping, not a list`},
		{"word for a flag", "strict: yes\n", true,
			`1:9 config.type strict: strict must be true or false, not "yes"`},
		{"fraction for a number", "limits: {characters: 1.5}\n", true,
			`1:22 config.type limits.characters: limits.characters must be a whole number, not 1.5`},
		{"number for a duration", "current-state: {live: 300}\n", true,
			`1:23 config.type current-state.live: current-state.live must be a duration such as 5m, not 300`},
		{"number in a list", "exclude:\n- a\n- 7\n", true,
			`3:3 config.type exclude[1]: exclude[1] must be a glob, not 7`},
		{"no value", "strict:\nexclude:\n", true,
			`1:1 config.type strict: strict has no value, it must be true or false` + "\n" +
				`2:1 config.type exclude: exclude has no value, it must be a list of globs`},
		{"null", "language: null\n", true,
			`1:1 config.type language: language has no value, it must be auto, en or zh-TW`},
		{"null in a list", "exclude:\n  - a\n  -\n", true,
			`3:3 config.type exclude[1]: exclude[1] has no value, it must be a glob`},
		{"a list at the top", "- strict\n", true, `1:1 config.type : the top level must be a mapping of keys`},
		{"text at the top", "\n  strict\n", true, `2:3 config.type : the top level must be a mapping of keys`},
		{"null at the top", "~\n", true, `1:1 config.type : the top level must be a mapping of keys`},
		{"document that is no mapping", "documents: [ledger]\n", true,
			`1:13 config.type documents[0]: documents[0] must be a mapping, not "ledger"`},
		{"section of the wrong type", "documents: [{kind: a, glob: b, sections: [c, [d], 5]}]\n", true,
			`1:46 config.type documents[0].sections[1]: documents[0].sections[1] must be a section name, not a list` + "\n" +
				`1:51 config.type documents[0].sections[2]: documents[0].sections[2] must be a section name, not 5`},
		{"severity as number", "rules: {archive: 2}\n", true,
			`1:18 config.type rules.archive: rules.archive must be off, info, warning or critical, not 2`},
		{"severity as flag", "rules: {archive: false}\n", true,
			`1:18 config.type rules.archive: rules.archive must be off, info, warning or critical, not false`},

		// Values.
		{"severity", "rules:\n  archive: error\n", true,
			`2:12 config.value rules.archive: rules.archive must be off, info, warning or critical, not "error"`},
		{"rule", "rules:\n  archive/objectiv: off\n  Missing: off\n  zzz/zzz: off\n", true,
			`2:3 config.value rules.archive/objectiv: unknown rule or module "archive/objectiv" (nearest: archive/objective)` + "\n" +
				`3:3 config.value rules.Missing: unknown rule or module "Missing" (nearest: sections/missing)` + "\n" +
				`4:3 config.value rules.zzz/zzz: unknown rule or module "zzz/zzz"`},
		{"protocol", "protocols: [agentc]\n", true,
			`1:13 config.value protocols[0]: protocols[0]: no built-in protocol "agentc" (nearest: agentic)`},
		{"protocol that is required", "require: [curent-state]\n", false,
			`1:11 config.value require[0]: require[0]: unknown protocol "curent-state" (nearest: current-state)`},
		{"required and switched off", "require: [agentic]\nprotocols: [current-state]\n", false,
			`1:11 config.value require[0]: require[0]: agentic is required, but not among protocols`},
		{"language", "language: de\n", true, `1:11 config.value language: language must be auto, en or zh-TW, not "de"`},
		{"section of an alias", "current-state:\n  aliases:\n    objectives: [目標]\n", true,
			`3:5 config.value current-state.aliases.objectives: unknown section "objectives" (nearest: Objective)`},
		{"alias of two sections", "current-state: {aliases: {Objective: [Goal], Blockers: [goal, next  action]}}\n", false,
			`1:57 config.value current-state.aliases.Blockers[0]: current-state.aliases.Blockers[0]: "goal" already names a section on line 1` + "\n" +
				`1:63 config.value current-state.aliases.Blockers[1]: current-state.aliases.Blockers[1]: "next action" is a section of its own`},
		{"section twice", "documents:\n- kind: a\n  glob: a\n  sections:\n  - Goal\n  - {name: Now, aliases: [GOAL]}\n  - now\n", false,
			`6:27 config.value documents[0].sections[1].aliases[0]: documents[0].sections[1].aliases[0]: "GOAL" already names a section on line 5` + "\n" +
				`7:5 config.value documents[0].sections[2]: documents[0].sections[2]: "now" already names a section on line 6`},
		{"keys that are missing", "documents:\n  - marker: true\n    sections:\n    - {none: true}\n", true,
			`2:5 config.value documents[0].kind: documents[0].kind is missing` + "\n" +
				`2:5 config.value documents[0].glob: documents[0].glob is missing` + "\n" +
				`4:7 config.value documents[0].sections[0].name: documents[0].sections[0].name is missing`},
		{"kind", "documents: [{kind: My Notes, glob: a.md}]\n", true,
			`1:20 config.value documents[0].kind: documents[0].kind must be a name of a-z, 0-9 and -, not "My Notes"`},
		{"kinds with a place of their own", "documents:\n- {kind: session, glob: a}\n- {kind: receipt, glob: b}\n", false,
			`2:10 config.value documents[0].kind: documents[0].kind: session files are named by current-state.sessions` + "\n" +
				`3:10 config.value documents[1].kind: documents[1].kind: receipts cannot be declared`},
		{"kind that is listed", "documents:\n- {kind: index, glob: a, lists: topc}\n- {kind: topic, glob: b, lists: topic}\n", false,
			`2:33 config.value documents[0].lists: documents[0].lists: unknown kind of document "topc" (nearest: topic)` + "\n" +
				`3:33 config.value documents[1].lists: documents[1].lists: a document cannot list its own kind`},
		{"slot", "documents: [{kind: a, glob: b, slots: [round]}]\n", true,
			`1:40 config.value documents[0].slots[0]: documents[0].slots[0] must be square, curly, angle, bare, moment or anywhere, not "round"`},
		{"negative", "limits: {lines: {state: -1}}\n", true,
			`1:25 config.value limits.lines.state: limits.lines.state must not be below 0`},
		{"too large", "limits: {characters: 99999999999}\n", false,
			`1:22 config.value limits.characters: limits.characters must be at most 2147483647`},
		{"kind of a limit", "limits: {lines: {stat: 1, session: 2}}\n", false,
			`1:18 config.value limits.lines.stat: unknown kind of document "stat" (nearest: state)` + "\n" +
				`1:27 config.value limits.lines.session: unknown kind of document "session"`},
		{"duration", "current-state:\n  live: 5 minutes\n", true,
			`2:9 config.value current-state.live: current-state.live must be a duration such as 90s, 5m or 1h30m, not "5 minutes"`},
		{"duration below 0", "current-state:\n  live: -5m\n", true,
			`2:9 config.value current-state.live: current-state.live must be a duration such as 90s, 5m or 1h30m, not "-5m"`},
		{"control character", "documents: [{kind: a, glob: b, sections: [\"c\\nd\"]}]\n", true,
			`1:43 config.value documents[0].sections[0]: documents[0].sections[0] must be one line without control characters`},

		// Globs.
		{"backslash", "exclude: ['agents\\old']\n", true,
			`1:11 config.value exclude[0]: exclude[0]: the separator is /, there is no backslash in glob "agents\old"`},
		{"bracket", "exclude: [\"a[\", \"{a\"]\n", false,
			`1:11 config.value exclude[0]: exclude[0]: unclosed bracket or brace in glob "a["` + "\n" +
				`1:17 config.value exclude[1]: exclude[1]: unclosed bracket or brace in glob "{a"`},
		{"absolute", "current-state: {sessions: [/var/log]}\n", true,
			`1:28 config.value current-state.sessions[0]: current-state.sessions[0]: paths are relative, there is no leading / in glob "/var/log"`},
		{"negated", "exclude: [\"!keep\"]\n", true,
			`1:11 config.value exclude[0]: exclude[0]: there is no negation with ! in glob "!keep"`},
		{"outside", "documents:\n- kind: a\n  glob: ../b.md\n", false,
			`3:9 config.value documents[0].glob: documents[0].glob: there is no way out of the folder in glob "../b.md"`},

		// Empty.
		{"empty text", "exclude: ['', ' ']\nlanguage: \"\"\ncurrent-state: {live: ''}\nrules: {archive: ''}\n", true,
			`1:11 config.empty exclude[0]: exclude[0] must not be empty` + "\n" +
				`1:15 config.empty exclude[1]: exclude[1] must not be empty` + "\n" +
				`2:11 config.empty language: language must not be empty` + "\n" +
				`3:23 config.empty current-state.live: current-state.live must not be empty` + "\n" +
				`4:18 config.empty rules.archive: rules.archive must not be empty`},
		{"no globs", "documents: [{kind: a, glob: []}]\n", true,
			`1:29 config.empty documents[0].glob: documents[0].glob must not be empty`},

		// Syntax.
		{"open bracket", "exclude: [a,\nstrict: true\n", false, `1:10 config.syntax : sequence end token ']' not found`},
		{"tab", "limits:\n\tcharacters: 5\n", false, `2:1 config.syntax : found character tab that cannot start any token`},
		{"second document", "strict: true\n---\nstrict: false\n", false,
			`2:1 config.syntax : a second YAML document: a config file holds one`},
		{"empty second document", "---\nstrict: true\n---\n", false,
			`3:1 config.syntax : a second YAML document: a config file holds one`},
		{"directive", "%YAML 1.2\n---\nstrict: true\n", false, `1:1 config.syntax : directives (%) are not supported`},
		{"anchor and alias", "exclude: &x [a]\nrequire: *x\n", false,
			`1:10 config.syntax : anchors (&) and aliases (*) are not supported` + "\n" +
				`2:10 config.syntax : anchors (&) and aliases (*) are not supported`},
		{"merge key", "limits:\n  <<: {characters: 5}\n", false, `2:3 config.syntax : merge keys (<<) are not supported`},
		{"tag", "strict: !!bool true\n", false, `1:9 config.syntax : tags (!) are not supported`},
		{"key that is no text", "? strict\n: true\n", false, `1:1 config.syntax : a key must be plain text`},
		{"bomb", "a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]\n", false,
			`1:1 config.unknown_key a: unknown key "a"` + "\n" +
				`1:4 config.syntax : anchors (&) and aliases (*) are not supported` + "\n" +
				`2:1 config.unknown_key b: unknown key "b"` + "\n" +
				`2:4 config.syntax : anchors (&) and aliases (*) are not supported` + "\n" +
				`3:1 config.unknown_key c: unknown key "c"` + "\n" +
				`3:5 config.syntax : anchors (&) and aliases (*) are not supported` + "\n" +
				`3:9 config.syntax : anchors (&) and aliases (*) are not supported`},
		{"not UTF-8", "strict: true\n# \xff\n", false, `2:3 config.syntax : not UTF-8`},
		{"NUL", "a\x00", false, `1:2 config.syntax : holds a NUL byte`},
		{"nested too deep", strings.Repeat("[", 50000), false, `1:65 config.syntax : nested deeper than 64 levels`},
		{"nested too deep in block style", strings.Repeat("- ", 30000), false, `1:129 config.syntax : nested deeper than 64 levels`},
		{"too large a file", strings.Repeat("#", maxSize+1), false, `1:1 config.syntax : larger than 64 KiB`},
		{"too many blank lines", "exclude: |\n x" + strings.Repeat("\n", 60000), false,
			`202:1 config.syntax : more than 200 blank lines in a row`},

		// Positions.
		{"wide characters", "current-state: {aliases: {Objective: [目標, 5]}}\n", true,
			`1:43 config.type current-state.aliases.Objective[1]: current-state.aliases.Objective[1] must be text, not 5`},
		{"CRLF", "strict: true\r\n\r\nrules:\r\n  archive: no\r\n", true,
			`4:12 config.value rules.archive: rules.archive must be off, info, warning or critical, not "no"`},
		{"tabs in JSON", "{\n\t\"limits\": {\n\t\t\"lines\":\t{\"state\":\t\"x\"}\n\t}\n}\n", true,
			`3:22 config.type limits.lines.state: limits.lines.state must be a whole number, not "x"`},
		{"all at once", "strict: 1\nrequire: x\nexclud: []\n", true,
			`1:9 config.type strict: strict must be true or false, not 1` + "\n" +
				`2:10 config.type require: require must be a list of protocol names, not "x"` + "\n" +
				`3:1 config.unknown_key exclud: unknown key "exclud" (nearest known key: exclude)`},
		{"a long key", strings.Repeat("k", 3000) + ": 1\n", true,
			`1:1 config.unknown_key ` + strings.Repeat("k", 3000) + `: unknown key "` + strings.Repeat("k", 39) + `…"`},
	}
}

type badInput struct {
	name, src string
	schema    bool
	want      string // one line for each error: line:column code key: message
}

func TestParseErrors(t *testing.T) {
	for _, tt := range badInputs() {
		t.Run(tt.name, func(t *testing.T) {
			c, err := Parse("dir/c.yaml", []byte(tt.src), testRules())
			errs, ok := err.(Errors)
			if !ok || c != nil {
				t.Fatalf("got %v, %v, want errors", c, err)
			}
			var got []string
			for _, e := range errs {
				place, ok := strings.CutPrefix(e.Error(), "dir/c.yaml:")
				place, ok2 := strings.CutSuffix(place, ": "+e.Message+" ["+e.Code+"]")
				if !ok || !ok2 {
					t.Errorf("form of %q", e)
				}
				got = append(got, place+" "+e.Code+" "+e.Key+": "+e.Message)
				if utf8.RuneCountInString(e.Message) > 100 || strings.HasSuffix(e.Message, ".") {
					t.Errorf("message %q", e.Message)
				}
			}
			if g := strings.Join(got, "\n"); g != tt.want {
				t.Errorf("got\n%s\nwant\n%s", g, tt.want)
			}
		})
	}
}

func TestSpaceTabs(t *testing.T) {
	tests := []struct{ in, want string }{
		{"{\t\"a\tb\":\t'c\td'\t}", "{ \"a\tb\": 'c\td' }"},
		{"\n {\"a\\\"\tb\"\t}", "\n {\"a\\\"\tb\" }"},
		{"a:\tb", "a:\tb"}, // block style
		{"{a: b}", "{a: b}"},
	}
	for _, tt := range tests {
		if got := spaceTabs(tt.in); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.in, got, tt.want)
		}
	}
}
