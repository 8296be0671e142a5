package hooks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A repository is a work tree and the folder of its data, which its linked
// worktrees share; both absolute.
type repository struct {
	top, data string
	env       []string // git's environment for commands that run at top, as hooks do
}

// find asks git for the repository whose work tree holds dir, in the
// environment that the program was given.
func find(ctx context.Context, dir string) (*repository, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	environ := slices.DeleteFunc(os.Environ(), func(entry string) bool {
		key, _, _ := strings.Cut(entry, "=")
		return key == "GIT_CONFIG" // it holds for the command config alone, and hooks are not run by that
	})
	environ = append(environ, "LC_ALL=C")
	top, err := git(ctx, dir, environ, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, noWorkTree(ctx, dir, environ, err)
	}
	data, err := git(ctx, dir, environ, "rev-parse", "--absolute-git-dir")
	if err != nil {
		return nil, err
	}
	r := &repository{top: filepath.FromSlash(top)}
	// Hooks run at the top, where a relative GIT_DIR or a core.worktree that
	// leads elsewhere would mean another repository.
	r.env = append(environ, "GIT_DIR="+data, "GIT_WORK_TREE="+top)
	common, err := r.git(ctx, "rev-parse", "--git-common-dir")
	if err != nil {
		return nil, err
	}
	r.data = r.absolute(common)
	return r, nil
}

// noWorkTree says why there is no work tree at dir.
func noWorkTree(ctx context.Context, dir string, environ []string, err error) error {
	switch {
	case strings.Contains(err.Error(), "not a git repository"):
		return fmt.Errorf("%s is in no git repository, so there is no git hook", dir)
	case !strings.Contains(err.Error(), "must be run in a work tree"):
		return err
	}
	if bare, e := git(ctx, dir, environ, "rev-parse", "--is-bare-repository"); e == nil && bare == "true" {
		return fmt.Errorf("%s is in a bare repository, where nothing is committed and no hook is needed", dir)
	}
	return fmt.Errorf("%s is inside the data folder of a repository: run this in its work tree", dir)
}

// hookFile is the path of the file that git would run, absolute, with the
// links on the way to its folder resolved where they lead somewhere.
func (r *repository) hookFile(ctx context.Context, hook string) (string, error) {
	path, err := r.git(ctx, "rev-parse", "--git-path", "hooks/"+hook)
	if err != nil {
		return "", err
	}
	dir := strings.TrimSuffix(r.absolute(path), string(filepath.Separator)+hook)
	if dir == "" {
		dir = string(filepath.Separator) // an empty core.hooksPath
	}
	return filepath.Join(resolve(dir), hook), nil
}

// hooksPath is core.hooksPath and where it was set; ok says whether it was.
func (r *repository) hooksPath(ctx context.Context) (value, origin string, ok bool) {
	out, err := r.git(ctx, "config", "--null", "--show-origin", "--path", "--get", "core.hooksPath")
	if err != nil {
		return "", "", false // if this is no plain absence, rev-parse said so
	}
	origin, value, _ = strings.Cut(out, "\x00")
	return strings.TrimSuffix(value, "\x00"), origin, true
}

// holds reports whether a folder, there or yet to be made, is in the work tree
// or among the data of the repository. Files are compared, not names: the same
// folder has many spellings.
func (r *repository) holds(dir string) bool {
	for at := dir; ; at = filepath.Dir(at) {
		for _, own := range []string{r.top, r.data} {
			if sameFile(at, own) {
				return true
			}
		}
		if at == filepath.Dir(at) {
			return false
		}
	}
}

// absolute reads a path that git gave at the top. It is not cleaned: behind a
// link, ".." is another folder than it looks.
func (r *repository) absolute(path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) || filepath.VolumeName(path) != "" {
		return path
	}
	return r.top + string(filepath.Separator) + path
}

// resolve is path with links resolved, as far as it exists.
func resolve(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	at := strings.LastIndexByte(path, filepath.Separator)
	if at <= len(filepath.VolumeName(path)) || exists(path) {
		return path // the end of the way, or a link that leads nowhere
	}
	return filepath.Join(resolve(path[:at]), path[at+1:])
}

func (r *repository) git(ctx context.Context, args ...string) (string, error) {
	return git(ctx, r.top, r.env, args...)
}

// git runs git in a folder and gives what it printed, less the final line
// break. An error holds the line in which git said why.
func git(ctx context.Context, dir string, env []string, args ...string) (string, error) {
	program, err := exec.LookPath("git")
	if err != nil {
		return "", errors.New("git is not installed, and hooks are its own")
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = dir, env
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err == nil {
		return strings.TrimSuffix(string(out), "\n"), nil
	}
	if line, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n"); line != "" {
		return "", fmt.Errorf("git %s: %s", args[0], strings.TrimPrefix(line, "fatal: "))
	}
	return "", fmt.Errorf("git %s: %w", args[0], err)
}
