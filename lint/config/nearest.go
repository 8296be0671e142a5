package config

import (
	"slices"
	"strings"

	"github.com/memorylint/memorylint/lint"
)

// Nearest gives the known word that was most likely meant by word, or "" when
// none is near. It is lint.Nearest for people who write configs: case does
// not count, of "module/name" the name alone will do, and so will the first
// three letters or more.
func Nearest(word string, known []string) string {
	word = strings.ToLower(word)
	lower, names := make([]string, len(known)), make([]string, len(known))
	for i, k := range known {
		lower[i] = strings.ToLower(k)
		names[i] = lower[i][strings.LastIndexByte(lower[i], '/')+1:]
	}
	for _, spelt := range [][]string{lower, names} {
		if n := lint.Nearest(word, spelt); n != "" {
			return known[slices.Index(spelt, n)]
		}
	}
	begins := func(k string) bool { return strings.HasPrefix(k, word) }
	if i := slices.IndexFunc(lower, begins); i >= 0 && len(word) >= 3 {
		return known[i]
	}
	return ""
}
