package settings

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var events = []Hook{{Event: "SessionStart"}, {Event: "UserPromptSubmit"}, {Event: "PreToolUse", Matcher: "Write|Edit"}, {Event: "Stop"}, {Event: "SubagentStop", Extra: true}}

// there says that a file holds what it holds; gone, that there is none.
const gone = "\x00"

// files are settings as people have them, by what is special about them.
var files = map[string]string{
	"no file":                 gone,
	"empty file":              "",
	"blank file":              "\n",
	"blank CRLF file":         " \r\n\r\n",
	"empty object":            "{}",
	"empty object, newline":   "{}\n",
	"empty object, wide":      "{\n}\n",
	"model only":              "{\n  \"model\": \"opus\"\n}\n",
	"one line":                `{"model":"opus","env":{"A":"1"}}`,
	"no final newline":        "{\n  \"permissions\": {\n    \"allow\": [\"Bash(go test:*)\"]\n  }\n}",
	"trailing spaces":         "{  \n  \"model\": \"opus\" ,  \n  \"env\": { }   \n}   \n\n",
	"tabs":                    "{\n\t\"env\": {\n\t\t\"A\": \"1\"\n\t}\n}\n",
	"four spaces":             "{\n    \"cleanupPeriodDays\": 20,\n    \"hooks\": {}\n}\n",
	"CRLF":                    "{\r\n  \"model\": \"opus\",\r\n  \"env\": {\r\n    \"A\": \"1\"\r\n  }\r\n}\r\n",
	"byte-order mark":         "\ufeff{\n  \"model\": \"opus\"\n}\n",
	"unicode paths":           "{\n  \"env\": {\"ÅRSBOK\": \"/home/王小明/專案/récit ☕\"},\n  \"x\": \"\\u00e9\\ud83d\\ude00\"\n}\n",
	"empty hooks":             "{\n  \"hooks\": {\n  }\n}\n",
	"empty event":             "{\n  \"hooks\": {\n    \"Stop\": [],\n    \"PreToolUse\": [ ]\n  }\n}\n",
	"foreign hook":            "{\n  \"hooks\": {\n    \"Stop\": [\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"say done\"\n          }\n        ]\n      }\n    ]\n  },\n  \"model\": \"opus\"\n}\n",
	"foreign hooks, one line": "{\"hooks\": {\"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"a\"}]}], \"PreToolUse\": [{\"matcher\": \"Write\", \"hooks\": [{\"type\": \"command\", \"command\": \"b\"}]}]}}\n",
	"a look-alike": "{\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"timeout 5 memorylint hook run claude-code Stop\"}]},\n" +
		"      {\"hooks\": [{\"type\": \"command\", \"command\": \"notmemorylint hook run claude-code Stop\"}, {\"type\": \"prompt\", \"prompt\": \"memorylint\"}]}\n    ]\n  }\n}\n",
	"odd layout":       "\n\n{ \"a\":[1,2 ,3]\n,\"hooks\"\n:\n{\"Notification\":[{\"hooks\":[]}]\n}\n, \"z\":null}\n",
	"duplicate values": "{\"a\": {\"x\": 1}, \"b\": {\"x\": 1}, \"c\": -1.5e+3, \"d\": false}",
	"numbers and null": "{\n\"a\": 0, \"b\": null,\n   \"hooks\": {\"SessionEnd\": []}\n}",
}

// relaxed are settings in JSON5, which OpenClaw reads and Claude Code does not.
var relaxed = map[string]string{
	"comments":          "// mine\n{\n  /* models */ \"models\": {}, // end\n  // plugins: later\n}\n// bye\n",
	"bare keys":         "{ models: { mode: 'merge' }, agents: { defaults: { workspace: '~/ws', }, }, }\n",
	"comment in empty":  "{ // nothing yet\n}\n",
	"other plugins":     "{\n  plugins: {\n    entries: {\n      // speech\n      'voice-call': { enabled: true, hooks: { allowPromptInjection: false } }, // keep\n    },\n  },\n}\n",
	"entry without":     "{\n  plugins: { entries: { memorylint: { enabled: true } } },\n}",
	"entry with config": "{\n\t\"plugins\": {\n\t\t\"entries\": {\n\t\t\t\"memorylint\": {\n\t\t\t\t\"config\": {\n\t\t\t\t\t\"timeoutMs\": 500\n\t\t\t\t}\n\t\t\t}\n\t\t}\n\t}\n}\n",
	"own binary":        "{plugins: {entries: {memorylint: {config: {binary: '/opt/mine'}}}}}",
	"odd tokens":        "{a: +1., b: .5, c: 0xFF, d: -Infinity, e: 'it\\'s', \"f\": \"a\\\nb\", ünï: [ ],}",
}

