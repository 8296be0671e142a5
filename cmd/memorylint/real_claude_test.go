package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A said is one answer of the model: words, or the use of a tool.
type said struct {
	text  string
	tool  string
	input map[string]any
}

// claudeModel speaks as much of the Messages API as Claude Code asks for.
func claudeModel(script ...said) *model {
	other := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch {
		case strings.Contains(r.URL.Path, "count_tokens"):
			_, _ = w.Write([]byte(`{"input_tokens": 10}`))
		case r.URL.Path == "/v1/messages":
			var body map[string]any
			_ = json.NewDecoder(r.Body).Decode(&body)
			messages(w, body, said{text: "aside"})
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}
	turn := func(body map[string]any) bool { // titles and the like are asked for without tools
		tools, _ := body["tools"].([]any)
		return len(tools) > 3
	}
	return newModel(turn, func(w http.ResponseWriter, body map[string]any, n int) {
		s := said{text: "all done"}
		if n < len(script) {
			s = script[n]
		}
		messages(w, body, s)
	}, other)
}

// messages answers one request, streamed or not.
func messages(w http.ResponseWriter, body map[string]any, s said) {
	block := map[string]any{"type": "text", "text": s.text}
	start := map[string]any{"type": "text", "text": ""}
	delta := map[string]any{"type": "text_delta", "text": s.text}
	reason := "end_turn"
	if s.tool != "" {
		input, _ := json.Marshal(s.input)
		block = map[string]any{"type": "tool_use", "id": "toolu_1", "name": s.tool, "input": s.input}
		start = map[string]any{"type": "tool_use", "id": "toolu_1", "name": s.tool, "input": map[string]any{}}
		delta = map[string]any{"type": "input_json_delta", "partial_json": string(input)}
		reason = "tool_use"
	}
	message := map[string]any{
		"id": "msg_1", "type": "message", "role": "assistant", "model": body["model"], "content": []any{},
		"stop_reason": nil, "stop_sequence": nil, "usage": map[string]any{"input_tokens": 10, "output_tokens": 1},
	}
	if body["stream"] != true {
		message["content"], message["stop_reason"] = []any{block}, reason
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(message)
		return
	}
	events(w,
		map[string]any{"type": "message_start", "message": message},
		map[string]any{"type": "content_block_start", "index": 0, "content_block": start},
		map[string]any{"type": "content_block_delta", "index": 0, "delta": delta},
		map[string]any{"type": "content_block_stop", "index": 0},
		map[string]any{"type": "message_delta", "delta": map[string]any{"stop_reason": reason, "stop_sequence": nil}, "usage": map[string]any{"output_tokens": 5}},
		map[string]any{"type": "message_stop"})
}

// A claudeCode is Claude Code on a project with our hooks installed.
type claudeCode struct {
	program, project string
	env              []string
}

// newClaude installs the hooks.
func newClaude(t *testing.T, project string, m *model) claudeCode {
	t.Helper()
	program := filepath.Join(installed(t, "MEMORYLINT_CLAUDE"), "node_modules/@anthropic-ai/claude-code-linux-x64/claude")
	t.Cleanup(m.Close)
	home := t.TempDir()
	own := ownPath(t)
	_, errs, code := execute(t, project, []string{"PATH=" + own, "HOME=" + home}, time.Minute,
		filepath.Join(own, "memorylint"), "hook", "install", "--agent", "claude-code")
	if code != 0 {
		t.Fatal(errs)
	}
	bin := filepath.Join(t.TempDir(), "my tools")
	lay(t, bin, map[string]string{"memorylint": "#!/bin/sh\nexec '" + own + "/memorylint' \"$@\"\n"})
	if err := os.Chmod(filepath.Join(bin, "memorylint"), 0o755); err != nil {
		t.Fatal(err)
	}
	env := []string{
		"PATH=" + bin + ":/usr/local/bin:/usr/bin:/bin", "HOME=" + home, "TERM=dumb", "LANG=C.UTF-8",
		"DISABLE_AUTOUPDATER=1", "DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
		"ANTHROPIC_BASE_URL=" + m.URL, "ANTHROPIC_API_KEY=dummy",
	}
	return claudeCode{program, project, env}
}

