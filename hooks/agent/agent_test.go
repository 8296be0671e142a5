package agent

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/memorylint/memorylint/rules/continuity"
)

// event finds an event by its runtime and name.
func event(t *testing.T, runtime, name string) Event {
	t.Helper()
	for _, r := range Runtimes() {
		for _, e := range r.Events {
			if r.Name == runtime && e.Name == name {
				return e
			}
		}
	}
	t.Fatalf("no event %s %s", runtime, name)
	return Event{}
}

// knows is a memory that says the same of every folder.
func knows(brief string, v Verdict, found ...Finding) Memory {
	return Memory{
		Brief:  func(string) (string, error) { return brief, nil },
		Gate:   func(string, *continuity.Node) (Verdict, error) { return v, nil },
		Before: func(string, Change) ([]Finding, error) { return found, nil },
		After:  func(string, Change) ([]Finding, error) { return found, nil },
	}
}

var (
	failed   = Verdict{Failed: true, Block: "[GATE]"}
	passed   = Verdict{Block: "[PASS]"}
	silent   = Verdict{Failed: true} // the adapters are disabled
	critical = Finding{Line: "a:1:1: error: x [y]", Critical: true}
	warning  = Finding{Line: "a:2:1: warning: x [y]"}
)

const write = `{"tool_name": "Write", "tool_input": {"file_path": "a", "content": "b"}}`

func TestAnswer(t *testing.T) {
	tests := []struct {
		runtime, event, data string
		memory               Memory
		want                 string // standard output begins with it; "" is nothing at all
	}{
		{"claude-code", "SessionStart", `{}`, knows(" next: <b> \n", failed), `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"next: <b>"}}`},
		{"claude-code", "SessionStart", `{}`, knows("", failed), ""},
		{"claude-code", "UserPromptSubmit", `{}`, knows("x", passed), `{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"[PASS]"}}`},
		{"claude-code", "UserPromptSubmit", `{}`, knows("x", Verdict{}), ""},
		{"claude-code", "Stop", `{}`, knows("x", failed), `{"decision":"block","reason":"[GATE]\nDispatch`},
		{"claude-code", "Stop", `{"stop_hook_active": null}`, knows("x", failed), `{"decision":"block"`},
		{"claude-code", "Stop", `{"stop_hook_active": true}`, knows("x", failed), ""},
		{"claude-code", "Stop", `{}`, knows("x", passed), ""},
		{"claude-code", "Stop", `{}`, knows("x", silent), ""},
		{"claude-code", "SubagentStop", `{}`, knows("x", failed), `{"decision":"block"`},
		{"claude-code", "PreCompact", `{}`, knows("brief", failed), "Keep the following in the summary, word for word:\n\nbrief\n\n[GATE]\n"},
		{"claude-code", "PreCompact", `{}`, knows("", Verdict{}), ""},
		{"claude-code", "PreToolUse", write, knows("", failed, warning), ""},
		{"claude-code", "PreToolUse", write, knows("", failed, warning, critical), `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"This would break`},
		{"claude-code", "PreToolUse", `{"tool_name": "Read", "tool_input": {"file_path": "a"}}`, knows("", failed, critical), ""},
		{"claude-code", "PostToolUse", write, knows("", failed, warning), `{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"memorylint looked`},
		{"claude-code", "PostToolUse", write, knows("", failed), ""},
		{"codex", "Stop", `{}`, knows("", failed), `{"decision":"block"`},
		{"codex", "SessionStart", `{"source": "startup"}`, knows("x", failed), `{"hookSpecificOutput":{"hookEventName":"SessionStart"`},
		{"gemini", "AfterAgent", `{}`, knows("", failed), `{"decision":"deny"`},
		{"gemini", "BeforeAgent", `{}`, knows("", failed), `{"hookSpecificOutput":{"hookEventName":"BeforeAgent"`},
		{"openclaw", "before_prompt_build", `{}`, knows("", failed), `{"prependContext":"[GATE]"}`},
		{"openclaw", "before_prompt_build", `{}`, knows("", Verdict{}), ""},
		{"openclaw", "before_agent_finalize", `{}`, knows("", failed), `{"action":"revise","reason":"[GATE]","retry":{"instruction":"Dispatch`},
		{"openclaw", "before_agent_finalize", `{"stop_hook_active": true}`, knows("", failed), ""},
		{"openclaw", "before_agent_finalize", `{}`, knows("", passed), ""},
		{"openclaw", "agent:bootstrap", `{}`, knows("brief", failed), `{"bootstrapFiles":[{"name":"MEMORYLINT.md","content":"brief\n\n[GATE]\n"}]}`},
		{"openclaw", "agent:bootstrap", `{}`, knows("", Verdict{}), ""},
	}
	for _, test := range tests {
		r := event(t, test.runtime, test.event).Answer([]byte(test.data), test.memory)
		if r.Code != 0 || !strings.HasPrefix(r.Stdout, test.want) || test.want == "" && r.Stdout != "" {
			t.Errorf("%s %s %s: %+v", test.runtime, test.event, test.data, r)
		}
		if r.Stdout != "" && test.event != "PreCompact" && !json.Valid([]byte(r.Stdout)) {
			t.Errorf("%s %s: no JSON: %s", test.runtime, test.event, r.Stdout)
		}
	}
}

