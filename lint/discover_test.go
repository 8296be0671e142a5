package lint_test

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"testing"
	"time"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/protocol"
)

var now = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

func settings() *lint.Settings {
	return &lint.Settings{Documents: protocol.Builtin(), Live: 5 * time.Minute, Characters: protocol.LoadedCharacters}
}

func discover(t *testing.T, tr lint.Tree, s *lint.Settings, targets ...lint.Target) *lint.Found {
	t.Helper()
	found, err := lint.Discover(context.Background(), lint.Scope{Tree: tr, Targets: targets}, s, now)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// describe is "dir: file file; links; nested" for each workspace.
func describe(f *lint.Found) string {
	var b strings.Builder
	for _, w := range f.Workspaces {
		fmt.Fprintf(&b, "%s:", w.Shown)
		for _, file := range w.Files {
			b.WriteString(" " + file.Path)
		}
		for _, l := range w.Links {
			fmt.Fprintf(&b, " [%s -> %s leaves=%v%s]", l.Path, l.Target, l.Leaves, l.Irregular)
		}
		for _, n := range w.Nested {
			b.WriteString(" nested " + n)
		}
		if w.Bare {
			b.WriteString(" bare")
		}
		if w.Lost {
			b.WriteString(" lost")
		}
		b.WriteString("\n")
	}
	for _, n := range f.Excluded {
		b.WriteString("excluded " + n + "\n")
	}
	for _, n := range f.Skipped {
		b.WriteString("skipped " + n + "\n")
	}
	return b.String()
}

func TestDiscover(t *testing.T) {
	here := []lint.Target{{Path: "."}}
	deep := func(n int) string { return strings.Repeat("a/", n) + "memory/CURRENT_STATE.md" }
	var nest []string
	for i := range 15 {
		nest = append(nest, deep(i), "x")
	}
	tests := []struct {
		name    string
		tree    tree
		targets []lint.Target
		exclude string
		want    string
	}{
		{"nothing", files("README.md", "x"), here, "", ".: bare\n"},
		{"the folder itself", files("memory/CURRENT_STATE.md", "x", "tasks.md", "x", "memory/sessions/2026-05-03.md", "x", "memory/2026-05-04-topic.md", "x", "memory/notes.md", "x"), here, "",
			".: memory/2026-05-04-topic.md memory/CURRENT_STATE.md memory/sessions/2026-05-03.md tasks.md\n"},
		{"below", files("agents/a/memory/CURRENT_STATE.md", "x", "agents/b/memory/session_archive/2026-05-01_10-00.md", "x"), here, "",
			"agents/a: memory/CURRENT_STATE.md\nagents/b: memory/session_archive/2026-05-01_10-00.md\n"},
		{"daily notes and a bare memory folder are no marker", files("memory/2026-05-01.md", "x", "memory/x.md", "x"), here, "", ".: bare\n"},
		{"cold archives are ignored", files("memory/session_archive/cold/2026-05-01_10-00.md", "x"), here, "", ".: bare\n"},
		{"git's own folders", files(".git/memory/CURRENT_STATE.md", "x", "node_modules/p/memory/CURRENT_STATE.md", "x", "a/memory/CURRENT_STATE.md", "x"), here, "", "a: memory/CURRENT_STATE.md\n"},
		{"case twin of the folder", files("ws/Memory/CURRENT_STATE.md", "x"), here, "", "ws: Memory/CURRENT_STATE.md\n"},
		{"a file where a folder is looked for", files("memory", "x", "openspec", "x", "a/memory/CURRENT_STATE.md", "x"), here, "", "a: memory/CURRENT_STATE.md\n"},
		{"the root and one below", files("a/memory/CURRENT_STATE.md", "x", "memory/CURRENT_STATE.md", "x"), here, "", ".: memory/CURRENT_STATE.md\na: memory/CURRENT_STATE.md\n"},
		{"case twin", files("ws/memory/current_state.md", "x"), here, "", "ws: memory/current_state.md\n"},
		{"active changes", files("memory/CURRENT_STATE.md", "x", "openspec/changes/add-login/tasks.md", "x", "openspec/changes/archive/2026-01-01-old/tasks.md", "x"), here, "",
			".: memory/CURRENT_STATE.md openspec/changes/add-login/tasks.md\n"},
		{"one file", files("memory/CURRENT_STATE.md", "x", "b/memory/CURRENT_STATE.md", "x"), []lint.Target{{Path: "b/memory/CURRENT_STATE.md", File: true}}, "",
			"b: memory/CURRENT_STATE.md\n"},
		{"a file that is no document", files("memory/CURRENT_STATE.md", "x", "README.md", "x"), []lint.Target{{Path: "README.md", File: true}}, "", "skipped README.md\n"},
		{"a document without a workspace", files("tasks.md", "x"), []lint.Target{{Path: "tasks.md", File: true}}, "", "skipped tasks.md\n"},
		{"a subfolder", files("a/memory/CURRENT_STATE.md", "x", "b/memory/CURRENT_STATE.md", "x"), []lint.Target{{Path: "a"}}, "", "a: memory/CURRENT_STATE.md\n"},
		{"an empty subfolder says so", files("a/x", "x", "b/memory/CURRENT_STATE.md", "x"), []lint.Target{{Path: "a"}, {Path: "b"}}, "", "a: bare\nb: memory/CURRENT_STATE.md\n"},
		{"a folder inside a workspace", files("a/memory/CURRENT_STATE.md", "x", "a/memory/session_archive/2026-05-01_10-00.md", "x"), []lint.Target{{Path: "a/memory/session_archive"}}, "",
			"a: memory/CURRENT_STATE.md memory/session_archive/2026-05-01_10-00.md\n"},
		{"an empty memory folder is its workspace's", files("a/memory/x", "x", "a/memory/session_archive/x", "x"), []lint.Target{{Path: "a/memory/session_archive"}}, "", "a: bare\n"},
		{"a folder of a workspace without documents", files("a/memory/CURRENT_STATE.md", "x", "a/memory/session_archive/x", "x"), []lint.Target{{Path: "a/memory/session_archive"}}, "", "skipped a/memory/session_archive\n"},
		{"a pattern's folder without memory", files("a/memory/CURRENT_STATE.md", "x", "b/x", "x", "c.md", "x"), []lint.Target{{Path: "a", Loose: true}, {Path: "b", Loose: true}, {Path: "c.md", File: true, Loose: true}}, "", "a: memory/CURRENT_STATE.md\n"},
		{"excluded folder, siblings stay", files("a/memory/CURRENT_STATE.md", "x", "b/memory/CURRENT_STATE.md", "x"), here, "a/", "b: memory/CURRENT_STATE.md\n"},
		{"all there is is excluded", files("a/memory/CURRENT_STATE.md", "x", "a/memory/session_archive/2026-05-01_10-00.md", "x"), []lint.Target{{Path: "a"}}, "a/", "excluded a/memory/CURRENT_STATE.md\nexcluded a/memory/session_archive/2026-05-01_10-00.md\n"},
		{"a named file that is excluded", files("a/memory/CURRENT_STATE.md", "x"), []lint.Target{{Path: "a/memory/CURRENT_STATE.md", File: true}}, "a/", "excluded a/memory/CURRENT_STATE.md\n"},
		{"links", files(
			"memory/CURRENT_STATE.md", "x", "memory/session_archive/2026-05-01_10-00.md", "-> gone.md",
			"memory/session_archive/2026-05-02_10-00.md", "-> /etc/passwd", "memory/session_archive/up", "-> ..",
			"memory/session_archive/d.md/x", "x"), here, "",
			".: memory/CURRENT_STATE.md [memory/session_archive/2026-05-01_10-00.md -> gone.md leaves=false] [memory/session_archive/2026-05-02_10-00.md -> /etc/passwd leaves=true]\n"},
		{"the state is a folder", files("memory/CURRENT_STATE.md/x", "x"), here, "", ".: [memory/CURRENT_STATE.md ->  leaves=falsea folder]\n"},
		{"thirteen deep is entered, more is reported", files(nest...), here, "", func() string {
			var b strings.Builder
			for i := range 13 {
				dir := strings.TrimSuffix(strings.Repeat("a/", i), "/")
				if dir == "" {
					dir = "."
				}
				b.WriteString(dir + ": memory/CURRENT_STATE.md")
				if i == 0 {
					b.WriteString(" nested " + strings.TrimSuffix(strings.Repeat("a/", 13), "/") + " nested " + strings.TrimSuffix(strings.Repeat("a/", 14), "/"))
				}
				b.WriteString("\n")
			}
			return b.String()
		}()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := settings()
			if tt.exclude != "" {
				s.Excluded = func(name string) bool { return strings.HasPrefix(name, tt.exclude) }
			}
			if got := describe(discover(t, tt.tree, s, tt.targets...)); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

// A declared glob with "**" belongs to the topmost folder from which it
// matches; one that names a built-in path takes it over.
func TestDiscoverDeclared(t *testing.T) {
	s := settings()
	s.Documents = append(s.Documents,
		protocol.Document{Protocol: "declared", Kind: "note", Globs: []string{"notes/**/*.md"}, Marker: true, ByPath: true},
		protocol.Document{Protocol: "declared", Kind: protocol.State, Globs: []string{protocol.StatePath}, Marker: true, ByPath: true},
	)
	tr := files("notes/a/b.md", "x", "notes/c.md", "x", "sub/notes/d.md", "x", "memory/CURRENT_STATE.md", "x")
	found := discover(t, tr, s, lint.Target{Path: "."})
	want := ".: memory/CURRENT_STATE.md notes/a/b.md notes/c.md\nsub: notes/d.md\n"
	if got := describe(found); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if d := found.Workspaces[0].State().Document; d.Protocol != "declared" {
		t.Errorf("the state's document is that of %q", d.Protocol)
	}
}

// listed is a tree in which git still lists files that are gone.
type listed struct {
	tree
	gone []string
}

func (l listed) Paths(ctx context.Context, dir string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for name, err := range l.tree.Paths(ctx, dir) {
			if !yield(name, err) {
				return
			}
		}
		for _, name := range l.gone {
			if !yield(name, nil) {
				return
			}
		}
	}
}

// A state that git tracks and that was deleted is missing, as long as its
// workspace's folder is there; a whole agent that was removed is none. What
// stands under a name that is not UTF-8 is told, and not looked at.
func TestDiscoverLost(t *testing.T) {
	tr := &listed{files("README.md", "x", "a/README.md", "x", "b/memory/CURRENT_STATE.md", "x"), []string{
		"memory/CURRENT_STATE.md", "a/memory/CURRENT_STATE.md", "removed/memory/CURRENT_STATE.md", "c/memory/session_archive/2026-05-01_10-00.md",
		"d\xff/memory/CURRENT_STATE.md", "d\xff/README.md", "e\xff/",
	}}
	want := ".: lost\na: lost\nb: memory/CURRENT_STATE.md\nskipped d\xff/memory/CURRENT_STATE.md\nskipped e\xff/\n"
	if got := describe(discover(t, tr, settings(), lint.Target{Path: "."})); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
