//go:build unix

package dispatch

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/memorylint/memorylint/rules/continuity"
)

// What stands in a receipt's place and is no file is neither read, which could
// block for ever, nor written through, nor replaced.
func TestNotRegular(t *testing.T) {
	dir := t.TempDir()
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	write(t, elsewhere, "mine")
	path := filepath.Join(dir, "receipt-p-r.json")
	tests := map[string]struct {
		make func() error
		kind string
	}{
		"link to a file":  {func() error { return os.Symlink(elsewhere, path) }, "a link"},
		"dangling link":   {func() error { return os.Symlink(elsewhere+"-none", path) }, "a link"},
		"link to a valid": {func() error { return os.Symlink("receipt-q-r.json", path) }, "a link"},
		"folder":          {func() error { return os.Mkdir(path, 0o700) }, "a folder"},
		"pipe":            {func() error { return syscall.Mkfifo(path, 0o600) }, "a pipe"},
	}
	s := New(dir)
	if _, err := s.Write(receipt("q", "r", "t")); err != nil {
		t.Fatal(err)
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if err := test.make(); err != nil {
				t.Fatal(err)
			}
			before := stat(t, path)
			if _, err := s.Write(receipt("p", "r", "t")); !errors.Is(err, ErrNotRegular) || errors.Is(err, ErrConflict) || !strings.Contains(err.Error(), test.kind) {
				t.Errorf("write: %v", err)
			}
			if _, err := s.Read(filepath.Base(path)); !errors.Is(err, ErrNotRegular) {
				t.Errorf("read: %v", err)
			}
			if !os.SameFile(before, stat(t, path)) || len(files(t, dir)) != 2 || read(t, elsewhere) != "mine" {
				t.Errorf("something was changed: %v", files(t, dir))
			}
			if _, err := os.Lstat(elsewhere + "-none"); err == nil {
				t.Error("wrote through the link")
			}
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// The configured folder comes with the repository and may not lead out of it;
// the folder that a user names may be anywhere.
func TestLinkedFolder(t *testing.T) {
	base, outside := t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(base, "real"), 0o700); err != nil {
		t.Fatal(err)
	}
	for link, target := range map[string]string{"out": outside, "in": "real", "up": "../" + filepath.Base(outside)} {
		if err := os.Symlink(target, filepath.Join(base, link)); err != nil {
			t.Fatal(err)
		}
	}
	c := continuity.Defaults()
	for _, dir := range []string{"out", "out/deeper", "up"} {
		c.ReceiptDir = dir
		if path, err := FromConfig(base, c).Write(receipt("p", "r", "t")); err == nil {
			t.Errorf("%s: wrote %s", dir, path)
		}
	}
	if got := files(t, outside); len(got) > 0 {
		t.Errorf("outside: %v", got)
	}
	c.ReceiptDir = "in/deeper"
	if _, err := FromConfig(base, c).Write(receipt("p", "r", "t")); err != nil {
		t.Errorf("a link that stays inside: %v", err)
	}
	if _, err := New(filepath.Join(base, "out")).Write(receipt("p", "r", "t")); err != nil {
		t.Errorf("a folder the user named: %v", err)
	}
	if got := files(t, outside); len(got) != 1 {
		t.Errorf("outside: %v", got)
	}
}
