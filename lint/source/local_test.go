package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// git itself says which variables hold for one repository only.
func TestLocalVariables(t *testing.T) {
	out, err := exec.Command("git", "rev-parse", "--local-env-vars").Output()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	for name := range strings.FieldsSeq(string(out)) {
		if !slices.Contains(local(), name) {
			t.Errorf("%s is passed on to other repositories", name)
		}
	}
}

func TestPathspecs(t *testing.T) {
	set := func(names ...string) map[string]bool {
		m := make(map[string]bool)
		for _, n := range names {
			m[n] = true
		}
		return m
	}
	many := func(n int, format string) (out []string) {
		for i := range n {
			out = append(out, fmt.Sprintf(format, i))
		}
		return out
	}
	for _, tt := range []struct {
		name string
		in   []string
		want []string
	}{
		{"as they are", []string{"b/c.md", "a.md"}, []string{"a.md", "b/c.md"}},
		{"line ends", []string{"a/b/c\nd.md", "e/f\r", "g h"}, []string{"a/b", "e", "g h"}},
		{"line end at the top", []string{"a/b.md", "c\n"}, nil},
		{"the most", many(maxPathspecs, "a/%02d"), many(maxPathspecs, "a/%02d")},
		{"one too many", append(many(maxPathspecs, "a/%02d"), "b"), []string{"a", "b"}},
		{"deepest first", append(many(maxPathspecs, "a/b/%02d"), "a/c"), []string{"a/b", "a/c"}},
		{"many at the top", many(maxPathspecs+1, "%02d"), nil},
		{"none", nil, nil},
	} {
		if got := pathspecs(set(tt.in...)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestComplaint(t *testing.T) {
	for said, want := range map[string]string{
		"":                                     "",
		"warning: a\nfatal: b\nfatal: c\n":     "b",
		"error: bad thing\nhint: do this\n":    "error: bad thing",
		"\n  12:00 trace\nfatal: not here: /x": "not here: /x",
	} {
		if got := complaint(said); got != want {
			t.Errorf("%q: got %q, want %q", said, got, want)
		}
	}
}

func TestBeginningIsBounded(t *testing.T) {
	var b beginning
	for range 3 {
		if n, err := b.Write(make([]byte, 3000)); n != 3000 || err != nil {
			t.Fatal(n, err)
		}
	}
	if len(b) != 4096 {
		t.Errorf("%d bytes kept", len(b))
	}
}

// A folder that is missing is looked for once.
func TestMissingFolderIsAskedForOnce(t *testing.T) {
	w, err := Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	w.fsys = nil // the slow way: whoever takes it panics
	for op, ask := range map[string]func(string) error{
		"open":    func(name string) error { _, err := w.Open(name); return err },
		"readdir": func(name string) error { _, err := w.ReadDir(name); return err },
		"stat":    func(name string) error { _, err := w.Stat(name); return err },
		"lstat":   func(name string) error { _, err := w.Lstat(name); return err },
	} {
		err := ask("missing/folder")
		if !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), op+" missing/folder: ") {
			t.Errorf("%s: got %v", op, err)
		}
	}
}

func TestUnread(t *testing.T) {
	const warning = "warning: could not open directory '"
	for said, want := range map[string]string{
		"": "",
		"warning: unable to access 'x/.gitignore': Permission denied\n": "",
		warning + "x/': No such file or directory\n":                    "",
		warning + "x/': Not a directory\n":                              "",
		warning + "x/': Permission denied":                              "", // no line yet
		warning + "x/': Permission denied\n":                            "open folder x/: permission denied",
		warning + "x/': Input/output error\n":                           "open folder x/: Input/output error",
		strings.Repeat("warning: other\n", 1000) + warning + "it's: x/': Permission denied\n" + warning + "y/': Permission denied\n": "open folder it's: x/: permission denied",
	} {
		var whole, pieces messages
		fmt.Fprint(&whole, said)
		for _, b := range []byte(said) {
			fmt.Fprintf(&pieces, "%c", b)
		}
		for _, m := range []messages{whole, pieces} {
			got := ""
			if m.unread != nil {
				got = m.unread.Error()
			}
			if got != want {
				t.Errorf("%.80q: got %q, want %q", said, got, want)
			}
		}
	}
}
