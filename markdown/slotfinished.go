package markdown

import (
	"strings"
	"time"
)

// monthDay reports whether a text is a day with the English name of its month,
// such as "May 4" or "4 May 2026".
func monthDay(s string) bool {
	if strings.IndexAny(s, "0123456789") < 0 {
		return false
	}
	words := strings.Fields(strings.ReplaceAll(s, ",", " "))
	if len(words) < 2 || len(words) > 3 {
		return false
	}
	months := 0
	for _, word := range words {
		if month(word) {
			months++
		} else if strings.Trim(strings.TrimRight(word, "thnds"), "0123456789") != "" || word == "" {
			return false
		}
	}
	return months == 1
}

// month reports whether a word is the English name of a month, or its first
// letters.
func month(word string) bool {
	word = strings.ToLower(strings.TrimRight(word, "."))
	for m := time.January; m <= time.December; m++ {
		if len(word) >= 3 && strings.HasPrefix(strings.ToLower(m.String()), word) {
			return true
		}
	}
	return false
}

// reference reports whether a text is one word and what it refers to: "PR #12",
// "JIRA: ABC-12", "commit abc1234".
func reference(s string) bool {
	what, id, ok := strings.Cut(s, " ")
	if !ok || strings.Contains(id, " ") || strings.Trim(what, ":") == "" {
		return false
	}
	number := strings.Trim(id, "0123456789") == ""
	switch strings.ToLower(strings.TrimRight(what, ":")) {
	case "pr", "mr", "pull", "issue", "bug", "ticket", "commit", "build", "run", "rev":
		if number {
			return true
		}
	}
	if strings.IndexByte("#!", id[0]) >= 0 {
		return len(id) > 1 && strings.Trim(id[1:], "0123456789") == ""
	}
	return hash(id) || strings.Contains(id, "-") && ticket(id)
}

// literals reports whether a text is a list as programs write it: quoted words,
// or single words parted by commas.
func literals(s string) bool {
	if q := s[0]; (q == '"' || q == '\'') && len(s) > 1 && s[len(s)-1] == q {
		return true
	}
	return braceList(s)
}

// stamped reports whether a text is "Last updated: 2026-05-04": a few words of
// an update, or a label, and a date.
func stamped(s string) bool {
	at := strings.IndexAny(s, "0123456789")
	if !dateBehind(s, 4) {
		return false
	}
	name := strings.TrimSpace(s[:at])
	return strings.HasSuffix(name, ":") || strings.HasSuffix(name, "：") || strings.Contains(strings.ToLower(name), "updated")
}

// directive reports whether a text is a word to a program, which is there to
// stay.
func directive(s string) bool {
	switch strings.ToLower(s) {
	case "toc", "skip ci", "ci skip", "no ci", "skip actions", "actions skip":
		return true
	}
	return false
}
