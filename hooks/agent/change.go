package agent

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

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
	switch {
	case tool == "":
		return nil, errors.New(keyTool + " is missing")
	case !writes(tool):
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
	switch tool {
	case "Write":
		var text string
		if v := input.Get(keyContent); v == nil || v.Kind != continuity.String {
			return nil, errors.New(keyContent + " is no text")
		}
		text, err = word(input, keyContent)
		out.whole = &text
	case "MultiEdit":
		edits := input.Get(keyEdits)
		if edits == nil || edits.Kind != continuity.List {
			return nil, errors.New(keyEdits + " is no list")
		}
		for _, item := range edits.Items {
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
	if !n.IsObject() {
		return errors.New("an edit is no object")
	}
	var e edit
	var errs [3]error
	e.old, errs[0] = word(n, keyOld)
	e.new, errs[1] = word(n, keyNew)
	e.all, errs[2] = flag(n, keyAll)
	c.edits = append(c.edits, e)
	return errors.Join(errs[:]...)
}

// Whole reports whether the change replaces all that the file holds.
func (c *Change) Whole() bool { return c.whole != nil }

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
		e.old = asWritten(before, e.old)
		switch {
		case e.old == "" && before == "":
			before = e.new
		case e.old == "":
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

// asWritten is the text as it stands in the file, "" when it does not. Tools
// take straight quotes for curly ones.
func asWritten(file, text string) string {
	if text == "" || strings.Contains(file, text) {
		return text
	}
	straight := func(s string) []rune {
		return []rune(strings.NewReplacer("\u2018", "'", "\u2019", "'", "\u201c", `"`, "\u201d", `"`).Replace(s))
	}
	in, want := straight(file), string(straight(text))
	at := strings.Index(string(in), want)
	if at < 0 {
		return ""
	}
	start := utf8.RuneCountInString(string(in)[:at])
	return string([]rune(file)[start : start+utf8.RuneCountInString(want)])
}
