package config

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

func TestFind(t *testing.T) {
	files := fstest.MapFS{
		".memorylint.yaml":           {Data: []byte("root")},
		"a/b/.memorylint.yml":        {Data: []byte("b")},
		"a/b/c/d/note.md":            {},
		"two/.memorylint.yaml":       {},
		"two/.memorylint.json":       {},
		"three/.memorylint.yml":      {},
		"three/.memorylint.yaml":     {},
		"three/.memorylint.json":     {},
		"three/below/x.md":           {},
		"j/.memorylint.json":         {Data: []byte("j")},
		"folder/.memorylint.yaml/x":  {},
		"ab/c/.memorylint.yaml":      {Data: []byte("not for a")},
		"j/MemoryLint.yaml":          {},
		"empty/.memorylint.yaml":     {},
		"empty/sub/.memorylint.yaml": {},
	}
	lookup := func(name string) ([]byte, error) { return fs.ReadFile(files, name) }
	tests := []struct {
		start, stop string
		name, src   string
		err         string
	}{
		{".", ".", ".memorylint.yaml", "root", ""},
		{"a", ".", ".memorylint.yaml", "root", ""},
		{"a/b", ".", "a/b/.memorylint.yml", "b", ""},
		{"a/b/c/d", ".", "a/b/.memorylint.yml", "b", ""},
		{"a/b/c/d/", "./", "a/b/.memorylint.yml", "b", ""},
		{"a/b/c/gone/too", ".", "a/b/.memorylint.yml", "b", ""},
		{"a/b/c/d", "a/b/c", "", "", ""},
		{"a/b/c/d", "a/b", "a/b/.memorylint.yml", "b", ""},
		{"a", "a", "", "", ""},
		{"j", ".", "j/.memorylint.json", "j", ""},
		{"empty/sub", ".", "empty/sub/.memorylint.yaml", "", ""},
		{"ab/c/x", "a", "", "", ""}, // not below it
		{"two", ".", "", "", "more than one config file in two: .memorylint.yaml and .memorylint.json; keep one"},
		{"three/below", ".", "", "", "more than one config file in three: .memorylint.yaml, .memorylint.yml and .memorylint.json; keep one"},
		{"folder", ".", "", "", "read config folder/.memorylint.yaml: "},
	}
	for _, tt := range tests {
		name, src, err := Find(lookup, tt.start, tt.stop)
		if name != tt.name || string(src) != tt.src {
			t.Errorf("%s up to %s: got %q, %q, want %q, %q", tt.start, tt.stop, name, src, tt.name, tt.src)
		}
		if got := message(err); got != tt.err && (tt.err == "" || !strings.HasPrefix(got, tt.err)) {
			t.Errorf("%s up to %s: got error %q, want %q", tt.start, tt.stop, got, tt.err)
		}
	}
}

func TestFindAbsolute(t *testing.T) {
	var asked []string
	lookup := func(name string) ([]byte, error) {
		asked = append(asked, name)
		return nil, fs.ErrNotExist
	}
	if name, _, err := Find(lookup, "/srv/repo/x", "/srv/repo"); name != "" || err != nil {
		t.Errorf("got %q, %v", name, err)
	}
	want := "/srv/repo/x/.memorylint.yaml /srv/repo/x/.memorylint.yml /srv/repo/x/.memorylint.json " +
		"/srv/repo/.memorylint.yaml /srv/repo/.memorylint.yml /srv/repo/.memorylint.json"
	if got := strings.Join(asked, " "); got != want {
		t.Errorf("asked for %s, want %s", got, want)
	}
}

func TestFindKeepsTheError(t *testing.T) {
	broken := errors.New("disk on fire")
	_, _, err := Find(func(string) ([]byte, error) { return nil, broken }, "a", ".")
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
