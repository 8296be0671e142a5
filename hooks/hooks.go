// Package hooks installs the git hook that lints what a commit will hold. It
// asks git where hooks live, keeps its hands off hooks that it did not write,
// and changes either all that was asked for or nothing.
package hooks

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// The hooks that can be installed. A clean merge runs only the second one.
const (
	PreCommit      = "pre-commit"
	PreMergeCommit = "pre-merge-commit"
)

// Types lists the hooks that can be installed, which are also those that are
// installed when none is named.
func Types() []string { return []string{PreCommit, PreMergeCommit} }

// name is the program's name on PATH.
const name = "memorylint"

// chainedSuffix is what the name of a foreign hook gets when it is kept.
const chainedSuffix = ".memorylint-chained"

// Options say where and what.
type Options struct {
	Dir     string   // a folder of the repository's work tree
	Types   []string // as in Types; none: all of them
	Chain   bool     // keep a foreign hook and run it first, where it would be refused
	Program string   // absolute path of the program to run; "": the one on PATH
	Release string   // the release to name where one must be named, such as 0.1.0
}

// types are the hooks asked for, each once, in the order of Types.
func (o Options) types() ([]string, error) {
	if len(o.Types) == 0 {
		return Types(), nil
	}
	for _, t := range o.Types {
		if !slices.Contains(Types(), t) {
			return nil, fmt.Errorf("hook type %q: want %s", t, strings.Join(Types(), " or "))
		}
	}
	return slices.DeleteFunc(Types(), func(t string) bool { return !slices.Contains(o.Types, t) }), nil
}

// A Refusal is the error of an installation that would touch what is not
// memorylint's to touch. Nothing was changed.
type Refusal struct {
	Reason string   // a sentence that says what to do instead
	Lines  []string // what to add by hand, free of foreign text; may be empty
}

func (r *Refusal) Error() string { return r.Reason }

// byHand are the lines that do in any shell script what the hook does.
func byHand() []string {
	return []string{
		"# memorylint looks at the memory that this commit will hold",
		"memorylint lint --staged || exit $?",
	}
}

// Program is the path to record for the running program: the one on PATH if
// that leads to it, since a link there outlives an upgrade, else its own; ""
// when neither is known.
func Program() string {
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	if onPath, err := exec.LookPath(name); err == nil && filepath.IsAbs(onPath) && sameFile(onPath, self) {
		return onPath
	}
	return self
}

// OnPath reports whether the name "memorylint" leads to a program: then the name
// may be written down where other people, with other disks, read it.
func OnPath(program string) bool {
	found, err := exec.LookPath(name)
	return err == nil && found == program
}

func sameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
