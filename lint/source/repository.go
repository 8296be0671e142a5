package source

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
)

// Repository finds the git repository whose work tree holds dir: top is the
// nearest folder at or above dir with a .git of its own, absolute and free of
// links. It starts no process. Like git it climbs along the real folders, not
// the links that led to dir, and not above GIT_CEILING_DIRECTORIES.
func Repository(dir string) (top string, ok bool) {
	real, err := realPath(dir)
	if err != nil {
		return "", false
	}
	ceilings := filepath.SplitList(os.Getenv("GIT_CEILING_DIRECTORIES"))
	for at := real; ; at = filepath.Dir(at) {
		if _, ok := gitDir(at); ok {
			return at, true
		}
		if at == filepath.Dir(at) || isCeiling(filepath.Dir(at), ceilings) {
			return "", false
		}
	}
}

func isCeiling(dir string, ceilings []string) bool {
	for _, c := range ceilings {
		if real, err := filepath.EvalSymlinks(c); err == nil && filepath.IsAbs(c) && real == dir {
			return true
		}
	}
	return false
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
// begins at top: .git itself, or the one that a .git file names.
func gitDir(top string) (dir string, ok bool) {
	dot := filepath.Join(top, ".git")
	info, err := os.Stat(dot)
	switch {
	case err != nil:
		return "", false
	case info.IsDir():
		return dot, isGitDir(dot)
	}
	text, err := readBounded(dot, 1<<16)
	if err != nil {
		return "", false
	}
	target, ok := strings.CutPrefix(string(text), "gitdir:")
	if !ok {
		return "", false
	}
	return resolve(top, target), true
}

// isGitDir reports whether dir looks like the data folder of a repository.
// HEAD may be a link that dangles, as it was in old repositories.
func isGitDir(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, "HEAD"))
	return err == nil
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
	common := gitDir
	if text, err := readBounded(filepath.Join(gitDir, "commondir"), 1<<16); err == nil {
		common = resolve(gitDir, string(text))
	}
	f, err := openRegular(filepath.Join(common, "shallow"))
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
