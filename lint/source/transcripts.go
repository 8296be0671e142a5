package source

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Homes says where agent runtimes keep their files on this machine. Nothing
// else of the environment is looked at.
type Homes struct {
	Home   string                   // the user's home folder, absolute; "": there is none
	Getenv func(name string) string // "": not set; nil: nothing is
}

// A Transcript is a file that an agent runtime wrote during a session.
type Transcript struct {
	Path string    // slash-separated, "~" for the home folder
	Time time.Time // when it was last written
}

// transcripts lists the files of a folder that want accepts. A folder that is
// missing or may not be read has none.
func (h Homes) transcripts(dir string, want func(name string) bool) []Transcript {
	entries, _ := os.ReadDir(dir)
	var out []Transcript
	for _, e := range entries {
		if want(e.Name()) {
			out = h.transcript(out, filepath.Join(dir, e.Name()))
		}
	}
	return out
}

// transcript appends the file, if it is one.
func (h Homes) transcript(to []Transcript, file string) []Transcript {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return to
	}
	return append(to, Transcript{Path: h.show(file), Time: info.ModTime()})
}

// show is a path as a user is shown it.
func (h Homes) show(file string) string {
	if h.Home != "" {
		if rest, err := filepath.Rel(h.Home, file); err == nil && filepath.IsLocal(rest) {
			file = filepath.Join("~", rest)
		}
	}
	return filepath.ToSlash(file)
}

// expand makes a path that a user wrote absolute: "~" is the home folder, and
// what is relative begins there too.
func (h Homes) expand(name string) string {
	name = strings.TrimSpace(name)
	if rest, ok := strings.CutPrefix(name, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		name = "." + rest
	}
	if name == "" || filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(h.Home, name)
}

// variable is the first of these that is set, without the space around it.
func (h Homes) variable(names ...string) string {
	for _, name := range names {
		if value := strings.TrimSpace(h.value(name)); value != "" {
			return value
		}
	}
	return ""
}

func (h Homes) value(name string) string {
	if h.Getenv == nil {
		return ""
	}
	return h.Getenv(name)
}

// newestFirst sorts transcripts by time, then path.
func newestFirst(ts []Transcript) []Transcript {
	slices.SortFunc(ts, func(a, b Transcript) int {
		if c := b.Time.Compare(a.Time); c != 0 {
			return c
		}
		return strings.Compare(a.Path, b.Path)
	})
	return ts
}

// isFolder reports whether a folder is there, links followed.
func isFolder(dir string) bool {
	info, err := os.Stat(dir)
	return err == nil && info.IsDir()
}

// exists reports whether anything is there.
func exists(file string) bool {
	_, err := os.Lstat(file)
	return err == nil
}

// sameFolder reports whether two paths lead to one folder.
func sameFolder(a fs.FileInfo, path string) bool {
	b, err := os.Stat(path)
	return err == nil && os.SameFile(a, b)
}
