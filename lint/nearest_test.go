package lint

import "testing"

func TestNearest(t *testing.T) {
	known := []string{"sections/missing", "unsurfaced-results", "format", "fail-on", "doctor"}
	tests := map[string]string{
		"unsurfaced-resluts": "unsurfaced-results", // two neighbours swapped
		"formt":              "format",
		"docter":             "doctor",
		"section/missing":    "sections/missing",
		"zebra":              "",
		"":                   "",
		"x":                  "",
		"FAIL-ON":            "",
	}
	for word, want := range tests {
		if got := Nearest(word, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	tests := []struct {
		in   string
		n    int
		want string
	}{
		{"short", 10, "short"},
		{"  a\t\n b  ", 10, "a b"},
		{"abcdef", 4, "abc…"},
		{"目標目標目標", 3, "目標…"},
		{"a\x1b[31mb", 20, "a [31mb"},
		{"bad\xffbyte", 20, "bad byte"},
	}
	for _, tt := range tests {
		if got := Clip(tt.in, tt.n); got != tt.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}

func TestGlobRoot(t *testing.T) {
	tests := []struct {
		pattern, name string
		fold          bool
		want          string
		ok            bool
	}{
		{"memory/CURRENT_STATE.md", "memory/CURRENT_STATE.md", false, ".", true},
		{"memory/CURRENT_STATE.md", "a/b/memory/CURRENT_STATE.md", false, "a/b", true},
		{"memory/CURRENT_STATE.md", "a/mymemory/CURRENT_STATE.md", false, "", false},
		{"memory/CURRENT_STATE.md", "CURRENT_STATE.md", false, "", false},
		{"memory/CURRENT_STATE.md", "memory/current_state.md", true, ".", true},
		{"memory/CURRENT_STATE.md", "memory/current_state.md", false, "", false},
		{"memory/session_archive/*.md", "x/memory/session_archive/a.md", false, "x", true},
		{"memory/session_archive/*.md", "x/memory/session_archive/cold/a.md", false, "", false},
		{"notes/**/*.md", "a/notes/b/notes/c.md", false, "a", true},
		{"**/X.md", "a/b/X.md", false, ".", true},
		{"agents/[[]1]/x", "agents/[1]/x", false, ".", true},
	}
	for _, tt := range tests {
		g := compile(tt.pattern, tt.fold)
		if dir, ok := g.root(tt.name); dir != tt.want || ok != tt.ok {
			t.Errorf("%s in %s: %q, %v; want %q, %v", tt.pattern, tt.name, dir, ok, tt.want, tt.ok)
		}
	}
}
