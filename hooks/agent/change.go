package agent

import (
	"errors"
	"slices"
	"strings"

	"github.com/memorylint/memorylint/rules/continuity"
)

// Keys of the input of tools that write files.
const (
	keyFile    = "file_path"
	keyContent = "content"
	keyOld     = "old_string"
	keyNew     = "new_string"
	keyAll     = "replace_all"
	keyEdits   = "edits"
)

// A Change is what a tool does to one file.
type Change struct {
	Path  string // as the runtime gives it
	whole *string
	edits []edit
}

type edit struct {
	old, new string
	all      bool
}

// change reads the input of a tool; nil when the tool writes no text file.
func (c *call) change() (*Change, error) {
	tool, err := word(c.fields, keyTool)
	if err != nil {
		return nil, err
	}
	input := c.fields.Get(keyToolInput)
	if !writes(tool) {
		return nil, nil
	}
	if !input.IsObject() {
		return nil, errors.New(keyToolInput + " is no object")
	}
	out := &Change{}
	if out.Path, err = word(input, keyFile); err != nil {
		return nil, err
	}
	if out.Path == "" {
		return nil, errors.New(keyToolInput + " names no " + keyFile)
	}
	switch {
	case input.Get(keyContent) != nil:
		var text string
		text, err = word(input, keyContent)
		out.whole = &text
	case input.Get(keyEdits) != nil:
		for _, item := range input.Get(keyEdits).Items {
			if err == nil {
				err = out.add(item)
			}
		}
	default:
		err = out.add(input)
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

func writes(tool string) bool { return slices.Contains(strings.Split(writers, "|"), tool) }

func (c *Change) add(n *continuity.Node) error {
	var e edit
	var errs [3]error
	e.old, errs[0] = word(n, keyOld)
	e.new, errs[1] = word(n, keyNew)
	e.all, errs[2] = flag(n, keyAll)
	c.edits = append(c.edits, e)
	return errors.Join(errs[:]...)
}

// Apply gives the file's content after the change. It is false when the tool
// itself will refuse the change, because what it wants to replace is not there.
func (c *Change) Apply(before string) (after string, ok bool) {
	if c.whole != nil {
		return *c.whole, true
	}
	// Tools show and take lines that end in LF, and write back what was there.
	crlf := strings.Contains(before, "\r\n")
	if crlf {
		before = strings.ReplaceAll(before, "\r\n", "\n")
	}
	for _, e := range c.edits {
		switch {
		case e.old == "" && before == "":
			before = e.new
		case e.old == "" || !strings.Contains(before, e.old):
			return "", false
		case e.all:
			before = strings.ReplaceAll(before, e.old, e.new)
		default:
			before = strings.Replace(before, e.old, e.new, 1)
		}
	}
	if crlf {
		before = strings.ReplaceAll(before, "\n", "\r\n")
	}
	return before, true
}
