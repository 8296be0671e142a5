package rules_test

import (
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules"
	"github.com/memorylint/memorylint/rules/protocol"
)

// A testCase is one workspace, or several, and what is found there. It is
// written as a txtar archive. Lines of its comment may set
//
//	now: RFC3339              the moment of the run; 2026-05-04T12:00:00Z
//	modified: PATH RFC3339    when a file was last modified; 2026-05-04T10:00:00Z
//	modified: PATH unknown    the same, as in a shallow clone
//	session: RFC3339          a session known from outside the tree
//	require: PROTOCOL
//	without: PROTOCOL         the configuration switches it off
//	doctor: true
//	link: PATH TARGET         a symbolic link
//	base64: PATH              the file's content is written in base64
//	repeat: PATH N "TEXT"     TEXT, N times, at the end of the file
//	only: NAME[, NAME]        the modules or rules that run
//	committed: true           the tree is a commit or the index
//	base: empty               there is a base, and it holds nothing
//
// Files named HEAD:PATH are the base's; in a merge MERGE_HEAD:PATH are the
// other side's, and ANCESTOR:PATH those that both began with.
//
// and all other lines are free text. The files "want" and "healthy" hold the
// findings and the doctor's [OK] lines.
type testCase struct {
	tree     *memoryTree
	before   map[string]*memoryTree // by HEAD, MERGE_HEAD and ANCESTOR
	now      time.Time
	sessions []lint.Session
	settings lint.Settings
	only     []string
}

func parseCase(archive *txtar.Archive, only ...string) (*testCase, error) {
	c := &testCase{
		tree: newMemoryTree(), before: map[string]*memoryTree{},
		now:  time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC),
		only: only,
		settings: lint.Settings{
			Documents: protocol.Builtin(), Live: 5 * time.Minute, Characters: protocol.LoadedCharacters,
		},
	}
	for _, f := range archive.Files {
		if side, name, ok := strings.Cut(f.Name, ":"); ok && slices.Contains([]string{"HEAD", "MERGE_HEAD", "ANCESTOR"}, side) {
			c.side(side).MapFS[name] = &fstest.MapFile{Data: f.Data}
		} else if f.Name != "want" && f.Name != "healthy" {
			c.tree.MapFS[f.Name] = &fstest.MapFile{Data: f.Data}
			c.tree.times[f.Name] = time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC)
		}
	}
	for line := range strings.Lines(string(archive.Comment)) {
		key, value, _ := strings.Cut(line, ":")
		if err := c.set(key, strings.TrimSpace(value)); err != nil {
			return nil, fmt.Errorf("%s: %w", strings.TrimSpace(line), err)
		}
	}
	return c, nil
}

// set obeys one line of the comment.
func (c *testCase) set(key, value string) (err error) {
	name, rest, _ := strings.Cut(value, " ")
	switch key {
	case "now":
		c.now, err = time.Parse(time.RFC3339, value)
	case "modified":
		if rest == "unknown" {
			delete(c.tree.times, name)
			return nil
		}
		c.tree.times[name], err = time.Parse(time.RFC3339, rest)
	case "session":
		var when time.Time
		when, err = time.Parse(time.RFC3339, value)
		c.sessions = append(c.sessions, lint.Session{Path: "transcript", Time: when})
	case "require":
		c.settings.Require = append(c.settings.Require, value)
	case "without":
		c.settings.Documents = slices.DeleteFunc(c.settings.Documents, func(d protocol.Document) bool { return d.Protocol == value })
	case "doctor":
		c.settings.Doctor = value == "true"
	case "link":
		c.tree.MapFS[name] = &fstest.MapFile{Data: []byte(rest), Mode: fs.ModeSymlink}
	case "base64":
		f := c.tree.MapFS[name]
		if f == nil {
			return fs.ErrNotExist
		}
		f.Data, err = base64.StdEncoding.DecodeString(strings.TrimSpace(string(f.Data)))
	case "repeat":
		f, n, text := c.tree.MapFS[name], 0, ""
		if f == nil {
			return fs.ErrNotExist
		}
		_, err = fmt.Sscanf(rest, "%d %q", &n, &text)
		f.Data = append(slices.Clone(f.Data), strings.Repeat(text, n)...)
	case "committed":
		c.settings.Committed = value == "true"
	case "base":
		c.side("HEAD")
	case "only":
		c.only = strings.Split(strings.ReplaceAll(value, " ", ""), ",")
	}
	return err
}

