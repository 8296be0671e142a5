package config

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// A Lookup gives the content of a file in the source that is linted: the
// working tree, the index, a revision. Names are slash-separated. For a file
// that is not there it returns an error that is fs.ErrNotExist.
type Lookup func(name string) ([]byte, error)

// Names are the names a config file may have.
func Names() []string {
	return []string{".memorylint.yaml", ".memorylint.yml", ".memorylint.json"}
}

// Find looks for a config file in the folder start, then in each folder above
// it, stop being the last; a start that is not below stop is the only one.
// Both are written as lookup wants them, "." for the root. The nearest file
// is in force, alone. It returns its name, joined to its folder, and its
// content; with no config file, "" and nil. Two in one folder are an error
// that names them.
func Find(lookup Lookup, start, stop string) (string, []byte, error) {
	start, stop = path.Clean(start), path.Clean(stop)
	if !below(start, stop) {
		stop = start
	}
	for dir := start; ; dir = path.Dir(dir) {
		name, src, err := findIn(lookup, dir)
		if name != "" || err != nil || dir == stop {
			return name, src, err
		}
	}
}

func findIn(lookup Lookup, dir string) (string, []byte, error) {
	var found []string
	var src []byte
	for _, base := range Names() {
		content, err := lookup(path.Join(dir, base))
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return "", nil, fmt.Errorf("read config %s: %w", path.Join(dir, base), err)
		default:
			found, src = append(found, base), content
		}
	}
	switch len(found) {
	case 0:
		return "", nil, nil
	case 1:
		return path.Join(dir, found[0]), src, nil
	}
	return "", nil, fmt.Errorf("more than one config file in %s: %s; keep one", dir, orList(found, "and"))
}

// below reports whether dir is root or lies below it.
func below(dir, root string) bool {
	switch {
	case dir == root:
		return true
	case root == ".":
		return !path.IsAbs(dir) && dir != ".." && !strings.HasPrefix(dir, "../")
	}
	return strings.HasPrefix(dir, strings.TrimSuffix(root, "/")+"/")
}

// orList writes "a, b or c", with the last link word given.
func orList(words []string, link string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " " + link + " " + words[last]
}