// TestFault: where memory cannot be asked, only the guard says no.
func TestFault(t *testing.T) {
	trouble := errors.New("no disk\nno luck")
	m := Memory{
		Brief:  func(string) (string, error) { return "", trouble },
		Gate:   func(string, *continuity.Node) (Verdict, error) { return failed, trouble },
		Before: func(string, Change) ([]Finding, error) { return nil, trouble },
		After:  func(string, Change) ([]Finding, error) { return nil, trouble },
	}
	for _, r := range Runtimes() {
		for _, e := range r.Events {
			got := e.Answer([]byte(write), m)
			if denied := strings.Contains(got.Stdout, `"deny"`) && got.Code == 0; denied != e.Guards() {
				t.Errorf("%s %s: %+v", r.Name, e.Name, got)
			}
			if !e.Guards() && (got.Stdout != "" || got.Code != codeFault) {
				t.Errorf("%s %s: %+v", r.Name, e.Name, got)
			}
			if !strings.HasSuffix(got.Stderr, "no disk; no luck") {
				t.Errorf("%s %s: %q is not one line that says why", r.Name, e.Name, got.Stderr)
			}
		}
	}
}

func TestApply(t *testing.T) {
	tests := []struct{ tool, input, before, want string }{ // want "-": the tool refuses
		{"Write", `{"file_path": "f", "content": "new"}`, "old", "new"},
		{"Write", `{"file_path": "f", "content": ""}`, "old", ""},
		{"Edit", `{"file_path": "f", "old_string": "a", "new_string": "b"}`, "aa", "ba"},
		{"Edit", `{"file_path": "f", "old_string": "a", "new_string": "b", "replace_all": true}`, "aa", "bb"},
		{"Edit", `{"file_path": "f", "old_string": "x", "new_string": "b"}`, "aa", "-"},
		{"Edit", `{"file_path": "f", "old_string": "", "new_string": "b"}`, "", "b"},
		{"Edit", `{"file_path": "f", "old_string": "", "new_string": "b"}`, "aa", "-"},
		{"Edit", `{"file_path": "f", "old_string": "a\nb", "new_string": "c\nd"}`, "a\r\nb\r\n", "c\r\nd\r\n"},
		{"Edit", `{"file_path": "f", "old_string": "\"T2\" it's", "new_string": "T3"}`, "é “T2” it’s so", "é T3 so"},
		{"Edit", `{"file_path": "f", "old_string": "b", "new_string": "c", "content": "d"}`, "ab", "ac"},
		{"MultiEdit", `{"file_path": "f", "edits": [{"old_string": "a", "new_string": "b"}, {"old_string": "b", "new_string": "c"}]}`, "a", "c"},
	}
	for _, test := range tests {
		m := knows("", Verdict{})
		asked := false
		m.Before = func(_ string, c Change) ([]Finding, error) {
			asked = true
			got, ok := c.Apply(test.before)
			if !ok {
				got = "-"
			}
			if got != test.want || c.Path != "f" {
				t.Errorf("%s of %q: %q, want %q", test.input, test.before, got, test.want)
			}
			return nil, nil
		}
		data := `{"tool_name": "` + test.tool + `", "tool_input": ` + test.input + `}`
		event(t, "claude-code", "PreToolUse").Answer([]byte(data), m)
		if !asked {
			t.Errorf("%s: memory was not asked", test.input)
		}
	}
}

