package memory

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// go test ./... -update reaches every package, and here nothing is generated.
var _ = flag.Bool("update", false, "write goldens and generated files")

func file(path string, kind protocol.Kind, text string) *lint.File {
	return lint.NewFile(path, document(kind), []byte(text))
}

var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

// place writes files below dir.
func place(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func read(t testing.TB, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Each template has its protocol's sections in order and holds nothing but
// slots and None.
func TestTemplates(t *testing.T) {
	for _, made := range append(slices.Clone(beginnings), checkpoint) {
		f := file(made.path, made.kind, string(made.fill(filling{})))
		last := 0
		for _, place := range f.Layout().Places {
			if len(place.Headings) != 1 || place.First().Spelling != markdown.Exact {
				t.Errorf("%s: section %s stands there %d times", made.file, place.Section.Name, len(place.Headings))
				continue
			}
			if at := place.First().At.Start; at < last {
				t.Errorf("%s: %s is out of order", made.file, place.Section.Name)
			} else {
				last = at
			}
			for _, body := range place.Bodies() {
				if held := f.Holds(body); held != markdown.Template && held != markdown.Nothing {
					t.Errorf("%s: %s holds %v", made.file, place.Section.Name, held)
				}
			}
		}
	}
	index := file(protocol.IndexPath, protocol.Index, string(beginnings[2].fill(filling{})))
	var columns []string
	for _, c := range index.Doc().Tables(index.Doc().Whole())[0].Header.Cells {
		columns = append(columns, c.Text)
	}
	if !slices.Equal(columns, protocol.SnapshotColumns()) {
		t.Errorf("columns %q", columns)
	}
}

func TestInit(t *testing.T) {
	dir := t.TempDir()
	place(t, dir, map[string]string{protocol.IndexPath: "mine\r\n"})
	if err := os.Symlink("nowhere", filepath.Join(dir, "memory")); err != nil {
		t.Fatal(err)
	}
	// A link in the place of a folder leads out of the workspace, or nowhere.
	if made, err := Init(dir, Start{Protocols: []string{protocol.CurrentState}, Now: noon}); err == nil || len(made.Created) > 0 {
		t.Errorf("through a link: %+v, %v", made, err)
	}
	if err := os.Remove(filepath.Join(dir, "memory")); err != nil {
		t.Fatal(err)
	}
	start := Start{Protocols: []string{protocol.CurrentState, protocol.Agentic}, Now: noon}
	made, err := Init(dir, start)
	if err != nil || !slices.Equal(made.Created, []string{protocol.StatePath, protocol.MemoryPath, protocol.SnapshotDir}) || !slices.Equal(made.Kept, []string{protocol.IndexPath}) {
		t.Errorf("first: %+v, %v", made, err)
	}
	if got := read(t, dir, protocol.IndexPath); got != "mine\r\n" {
		t.Errorf("index is now %q", got)
	}
	for _, path := range made.Created[:2] {
		if !strings.Contains(read(t, dir, path), "2026-05-04T12:00:00Z") {
			t.Errorf("%s has no stamp", path)
		}
	}
	start.Now = noon.Add(time.Hour)
	if made, err = Init(dir, start); err != nil || len(made.Created) > 0 || len(made.Kept) != 3 {
		t.Errorf("again: %+v, %v", made, err)
	}
	if strings.Contains(read(t, dir, protocol.StatePath), "T13") {
		t.Error("the state was written again")
	}
}