// run gives what Claude Code says in the end.
func (c claudeCode) run(t *testing.T, args ...string) string {
	t.Helper()
	args = append([]string{c.program, "--output-format", "json", "--permission-mode", "acceptEdits"}, args...)
	out, errs, code := execute(t, c.project, c.env, 2*time.Minute, args...)
	if code != 0 {
		t.Fatalf("exit %d: %s%s", code, out, errs)
	}
	var answer struct{ Result string }
	if err := json.Unmarshal([]byte(out), &answer); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return answer.Result
}

// claude is one turn, and what the model was asked in it.
func claude(t *testing.T, project string, m *model, prompt string) (turns []string, result string) {
	t.Helper()
	result = newClaude(t, project, m).run(t, "-p", prompt)
	return m.turns(), result
}

// The end of a turn is held once while the gate fails; the brief and the block
// are before the model.
func TestRealClaudeStop(t *testing.T) {
	project := t.TempDir()
	lay(t, project, map[string]string{"memory/CURRENT_STATE.md": undispatched})
	turns, result := claude(t, project, claudeModel(said{text: "T1 is complete."}, said{text: "T2 waits."}), "go on")
	if len(turns) != 2 || result != "T2 waits." {
		t.Fatalf("%d turns, result %q", len(turns), result)
	}
	if !strings.Contains(turns[0], theBrief(t, project)) {
		t.Error("the brief is not before the model")
	}
	if !strings.Contains(turns[0], theBlock) || !strings.Contains(turns[0], "reason=missing_dispatch_receipt") {
		t.Error("the block is not before the model")
	}
	feedback := `Stop hook feedback:\n` + theBlock
	if strings.Contains(turns[0], feedback) || strings.Count(turns[1], feedback) != 1 {
		t.Error("the turn was not held with our reason")
	}
}

func TestRealClaudeWithoutPlan(t *testing.T) {
	project := t.TempDir()
	lay(t, project, map[string]string{"memory/CURRENT_STATE.md": planless})
	turns, result := claude(t, project, claudeModel(said{text: "T1 is complete."}), "go on")
	if len(turns) != 1 || result != "T1 is complete." || strings.Contains(turns[0], theBlock) {
		t.Errorf("%d turns, result %q", len(turns), result)
	}
}

// What would break a memory file is not written; what is merely not well is,
// and the agent is told.
func TestRealClaudeWrites(t *testing.T) {
	project := t.TempDir()
	state := filepath.Join(project, "memory/CURRENT_STATE.md")
	broken := "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"
	turns, _ := claude(t, project, claudeModel(
		said{tool: "Write", input: map[string]any{"file_path": state, "content": broken}},
		said{tool: "Write", input: map[string]any{"file_path": state, "content": strings.Replace(planless, "## Blockers\nNone\n\n", "", 1)}},
		said{text: "written"},
	), "write the state")
	if len(turns) != 3 {
		t.Fatalf("%d turns", len(turns))
	}
	// Had it been written, PostToolUse would have told the same rule.
	if !strings.Contains(turns[1], "This would break a memory file") || !strings.Contains(turns[1], "conflict/markers") ||
		strings.Contains(turns[1], "that was just written") {
		t.Error("the write was not refused, or the model was not told why")
	}
	if strings.Contains(turns[1], "sections/missing") || !strings.Contains(turns[2], `section \"Blockers\" is missing [sections/missing]`) {
		t.Error("the finding did not reach the model")
	}
	if text, err := os.ReadFile(state); err != nil || strings.Contains(string(text), "<<<<") || !strings.Contains(string(text), "Move the queue") {
		t.Errorf("the state: %v, %q", err, text)
	}
}

// What must survive is in the instructions for the summary.
func TestRealClaudeCompact(t *testing.T) {
	project := t.TempDir()
	lay(t, project, map[string]string{"memory/CURRENT_STATE.md": undispatched})
	m := claudeModel()
	c := newClaude(t, project, m)
	c.run(t, "-p", "go on")
	before := len(m.all())
	c.run(t, "--continue", "-p", "/compact")
	asked := strings.Join(m.all()[before:], "\n")
	if !strings.Contains(asked, `Keep the following in the summary, word for word:\n\n`+theBrief(t, project)+`\n\n`+theBlock) {
		t.Errorf("the summary is not told what to keep: %s", asked)
	}
}
