package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
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
		Verbose: j.opts.verbose || terminal && !j.opts.verboseSet,
		Exit:    code, FailOn: j.opts.failOn, Version: version,
		Source: j.content,
		Help:   helper(),
	}
	err := write(j.std.out, j.opts.output, func(w io.Writer) error { return reporter(w, r, o) })
	if err != nil {
		return err
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

// write lets emit write to standard output or, whole or not at all, to a file.
func write(out io.Writer, file string, emit func(io.Writer) error) (err error) {
	if file == "" {
		return emit(out)
	}
	temp, err := os.CreateTemp(filepath.Dir(file), "."+filepath.Base(file)+".*")
	if err != nil {
		return fmt.Errorf("write %s: %w", file, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("write %s: %w", file, err), os.Remove(temp.Name()))
		}
	}()
	if err = emit(temp); err == nil {
		err = temp.Chmod(0o644)
	}
	if err = errors.Join(err, temp.Close()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), file)
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && info.Name() != os.DevNull && os.Getenv("TERM") != "dumb"
}
