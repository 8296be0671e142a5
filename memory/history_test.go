package memory

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

func TestTelling(t *testing.T) {
	tests := map[string]bool{
		"Add retries to the upload queue":                true,
		"fix(queue)!: stop losing jobs on restart":       true,
		"feat: 新增上傳佇列的重試機制":                              true,
		"修正佇列遺失工作":                                       true,
		"docs: say how jobs are retried":                 true,
		"Merge branch 'main' into queue":                 false,
		"Merge pull request #7 from a/b":                 false,
		"chore(deps): bump x from 1 to 2":                false,
		"Bump lodash from 4.17.20 to 4.17.21":            false,
		"fixup! Add retries to the upload queue":         false,
		"v1.2.3":                                         false,
		"release version 1.2.3":                          false,
		"wip: still working on the queue":                false,
		"WIP":                                            false,
		"Initial commit":                                 false,
		"Update README.md":                               false,
		"Add files via upload":                           false,
		"typo":                                           false,
		"更新":                                             false,
		"":                                               false,
		"style: run the formatter over everything":       false,
		"Address review comments of the second reviewer": false,
	}
	for subject, want := range tests {
		if got := telling(subject); got != want {
			t.Errorf("%q: telling %v, want %v", subject, got, want)
		}
	}
}

func commits(subjects ...string) []Commit {
	var out []Commit
	for i, s := range subjects {
		out = append(out, Commit{
			ID: fmt.Sprintf("%040d", i), Time: time.Date(2026, 5, 4, 12, 0, -i, 0, time.UTC), Author: "A", Subject: s,
		})
	}
	return out
}

func TestHistoryOf(t *testing.T) {
	all := commits(
		`Revert "Use the other queue library"`, "Add retries to the queue", "add retries to  the queue",
		"Use the other queue library", "Drop the old upload path", "Group updates of seven packages",
	)
	all[5].Author = "renovate[bot]"
	h := HistoryOf(all)
	var got []string
	for _, c := range h.Telling {
		got = append(got, c.Subject)
	}
	if want := "Add retries to the queue, Drop the old upload path"; strings.Join(got, ", ") != want || h.Looked != 6 || h.Rich() {
		t.Errorf("got %q of %d, rich %v", got, h.Looked, h.Rich())
	}
}

// Foreign subjects can neither leave a slot nor act as markup in what is
// derived from them.
func TestDerivedSectionsAreClean(t *testing.T) {
	subjects := []string{
		"Use {curly} names for TBD slots", "Write YYYY-MM-DD into file names", "See [the docs](gone.md) for more",
		"Close <!-- the comment and go", "Quote `a``b` in the log", "Add | pipes | to it", "[One sentence: what this is]",
		"Add a\x1b[31m red and \u202e turned line", strings.Repeat("very long subject ", 40),
	}
	h := HistoryOf(commits(subjects...))
	if len(h.Telling) != len(subjects) {
		t.Fatalf("%d of %d subjects tell", len(h.Telling), len(subjects))
	}
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	for _, made := range beginnings[:2] {
		text := Start{Now: now, History: h}.fill(made)
		f := file(made.path, made.kind, string(text))
		for _, name := range []string{protocol.Objective, protocol.KeyDecisions, protocol.CurrentObjective, protocol.Decisions} {
			place := f.Layout().Place(name)
			if place == nil {
				continue
			}
			for _, body := range place.Bodies() {
				if slots := f.Slots(body); len(slots) > 0 {
					t.Errorf("%s: %s: slots %v", made.file, name, slots)
				}
				if links := f.Doc().Links(body); len(links) > 0 {
					t.Errorf("%s: %s: links %v", made.file, name, links)
				}
				if p := pileOf(f, []markdown.Span{body}); len(p.open) != 1 && len(p.open) != len(subjects) && len(p.open) != stateDecisions {
					t.Errorf("%s: %s: %d items", made.file, name, len(p.open))
				}
			}
		}
		if got := strings.Count(string(text), "0000000000"); got < stateDecisions+1 {
			t.Errorf("%s: %d hashes:\n%s", made.file, got, text)
		}
		if strings.ContainsAny(string(text), "\x1b\u202e") {
			t.Errorf("%s: control characters:\n%q", made.file, text)
		}
	}
}
