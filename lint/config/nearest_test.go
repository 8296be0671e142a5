package config

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	known := []string{"exclude", "rules", "require", "current-state", "sections", "sections/missing", "placeholders/left", "warning"}
	tests := []struct{ word, want string }{
		{"exclud", "exclude"},
		{"EXCLUDE", "exclude"},
		{"ruels", "rules"},
		{"curent_state", "current-state"},
		{"section/missing", "sections/missing"},
		{"missing", "sections/missing"},
		{"lfet", "placeholders/left"},
		{"place", "placeholders/left"},
		{"warn", "warning"},
		{"wa", ""},
		{"", ""},
		{"documents", ""},
		{"目標", ""},
		{strings.Repeat("sections/", 5000), ""},
	}
	for _, tt := range tests {
		if got := Nearest(tt.word, known); got != tt.want {
			t.Errorf("Nearest(%.20q) = %q, want %q", tt.word, got, tt.want)
		}
	}
	if got := Nearest("rules", nil); got != "" {
		t.Errorf("with nothing known: %q", got)
	}
}
