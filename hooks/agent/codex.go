package agent

// codex is Codex CLI. Its hooks have the shape of Claude Code's. It writes
// files by patches, which are not looked at here: a commit is.
func codex() Runtime {
	return Runtime{Name: "codex", Events: []Event{
		{Name: "SessionStart", About: "tells a new session what it must know", answer: brief},
		{Name: "UserPromptSubmit", About: "puts the gate's block before the model", answer: block},
		{Name: "Stop", About: "holds a turn once while the gate fails", answer: hold("block")},
	}}
}
