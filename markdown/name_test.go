package markdown

import "testing"

func TestMatch(t *testing.T) {
	for _, tt := range []struct {
		title string
		name  string
		want  Spelling
	}{
		{"Objective", "Objective", Exact},
		{"OBJECTIVE", "Objective", Folded},
		{"next  action", "Next Action", Folded},
		{"1. Objective", "Objective", Folded},
		{"000-Objective", "Objective", Folded},
		{"1️⃣ Objective", "Objective", Folded},
		{"🎯 Objective", "Objective", Folded},
		{"Blockers 🚧", "Blockers", Folded},
		{"Blockers ⚠️", "Blockers", Folded},
		{"Objective:", "Objective", Folded},
		{"Objective：", "Objective", Folded},
		{"**Blockers**", "Blockers", Folded},
		{"Blockers (2 open)", "Blockers", Folded},
		{"Blockers（两个）", "Blockers", Folded},
		{"Next Action — after lunch", "Next Action", Folded},
		{"Next Action – after lunch", "Next Action", Folded},
		{"Next Action - after lunch", "Next Action", Folded},
		{"Objective: ship it", "Objective", Folded},
		{"目标 / Objective", "Objective", Folded},
		{"Objective / 目标", "Objective", Folded},
		{"目标／Objective", "Objective", Folded},
		{"1. 現在のステップ (Current Step)", "Current Step", Folded},
		{"Decisões Principais (Key Decisions)", "Key Decisions", Folded},
		{"現在地【Current Step】", "Current Step", Folded},
		{"Current Step / 当前步骤 (in progress)", "Current Step", Folded},
		{"Open Risks/Questions", "Open Risks / Questions", Folded},
		{"open risks / questions (3)", "Open Risks / Questions", Folded},
		{"Decisions (most recent first)", "Decisions (Most Recent First)", Folded},
		{"Decisions (most recent first)", "Decisions", Folded},

		{"Next Actions", "Next Action", Near},
		{"Objectives", "Objective", Near},
		{"Objetive", "Objective", Near},
		{"Unsurfaced Reslut", "Unsurfaced Result", Near},
		{"Key Decision", "Key Decisions", Near},
		{"1. Next Actions:", "Next Action", Near},
		{"Summary", "Summaries", Near},
		{"Goals", "Goal", Near},

		{"Objectivity and more", "Objective", Other},
		{"Goul", "Goal", Near},
		{"Gold", "Goal", Other}, // two edits of four letters
		{"My Objective", "Objective", Other},
		{"Key-Decisions", "Decisions", Other},
		{"Next-Action", "Next Action", Near},
		{"Next", "Next Action", Other},
		{"下一步", "Next Action", Other},
		{"", "Objective", Other},
		{"Objective", "", Other},
		{"2026-05-03 23:10 UTC - merge test written", "Next Action", Other},
		{"12:30", "Objective", Other},
		{"()", "Objective", Other},
	} {
		if got := Match(tt.title, tt.name); got != tt.want {
			t.Errorf("Match(%q, %q) = %v, want %v", tt.title, tt.name, got, tt.want)
		}
	}
	if got := Match("Ziele", "Objective", "Ziel", "ZIELE"); got != Folded {
		t.Errorf("the best alias counts: %v", got)
	}
	if got := Match("Ziele", "ZIELE", "Ziele"); got != Exact {
		t.Errorf("an exact alias behind a folded one: %v", got)
	}
}
