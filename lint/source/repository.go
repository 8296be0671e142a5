package source

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Repository finds the git repository whose work tree holds dir: top is the
// nearest folder at or above dir with a .git of its own, absolute and free of
// links. It starts no process. Like git it climbs along the real folders, not
// the links that led to dir, and not above GIT_CEILING_DIRECTORIES.
//
// A .git folder without a HEAD is passed over. Any .git file counts, wherever
// it points, and so does a .git that may not be looked into: where git refuses
// to work, its refusal is not to be missed.
func Repository(dir string) (top string, ok bool) {
	real, err := realPath(dir)
	if err != nil {
		return "", false
	}
	top, _, ok = topOf(real)
	return top, ok
}

// topOf is Repository for an absolute path without links. It gives the data
// folder as well.
func topOf(dir string) (top, data string, ok bool) {
	limits := ceilings()
	for at := dir; ; at = filepath.Dir(at) {
		if data, ok := gitDir(at); ok {
			return at, data, true
		}
		if at == filepath.Dir(at) || slices.Contains(limits, filepath.Dir(at)) {
			return "", "", false
		}
	}
}

// ceilings are the folders of GIT_CEILING_DIRECTORIES, links resolved.
func ceilings() []string {
	var out []string
	for _, c := range filepath.SplitList(os.Getenv("GIT_CEILING_DIRECTORIES")) {
		if !filepath.IsAbs(c) {
			continue
		}
		if real, err := filepath.EvalSymlinks(c); err == nil {
			out = append(out, real)
		}
	}
	return out
}

// realPath is the absolute path of an existing file with all links resolved.
func realPath(name string) (string, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// gitDir is the folder that holds the data of the repository whose work tree
// begins at top: .git itself, or the one that a .git file names. It need not
// be there, or be what git takes for one.
func gitDir(top string) (dir string, ok bool) {
	dot := filepath.Join(top, ".git")
	info, err := os.Stat(dot)
	switch {
	case err != nil:
		return "", false
	case info.IsDir():
		return dot, isGitDir(dot)
	case !info.Mode().IsRegular():
		return "", false
	}
	text, err := readBounded(dot, 1<<16)
	if target, ok := strings.CutPrefix(string(text), "gitdir:"); ok && err == nil {
		return resolve(top, target), true
	}
	return dot, true
}

// isGitDir reports whether dir looks like the data folder of a repository, or
// may not be looked into. HEAD may be a link that dangles, as it was in old
// repositories.
func isGitDir(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, "HEAD"))
	return err == nil || errors.Is(err, fs.ErrPermission)
}

// inBare reports whether the folder dir of the work tree at top lies in a
// repository that has none, such as a backup that is kept there.
func inBare(dir, top string) bool {
	for at := dir; at != top && at != filepath.Dir(at); at = filepath.Dir(at) {
		if filepath.Base(at) == ".git" {
			return false // the data of a work tree
		}
		if isGitDir(at) && isFolder(filepath.Join(at, "objects")) && isFolder(filepath.Join(at, "refs")) {
			return true
		}
	}
	return false
}

// common is the data folder of the repository of which gitDir is that of one
// of several work trees; elsewhere it is gitDir itself.
func common(gitDir string) string {
	if text, err := readBounded(filepath.Join(gitDir, "commondir"), 1<<16); err == nil {
		return resolve(gitDir, string(text))
	}
	return gitDir
}

// resolve reads the one path that a file of git holds, relative to dir.
func resolve(dir, text string) string {
	target := filepath.FromSlash(strings.Trim(text, " \r\n"))
	if filepath.IsAbs(target) {
		return filepath.Clean(target)
	}
	return filepath.Join(dir, target)
}

// boundary lists the commits at which the history of a shallow clone was cut
// off: their parents are not there. A complete history has none.
func boundary(gitDir string) map[string]bool {
	f, err := openRegular(filepath.Join(common(gitDir), "shallow"))
	if err != nil {
		return nil
	}
	defer f.Close()
	cut := make(map[string]bool)
	for lines := bufio.NewScanner(f); lines.Scan(); {
		cut[strings.TrimSpace(lines.Text())] = true
	}
	return cut
}

// HasGit reports whether there is a git to ask.
func HasGit() bool {
	_, err := program()
	return err == nil
}
