package source_test

import (
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"
	"time"

	"github.com/memorylint/memorylint/lint/source"
)

// TestDraftHoldsSeveralFiles: texts stand where files are, where none are, and
// in folders that are not there.
func TestDraftHoldsSeveralFiles(t *testing.T) {
	r := &repo{t, hermetic(t)}
	r.write("memory/a.md", "old")
	r.write("memory/b.md", "saved")
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	d := source.NewDraft(r.open(), map[string][]byte{
		"memory/a.md": []byte("new a"), "memory/c.md": []byte("new c"), "deep/er/d.md": []byte("new d"),
	}, now)
	if err := fstest.TestFS(d, "memory/a.md", "memory/b.md", "memory/c.md", "deep/er/d.md"); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{"memory/a.md": "new a", "memory/b.md": "saved", "deep/er/d.md": "new d"} {
		if got, err := fs.ReadFile(d, name); err != nil || string(got) != want {
			t.Errorf("%s holds %q (%v), want %q", name, got, err, want)
		}
	}
	var names []string
	for name, err := range d.Paths(t.Context(), "memory") {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if slices.Sort(names); !slices.Equal(names, []string{"memory/a.md", "memory/b.md", "memory/c.md"}) {
		t.Errorf("paths %q", names)
	}
	times, err := d.Modified(t.Context(), []string{"memory/a.md", "memory/b.md"})
	if err != nil || !times["memory/a.md"].Equal(now) || !times["memory/b.md"].Equal(longAgo) {
		t.Errorf("modified %v (%v)", times, err)
	}
}
