package rules

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"testing"
	"testing/fstest"
	"time"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

// brokenTree gives every name that it does not hold the same error.
type brokenTree struct {
	fstest.MapFS
	err error
}

func (t brokenTree) Stat(name string) (fs.FileInfo, error) {
	info, err := t.MapFS.Stat(name)
	if err != nil {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: t.err}
	}
	return info, nil
}

func (brokenTree) Paths(context.Context, string) iter.Seq2[string, error] { return nil }

func (brokenTree) Modified(context.Context, []string) (map[string]time.Time, error) { return nil, nil }

func TestExists(t *testing.T) {
	other := errors.New("some other trouble")
	files := fstest.MapFS{"docs/plan.md": {}}
	for _, c := range []struct {
		name string
		err  error
		want bool
	}{
		{"docs/plan.md", other, true},
		{"docs", other, true},
		{"docs/plan.md:12", fs.ErrNotExist, true},
		{"docs/plan.md:12:4", fs.ErrNotExist, true},
		{"docs/plan.md:x", fs.ErrNotExist, false},
		{"docs/gone.md", fs.ErrNotExist, false},
		{"docs/gone.md", other, true},            // it cannot be said
		{"docs/plan.md/part.md", other, false},   // nothing stands below a file
		{"docs/plan.md/a/part.md", other, false}, // however deep
		{"docs/gone/part.md", fs.ErrNotExist, false},
	} {
		if got := exists(brokenTree{files, c.err}, c.name); got != c.want {
			t.Errorf("exists(%s) with %v: %v", c.name, c.err, got)
		}
	}
}

func TestHoldsSnapshots(t *testing.T) {
	w := &lint.Workspace{Dir: "agents/writer", Settings: &lint.Settings{Documents: []protocol.Document{
		{Kind: protocol.Archive, Globs: []string{"old/*.md"}},
		{Kind: protocol.Snapshot, Globs: []string{"mem/snapshots/*.md"}},
	}}}
	for dir, want := range map[string]bool{
		"agents/writer/mem/snapshots":   true,
		"mem/snapshots":                 false,
		"agents/writer/old":             false,
		"agents/writer/mem/snapshots/x": false,
	} {
		if got := holdsSnapshots(w, dir); got != want {
			t.Errorf("holdsSnapshots(%s) = %v", dir, got)
		}
	}
}

func TestLocalPath(t *testing.T) {
	for destination, want := range map[string]string{
		"plan.md":                "plan.md",
		"./plan.md":              "./plan.md",
		"../docs/plan.md#end":    "../docs/plan.md",
		"plan.md?plain=1#L3":     "plan.md",
		"two%20words.md":         "two words.md",
		"100%.md":                "100%.md",
		"what%3F.md":             "what?.md",
		"src/main.go:12":         "src/main.go:12",
		"":                       "",
		"#end":                   "",
		"?x":                     "",
		"/srv/plan.md":           "",
		"//example.test/plan.md": "",
		"https://example.test":   "",
		"mailto:me@example.test": "",
		"vscode://file/x":        "",
		"C:/team/plan.md":        "",
		`C:\team\plan.md`:        "",
		`\\server\plan.md`:       "",
		"~/plan.md":              "",
		"plans/{id}.md":          "",
		"<plan>":                 "",
		"$HOME/plan.md":          "",
		"logs/*.md":              "",
	} {
		got, ok := localPath(destination)
		if got != want || ok != (want != "") {
			t.Errorf("localPath(%q) = %q, %v; want %q", destination, got, ok, want)
		}
	}
}
