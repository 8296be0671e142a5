package source

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/titanous/json5"
)

// maxOpenClawConfig is the longest config file that is read, in bytes.
const maxOpenClawConfig = 8 << 20

// openClawConfig is the part of openclaw.json that says where agents work.
type openClawConfig struct {
	Agents struct {
		Defaults struct {
			Workspace string `json:"workspace"`
		} `json:"defaults"`
		List    []openClawEntry          `json:"list"`
		Entries map[string]openClawEntry `json:"entries"`
	} `json:"agents"`
}

type openClawEntry struct {
	ID        string `json:"id"`
	Workspace string `json:"workspace"`
	AgentDir  string `json:"agentDir"`
	Default   bool   `json:"default"`
}

// read reads a config file; shown is its name in errors.
func (c *openClawConfig) read(file, shown string) error {
	text, err := readBounded(file, maxOpenClawConfig)
	if err != nil {
		return fmt.Errorf("read OpenClaw config: %w", err)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	err = json5.Unmarshal(text, c)
	var syntax *json5.SyntaxError
	var kind *json5.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		line, column := position(text, syntax.Offset)
		return fmt.Errorf("read OpenClaw config %s:%d:%d: %w", shown, line, column, err)
	case errors.As(err, &kind):
		line, column := position(text, kind.Offset)
		return fmt.Errorf("read OpenClaw config %s:%d:%d: %s where it cannot stand", shown, line, column, kind.Value)
	case err != nil:
		return fmt.Errorf("read OpenClaw config %s: %w", shown, err)
	}
	return nil
}

// position is the line, and the column in code points, of the last of the
// first n bytes of text. Both count from 1.
func position(text []byte, n int64) (line, column int) {
	before := text[:max(0, min(int(n)-1, len(text)))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte("\n")) + 1, utf8.RuneCount(before[start:]) + 1
}

// entries lists the configured agents, each id once and folded, or the main
// agent alone.
func (c *openClawConfig) entries() []openClawEntry {
	all := slices.Clone(c.Agents.List)
	for id, e := range c.Agents.Entries {
		e.ID = id
		all = append(all, e)
	}
	slices.SortStableFunc(all[len(c.Agents.List):], func(a, b openClawEntry) int { return strings.Compare(a.ID, b.ID) })
	var out []openClawEntry
	for _, e := range all {
		e.ID = agentID(e.ID)
		if e.ID != "" && !slices.ContainsFunc(out, func(o openClawEntry) bool { return o.ID == e.ID }) {
			out = append(out, e)
		}
	}
	if len(out) == 0 {
		out = []openClawEntry{{ID: mainAgent}}
	}
	return out
}

// agentID folds an id the way OpenClaw does for file names: lower case, and a
// dash for each run of other characters.
func agentID(id string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(strings.TrimSpace(id)) {
		switch {
		case isAlphanumeric(r) || r == '_' || r == '-':
			b.WriteRune(r)
		case !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), "-")
}

// expandVariables expands a path of the config file, where "${NAME}" stands
// for a variable.
func (h Homes) expandVariables(name string) string {
	var b strings.Builder
	for {
		before, rest, open := strings.Cut(name, "${")
		variable, after, closed := strings.Cut(rest, "}")
		if !open || !closed {
			b.WriteString(name)
			return h.expand(b.String())
		}
		b.WriteString(before + h.value(variable))
		name = after
	}
}
