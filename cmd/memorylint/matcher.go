package main

import (
	_ "embed" // the editors' files
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memorylint/memorylint/lint/report"
)

//go:embed editors/memorylint.vim
var vimFile string

//go:embed editors/memorylint.el
var emacsFile string

// matchers print what a consumer needs to find findings in the text format.
// All of it comes from report.LineForm and report.Words.
var matchers = []struct {
	consumer string
	print    func(io.Writer) error
}{
	{"github", githubMatcher},
	{"vscode", vscodeMatcher},
	{"vim", vimMatcher},
	{"emacs", emacsMatcher},
}

func newMatcher(std streams) *cobra.Command {
	var consumers []string
	for _, m := range matchers {
		consumers = append(consumers, m.consumer)
	}
	return &cobra.Command{
		Use:   "matcher CONSUMER",
		Short: "Print how github, vscode, vim or emacs reads the text format",
		Long: `Print how a consumer of the text format finds the findings in it:

  github   problem matchers; their file is named to ::add-matcher::
  vscode   the problemMatcher of a task in tasks.json
  vim      a compiler file, for Neovim too
  emacs    an entry of compilation-error-regexp-alist, and a command`,
		ValidArgs: consumers,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("matcher: name one of " + strings.Join(consumers, ", "))
			}
			for _, m := range matchers {
				if m.consumer == args[0] {
					return m.print(std.out)
				}
			}
			return noSuch("matcher", args, consumers)
		},
	}
}

// anyWord matches each severity, in a group of its own.
func anyWord() string { return "(" + strings.Join(report.Words(), "|") + ")" }

// A pattern is what VS Code and GitHub share: a regular expression and the
// numbers of its groups.
type pattern struct {
	Regexp   string `json:"regexp"`
	File     int    `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Severity int    `json:"severity,omitempty"`
	Message  int    `json:"message"`
	Code     int    `json:"code"`
}

// githubMatcher prints one matcher for each severity: the runner drops a line
// whose severity group says "info", so each matcher says what it finds.
func githubMatcher(w io.Writer) error {
	type matcher struct {
		Owner    string    `json:"owner"`
		Severity string    `json:"severity"`
		Pattern  []pattern `json:"pattern"`
	}
	var list []matcher
	for _, word := range report.Words() {
		severity := word
		if word == "info" {
			severity = "notice"
		}
		list = append(list, matcher{"memorylint-" + word, severity, []pattern{{
			Regexp: report.LineForm(word), File: 1, Line: 2, Column: 3, Message: 4, Code: 5,
		}}})
	}
	return printJSON(w, map[string]any{"problemMatcher": list})
}

func vscodeMatcher(w io.Writer) error {
	return printJSON(w, struct {
		Owner    string   `json:"owner"`
		Source   string   `json:"source"`
		Location []string `json:"fileLocation"`
		Pattern  pattern  `json:"pattern"`
	}{
		"memorylint", "memorylint", []string{"relative", "${workspaceFolder}"},
		pattern{Regexp: report.LineForm(anyWord()), File: 1, Line: 2, Column: 3, Severity: 4, Message: 5, Code: 6},
	})
}

// vimMatcher gives errorformat one entry for each severity, whose first letter
// it takes for the type, and a last one that drops every other line.
func vimMatcher(w io.Writer) error {
	var entries []string
	for _, word := range report.Words() {
		entries = append(entries, `%f:%l:%c:\ %t`+word[1:]+`:\ %m`)
	}
	entries = append(entries, `%-G%.%#`)
	_, err := io.WriteString(w, strings.ReplaceAll(vimFile, "@FORMAT@", strings.Join(entries, ",")))
	return err
}

// emacsMatcher has a group for warnings and one for info; what matches neither
// is an error to Emacs.
func emacsMatcher(w io.Writer) error {
	words := report.Words()
	form := report.LineForm("(?:" + words[0] + "|(" + words[1] + ")|(" + words[2] + "))")
	quoted := strings.ReplaceAll(emacsRegexp(form), `\`, `\\`)
	_, err := io.WriteString(w, strings.ReplaceAll(emacsFile, "@FORM@", quoted))
	return err
}

// emacsRegexp writes a regular expression of LineForm's kind as Emacs wants
// it: groups and alternatives with a backslash, and no \d.
func emacsRegexp(s string) string {
	return strings.NewReplacer(`\d`, `[0-9]`, `\[`, `\[`, `\]`, `\]`, `(`, `\(`, `)`, `\)`, `|`, `\|`).Replace(s)
}
