package hooks

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"strings"
)

//go:embed pre-commit.sh
var template string

// head begins every script that this package ever wrote; a sum of what follows
// that line comes next. So an older script of ours is told from an edited one.
const head = "#!/bin/sh\n# memorylint git hook, sum "

// render is the script that is installed as a hook and runs a program.
func render(hook, program string) string {
	_, body, _ := strings.Cut(strings.TrimPrefix(template, head), "\n")
	body = strings.Replace(body, "hook=HOOK\n", "hook="+hook+"\n", 1)
	body = strings.Replace(body, "program=PROGRAM\n", "program="+quote(program)+"\n", 1)
	return seal(body)
}

// seal puts the head before a script's body.
func seal(body string) string { return head + sum(body) + "\n" + body }

func sum(body string) string {
	h := sha256.Sum256([]byte(body))
	return hex.EncodeToString(h[:8])
}

// authorship says who wrote a hook.
type authorship uint8

const (
	foreign authorship = iota
	edited             // ours, and changed by somebody else
	ours
)

// A script is what is known of one that this package wrote.
type script struct {
	hook    string // the hook that it was written for
	program string // the program that it runs before it looks on PATH
	current bool   // it is what this version would write
}

// parse reads a hook. One whose line ends git made CR LF is still ours, but not
// current: no shell runs it.
func parse(text string) (script, authorship) {
	if s, by := parseLF(text); by == ours {
		return s, by
	}
	s, by := parseLF(strings.ReplaceAll(text, "\r\n", "\n"))
	s.current = false
	return s, by
}

func parseLF(text string) (script, authorship) {
	rest, ok := strings.CutPrefix(text, head)
	if !ok {
		return script{}, foreign
	}
	given, body, _ := strings.Cut(rest, "\n")
	if given != sum(body) {
		return script{}, edited
	}
	var s script
	_, at, _ := strings.Cut(body, "\nhook=")
	s.hook, _, _ = strings.Cut(at, "\n")
	_, at, _ = strings.Cut(body, "\nprogram=")
	s.program = unquote(at)
	s.current = text == render(s.hook, s.program)
	return s, ours
}

// quote makes text one word of a POSIX shell, whatever it holds.
func quote(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// unquote reads the word of quote that text begins with.
func unquote(text string) string {
	var word strings.Builder
	for {
		inside, ok := strings.CutPrefix(text, "'")
		if !ok {
			return word.String()
		}
		inside, text, ok = strings.Cut(inside, "'")
		word.WriteString(inside)
		if rest, more := strings.CutPrefix(text, `\'`); ok && more {
			word.WriteByte('\'')
			text = rest
		}
	}
}
