package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// untouched is exits for a program that writes nothing: all that the script has
// made, git's own files first, is afterwards byte for byte as it was.
func untouched(ts *testscript.TestScript, neg bool, args []string) {
	work := ts.Getenv("WORK")
	before, err := manifest(work)
	ts.Check(err)
	exits(ts, neg, args)
	after, err := manifest(work)
	ts.Check(err)
	was := strings.Split(before, "\n")
	for _, line := range strings.Split(after, "\n") {
		i := slices.Index(was, line)
		if i < 0 {
			ts.Fatalf("written by %s: %s", args[1], line)
		}
		was = slices.Delete(was, i, i+1)
	}
	if len(was) > 0 {
		ts.Fatalf("no longer there after %s: %s", args[1], was[0])
	}
}

// manifest lists all that there is below a folder: mode, time and content.
func manifest(dir string) (string, error) {
	var b strings.Builder
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		content := ""
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			content, err = os.Readlink(name)
		case info.Mode().IsRegular():
			var text []byte
			text, err = os.ReadFile(name)
			content = fmt.Sprintf("%x", sha256.Sum256(text))
		}
		written := info.ModTime()
		switch {
		case strings.Contains(filepath.ToSlash(name), "/objects/"): // git marks those that it came across again
			written = time.Time{}
		case filepath.Base(name) == ".tmp": // where a script's temporary files come and go
			written = time.Time{}
		}
		fmt.Fprintf(&b, "%q %v %d %s\n", name, info.Mode(), written.UnixNano(), content)
		return err
	})
	return b.String(), err
}

// printManifest is the program "manifest", by which a hook can tell that
// nothing was written while it ran.
func printManifest() {
	text, err := manifest(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Print(text)
}

// writeState writes a state that lacks some sections:
// state FILE [SECTION ...].
func writeState(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: state FILE [SECTION ...]")
	}
	var b strings.Builder
	b.WriteString("# Current state\n")
	for _, s := range [][2]string{
		{"Objective", "Ship the CSV importer."}, {"Current Step", "Writing the column mapper."}, {"Key Decisions", "- Keep UTF-8 only."},
		{"Next Action", "Run the importer."}, {"Blockers", "- None"}, {"Unsurfaced Results", "- None"},
	} {
		if !slices.Contains(args[1:], s[0]) {
			fmt.Fprintf(&b, "\n## %s\n\n%s\n", s[0], s[1])
		}
	}
	name := args[0]
	if strings.Contains(name, `\`) { // what a script cannot hold
		var err error
		name, err = strconv.Unquote(`"` + name + `"`)
		ts.Check(err)
	}
	file := ts.MkAbs(name)
	ts.Check(os.MkdirAll(filepath.Dir(file), 0o777))
	ts.Check(os.WriteFile(file, []byte(b.String()), 0o666))
}

// writeHook makes the linter git's hook: hook GITDIR.
func writeHook(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: hook GITDIR")
	}
	dir := filepath.Join(ts.MkAbs(args[0]), "hooks")
	ts.Check(os.MkdirAll(dir, 0o777))
	for _, name := range []string{"pre-commit", "pre-merge-commit"} {
		ts.Check(os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\nexec memorylint lint --staged\n"), 0o777))
	}
}
