package source_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/memorylint/memorylint/lint/source"
)

// newFolder makes a folder that is in no repository.
func newFolder(t *testing.T) *repo {
	t.Helper()
	r := &repo{t, filepath.Join(hermetic(t), "folder")}
	r.mkdir(".")
	return r
}

func TestWorktreeIsFS(t *testing.T) {
	r := newFolder(t)
	r.write("memory/CURRENT_STATE.md", "# State\n")
	r.write("memory/sessions/2026-03-01.md", "worked\n")
	r.write("empty", "")
	r.link("sessions", "memory/log")
	if err := fstest.TestFS(r.open(), "memory/CURRENT_STATE.md", "memory/sessions/2026-03-01.md", "empty", "memory/log"); err != nil {
		t.Fatal(err)
	}
}

func TestOpenErrors(t *testing.T) {
	r := newFolder(t)
	r.write("file", "x")
	for _, name := range []string{"missing", "file"} {
		if w, err := source.Open(r.path(name)); err == nil {
			w.Close()
			t.Errorf("Open(%s) succeeded", name)
		} else if !strings.Contains(err.Error(), name) {
			t.Errorf("Open(%s) does not name it: %v", name, err)
		}
	}
}

func TestLinksStayInside(t *testing.T) {
	r := newFolder(t)
	r.write("in/state.md", "inside")
	r.mkdir("root")
	root := &repo{t, r.path("root")}
	root.write("real/a.md", "a")
	root.link("real", "alias")
	root.link("real/a.md", "a.md")
	root.link("missing.md", "dangling.md")
	root.link("../in", "up")
	root.link(r.path("in"), "far")
	root.link("loop", "loop")
	w := root.open()

	for _, name := range []string{"a.md", "alias/a.md"} {
		if text, err := w.ReadFile(name); err != nil || string(text) != "a" {
			t.Errorf("read %s: %q, %v", name, text, err)
		}
	}
	for _, name := range []string{"up/state.md", "far/state.md", "loop", "loop/x", "dangling.md"} {
		if _, err := w.ReadFile(name); err == nil {
			t.Errorf("%s can be read", name)
		}
		if _, err := w.Stat(name); err == nil {
			t.Errorf("%s has a Stat", name)
		}
	}
	if _, err := w.Stat("dangling.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("dangling link: %v, want fs.ErrNotExist", err)
	}
	if _, err := w.Stat("up"); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("link out of the root: %v, want an error that does not say it is missing", err)
	}
	if info, err := w.Lstat("dangling.md"); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("Lstat of a dangling link: %v, %v", info, err)
	}
	if target, err := w.ReadLink("up"); err != nil || target != "../in" {
		t.Errorf("ReadLink: %q, %v", target, err)
	}
}

func TestReadFileIsBounded(t *testing.T) {
	r := newFolder(t)
	r.write("big", "")
	if err := os.Truncate(r.path("big"), source.MaxReadFile+1); err != nil {
		t.Fatal(err)
	}
	w := r.open()
	if _, err := w.ReadFile("big"); err == nil || !strings.Contains(err.Error(), "big: file is too large") {
		t.Errorf("one byte too many: %v", err)
	}
	if err := os.Truncate(r.path("big"), source.MaxReadFile); err != nil {
		t.Fatal(err)
	}
	if text, err := w.ReadFile("big"); err != nil || len(text) != source.MaxReadFile {
		t.Errorf("at the limit: %d bytes, %v", len(text), err)
	}
}

// More folders than are kept open, by several at once.
func TestConcurrentUse(t *testing.T) {
	r := newFolder(t)
	var names []string
	for i := range 50 {
		names = append(names, fmt.Sprintf("agents/%02d/memory/state.md", i))
		r.write(names[i], names[i])
	}
	w := r.open()
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for _, name := range slices.Concat(names, names) {
				if text, err := w.ReadFile(name); err != nil || string(text) != name {
					t.Errorf("read %s: %q, %v", name, text, err)
				}
				if info, err := w.Stat(name); err != nil || info.Size() != int64(len(name)) || info.Name() != "state.md" {
					t.Errorf("stat %s: %v, %v", name, info, err)
				}
			}
		})
	}
	readers.Wait()
}

func TestErrorsNameTheOperation(t *testing.T) {
	w := newFolder(t).open()
	_, openErr := w.Open("nope")
	_, statErr := w.Stat("nope")
	_, lstatErr := w.Lstat("nope")
	_, dirErr := w.ReadDir("nope")
	for want, err := range map[string]error{"open nope:": openErr, "stat nope:": statErr, "lstat nope:": lstatErr, "readdir nope:": dirErr} {
		if err == nil || !strings.HasPrefix(err.Error(), want) || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("got %v, want %s ...", err, want)
		}
	}
}
