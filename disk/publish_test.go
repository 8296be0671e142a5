package disk

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// go test ./... -update reaches every package, and here nothing is generated.
var _ = flag.Bool("update", false, "write goldens and generated files")

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// files are the names in a folder, sorted.
func files(t testing.TB, dir string) []string {
	t.Helper()
	f := open(t, dir)
	defer f.Close()
	names, err := f.Names()
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func open(t testing.TB, dir string) *Folder {
	t.Helper()
	f, err := Open("", dir, false)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// Both ways of publishing give the mode that was asked for and never replace.
func TestPublish(t *testing.T) {
	for _, way := range []struct {
		name    string
		publish func(*Folder, string, []byte) error
	}{
		{"best", func(f *Folder, name string, data []byte) error { return f.Publish(name, data, 0o640) }},
		{"named", func(f *Folder, name string, data []byte) error { return f.publishNamed(name, data, 0o640, f.root.Link) }},
	} {
		t.Run(way.name, func(t *testing.T) {
			dir := t.TempDir()
			f := open(t, dir)
			defer f.Close()
			if err := way.publish(f, "a", []byte("1")); err != nil {
				t.Fatal(err)
			}
			if err := way.publish(f, "a", []byte("2")); !errors.Is(err, os.ErrExist) {
				t.Errorf("a name that is taken: %v", err)
			}
			data, err := f.Read("a", 10)
			if err != nil || string(data) != "1" {
				t.Errorf("read %q, %v", data, err)
			}
			if mode, err := f.Mode("a"); err != nil || mode&^0o640 != 0 {
				t.Errorf("mode %v, %v", mode, err)
			}
			if got := files(t, dir); !slices.Equal(got, []string{"a"}) {
				t.Errorf("files %v", got)
			}
		})
	}
}

// A named temporary file is gone whatever happens, and those of killed writers
// go when they are old.
func TestPublishNamed(t *testing.T) {
	dir := t.TempDir()
	f, err := Open("", dir, false)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	old, fresh := filepath.Join(dir, ".memorylint-old.tmp"), filepath.Join(dir, ".memorylint-fresh.tmp")
	write(t, old, "x")
	write(t, fresh, "x")
	past := time.Now().Add(-2 * tempAge)
	if err := os.Chtimes(old, past, past); err != nil {
		t.Fatal(err)
	}
	noLinks := func(string, string) error { return fmt.Errorf("link: %w", errors.ErrUnsupported) }
	steps := []struct {
		name string
		link func(from, to string) error
		data string
		want error
	}{
		{"a.json", f.root.Link, "1", nil},
		{"a.json", f.root.Link, "2", os.ErrExist},
		{"a.json", noLinks, "2", os.ErrExist},
		{"b.json", noLinks, "3", nil},
		{"sub/b.json", f.root.Link, "3", os.ErrNotExist},
	}
	for _, step := range steps {
		err := f.publishNamed(step.name, []byte(step.data), 0o600, step.link)
		if errors.Is(err, errors.ErrUnsupported) {
			continue // a system without a rename that refuses: nothing may be left either
		}
		if !errors.Is(err, step.want) {
			t.Errorf("%s: %v, want %v", step.name, err, step.want)
		}
	}
	got := files(t, dir)
	if i := slices.Index(got, "b.json"); i >= 0 {
		got = slices.Delete(got, i, i+1)
	}
	if want := []string{".memorylint-fresh.tmp", "a.json"}; !slices.Equal(got, want) {
		t.Errorf("files %v, want %v", got, want)
	}
	if text, err := f.Read("a.json", 10); err != nil || string(text) != "1" {
		t.Errorf("a.json was replaced by %s, %v", text, err)
	}
}
