package rules

import (
	"strings"
	"testing"

	"github.com/memorylint/memorylint/markdown"
)

// What deep lets pass unread must be far from every limit.
func TestDeepSeesEveryLimit(t *testing.T) {
	for _, unit := range []string{">", "> ", ">\t", "- ", "-\t", "* > ", "1. ", "10) ", "+   "} {
		for n := range 80 {
			src := []byte("# Title\n\n" + strings.Repeat(unit, n) + "text\n")
			if limits := markdown.Parse(src).Limits; len(limits) > 0 && !deep(src) {
				t.Errorf("%q %d times reaches %v unseen", unit, n, limits)
			}
		}
	}
	for _, unit := range []string{"  ", "\t", "    "} {
		var src strings.Builder
		for n := range 80 {
			src.WriteString(strings.Repeat(unit, n) + "- item\n")
			text := []byte(src.String())
			if limits := markdown.Parse(text).Limits; len(limits) > 0 && !deep(text) {
				t.Errorf("lists indented by %q, %d deep, reach %v unseen", unit, n, limits)
			}
		}
	}
	if ordinary := []byte("# Title\n\n- one\n  - two\n    > three\n\n---\n"); deep(ordinary) {
		t.Error("ordinary text is taken for deep")
	}
}
