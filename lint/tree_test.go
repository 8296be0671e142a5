package lint_test

import (
	"context"
	"io/fs"
	"iter"
	"path"
	"strings"
	"testing/fstest"
	"time"
)

// tree is a tree in memory. Its times are those of its files.
type tree struct{ fstest.MapFS }

func (t tree) Paths(_ context.Context, dir string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		stop := false
		fs.WalkDir(t, dir, func(name string, e fs.DirEntry, err error) error {
			switch {
			case stop || err != nil:
				return fs.SkipAll
			case e.IsDir() && (e.Name() == ".git" || e.Name() == "node_modules"):
				return fs.SkipDir
			case !e.IsDir() && !yield(name, nil):
				stop = true
			}
			return nil
		})
	}
}

func (t tree) Modified(_ context.Context, names []string) (map[string]time.Time, error) {
	out := map[string]time.Time{}
	for _, n := range names {
		if f := t.MapFS[n]; f != nil && !f.ModTime.IsZero() {
			out[n] = f.ModTime
		}
	}
	return out, nil
}

// files builds a tree from "path: content" pairs. A content that begins with
// "-> " is a link.
func files(pairs ...string) tree {
	m := fstest.MapFS{}
	for i := 0; i+1 < len(pairs); i += 2 {
		f := &fstest.MapFile{Data: []byte(pairs[i+1]), Mode: 0o644}
		if target, ok := strings.CutPrefix(pairs[i+1], "-> "); ok {
			f = &fstest.MapFile{Data: []byte(target), Mode: fs.ModeSymlink | 0o777}
		}
		m[path.Clean(pairs[i])] = f
	}
	return tree{m}
}
