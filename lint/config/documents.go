package config

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/memorylint/memorylint/rules/protocol"
)

// Documents are all documents that are known under this config, in reporting
// order: those of the built-in protocols, with aliases, session globs and
// limits filled in, then the declared ones. A file that a declared document
// names without wildcards, or by the very glob of a built-in one, belongs to
// the declared document alone. The result is the caller's to change; the
// slices inside are shared.
func (c *Config) Documents() []protocol.Document {
	var out []protocol.Document
	for _, d := range protocol.Builtin() {
		if slices.Contains(c.Protocols, d.Protocol) {
			out = append(out, c.adjusted(d))
		}
	}
	return append(out, c.Declared...)
}

func (c *Config) adjusted(d protocol.Document) protocol.Document {
	d.Lines = c.Limits.Lines[d.Kind]
	if d.Protocol == protocol.CurrentState {
		d.Sections = slices.Clone(d.Sections)
		for i := range d.Sections {
			if aliases, ok := c.CurrentState.Aliases[d.Sections[i].Name]; ok {
				d.Sections[i].Aliases = aliases
			}
		}
		if d.Kind == protocol.Session {
			d.Globs = union(d.Globs, c.CurrentState.Sessions)
		}
	}
	if d.Kind == protocol.Receipt {
		d.Globs, d.Exclude = c.moved(d.Globs), c.moved(d.Exclude)
	}
	for _, declared := range c.Declared {
		for _, glob := range declared.Globs {
			if literal(glob) || slices.Contains(d.Globs, glob) {
				d.Exclude = union(d.Exclude, []string{glob})
			}
		}
	}
	return d
}

// moved are globs of receipts, in the configured folder.
func (c *Config) moved(globs []string) []string {
	dir := c.Continuity.ReceiptDir
	if strings.ContainsAny(dir, `*?[{\`) { // seldom, and a Replacer costs a lot to make
		dir = strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `{`, `\{`, `\`, `\\`).Replace(dir)
	}
	var out []string
	for _, glob := range globs {
		out = append(out, path.Join(dir, path.Base(glob)))
	}
	return out
}

// Excluded reports whether the config takes out the file or folder at name,
// which is relative to the config file's folder and slash-separated. A glob
// that matches a folder takes out all below it. Nothing outside the config
// file's folder is excluded.
func (c *Config) Excluded(name string) bool {
	name = path.Clean(name)
	if len(c.Exclude) == 0 || path.IsAbs(name) || name == ".." || strings.HasPrefix(name, "../") {
		return false
	}
	for at := name; ; at = path.Dir(at) {
		for _, glob := range c.Exclude {
			if doublestar.MatchUnvalidated(glob, at) {
				return true
			}
		}
		if !strings.Contains(at, "/") {
			return false
		}
	}
}

// literal reports whether a glob has no wildcard, so names one path.
func literal(glob string) bool { return !strings.ContainsAny(glob, `*?[{`) }

// union is a followed by what of b is not in it. It shares a only when there
// is nothing to add.
func union(a, b []string) []string {
	out := slices.Clip(a)
	for _, s := range b {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
