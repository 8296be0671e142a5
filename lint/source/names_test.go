//go:build unix

package source_test

import (
	"os"
	"slices"
	"syscall"
	"testing"
)

// writeOdd writes files whose names the file system may refuse.
func (r *repo) writeOdd(names ...string) {
	r.t.Helper()
	if err := os.WriteFile(r.path("odd\xff"), nil, 0o666); err != nil {
		lacks(r.t, "names must be UTF-8 here: ", err)
	}
	os.Remove(r.path("odd\xff"))
	for _, name := range names {
		r.write(name, "")
	}
}

func TestNamesThatAreNotUTF8(t *testing.T) {
	names := []string{"a.md", "b\xff.md", "d\xff/e.md", "d\xff/f/g.md", "memory/h\xe9.md"}
	t.Run("outside git", func(t *testing.T) {
		r := newFolder(t)
		r.writeOdd(names...)
		r.link("a.md", "l\xff")
		r.mkdir("n\xff/.git")
		wantPaths(t, r.open(), ".", "a.md", "b\xff.md", "d\xff/", "l\xff", "memory/h\xe9.md", "n\xff/")
		wantPaths(t, r.open(), "memory", "memory/h\xe9.md")

		entries, err := r.open().ReadDir(".")
		var got []string
		for _, e := range entries {
			got = append(got, e.Name())
		}
		if want := []string{"a.md", "b\xff.md", "d\xff", "l\xff", "memory", "n\xff"}; err != nil || !slices.Equal(got, want) {
			t.Errorf("ReadDir: %q, %v, want %q", got, err, want)
		}
	})
	t.Run("in git", func(t *testing.T) {
		r := newRepo(t)
		r.writeOdd(names...)
		wantPaths(t, r.open(), ".", names...)
		r.commit(1)
		wantPaths(t, r.open(), ".", names...)
		r.nested("d\xff/n").write("i\xff.md", "")
		wantPaths(t, r.open(), ".", append(names, "d\xff/n/i\xff.md")...)
	})
}

func TestPathsOfSpecialFiles(t *testing.T) {
	r := newFolder(t)
	r.write("a.md", "")
	if err := syscall.Mkfifo(r.path("pipe"), 0o666); err != nil {
		lacks(t, err)
	}
	fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		lacks(t, err)
	}
	defer syscall.Close(fd)
	t.Chdir(r.dir) // the path of a socket must be short
	if err := syscall.Bind(fd, &syscall.SockaddrUnix{Name: "socket"}); err != nil {
		lacks(t, err)
	}
	wantPaths(t, r.open(), ".", "a.md", "pipe", "socket")
}