// side is one of the trees before this one.
func (c *testCase) side(name string) *memoryTree {
	if c.before[name] == nil {
		c.before[name] = newMemoryTree()
	}
	return c.before[name]
}

// run gives what the rules find.
func (c *testCase) run() (*lint.Result, error) {
	ctx := context.Background()
	scope := lint.Scope{Tree: c.tree, Targets: []lint.Target{{Path: ".", Self: c.settings.Doctor}}}
	for _, side := range []string{"HEAD", "MERGE_HEAD"} {
		if c.before[side] != nil {
			scope.Bases = append(scope.Bases, c.before[side])
		}
	}
	if c.before["ANCESTOR"] != nil {
		scope.Ancestor = c.before["ANCESTOR"]
	}
	found, err := lint.Discover(ctx, scope, &c.settings, c.now)
	if err != nil {
		return nil, err
	}
	opts := lint.Options{Evidence: func(*lint.Workspace) ([]lint.Session, error) { return c.sessions, nil }}
	var run []*lint.Rule
	for _, r := range rules.All() {
		opts.Known = append(opts.Known, r.ID)
		if slices.Contains(c.only, r.ID) || slices.Contains(c.only, moduleOf(r)) {
			run = append(run, r)
		}
	}
	return lint.Run(ctx, found.Workspaces, run, opts)
}

func moduleOf(r *lint.Rule) string {
	module, _, _ := strings.Cut(r.ID, "/")
	return module
}

// findings writes the findings as lines of text.
func findings(r *lint.Result) string {
	var out strings.Builder
	for _, d := range r.Diagnostics {
		severity := d.Severity.String()
		if d.Severity == lint.Critical {
			severity = "error"
		}
		fmt.Fprintf(&out, "%s:%d:%d: %s: %s [%s]\n", d.Path, d.Range.Start.Line, d.Range.Start.Column, severity, d.Message, d.Rule)
	}
	return out.String()
}

// healthy writes the doctor's [OK] lines.
func healthy(r *lint.Result) string {
	var out strings.Builder
	for _, w := range r.Workspaces {
		for _, c := range w.Checks {
			if c.Healthy != "" {
				fmt.Fprintln(&out, c.Healthy)
			}
		}
	}
	return out.String()
}

// checkWording holds the findings to the conventions for messages.
func checkWording(t *testing.T, r *lint.Result) {
	t.Helper()
	for _, d := range r.Diagnostics {
		if n := utf8.RuneCountInString(d.Message); n > 100 {
			t.Errorf("message of %d code points, want at most 100: %s", n, d.Message)
		}
		if strings.HasSuffix(d.Message, ".") || strings.ContainsAny(d.Message, "\n\r\t") || d.Message == "" {
			t.Errorf("message ends in a full stop or is no line: %q", d.Message)
		}
		if d.Subject == "" {
			t.Errorf("finding without a subject: %s", d.Message)
		}
	}
}

// memoryTree is a lint.Tree in memory.
type memoryTree struct {
	fstest.MapFS
	times map[string]time.Time
}

func newMemoryTree() *memoryTree {
	return &memoryTree{fstest.MapFS{}, map[string]time.Time{}}
}

func (t *memoryTree) Paths(_ context.Context, dir string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for name := range t.MapFS {
			if (dir == "." || strings.HasPrefix(name, dir+"/")) && !slices.Contains(strings.Split(path.Dir(name), "/"), "node_modules") {
				if !yield(name, nil) {
					return
				}
			}
		}
	}
}

func (t *memoryTree) Modified(_ context.Context, names []string) (map[string]time.Time, error) {
	out := map[string]time.Time{}
	for _, name := range names {
		if when, ok := t.times[name]; ok {
			out[name] = when
		}
	}
	return out, nil
}

// fileNamed is the archive's file of that name, or nil.
func fileNamed(a *txtar.Archive, name string) *txtar.File {
	i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return &a.Files[i]
}

// sortFiles puts want and healthy behind the files they speak about.
func sortFiles(a *txtar.Archive) {
	last := func(f txtar.File) int { return slices.Index([]string{"want", "healthy"}, f.Name) }
	slices.SortStableFunc(a.Files, func(a, b txtar.File) int { return cmp.Compare(last(a), last(b)) })
}
