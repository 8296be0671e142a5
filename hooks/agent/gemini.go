package agent

// gemini is Gemini CLI. It has Claude Code's events under names of its own,
// and calls a held turn denied.
func gemini() Runtime {
	return Runtime{Name: "gemini", Events: []Event{
		{Name: "SessionStart", About: "tells a new session what it must know", answer: brief},
		{Name: "BeforeAgent", About: "puts the gate's block before the model", answer: block},
		{Name: "AfterAgent", About: "holds a turn once while the gate fails", answer: hold("deny")},
	}}
}
