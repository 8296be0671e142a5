package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

const theBlock = "[APPROVED_PLAN_CONTINUITY_GATE]"

// theBrief is what a new session is told of a project, as it stands in JSON.
func theBrief(t *testing.T, project string) string {
	t.Helper()
	text, err := sessionBrief(streams{out: io.Discard, err: io.Discard}, project, "")
	if err != nil || !strings.Contains(text, "Move the queue") {
		t.Fatalf("the brief: %q, %v", text, err)
	}
	quoted, err := json.Marshal(strings.TrimSpace(text))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Trim(string(quoted), `"`)
}

// installed is a folder that a variable names, in which .ci/run has installed
// an agent runtime.
func installed(t *testing.T, variable string) string {
	t.Helper()
	dir := os.Getenv(variable)
	if dir == "" {
		lacks(t, variable+" names no installation; .ci/run makes one")
	}
	return dir
}

// A model is a language model on loopback that says what it was told to say.
type model struct {
	*httptest.Server
	mu       sync.Mutex
	requests []string // bodies of the turns of the agent itself, in order
	bodies   []string // of all requests, those on the side too
}

// newModel answers the agent's n-th turn, from 0, with what reply writes.
// Requests that are not turns get a short answer of their own from other.
func newModel(turn func(body map[string]any) bool, reply func(w http.ResponseWriter, body map[string]any, n int), other http.HandlerFunc) *model {
	m := &model{}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		var body map[string]any
		if json.Unmarshal(data, &body) != nil || r.Method != http.MethodPost {
			other(w, r)
			return
		}
		m.mu.Lock()
		m.bodies = append(m.bodies, string(data))
		m.mu.Unlock()
		r.Body = io.NopCloser(bytes.NewReader(data))
		if !turn(body) {
			other(w, r)
			return
		}
		m.mu.Lock()
		n := len(m.requests)
		m.requests = append(m.requests, string(data))
		m.mu.Unlock()
		reply(w, body, n)
	}))
	return m
}

// turns are the requests so far.
func (m *model) turns() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string(nil), m.requests...)
}

// all are all requests so far.
func (m *model) all() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return append([]string(nil), m.bodies...)
}

// events writes server-sent events.
func events(w http.ResponseWriter, list ...any) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range list {
		switch e := e.(type) {
		case string:
			fmt.Fprintf(w, "data: %s\n\n", e)
		case map[string]any:
			data, _ := json.Marshal(e)
			if kind, ok := e["type"].(string); ok {
				fmt.Fprintf(w, "event: %s\n", kind)
			}
			fmt.Fprintf(w, "data: %s\n\n", data)
		}
	}
}

// execute runs a program with nothing but the environment given, and gives what
// it printed and its exit code.
func execute(t *testing.T, dir string, env []string, limit time.Duration, args ...string) (out, errs string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	c := exec.CommandContext(ctx, args[0], args[1:]...)
	c.Dir, c.Env, c.WaitDelay = dir, env, 5*time.Second
	var o, e bytes.Buffer
	c.Stdout, c.Stderr = &o, &e
	began := time.Now()
	err := c.Run()
	t.Logf("%.1fs %s", time.Since(began).Seconds(), strings.Join(args, " "))
	if ctx.Err() != nil {
		t.Fatalf("%v: not done after %v: %s%s", args, limit, o.String(), e.String())
	}
	if err != nil && c.ProcessState == nil {
		t.Fatal(err)
	}
	return o.String(), e.String(), c.ProcessState.ExitCode()
}

// lay writes files below dir.
func lay(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// undispatched is a state whose plan has a step that was called complete
// without its next one dispatched; planless is the same without a plan.
const (
	undispatched = "---\nplanId: move\ncurrentTask: T1\ntaskState: complete\n---\n" + planless
	planless     = "# State\n\n## Objective\nMove the queue.\n\n## Current Step\nT1 is done.\n\n## Key Decisions\nNone\n\n" +
		"## Next Action\nDispatch T2.\n\n## Blockers\nNone\n\n## Unsurfaced Results\nNone\n"
)

// ownPath is the folder in which the program under test is called memorylint.
func ownPath(t *testing.T) string {
	t.Helper()
	file, err := exec.LookPath("memorylint")
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(file)
}
