package settings

import (
	"path"
	"path/filepath"
	"strings"
)

// claudeTimeout is how long Claude Code waits for a hook, in seconds.
const claudeTimeout = "10"

// Keys of Claude Code's settings.
const (
	keyHooks   = "hooks"
	keyMatcher = "matcher"
	keyType    = "type"
	keyCommand = "command"
	keyTimeout = "timeout"
)

// A claudeHook is the command of one event: hooks.<event>[].hooks[].
type claudeHook struct {
	Hook
	program string
	extra   bool // asked for, if it is an extra one
}

func claudeEntries(o Options) []entry {
	var out []entry
	for _, h := range o.Hooks {
		out = append(out, claudeHook{h, o.Program, o.Extra})
	}
	return out
}

func (h claudeHook) name() string { return h.Event }

func (h claudeHook) optional() bool { return h.Extra && !h.extra }

func (h claudeHook) command() string {
	return shellWord(h.program) + h.words()
}

func (h claudeHook) words() string { return " hook run " + ClaudeCode + " " + h.Event }

// wrote reports whether a command is one that some installation wrote: one word
// that names memorylint, or the program that is installed now, and then the words
// of the event. What a person has put behind these is more.
func (h claudeHook) wrote(command string) (more string, ok bool) {
	word, more, ok := strings.Cut(strings.TrimPrefix(command, "exec "), h.words())
	if !ok || more != "" && more[0] != ' ' {
		return "", false
	}
	program, ok := shellText(word)
	// A release may carry its version or system in its name; a script is another program.
	name := strings.ToLower(path.Base(filepath.ToSlash(strings.ReplaceAll(program, `\`, "/"))))
	name = strings.TrimSuffix(name, ".exe")
	named := name == "memorylint" || strings.HasPrefix(name, "memorylint-") && strings.Trim(path.Ext(name), ".0123456789") == ""
	return more, ok && (named || program == h.program)
}

func (h claudeHook) find(d *document) (at route, current bool, err error) {
	groups, at, err := h.groups(d)
	if groups == nil || err != nil {
		return nil, false, err
	}
	for i, group := range groups.members {
		if group.value.kind != '{' {
			continue
		}
		j, err := d.get(group.value, keyHooks)
		if err != nil {
			return nil, false, err
		}
		if j < 0 {
			continue
		}
		for k, hook := range group.value.members[j].value.members {
			if hook.value.kind != '{' {
				continue
			}
			l, err := d.get(hook.value, keyCommand)
			if err != nil {
				return nil, false, err
			}
			if l < 0 {
				continue
			}
			text := hook.value.members[l].value.text
			more, ok := h.wrote(text)
			if !ok {
				continue
			}
			found := append(at[:len(at):len(at)], i, j, k)
			// A path with a variable in it is meant for other machines too.
			return found, text == h.command()+more || !strings.HasPrefix(text, "'") && strings.Contains(strings.TrimSuffix(text, more), "$"), nil
		}
	}
	return nil, false, nil
}

// groups is the list of the event, nil when there is none.
func (h claudeHook) groups(d *document) (*value, route, error) {
	if d.root == nil {
		return nil, nil, nil
	}
	if err := d.want(d.root, '{', "the root"); err != nil {
		return nil, nil, err
	}
	i, err := d.get(d.root, keyHooks)
	if i < 0 || err != nil {
		return nil, nil, err
	}
	hooks := d.root.members[i].value
	if err := d.want(hooks, '{', keyHooks); err != nil {
		return nil, nil, err
	}
	j, err := d.get(hooks, h.Event)
	if j < 0 || err != nil {
		return nil, route{i}, err
	}
	groups := hooks.members[j].value
	return groups, route{i, j}, d.want(groups, '[', keyHooks+"."+h.Event)
}

func (h claudeHook) add(d *document) error {
	groups, at, err := h.groups(d)
	switch {
	case err != nil:
		return err
	case groups != nil:
		return d.insert(at, "", h.group())
	case at != nil:
		return d.insert(at, h.Event, list{h.group()})
	}
	return d.start(keyHooks, object{{h.Event, list{h.group()}}})
}

func (h claudeHook) group() node {
	group := object{{keyHooks, list{object{
		{keyType, quoted(keyCommand)},
		{keyCommand, quoted(h.command())},
		{keyTimeout, word(claudeTimeout)},
	}}}}
	if h.Matcher != "" {
		group = append(object{{keyMatcher, quoted(h.Matcher)}}, group...)
	}
	return group
}

// renew changes the program alone: what else a person has set stays.
func (h claudeHook) renew(d *document, at route) error {
	v, err := h.text(d, at)
	if err != nil {
		return err
	}
	more, _ := h.wrote(v.text)
	return d.splice(v.start, v.end, string(quoted(h.command()+more)))
}

// ours reports whether nothing but flags stands behind what was written.
func (h claudeHook) ours(d *document, at route) bool {
	more, _ := h.wrote(h.says(d, at))
	return !strings.ContainsAny(more, ";&|<>`$()\n")
}

func (h claudeHook) says(d *document, at route) string {
	v, err := h.text(d, at)
	if err != nil {
		return ""
	}
	return v.text
}

func (h claudeHook) text(d *document, at route) (*value, error) {
	hook := d.at(at)
	i, err := d.get(hook, keyCommand)
	if err != nil {
		return nil, err
	}
	return hook.members[i].value, nil
}