// TestGuardReadsTheCall: a call that does not say what is written is refused.
func TestGuardReadsTheCall(t *testing.T) {
	for _, data := range []string{
		`{"tool_input": {"file_path": "f", "content": "x"}}`, `{"tool_name": null, "tool_input": {"file_path": "f"}}`,
		`{"tool_name": "Write", "tool_input": {"file_path": "f"}}`, `{"tool_name": "Write", "tool_input": {"file_path": "f", "content": null}}`,
		`{"tool_name": "MultiEdit", "tool_input": {"file_path": "f"}}`, `{"tool_name": "MultiEdit", "tool_input": {"file_path": "f", "edits": "x"}}`,
		`{"tool_name": "MultiEdit", "tool_input": {"file_path": "f", "edits": [5]}}`, `{"tool_name": "Edit", "tool_input": {"file_path": "f", "old_string": 5}}`,
		`{"tool_name": "Edit", "tool_input": "x"}`,
	} {
		m := knows("", Verdict{})
		m.Before = func(string, Change) ([]Finding, error) { return nil, nil }
		if r := event(t, "claude-code", "PreToolUse").Answer([]byte(data), m); !strings.Contains(r.Stdout, `"deny"`) || r.Code != 0 {
			t.Errorf("%s: %+v", data, r)
		}
	}
}

// TestHalves: a text that was cut in the middle of a character is no fault.
func TestHalves(t *testing.T) {
	for in, want := range map[string]string{
		`"a\ud83d"`: `"a\ufffd"`, `"\udc00\ud83d\ude00"`: `"\ufffd\ud83d\ude00"`, `"\ud83d\ud83d\ude00"`: `"\ufffd\ud83d\ude00"`,
		`"\\ud83d"`: `"\\ud83d"`, `"\u00e9 \n"`: `"\u00e9 \n"`, `"\ud83`: `"\ud83`, `"\`: `"\`,
	} {
		data := []byte(in)
		if got := string(paired(data)); got != want || string(data) != in {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
	r := event(t, "claude-code", "Stop").Answer([]byte(`{"cwd": "w", "last_assistant_message": "cut \ud83d"}`), knows("", failed))
	if !strings.Contains(r.Stdout, `"block"`) {
		t.Errorf("%+v", r)
	}
}

// TestWhatCanBeReadSurvives: of brief and block the one that there is.
func TestWhatCanBeReadSurvives(t *testing.T) {
	m := knows("the brief", Verdict{})
	m.Gate = func(string, *continuity.Node) (Verdict, error) { return failed, errors.New("no plan") }
	for _, e := range []Event{event(t, "claude-code", "PreCompact"), event(t, "openclaw", "agent:bootstrap")} {
		r := e.Answer([]byte(`{"cwd": "w"}`), m)
		if !strings.Contains(r.Stdout, "the brief") || strings.Contains(r.Stdout, "GATE") || r.Code != 0 || r.Stderr != e.Name+": no plan" {
			t.Errorf("%s: %+v", e.Name, r)
		}
	}
}

// TestRecall: OpenClaw's force-recall context is judged in place of memory,
// and one that is misspelt judges nothing.
func TestRecall(t *testing.T) {
	var context *continuity.Node
	m := knows("", failed)
	m.Gate = func(_ string, c *continuity.Node) (Verdict, error) { context = c; return failed, nil }
	e := event(t, "openclaw", "force-recall")
	e.Answer([]byte(`{"cwd": "w", "wrapperResult": null}`), m)
	if context == nil {
		t.Error("the context that came with the event was not handed on")
	}
	e.Answer([]byte(`{"cwd": "w"}`), m)
	if context != nil {
		t.Error("there was no context, and one was handed on")
	}
	if r := e.Answer([]byte(`{"wrapperresult": {}}`), m); r.Code != codeFault || r.Stdout != "" {
		t.Errorf("a misspelt context: %+v", r)
	}
}

func TestListIsBounded(t *testing.T) {
	many := make([]Finding, 1000)
	for i := range many {
		many[i] = critical
	}
	r := event(t, "claude-code", "PreToolUse").Answer([]byte(write), knows("", failed, many...))
	if n := strings.Count(r.Stdout, critical.Line); n != maxFindings || !strings.Contains(r.Stdout, "and more") {
		t.Errorf("%d findings were listed", n)
	}
}
