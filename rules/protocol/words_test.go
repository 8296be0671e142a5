package protocol

import (
	"strings"
	"testing"
)

// Words are compared as they stand here.
func TestWordsAreFolded(t *testing.T) {
	w := Nothing()
	for _, list := range [][]string{w.None, w.No, w.Subjects, w.Qualifiers, w.Stamps} {
		if len(list) == 0 {
			t.Error("a list is empty")
		}
		for _, word := range list {
			if folded := strings.Join(strings.Fields(strings.ToLower(word)), " "); word != folded || word == "" {
				t.Errorf("%q must be written %q", word, folded)
			}
		}
	}
}