func put(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "conf dir", name)
	if text == gone {
		return file
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
	return file
}

func holds(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) {
		return gone
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestThereAndBack: installing adds, installing again changes nothing, and
// uninstalling gives back every byte.
func TestThereAndBack(t *testing.T) {
	run := func(agent string, set map[string]string) {
		for name, text := range set {
			t.Run(agent+"/"+name, func(t *testing.T) {
				o := Options{Agent: agent, File: put(t, "settings.json", text), Program: "/opt/my tools/it's/memorylint", Hooks: events}
				changes, err := Install(o)
				if err != nil {
					t.Fatal(err)
				}
				installed := holds(t, o.File)
				if installed == text {
					t.Fatal("nothing was installed")
				}
				for _, c := range changes {
					if c.Outcome != Installed && name != "own binary" {
						t.Errorf("%v", c)
					}
				}
				changes, err = Install(o)
				for _, c := range changes {
					if c.Outcome != Kept {
						t.Errorf("again: %v", c)
					}
				}
				if err != nil || holds(t, o.File) != installed {
					t.Errorf("installing twice is not installing once: %v", err)
				}
				states, err := Status(o)
				if err != nil || len(states) != len(changes) || states[0].Outcome != Kept {
					t.Errorf("status: %v, %v", states, err)
				}
				if _, err := Uninstall(o); err != nil {
					t.Fatal(err)
				}
				if got := holds(t, o.File); got != text {
					t.Errorf("was  %q\nis   %q\nthen %q", text, got, installed)
				}
				if changes, err := Uninstall(o); err != nil || changes[0].Outcome != Absent {
					t.Errorf("uninstalling twice: %v, %v", changes, err)
				}
			})
		}
	}
	run(ClaudeCode, files)
	run(OpenClaw, files)
	run(OpenClaw, relaxed)
	if len(files) < 20 {
		t.Errorf("%d files, want 20 at least", len(files))
	}
}

// TestLeftAlone: what cannot be read, or is not what it should be, is not
// touched, and the error says where.
func TestLeftAlone(t *testing.T) {
	tests := []struct{ agent, text, want string }{
		{ClaudeCode, "{\n  // mine\n  \"model\": \"opus\"\n}\n", "2:3: invalid character '/'"},
		{ClaudeCode, "{\"model\": \"opus\",}", "1:18"},
		{ClaudeCode, "{'model': 1}", "does not parse"},
		{ClaudeCode, "{\"model\": \"op", "does not parse"},
		{ClaudeCode, "{} {}", "does not parse"},
		{ClaudeCode, "{\"a\": \"\xff\"}", "1:8: a byte that is not UTF-8"},
		{ClaudeCode, "[]", "the root is no object"},
		{ClaudeCode, "{\"hooks\": []}", "1:11: hooks is no object"},
		{ClaudeCode, "{\"hooks\": {\"Stop\": {}}}", "hooks.Stop is no list"},
		{ClaudeCode, "{\"hooks\": {}, \"hooks\": {}}", `1:15: "hooks" stands there twice`},
		{OpenClaw, "{plugins: {entries: null}}", "plugins.entries is no object"},
		{OpenClaw, "{plugins: {entries: {memorylint: {hooks: {allowConversationAccess: false}}}}}", "somebody chose that"},
		{OpenClaw, "{a: 1 b: 2}", "1:7: unexpected 'b'"},
		{OpenClaw, "{a: b}", "unexpected 'b'"},
		{OpenClaw, "{a: 1} /* open", "unexpected '/'"},
		{OpenClaw, "{a: [1,,2]}", "unexpected ','"},
		{OpenClaw, strings.Repeat("[", 1000), "nested too deep"},
		{OpenClaw, "{a-b: 1}", "1:3: unexpected '-'"},
		{OpenClaw, "{1: 2}", "unexpected '1'"},
		{OpenClaw, "{: 1}", "unexpected ':'"},
		{OpenClaw, "{a.b: 1}", "unexpected '.'"},
		{OpenClaw, "{a: 010}", "unexpected '0'"},
		{OpenClaw, "{a: 'x\ry'}", "unexpected '\\r'"},
	}
	for _, test := range tests {
		o := Options{Agent: test.agent, File: put(t, "s.json", test.text), Program: "memorylint", Hooks: events}
		for name, do := range map[string]func(Options) ([]Change, error){"install": Install, "uninstall": Uninstall} {
			if _, err := do(o); (err == nil || !strings.Contains(err.Error(), test.want)) && (name == "install" || strings.Contains(err.Error(), "parse")) {
				t.Errorf("%s %s: %v, want %q", name, test.text, err, test.want)
			}
			if holds(t, o.File) != test.text {
				t.Errorf("%s %q changed it", name, test.text)
			}
		}
	}
}

// TestOwnEntryIsKnown: an entry is recognised whatever the path before the
// words is, and however a person changed what stands around it.
func TestOwnEntryIsKnown(t *testing.T) {
	for _, program := range []string{"memorylint", "/opt/memorylint", `'/opt/my tools/memorylint'`, `\"/opt/my tools/memorylint\"`, `/opt/my\\ tools/memorylint`, `'/it'\\''s/memorylint'`, "'/專案/memorylint.exe'"} {
		text := `{"hooks": {"Stop": [{"hooks": [{"type": "command", "timeout": 3, "command": "` + program + ` hook run claude-code Stop", "x": 1}]}]}}`
		o := Options{Agent: ClaudeCode, File: put(t, "s.json", text), Program: "/new/memorylint", Hooks: []Hook{{Event: "Stop"}}}
		changes, err := Install(o)
		if err != nil || changes[0].Outcome != Renewed {
			t.Errorf("%s: %v, %v", program, changes, err)
		}
		want := `{"hooks": {"Stop": [{"hooks": [{"type": "command", "timeout": 3, "command": "/new/memorylint hook run claude-code Stop", "x": 1}]}]}}`
		if got := holds(t, o.File); got != want {
			t.Errorf("%s: %s", program, got)
		}
	}
}

// TestProgramOfAnotherName: what was installed is known again, whatever the
// program is called.
func TestProgramOfAnotherName(t *testing.T) {
	o := Options{Agent: ClaudeCode, File: put(t, "s.json", gone), Program: "/opt/mlint", Hooks: events}
	changes, err := Install(o)
	if err != nil || !strings.HasPrefix(changes[0].Value, "/opt/mlint hook run claude-code ") {
		t.Fatal(changes, err)
	}
	if changes, err = Install(o); err != nil || changes[0].Outcome != Kept {
		t.Error(changes, err)
	}
	if _, err := Uninstall(o); err != nil || holds(t, o.File) != gone {
		t.Errorf("%v: %s", err, holds(t, o.File))
	}
}

// TestOwnEntryWithMore: flags that a person gave an entry stay with it. A program
// that only begins like ours is another one.
func TestOwnEntryWithMore(t *testing.T) {
	for command, want := range map[string]string{
		"memorylint hook run claude-code Stop --config gate.json": "/new/memorylint hook run claude-code Stop --config gate.json",
		"memorylint-0.1.0 hook run claude-code Stop ":             "/new/memorylint hook run claude-code Stop ",
		"exec memorylint hook run claude-code Stop || true":       "/new/memorylint hook run claude-code Stop || true",
		"/opt/memorylint-wrapper.sh hook run claude-code Stop":    "",
		"/opt/memorylint-wrapper.py hook run claude-code Stop":    "",
		"/opt/memorylinter hook run claude-code Stop":             "",
		"memorylint hook run claude-code Stopped":                 "",
	} {
		text := `{"hooks": {"Stop": [{"hooks": [{"command": "` + command + `"}]}]}}`
		o := Options{Agent: ClaudeCode, File: put(t, "s.json", text), Program: "/new/memorylint", Hooks: []Hook{{Event: "Stop"}}}
		changes, err := Install(o)
		if err != nil {
			t.Fatal(err)
		}
		if got := changes[0]; want == "" && got.Outcome != Installed || want != "" && (got.Outcome != Renewed || got.Value != want) {
			t.Errorf("%q: %v", command, got)
		}
	}
}

// TestGroupOfAPerson: what means nothing without its hooks keeps a list of none.
func TestGroupOfAPerson(t *testing.T) {
	const before = "{\n  \"hooks\": {\n    \"Stop\": [\n      {\n        \"description\": \"gate\",\n        \"hooks\": ["
	const entry = "\n          {\"type\": \"command\", \"command\": \"memorylint hook run claude-code Stop\"}\n        "
	const after = "]\n      }\n    ]\n  }\n}\n"
	o := Options{Agent: ClaudeCode, File: put(t, "s.json", before+entry+after), Program: "memorylint", Hooks: []Hook{{Event: "Stop"}}}
	if _, err := Uninstall(o); err != nil {
		t.Fatal(err)
	}
	var settings struct {
		Hooks struct {
			Stop []struct{ Hooks []any }
		}
	}
	if err := json.Unmarshal([]byte(holds(t, o.File)), &settings); err != nil || len(settings.Hooks.Stop) != 1 || settings.Hooks.Stop[0].Hooks == nil || len(settings.Hooks.Stop[0].Hooks) != 0 {
		t.Errorf("%v: %s", err, holds(t, o.File))
	}
}

// TestWhatWasAddedLaterStays: uninstalling takes out what is ours, and nothing
// that came since.
func TestWhatWasAddedLaterStays(t *testing.T) {
	o := Options{Agent: ClaudeCode, File: put(t, "s.json", gone), Program: "memorylint", Hooks: events}
	if _, err := Install(o); err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(holds(t, o.File), "\"Stop\": [", "\"Stop\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"say done\"}]},", 1)
	if err := os.WriteFile(o.File, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Uninstall(o); err != nil {
		t.Fatal(err)
	}
	want := "{\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"say done\"}]}\n    ]\n  }\n}\n"
	if got := holds(t, o.File); got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// TestFileStaysWhatItIs: its mode, and that it is a link.
func TestFileStaysWhatItIs(t *testing.T) {
	real := put(t, "real.json", "{}\n")
	link := filepath.Join(t.TempDir(), "settings.json")
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	o := Options{Agent: ClaudeCode, File: link, Program: "memorylint", Hooks: events}
	if _, err := Install(o); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is none any more: %v, %v", info, err)
	}
	if info, err := os.Stat(real); err != nil || info.Mode().Perm() != 0o640 || info.Size() < 10 {
		t.Errorf("the file: %v, %v", info, err)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(real), ".*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestNewFileIsLikeAnyOther: its mode is what the umask leaves, since others
// may have to read a project's settings.
func TestNewFileIsLikeAnyOther(t *testing.T) {
	o := Options{Agent: ClaudeCode, File: put(t, "s.json", gone), Program: "memorylint", Hooks: events}
	if _, err := Install(o); err != nil {
		t.Fatal(err)
	}
	other := o.File + ".other"
	if err := os.WriteFile(other, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	a, err := os.Stat(o.File)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.Stat(other)
	if err != nil {
		t.Fatal(err)
	}
	if a.Mode() != b.Mode() {
		t.Errorf("mode %v, want %v", a.Mode(), b.Mode())
	}
}

// TestAnotherBinaryIsLeft: what uninstalling leaves is said.
func TestAnotherBinaryIsLeft(t *testing.T) {
	o := Options{Agent: OpenClaw, File: put(t, "s.json", gone), Program: "/opt/memorylint"}
	if _, err := Install(o); err != nil {
		t.Fatal(err)
	}
	o.Program = "/opt/new/memorylint"
	changes, err := Uninstall(o)
	if err != nil || !slices.ContainsFunc(changes, func(c Change) bool { return c.Outcome == Left && c.Value == `"/opt/memorylint"` }) {
		t.Errorf("%v, %v", changes, err)
	}
}

// TestCommandOfAPerson: a path with a variable is kept for the machines that share
// the file, and a command that does more is not taken out.
func TestCommandOfAPerson(t *testing.T) {
	for command, outcomes := range map[string][2]Outcome{
		`\"$CLAUDE_PROJECT_DIR\"/bin/memorylint hook run claude-code Stop`: {Kept, Removed},
		`memorylint hook run claude-code Stop && say done`:                 {Renewed, Left},
	} {
		text := `{"hooks": {"Stop": [{"hooks": [{"command": "` + command + `"}]}]}}`
		o := Options{Agent: ClaudeCode, File: put(t, "s.json", text), Program: "/new/memorylint", Hooks: []Hook{{Event: "Stop"}}}
		for i, do := range []func(Options) ([]Change, error){Install, Uninstall} {
			if changes, err := do(o); err != nil || changes[0].Outcome != outcomes[i] {
				t.Errorf("%s: %v, %v", command, changes, err)
			}
		}
	}
}
