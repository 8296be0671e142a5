package agent

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/memorylint/memorylint/rules/continuity"
)

// Keys of events, as Claude Code spells them. Codex and Gemini CLI follow it.
const (
	keyEvent      = "hook_event_name"
	keyDir        = "cwd"
	keyStopActive = "stop_hook_active"
	keyTool       = "tool_name"
	keyToolInput  = "tool_input"
)

// read takes an event apart as far as all events are alike. What the runtime
// adds beside that is not looked at; a transcript is never opened.
func (c *call) read(data []byte) error {
	fields, err := continuity.Parse(bytes.TrimPrefix(data, []byte("\ufeff")), MaxEvent)
	if err != nil {
		return err
	}
	c.fields = fields
	name, err := word(fields, keyEvent)
	if err != nil {
		return err
	}
	if name != "" && name != c.event.Name {
		return fmt.Errorf("this is a %q event, and the hook is for %s", name, c.event.Name)
	}
	c.dir, err = word(fields, keyDir)
	return err
}

// word is a text of an object; "" when it is absent or null.
func word(n *continuity.Node, key string) (string, error) {
	switch v := n.Get(key); {
	case v == nil, v.Kind == continuity.Null:
		return "", nil
	case v.Kind != continuity.String:
		return "", errors.New(key + " is no text")
	default:
		return v.Text, nil
	}
}

// flag is a boolean of an object; false when it is absent or null.
func flag(n *continuity.Node, key string) (bool, error) {
	switch v := n.Get(key); {
	case v == nil, v.Kind == continuity.Null:
		return false, nil
	case v.Kind != continuity.Bool:
		return false, errors.New(key + " is neither true nor false")
	default:
		return v.Text == "true", nil
	}
}
