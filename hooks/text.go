package hooks

import "fmt"

// String is a line for a person. It may hold foreign text: paths.
func (c Change) String() string {
	line := c.Type + ": "
	switch c.Outcome {
	case Installed:
		line += "installed " + c.Path
	case Renewed:
		line += "renewed " + c.Path
	case Kept:
		line += "already installed: " + c.Path
	case Followed:
		return line + c.Path + " is a link to the " + c.Note + " hook, and left as it is"
	case Removed:
		line += "removed " + c.Path
	case Restored:
		line += "restored " + c.Path + ", the hook from before"
	case Absent:
		line += "nothing to remove: there is no " + c.Path
	case Left:
		return line + "left alone: " + c.Path + " " + c.Note
	}
	if c.Chained != "" {
		line += ", which first runs " + c.Chained
	}
	if c.Note != "" {
		line += " (" + c.Note + ")"
	}
	return line
}

// String is a line for a person. It may hold foreign text: paths.
func (s State) String() string {
	line := s.Type + ": "
	switch {
	case s.Kind == Missing:
		line += "not installed: there is no " + s.Path
	case s.Kind != Ours:
		line += "not installed: " + s.Path + " " + (&place{kind: s.Kind}).stranger()
		if s.Kind == Foreign && !s.Executable {
			line += ", and git ignores it, since it is not executable"
		}
	case !s.Executable:
		line += "does not run: git ignores " + s.Path + ", since it is not executable"
	case s.Program == "":
		line += fmt.Sprintf("refuses every commit: %s finds no memorylint, neither %s nor on PATH", s.Path, s.Recorded)
	default:
		line += "installed: " + s.Path + " runs " + s.Program
	}
	if s.Chained != "" {
		line += ", after " + s.Chained
		if s.Skipped {
			line += ", which is not executable and passed over"
		}
	}
	if s.Kind == Ours && !s.Current {
		line += "; another version of memorylint wrote it, and hook install renews it"
	}
	if s.Outside != "" {
		line += "; " + s.Outside
	}
	return line
}
