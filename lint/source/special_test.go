//go:build unix

package source_test

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

// Nobody writes to these pipes: whoever waits for them waits for ever.
func TestPipesAreNotOpened(t *testing.T) {
	r := newFolder(t)
	r.write("memory/a.md", "a")
	if err := syscall.Mkfifo(r.path("memory/pipe.md"), 0o666); err != nil {
		lacks(t, err)
	}
	r.link("pipe.md", "memory/link.md")
	w := r.open()
	for _, name := range []string{"memory/pipe.md", "memory/link.md"} {
		for what, err := range map[string]error{
			"Open":     func() error { _, err := w.Open(name); return err }(),
			"ReadFile": func() error { _, err := w.ReadFile(name); return err }(),
			"ReadDir":  func() error { _, err := w.ReadDir(name); return err }(),
		} {
			if err == nil || !strings.Contains(err.Error(), name+": is a named pipe") {
				t.Errorf("%s(%s): %v", what, name, err)
			}
		}
	}
	wantPaths(t, w, ".", "memory/a.md", "memory/link.md", "memory/pipe.md")
	wantTimes(t, w, map[string]time.Time{"memory/a.md": longAgo, "memory/pipe.md": {}, "memory/link.md": {}})
}

func TestPipeForDotGit(t *testing.T) {
	r := newFolder(t)
	r.write("sub/a.md", "a")
	if err := syscall.Mkfifo(r.path("sub/.git"), 0o666); err != nil {
		lacks(t, err)
	}
	wantPaths(t, r.open(), ".", "sub/a.md")
}

func TestPipeForAConfig(t *testing.T) {
	home, h := newHome(t, nil)
	if err := syscall.Mkfifo(home.path("openclaw.json"), 0o666); err != nil {
		lacks(t, err)
	}
	_, err := h.OpenClaw(home.path("openclaw.json"))
	if err == nil || !strings.Contains(err.Error(), "openclaw.json: is a named pipe") {
		t.Errorf("got %v", err)
	}
}
