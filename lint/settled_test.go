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
		"- ✅ the queue is drained":              true,
		"2. [owner=a] ☑️ the queue is drained":  true,
		"- ✔ the queue is drained":              true,
		"- **✓ the queue is drained**":          true,
		"- drain the queue until all is ✅":      false,
		"- ☐ drain the queue":                   false,
		"- ❌ drain the queue":                   false,
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

func TestSettledByHeading(t *testing.T) {
	text := `## Open Risks

- open

### Resolved

- settled

#### Done

- settled

#### Of the mirror

- settled

### Undecided

- open

## Done: May

- settled

## Archive

- settled

# Resolved

## Next Steps

- open
`
	f := NewFile("m.md", &protocol.Document{Sections: []protocol.Section{
		{Name: "Open Risks"}, {Name: "Next Steps"}, {Name: protocol.ResolvedNotes, Aliases: []string{"Archive"}},
	}}, []byte(text))
	for _, at := range f.Items(f.Doc().Whole()) {
		if got, want := f.Settled(at), f.Doc().Text(at) == "settled"; got != want {
			line, _ := f.Doc().Position(at.Start)
			t.Errorf("line %d: settled %v, want %v", line, got, want)
		}
	}
}

func TestSettledWithout(t *testing.T) {
	tests := map[string]bool{
		"- the queue\n  - [ ] its reader (done)\n  - [ ] its writer": false,
		"- the queue\n  - [owner=a] done: its reader":                false,
		"- the queue\n  - Resolved: it is drained":                   true,
		"- the queue\n  - [ ] its reader\n  - Resolved: it is gone":  true,
		"- the queue\n  - ~~its reader~~":                            false,
	}
	for text, want := range tests {
		f := NewFile("m.md", &protocol.Document{}, []byte(text))
		if got := f.Settled(f.Items(f.Doc().Whole())[0]); got != want {
			t.Errorf("%q: settled %v, want %v", text, got, want)
		}
	}
}
