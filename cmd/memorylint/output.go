package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/report"
	"github.com/memorylint/memorylint/rules"
)

// moment reads an RFC 3339 moment. time.Parse is too kind: it takes "T7:59".
func moment(s string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339, s)
	if err != nil || len(s) < len("2006-01-02T15:04:05Z") {
		return time.Time{}, fmt.Errorf("--now %q: want a moment such as 2026-05-04T12:00:00Z", s)
	}
	return t, nil
}

// exitCode is the code for a result (SPEC 2.3): that of the worst finding, if
// it is as bad as --fail-on says.
func exitCode(r *lint.Result, failOn string) int {
	worst := r.Worst()
	if failOn == "never" {
		return exitHealthy
	}
	line, err := lint.ParseSeverity(failOn)
	if err != nil || worst < line || worst == lint.OK {
		return exitHealthy
	}
	if worst == lint.Critical {
		return exitCritical
	}
	return exitWarnings
}

// print writes the report and gives the error that stands for the exit code.
func (j *job) print(r *lint.Result) error {
	reporter, _ := report.For(j.opts.format)
	code := exitCode(r, j.opts.failOn)
	terminal := j.opts.output == "" && isTerminal(j.std.out)
	o := report.Options{
		Color:   report.UseColor(j.opts.color, os.Getenv("NO_COLOR"), terminal),
		Verbose: j.opts.verbose || terminal && !j.opts.given["verbose"],
		Exit:    code, FailOn: j.opts.failOn, Version: version,
		Source: j.content,
		Help:   helper(),
	}
	err := write(j.std, j.opts.output, func(w io.Writer) error { return reporter(w, r, o) })
	if err != nil {
		return err
	}
	if report.Collected(j.opts.format) {
		j.std.note("%s", report.Summary(r, o))
	}
	if code != exitHealthy {
		return found(code)
	}
	return nil
}

// helper gives the way out of what a rule finds. Pages are cut when they are
// first asked for: most runs print none.
func helper() func(rule string) string {
	known := map[string]string{}
	return func(id string) string {
		if help, ok := known[id]; ok {
			return help
		}
		for _, rule := range rules.All() {
			if rule.ID == id {
				known[id] = rule.Page().Help()
			}
		}
		return known[id]
	}
}

// write lets emit write to standard output or to a file: a regular file whole
// or not at all, with the mode it had; a pipe or a device as it comes, and so
// the file that our own output goes to, which other programs write to as well.
func write(std streams, file string, emit func(io.Writer) error) error {
	if file == "" {
		return emit(std.out)
	}
	for _, w := range []io.Writer{std.out, std.err} {
		if is(w, file) {
			return emit(w)
		}
	}
	if err := writeFile(file, emit); err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	return nil
}

// is reports whether what is written to w gets into the file.
func is(w io.Writer, file string) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	to, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(file)
	return err == nil && os.SameFile(to, named)
}

func writeFile(file string, emit func(io.Writer) error) (err error) {
	mode := fs.FileMode(0o666) // less what the umask takes
	switch info, err := os.Stat(file); {
	case err == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(file, os.O_WRONLY|syscall.O_NONBLOCK, 0) // a pipe without a reader is an error
		if err != nil {
			return err
		}
		return errors.Join(emit(f), f.Close())
	case err == nil:
		mode = info.Mode().Perm()
		if file, err = filepath.EvalSymlinks(file); err != nil {
			return err
		}
	default:
		if _, e := os.Lstat(file); e == nil {
			return err // a link that leads nowhere
		}
	}
	name := filepath.Join(filepath.Dir(file), ".memorylint-"+strconv.FormatUint(rand.Uint64(), 36))
	temp, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(name))
		}
	}()
	if err := errors.Join(emit(temp), temp.Close()); err != nil {
		return err
	}
	return os.Rename(name, file)
}

// isTerminal reports whether a person reads w on a terminal. A compilation
// buffer of Emacs is one to its process, and reads lines.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || strings.HasSuffix(os.Getenv("INSIDE_EMACS"), ",compile") {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && info.Name() != os.DevNull && os.Getenv("TERM") != "dumb"
}
