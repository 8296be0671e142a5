package report_test

import (
	"fmt"
	"strings"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/report"
)

// A sample is one result and the options of its run. The goldens in testdata
// are named after it.
type sample struct {
	name    string
	result  *lint.Result
	options report.Options
}

func samples() []sample {
	return []sample{
		{name: "clean", result: clean()},
		{name: "one", result: one(), options: report.Options{Exit: 1}},
		{name: "seed", result: seed(), options: report.Options{Exit: 2}},
		{name: "full", result: full(), options: report.Options{Exit: 2, Help: help, Source: source, Version: "1.2.3"}},
		{name: "advisory", result: advisory(), options: report.Options{}},
		{name: "nowhere", result: nowhere(), options: report.Options{Exit: 2}},
		{name: "hostile", result: hostile(), options: report.Options{Exit: 1, Help: help, Source: source}},
	}
}

func rule(id string) *lint.Rule { return &lint.Rule{ID: id} }

func healthy(id, line string) lint.Check {
	return lint.Check{Rule: rule(id), Healthy: line}
}

// finish files the findings under their workspaces' checks, after the checks
// that are there.
func finish(r *lint.Result) *lint.Result {
	for i := range r.Diagnostics {
		d := r.Diagnostics[i]
		for j := range r.Workspaces {
			if w := &r.Workspaces[j]; w.Workspace == d.Workspace {
				w.Checks = append(w.Checks, lint.Check{Rule: rule(d.Rule), Diagnostics: []lint.Diagnostic{d}})
			}
		}
	}
	return r
}

func span(line, column, offset, length int) lint.Range {
	return lint.Range{
		Start: lint.Position{Offset: offset, Line: line, Column: column},
		End:   lint.Position{Offset: offset + length, Line: line, Column: column + length},
	}
}

// find is the range of text in the file shown as path. It must be there.
func find(path, text string) lint.Range {
	src := string(source(path))
	offset := strings.Index(src, text)
	if offset < 0 {
		panic("no " + text + " in " + path)
	}
	before := src[:offset]
	line := 1 + strings.Count(before, "\n")
	column := 1 + len([]rune(before[strings.LastIndex(before, "\n")+1:]))
	return span(line, column, offset, len(text))
}

const statePath = "memory/CURRENT_STATE.md"

func clean() *lint.Result {
	return &lint.Result{Files: 7, Workspaces: []lint.Checked{{Workspace: ".", Checks: []lint.Check{
		healthy("existence/state", "memory/CURRENT_STATE.md exists"),
		{Rule: rule("links/dead")},
		healthy("sections/missing", "Template compliance: all sections present"),
	}}}}
}

func one() *lint.Result {
	return finish(&lint.Result{
		Files:      1,
		Workspaces: []lint.Checked{{Workspace: "."}},
		Diagnostics: []lint.Diagnostic{{
			Rule: "sections/missing", Severity: lint.Warning, Path: statePath, Workspace: ".",
			Message: `section "Blockers" is missing`, Fingerprint: "f1",
		}},
	})
}

// seed holds the five lines of the seed's own report.
func seed() *lint.Result {
	at := func(id string, s lint.Severity, doctor string) lint.Check {
		return lint.Check{Rule: rule(id), Diagnostics: []lint.Diagnostic{{
			Rule: id, Severity: s, Path: statePath, Workspace: ".",
			Message: "the lint wording of " + id, Doctor: doctor, Fingerprint: id,
		}}}
	}
	checks := []lint.Check{
		at("existence/state", lint.Critical, "memory/CURRENT_STATE.md does not exist"),
		at("staleness/state", lint.Warning, "CURRENT_STATE.md is stale (last modified 2h ago, session ran 30m ago)"),
		at("unsurfaced-results/pending", lint.Warning, "Unsurfaced Results section is not empty — review needed"),
		at("archive/objective", lint.Info, "Archive objective differs from current objective (task switch?)"),
		healthy("sections/missing", "Template compliance: all sections present"),
	}
	r := &lint.Result{Files: 2, Workspaces: []lint.Checked{{Workspace: ".", Checks: checks}}}
	for _, c := range checks {
		r.Diagnostics = append(r.Diagnostics, c.Diagnostics...)
	}
	return r
}

