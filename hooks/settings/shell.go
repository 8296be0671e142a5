package settings

import (
	"runtime"
	"strings"
)

// shellWord writes a word for the shell through which commands are run.
func shellWord(s string) string {
	const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+./:@%"
	switch {
	case s != "" && strings.Trim(s, plain) == "":
		return s
	case runtime.GOOS == "windows":
		return `"` + s + `"`
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// shellText reads one word as a shell does, as far as no variable stands in
// it; false when there is not exactly one.
func shellText(s string) (string, bool) {
	var b strings.Builder
	quote := rune(0)
	escaped := false
	for _, r := range s {
		switch {
		case escaped:
			b.WriteRune(r)
			escaped = false
		case quote == '\'' && r == '\'', quote == '"' && r == '"':
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote = r
		case quote == 0 && r == '\\' && runtime.GOOS != "windows":
			escaped = true
		case quote == 0 && strings.ContainsRune(" \t\n;&|<>()`", r):
			return "", false
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), quote == 0 && !escaped && b.Len() > 0
}
