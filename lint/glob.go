package lint

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A glob is a doublestar pattern relative to a workspace, made ready to find
// the workspace that a path belongs to.
type glob struct {
	pattern string
	parts   []string
	fixed   bool // no "**": the number of parts is that of every match
	fold    bool // letter case is ignored: the state's case twins are found too
}

func compile(pattern string, fold bool) glob {
	return glob{
		pattern: pattern, parts: strings.Split(pattern, "/"),
		fixed: !strings.Contains(pattern, "**"), fold: fold,
	}
}

// root finds the folder from which name matches the pattern: the only one for
// a pattern of fixed depth, else the topmost.
func (g *glob) root(name string) (dir string, ok bool) {
	if !g.fixed {
		for start := 0; ; {
			if matchPart(g.pattern, name[start:]) {
				return parent(name, start), true
			}
			i := strings.IndexByte(name[start:], '/')
			if i < 0 {
				return "", false
			}
			start += i + 1
		}
	}
	// Compared from the end, part by part: nearly every path fails at the
	// first one, and no pattern is matched for it.
	end := len(name)
	for i := len(g.parts) - 1; i >= 0; i-- {
		if end < 0 {
			return "", false
		}
		start := strings.LastIndexByte(name[:end], '/') + 1
		part := name[start:end]
		if !matchPart(g.parts[i], part) && !(g.fold && strings.EqualFold(g.parts[i], part)) {
			return "", false
		}
		end = start - 1
	}
	return parent(name, end+1), true
}

// parent is what stands before the path's part that begins at start.
func parent(name string, start int) string {
	if start == 0 {
		return "."
	}
	return name[:start-1]
}

func matchPart(pattern, name string) bool {
	if literal(pattern) {
		return pattern == name
	}
	return doublestar.MatchUnvalidated(pattern, name)
}

// literal reports whether a pattern stands for itself alone.
func literal(pattern string) bool { return !strings.ContainsAny(pattern, `*?[{\`) }

func matchAny(patterns []string, name string) bool {
	for _, p := range patterns {
		if doublestar.MatchUnvalidated(p, name) {
			return true
		}
	}
	return false
}
