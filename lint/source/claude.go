package source

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Claude lists the transcripts that Claude Code left of sessions in the folder
// dir, its sub-agents' included, newest first. Only their metadata is read.
func (h Homes) Claude(dir string) []Transcript {
	projects := h.projects()
	if projects == "" || !isFolder(projects) {
		return nil
	}
	var out []Transcript
	for _, slug := range slugs(dir) {
		out = append(out, h.project(filepath.Join(projects, slug))...)
	}
	return newestFirst(out)
}

func (h Homes) projects() string {
	if dir := h.variable("CLAUDE_CONFIG_DIR"); dir != "" {
		return filepath.Join(h.expand(dir), "projects")
	}
	if h.Home == "" {
		return ""
	}
	return filepath.Join(h.Home, ".claude", "projects")
}

// project lists the transcripts of one project folder: <session>.jsonl, and
// <session>/subagents/agent-*.jsonl.
func (h Homes) project(dir string) []Transcript {
	out := h.transcripts(dir, func(name string) bool { return strings.HasSuffix(name, ".jsonl") })
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() {
			out = append(out, h.transcripts(filepath.Join(dir, e.Name(), "subagents"), func(name string) bool {
				return strings.HasPrefix(name, "agent-") && strings.HasSuffix(name, ".jsonl")
			})...)
		}
	}
	return out
}

// slugs are the names that a folder's project may have: the absolute path, as
// it is written and with links resolved, with a dash for each separator and
// dot, or, by other versions, for all but ASCII letters and digits.
func slugs(dir string) []string {
	abs := absolute(dir)
	paths := []string{abs}
	if real, err := filepath.EvalSymlinks(abs); err == nil {
		paths = append(paths, real)
	}
	var out []string
	for _, p := range paths {
		out = append(out, dashed(p, func(r rune) bool { return strings.ContainsRune(`/\.:`, r) }), dashed(p, func(r rune) bool { return !isAlphanumeric(r) }))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func dashed(s string, replace func(rune) bool) string {
	return strings.Map(func(r rune) rune {
		if replace(r) {
			return '-'
		}
		return r
	}, s)
}

func isAlphanumeric(r rune) bool {
	return '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}
