package lint

import (
	"testing"

	"github.com/memorylint/memorylint/rules/protocol"
)

func TestSettled(t *testing.T) {
	tests := map[string]bool{
		"- [x] drained the queue":               true,
		"- [ ] drain the queue":                 false,
		"- ~~drain the queue~~":                 true,
		"- [owner=a] ~~drain the queue~~":       true,
		"- Resolved: the queue is drained":      true,
		"- **Done**: the queue is drained":      true,
		"- the queue is drained [done]":         true,
		"- the queue is drained (fixed)":        true,
		"- [已解決] 佇列":                            true,
		"- get the review done by Friday":       false,
		"- unresolved: who drains the queue":    false,
		"- drain the queue\n  - [x] first half": false,
		"1. [owner=a] drain the queue":          false,
	}
	for text, want := range tests {
		f := NewFile("m.md", &protocol.Document{}, []byte(text))
		items := f.Items(f.Doc().Whole())
		if len(items) != 1 {
			t.Fatalf("%q: %d items", text, len(items))
		}
		if got := f.Settled(items[0]); got != want {
			t.Errorf("%q: settled %v, want %v", text, got, want)
		}
	}
}
