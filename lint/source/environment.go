package source

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// location lists the variables that tell git which repository to work for, and
// with which index and objects.
func location() []string {
	return []string{
		"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR",
		"GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_IMPLICIT_WORK_TREE",
		"GIT_GRAFT_FILE", "GIT_SHALLOW_FILE", "GIT_NO_REPLACE_OBJECTS", "GIT_REPLACE_REF_BASE",
		"GIT_PREFIX", "GIT_INTERNAL_SUPER_PREFIX",
	}
}

// local lists all variables that hold for one repository only, as
// "git rev-parse --local-env-vars" does.
func local() []string {
	return append(location(), "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT")
}

// harmless are the settings of every git process: no locks, no network (objects
// that a partial clone lacks are not fetched), no questions, names that are no
// patterns, and messages that can be told apart.
func harmless() []string {
	return []string{
		"GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_TERMINAL_PROMPT=0",
		"GIT_LITERAL_PATHSPECS=1", "LC_ALL=C",
	}
}

// fixed are the settings for a repository that was found: harmless, and no
// repository but the one at top, where git would look above it for another when
// it refuses that one.
func fixed(top string) []string {
	return append(harmless(), "PWD="+top, "GIT_CEILING_DIRECTORIES="+filepath.Dir(top))
}

// foreignEnv is the environment for a repository that the one at hand does not
// speak of.
func foreignEnv(environ []string, top string) []string {
	return append(without(environ, local()), fixed(top)...)
}

// ownEnv is the environment for the repository that the one at hand speaks of.
// The paths of GIT_DIR and GIT_WORK_TREE are relative to the current folder,
// and git is going to be run in another; GIT_INDEX_FILE is relative to top.
// Without a GIT_WORK_TREE git would take the folder it runs in for one.
func ownEnv(environ []string, top string) []string {
	env := append(without(environ, nil), fixed(top)...)
	dir := lookup(environ, "GIT_DIR")
	if dir == "" {
		return env
	}
	tree := lookup(environ, "GIT_WORK_TREE")
	if tree == "" {
		tree = top
	}
	return append(env, "GIT_DIR="+absolute(dir), "GIT_WORK_TREE="+absolute(tree))
}

// aside is the repository for a process that may write objects where it need
// not: git unfolds a sparse index to compare it, into the folders that it stands
// for. They go into a folder that done removes.
func (r *repository) aside() (repo *repository, done func(), err error) {
	if _, err := os.Lstat(filepath.Join(r.data, "info", "sparse-checkout")); err != nil {
		return r, func() {}, nil
	}
	dir, err := os.MkdirTemp("", "memorylint-")
	if err != nil {
		return nil, nil, fmt.Errorf("make a folder for what git unfolds of a sparse index: %w", err)
	}
	objects := lookup(r.env, "GIT_OBJECT_DIRECTORY")
	if objects == "" {
		objects = filepath.Join(common(r.data), "objects")
	}
	objects = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(absolute(objects)) + `"`
	if more := lookup(r.env, "GIT_ALTERNATE_OBJECT_DIRECTORIES"); more != "" {
		objects += string(filepath.ListSeparator) + more
	}
	env := append(slices.Clip(r.env), "GIT_OBJECT_DIRECTORY="+dir, "GIT_ALTERNATE_OBJECT_DIRECTORIES="+objects)
	return &repository{top: r.top, data: r.data, env: env}, func() { os.RemoveAll(dir) }, nil
}

// speaksOf reports whether the environment's location variables, if there are
// any, are meant for the repository at top with its data in the folder data:
// by GIT_DIR, by an index that lies among the data of a repository, or else
// because the current folder is in it.
func speaksOf(environ []string, top, data string) bool {
	if dir := lookup(environ, "GIT_DIR"); dir != "" {
		return sameFile(dir, data)
	}
	if index := lookup(environ, "GIT_INDEX_FILE"); filepath.IsAbs(index) && isGitDir(filepath.Dir(index)) {
		return sameFile(filepath.Dir(index), data)
	} else if filepath.ToSlash(index) == ".git/index" && !sameFile(filepath.Join(top, ".git"), data) {
		return false // a hook has changed to a submodule or to a linked worktree
	}
	if !slices.ContainsFunc(location(), func(name string) bool { return lookup(environ, name) != "" }) {
		return true
	}
	here, ok := Repository(".")
	return ok && here == top
}

// named is the repository that GIT_DIR and GIT_WORK_TREE name, when its work
// tree holds dir.
func named(dir string, environ []string) (top, data string, ok bool) {
	data, tree := lookup(environ, "GIT_DIR"), lookup(environ, "GIT_WORK_TREE")
	if data == "" || tree == "" {
		return "", "", false
	}
	top, err := realPath(tree)
	if err != nil {
		return "", "", false
	}
	below, err := filepath.Rel(top, dir)
	return top, absolute(data), err == nil && filepath.IsLocal(below)
}

// without copies the environment, with the pathspec modes taken out, since
// they cannot stand beside the literal one, and these names.
func without(environ, names []string) []string {
	names = append([]string{"GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS"}, names...)
	return slices.DeleteFunc(slices.Clone(environ), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(names, name)
	})
}

// lookup is the value of a variable; the last one counts, as it does for the
// processes that are started.
func lookup(environ []string, name string) string {
	for _, entry := range slices.Backward(environ) {
		if key, value, _ := strings.Cut(entry, "="); key == name {
			return value
		}
	}
	return ""
}

func absolute(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
