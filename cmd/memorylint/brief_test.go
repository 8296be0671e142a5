package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What another door tells a new session is what brief prints; nothing at all
// when there is nothing to tell.
func TestSessionBrief(t *testing.T) {
	dir := t.TempDir()
	var errs bytes.Buffer
	std := streams{strings.NewReader(""), &bytes.Buffer{}, &errs}
	if text, err := sessionBrief(std, dir, ""); text != "" || err != nil {
		t.Errorf("nothing: %q, %v", text, err)
	}
	state := filepath.Join(dir, "memory", "CURRENT_STATE.md")
	if err := os.MkdirAll(filepath.Dir(state), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(state, []byte("## Objective\n\nDrain the queue\n\n## Next Action\n\nNone\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	text, err := sessionBrief(std, dir, "")
	if err != nil || !strings.Contains(text, "\n## Current Objective\nDrain the queue\n") {
		t.Errorf("%q, %v", text, err)
	}
	var out bytes.Buffer
	code := run(context.Background(), []string{"brief", dir}, streams{strings.NewReader(""), &out, &errs})
	if code != exitWarnings || out.String() != text {
		t.Errorf("brief exits with %d and prints %q", code, out.String())
	}
	if _, err := sessionBrief(std, filepath.Join(dir, "none"), ""); err == nil {
		t.Error("a folder that does not exist has a brief")
	}
}
