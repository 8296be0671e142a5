package agent

import "strings"

// writers are the tools that write text files.
const writers = "Write|Edit|MultiEdit"

// claudeCode is Claude Code. It reads JSON from the standard output of a hook
// that exits with 0; plain text there is an instruction for the summary at
// PreCompact.
func claudeCode() Runtime {
	return Runtime{Name: "claude-code", Events: []Event{
		{Name: "SessionStart", About: "tells a new session what it must know", answer: brief},
		{Name: "UserPromptSubmit", About: "puts the gate's block before the model", answer: block},
		{Name: "PreToolUse", About: "refuses what would break a memory file", Tools: writers, answer: guard, deny: deny},
		{Name: "PostToolUse", About: "tells the agent what is wrong in the memory file it wrote", Tools: writers, answer: tell},
		{Name: "PreCompact", About: "says what the summary must keep", answer: keep},
		{Name: "Stop", About: "holds a turn once while the gate fails", answer: hold("block")},
		{Name: "SubagentStop", About: "the same for a subagent; installed only when asked for", Extra: true, answer: hold("block")},
	}}
}

// deny refuses a tool call.
func deny(event, reason string) Reply {
	return object(field{"hookSpecificOutput", fields{
		{"hookEventName", event}, {"permissionDecision", "deny"}, {"permissionDecisionReason", reason},
	}})
}

// guard answers a tool call that is about to change a file. What is merely not
// well is not refused: PostToolUse tells about it.
func guard(c *call) (Reply, error) {
	change, err := c.change()
	if change == nil || err != nil {
		return Reply{}, err
	}
	found, err := c.memory.Before(c.dir, *change)
	if err != nil {
		return Reply{}, err
	}
	var broken []Finding
	for _, f := range found {
		if f.Critical {
			broken = append(broken, f)
		}
	}
	if len(broken) == 0 {
		return Reply{}, nil
	}
	return deny(c.event.Name, "This would break a memory file. Write it so that memorylint does not find:\n"+list(broken)), nil
}

// tell answers a tool call that has changed a file.
func tell(c *call) (Reply, error) {
	change, err := c.change()
	if change == nil || err != nil {
		return Reply{}, err
	}
	found, err := c.memory.After(c.dir, *change)
	if err != nil || len(found) == 0 {
		return Reply{}, err
	}
	return inject(c, "memorylint looked at the memory file that was just written:\n"+list(found)), nil
}

// keep answers the cut of a conversation.
func keep(c *call) (Reply, error) {
	text, r, err := survives(c)
	if text != "" && err == nil {
		r.Stdout = "Keep the following in the summary, word for word:\n\n" + text + "\n"
	}
	return r, err
}

// maxFindings is how many findings an agent is told at once.
const maxFindings = 20

func list(found []Finding) string {
	var b strings.Builder
	for i, f := range found {
		if i == maxFindings {
			b.WriteString("... and more: memorylint lint shows all\n")
			break
		}
		b.WriteString(f.Line + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
