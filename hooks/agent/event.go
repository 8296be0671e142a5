package agent

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

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
	fields, err := continuity.Parse(paired(bytes.TrimPrefix(data, []byte("\ufeff"))), MaxEvent)
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

// paired is JSON in which no escape is half of a pair of surrogates: a runtime
// that cuts a text short writes such halves, and reads them as U+FFFD.
func paired(data []byte) []byte {
	unit := func(i int) uint64 {
		if i+6 > len(data) || data[i] != '\\' || data[i+1] != 'u' {
			return 0
		}
		u, err := strconv.ParseUint(string(data[i+2:i+6]), 16, 16)
		if err != nil {
			return 0
		}
		return u
	}
	copied := false
	for i := 0; i < len(data); i++ {
		if data[i] != '\\' {
			continue
		}
		switch u := unit(i); {
		case u>>10 == 0xd800>>10 && unit(i+6)>>10 == 0xdc00>>10:
			i += 11
		case u>>11 == 0xd800>>11:
			if !copied {
				data, copied = bytes.Clone(data), true
			}
			copy(data[i:], `\ufffd`)
			i += 5
		default:
			i++
		}
	}
	return data
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