// full has two workspaces, every severity, related places, and all notes.
func full() *lint.Result {
	beta := "agents/beta/" + statePath
	return finish(&lint.Result{
		Files:      5,
		Suppressed: 2,
		Excluded:   []string{"agents/old/memory/CURRENT_STATE.md"},
		Skipped:    []string{"docs/guide.md"},
		Rules: []*lint.Rule{
			{ID: "placeholders/left", Severity: lint.Info, Doc: pages},
			{ID: "sections/missing", Severity: lint.Warning, Doc: pages},
			{ID: "conflict/markers", Severity: lint.Critical},
		},
		Workspaces: []lint.Checked{
			{Workspace: "agents/beta", Checks: []lint.Check{healthy("existence/state", "memory/CURRENT_STATE.md exists")}},
			{Workspace: "agents/工作 區", Checks: []lint.Check{healthy("staleness/state", "no session evidence found, staleness not judged")}},
		},
		Diagnostics: []lint.Diagnostic{
			{
				Rule: "sections/order", Severity: lint.Info, Path: beta, Workspace: "agents/beta",
				Message: `"Blockers" stands before "Next Action"`, Fingerprint: "f1",
			},
			{
				Rule: "placeholders/left", Severity: lint.Info, Path: beta, Workspace: "agents/beta",
				Range: find(beta, "[One sentence: what for]"), Message: "template text is left", Fingerprint: "f2",
			},
			{
				Rule: "sections/duplicate", Severity: lint.Warning, Path: beta, Workspace: "agents/beta",
				Range: find(beta, "## Objective again"), Message: `section "Objective" twice`, Fingerprint: "f3",
				Related: []lint.Related{{Path: beta, Range: find(beta, "## Objective\n"), Message: "the first one"}, {Path: beta}},
			},
			{
				Rule: "conflict/markers", Severity: lint.Critical, Path: "agents/工作 區/" + statePath, Workspace: "agents/工作 區",
				Range: find("agents/工作 區/"+statePath, "<<<"), Message: "merge conflict, lines 3, 5 and 7", Fingerprint: "f4",
			},
			{
				Rule: "conflict/markers", Severity: lint.Critical, Path: "agents/工作 區/" + statePath, Workspace: "agents/工作 區",
				Range: lint.Range{
					Start: find("agents/工作 區/"+statePath, "HEAD").Start,
					End:   lint.Position{Offset: 17, Line: 4, Column: 1},
				},
				Message: "merge conflict over two lines", Fingerprint: "f5",
			},
		},
	})
}

// pages is a module's page with one rule.
const pages = `# placeholders/left

Text of the template is left.

zh-TW: 範本文字。

## Why

It looks like
an answer.

And it is none.

## Example

~~~text
~~~

## How to fix

Write what it asks for.

## Not looked at

Code.
`

func advisory() *lint.Result {
	r := one()
	d := &r.Diagnostics[0]
	d.Rule, d.Message, d.Advisory = "unsurfaced-results/pending", "1 result was never shown", true
	d.Doctor = "Unsurfaced Results section is not empty — review needed"
	r.Workspaces[0].Checks = nil
	return finish(r)
}

// nowhere: no workspace was found at all.
func nowhere() *lint.Result {
	return &lint.Result{Diagnostics: []lint.Diagnostic{{
		Rule: "existence/state", Severity: lint.Critical,
		Message: "there is no memory here, see `memorylint init`", Fingerprint: "f1",
	}}}
}

// hostilePaths try to be more than a name.
var hostilePaths = []string{
	" leading/space.md",
	"##[error]x/::error::y.md",
	"%0A::error::z%25%3A.md",
	"::error file=a.go::pwned/memory/CURRENT_STATE.md",
	"a,line=1,b:c=d.md",
	"a.md:1:1: error: faked [x/y]",
	"bell\a\x1b[31mred\x1b]0;title\a.md",
	"bytes\xff\xfe.md",
	"c1\u009b31m\u0085next.md",
	"c:/drive.md",
	"line\nbreak\r\ttab\u2028ls.md",
	"none\ufffe\uffff\ufdd0.md",
	"rtl\u202egpj.\u2066md\u200f",
	"x]]>&amp;<y a=\"b\">'.md",
	"[click](http:example.invalid)",
	"\u3000ideographic space.md",
	"\ufeffbom\u200b\U000e0041tag.md",
}

func hostile() *lint.Result {
	r := &lint.Result{Files: len(hostilePaths), Workspaces: []lint.Checked{{Workspace: "w\x1b[2J"}, {Workspace: "z"}}}
	for i, path := range hostilePaths {
		r.Diagnostics = append(r.Diagnostics, lint.Diagnostic{
			Rule: "sections/missing", Severity: lint.Warning, Path: path, Workspace: "w\x1b[2J",
			Message: "::error::message of " + hostilePaths[len(hostilePaths)-1-i], Fingerprint: fmt.Sprintf("f%d", i),
			Range:   find("hostile", "a.go:3:4:"),
			Related: []lint.Related{{Path: path, Message: "see\n" + path}},
		})
		r.Excluded = append(r.Excluded, path)
		r.Skipped = append(r.Skipped, path)
	}
	return finish(r)
}

// huge is a finding with all that is hostile, a megabyte long. No golden holds
// it.
func huge() sample {
	r := one()
	text := strings.Repeat(strings.Join(hostilePaths, " ")+"]]>\x00%0A\n", 1<<20/400)
	r.Diagnostics[0].Message, r.Diagnostics[0].Path = text, "a/"+text
	return sample{name: "huge", result: r, options: report.Options{Exit: 1}}
}

func help(rule string) string {
	switch rule {
	case "placeholders/left":
		return "Write what it asks for.\n\n    ## Objective\n    a.md:1:1: error: quoted [a/b]\n"
	case "sections/missing":
		return "Add it:\x1b[31m\n##[error]red"
	}
	return ""
}

// source gives every path of the samples a content.
func source(path string) []byte {
	switch path {
	case "agents/beta/" + statePath:
		return []byte("## Objective\n\t目標 ✅ [One sentence: what for] 結束\n\n## Objective again\r\nx\n")
	case "agents/工作 區/" + statePath:
		return []byte("a\n\n<<<<<<< HEAD\n")
	}
	return []byte("ok\n::error::x a.go:3:4: error: no [a/b] \x1b[31m ##vso[task]\n")
}
