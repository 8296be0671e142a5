// Package config reads the config file: strictly, with every error at its
// place, and all of them at once. Which keys there are stands in one table,
// from which the decoder, the JSON schema and the README's table are made.
package config

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/continuity"
	"github.com/memorylint/memorylint/rules/protocol"
)

// The languages of rule summaries; Auto follows the locale.
const (
	Auto               = "auto"
	English            = "en"
	TraditionalChinese = "zh-TW"
)

// DeclaredProtocol is the protocol of declared documents that name none.
const DeclaredProtocol = "declared"

// Known is what a config may name and this package cannot see.
type Known struct {
	Rules []string // ids, module/name; any other rule in a config is an error
}

// A Config is a config file with the defaults filled in. Lists without
// entries are nil; the maps never are.
type Config struct {
	Rules        map[string]lint.Severity // by rule id or module; lint.OK: off
	Exclude      []string                 // globs, relative to the config file's folder
	Protocols    []string                 // built-in protocols that are known at all
	Require      []string                 // protocols that must be there and be followed
	Strict       bool
	CurrentState CurrentState
	Declared     []protocol.Document // further documents, complete
	Limits       Limits
	Continuity   continuity.Config
	Language     string // Auto, English or TraditionalChinese
}

// CurrentState is what a config says of that protocol.
type CurrentState struct {
	Aliases  map[string][]string // further spellings, by the section's name
	Sessions []string            // globs of further session files, from the workspace
	Live     time.Duration       // a session file changed this recently is still being written
}

// Limits are what size/lines measures with.
type Limits struct {
	Lines      map[protocol.Kind]int // 0: no limit
	Characters int                   // code points a runtime loads of one file; 0: no limit
}

// Default is the configuration without a config file.
func Default() *Config {
	c := &Config{
		Rules:     map[string]lint.Severity{},
		Protocols: builtinProtocols(),
		CurrentState: CurrentState{
			Aliases: map[string][]string{},
			Live:    5 * time.Minute,
		},
		Limits:     Limits{Lines: map[protocol.Kind]int{}, Characters: protocol.LoadedCharacters},
		Continuity: continuity.Defaults(),
		Language:   Auto,
	}
	for _, d := range protocol.Builtin() {
		if d.Lines > 0 {
			c.Limits.Lines[d.Kind] = d.Lines
		}
	}
	return c
}

// Parse reads a config file; name is what errors call it. YAML and JSON are
// both read, whatever the name. An empty file gives the defaults. The error
// is an Errors with all that is wrong; there is no Config then.
func Parse(name string, src []byte, known Known) (*Config, error) {
	root, errs := read(name, src)
	d := &decoder{
		file: name, keys: Keys(), config: Default(), errs: errs,
		rules: append(modules(known.Rules), known.Rules...),
	}
	if root != nil {
		d.root(root)
	}
	if len(d.errs) > 0 {
		d.errs.sort()
		return nil, d.errs
	}
	return d.config, nil
}

// Severities gives the severity of each of ids for which the config has one,
// by its id or else by its module. lint.OK switches a rule off.
func (c *Config) Severities(ids []string) map[string]lint.Severity {
	out := map[string]lint.Severity{}
	for _, id := range ids {
		if s, ok := c.Rules[id]; ok {
			out[id] = s
		} else if s, ok := c.Rules[module(id)]; ok {
			out[id] = s
		}
	}
	return out
}

func module(id string) string {
	name, _, _ := strings.Cut(id, "/")
	return name
}

// modules lists the modules of rules, sorted.
func modules(ids []string) []string {
	set := map[string]bool{}
	for _, id := range ids {
		set[module(id)] = true
	}
	return slices.Sorted(maps.Keys(set))
}

func builtinProtocols() []string {
	return []string{protocol.CurrentState, protocol.Agentic, protocol.ApprovedPlan}
}
