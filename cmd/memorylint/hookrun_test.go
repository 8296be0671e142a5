package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/memorylint/memorylint/hooks/agent"
)

// TestEventsThatCannotBeRead: whatever comes in, no event blocks but the one
// that guards a tool call, and that one always does. None exits with the code
// that runtimes take for a block.
func TestEventsThatCannotBeRead(t *testing.T) {
	t.Chdir(t.TempDir())
	huge := func() io.Reader {
		return io.MultiReader(strings.NewReader(`{"last_assistant_message": "`), io.LimitReader(letters{}, 50<<20), strings.NewReader(`"}`))
	}
	inputs := map[string]func() io.Reader{
		"unreadable":    func() io.Reader { return iotest.ErrReader(errors.New("input/output error")) },
		"50 MB":         huge,
		"without end":   func() io.Reader { return letters{} },
		"empty":         func() io.Reader { return strings.NewReader("") },
		"no object":     func() io.Reader { return strings.NewReader(`[{"cwd": "."}]`) },
		"no JSON":       func() io.Reader { return strings.NewReader("{cwd: .}") },
		"two values":    func() io.Reader { return strings.NewReader("{} {}") },
		"a key twice":   func() io.Reader { return strings.NewReader(`{"cwd": ".", "cwd": "."}`) },
		"not UTF-8":     func() io.Reader { return strings.NewReader("{\"cwd\": \"\xff\"}") },
		"deep":          func() io.Reader { return strings.NewReader(`{"a":` + strings.Repeat("[", 1<<20)) },
		"a wrong type":  func() io.Reader { return strings.NewReader(`{"cwd": 1}`) },
		"another event": func() io.Reader { return strings.NewReader(`{"hook_event_name": "Unheard"}`) },
		"no folder": func() io.Reader {
			return strings.NewReader(`{"cwd": "gone", "tool_name": "Write", "tool_input": {"file_path": "x"}}`)
		},
	}
	for name, input := range inputs {
		for _, r := range agent.Runtimes() {
			for _, e := range r.Events {
				if slow := name == "50 MB" || name == "without end"; slow && (r.Name != "claude-code" || e.Name != "Stop" && !e.Guards()) {
					continue // all are read by the same lines
				}
				var out, errs bytes.Buffer
				code := run(context.Background(), []string{"hook", "run", r.Name, e.Name}, streams{input(), &out, &errs})
				switch {
				case e.Guards():
					if code != exitHealthy || !strings.Contains(out.String(), `"permissionDecision":"deny"`) {
						t.Errorf("%s: %s %s: exit %d, %q: not refused", name, r.Name, e.Name, code, out.String())
					}
				case code != exitTrouble || out.Len() > 0 || strings.Count(errs.String(), "\n") != 1:
					t.Errorf("%s: %s %s: exit %d, %q, %q", name, r.Name, e.Name, code, out.String(), errs.String())
				}
			}
		}
	}
}

// letters is text that does not end.
type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

// TestStopFlagOfAnotherType: no block on the strength of a flag that is not
// understood.
func TestStopFlagOfAnotherType(t *testing.T) {
	t.Chdir(root)
	var out, errs bytes.Buffer
	in := strings.NewReader(`{"hook_event_name": "Stop", "stop_hook_active": "true"}`)
	args := []string{"hook", "run", "claude-code", "Stop", "--input", "testdata/continuity/undispatched.json"}
	if code := run(context.Background(), args, streams{in, &out, &errs}); code != exitTrouble || out.Len() > 0 {
		t.Errorf("exit %d, %q, %q", code, out.String(), errs.String())
	}
}

// TestInstalledEventsAreAnswered: what hook install registers is an event that
// hook run knows.
func TestInstalledEventsAreAnswered(t *testing.T) {
	hooks := claudeHooks()
	if len(hooks) < 7 {
		t.Fatalf("%d events are registered", len(hooks))
	}
	for _, h := range hooks {
		if _, err := eventOf([]string{"claude-code", h.Event}); err != nil {
			t.Error(err)
		}
	}
}
