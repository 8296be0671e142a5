package rules_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules"
)

var update = flag.Bool("update", false, "rewrite the wanted output of the cases and of the pages")

const casesDir = "../testdata/rules"

// seedChecks are the checks of the doctor, in its order: only they have a line
// in its report when nothing is wrong.
var seedChecks = []string{
	"existence/state", "staleness/state", "sections/missing", "placeholders/left",
	"unsurfaced-results/pending", "archive/objective", "tasks/alignment",
}

func TestList(t *testing.T) {
	form := regexp.MustCompile(`^[a-z]+(-[a-z]+)*/[a-z0-9]+(-[a-z0-9]+)*$`)
	seen := map[string]bool{}
	for i, r := range rules.All() {
		switch {
		case !form.MatchString(r.ID):
			t.Errorf("%s is not of the form module/name", r.ID)
		case seen[r.ID]:
			t.Errorf("%s is listed twice", r.ID)
		case r.Severity < lint.Info || r.Severity > lint.Critical:
			t.Errorf("%s has the severity %s", r.ID, r.Severity)
		case i < len(seedChecks) && r.ID != seedChecks[i]:
			t.Errorf("%s stands where the doctor reports %s", r.ID, seedChecks[i])
		case r.Healthy != "" && !slices.Contains(seedChecks, r.ID):
			t.Errorf("%s has an [OK] line but is no check of the doctor", r.ID)
		case r.Check == nil && moduleOf(r) != "suppression":
			t.Errorf("%s checks nothing", r.ID)
		}
		seen[r.ID] = true
	}
	first := rules.All()
	first[0] = nil
	if rules.All()[0] == nil {
		t.Error("All hands out its own slice")
	}
}

func TestPages(t *testing.T) {
	for _, r := range rules.All() {
		t.Run(r.ID, func(t *testing.T) {
			page := r.Page()
			for name, part := range map[string]string{
				"summary": page.Summary, "summary in Chinese": page.SummaryZH, "Why": page.Why,
				"Example": page.Example, "How to fix": page.Fix, "Not looked at": page.Beyond,
			} {
				if part == "" {
					t.Errorf("the page has no %s", name)
				}
			}
			if help := page.Help(); len([]rune(help)) > 100 || strings.Count(help, ". ") > 0 {
				t.Errorf("the help is not one short sentence: %s", help)
			}
			checkParts(t, r)
			runExample(t, r, page)
		})
	}
}

// checkParts holds the headings of a rule's page to their order, and the two
// summaries to one sentence each.
func checkParts(t *testing.T, r *lint.Rule) {
	t.Helper()
	part := pagePart(t, []byte(r.Doc), r)
	var headings []string
	for line := range strings.Lines(string(withoutFences(part))) {
		if strings.HasPrefix(line, "#") {
			headings = append(headings, strings.TrimSpace(line))
		}
	}
	want := []string{"# " + r.ID, "## Why", "## Example", "## Output", "## How to fix", "## Not looked at"}
	if !slices.Equal(headings, want) {
		t.Errorf("headings %q, want %q", headings, want)
	}
	shape := regexp.MustCompile(`^# \S+\n\n[^\n]+\.\n\nzh-TW: [^\n]+。\n\n## Why\n`)
	if !shape.Match(part) {
		t.Error("the page does not begin with a sentence in English and one in Chinese, each on a line of its own")
	}
}

// runExample runs a page's example, which has to fire its own rule, and holds
// the finding against the page's output.
func runExample(t *testing.T, r *lint.Rule, page lint.Page) {
	t.Helper()
	c, err := parseCase(txtar.Parse([]byte(strings.TrimRight(page.Example, "\n")+"\n")), r.ID)
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.run()
	if err != nil {
		t.Fatal(err)
	}
	checkWording(t, result)
	if !slices.ContainsFunc(result.Diagnostics, func(d lint.Diagnostic) bool { return d.Rule == r.ID }) {
		t.Errorf("the example does not fire the rule, but gives:\n%s", findings(result))
	}
	got := findings(result)
	switch {
	case got == strings.TrimLeft(strings.TrimRight(page.Output, "\n")+"\n", "\n"):
	case *update:
		writeOutput(t, r, got)
	default:
		t.Errorf("the example gives\n%sbut its page says\n%s(run with -update?)", got, page.Output)
	}
}

// writeOutput writes the output into a rule's page.
func writeOutput(t *testing.T, r *lint.Rule, output string) {
	t.Helper()
	name := moduleFile(r)
	doc, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	part := pagePart(t, doc, r)
	head, rest, ok := bytes.Cut(part, []byte("\n## Output\n\n```text\n"))
	at := bytes.Index(rest, []byte("```\n"))
	if !ok || at < 0 {
		t.Fatal("the page has no output block")
	}
	whole := slices.Concat(head, []byte("\n## Output\n\n```text\n"), []byte(output), rest[at:])
	if err := os.WriteFile(name, bytes.Replace(doc, part, whole, 1), 0o644); err != nil {
		t.Fatal(err)
	}
}

func moduleFile(r *lint.Rule) string {
	return strings.ReplaceAll(moduleOf(r), "-", "_") + ".md"
}

// pagePart is the part of a module's page about one rule.
func pagePart(t *testing.T, doc []byte, r *lint.Rule) []byte {
	t.Helper()
	start := bytes.Index(append([]byte("\n"), doc...), []byte("\n# "+r.ID+"\n"))
	if start < 0 {
		t.Fatalf("no part about the rule in its page")
	}
	part := doc[start:]
	for _, other := range rules.All() {
		if end := bytes.Index(part, []byte("\n# "+other.ID+"\n")); end > 0 {
			part = part[:end+1]
		}
	}
	return part
}

// withoutFences leaves out fenced blocks, whose lines may look like headings.
func withoutFences(doc []byte) []byte {
	return regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAll(doc, nil)
}

func TestCases(t *testing.T) {
	fires, silent := map[string]bool{}, map[string]bool{}
	modules := map[string]bool{}
	for _, r := range rules.All() {
		modules[moduleOf(r)] = true
	}
	folders, err := os.ReadDir(casesDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if !modules[folder.Name()] {
			t.Errorf("%s: no module of that name", folder.Name())
			continue
		}
		names, err := filepath.Glob(filepath.Join(casesDir, folder.Name(), "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			t.Run(folder.Name()+"/"+filepath.Base(name), func(t *testing.T) {
				if filepath.Ext(name) != ".txtar" {
					t.Fatalf("%s is no case", name)
				}
				result := runCase(t, name, folder.Name())
				for _, r := range result.Rules {
					if slices.ContainsFunc(result.Diagnostics, func(d lint.Diagnostic) bool { return d.Rule == r.ID }) {
						fires[folder.Name()+":"+r.ID] = true
					} else {
						silent[folder.Name()+":"+r.ID] = true
					}
				}
			})
		}
	}
	if flag.Lookup("test.run").Value.String() != "" {
		return
	}
	for _, r := range rules.All() {
		key := moduleOf(r) + ":" + r.ID
		if !fires[key] {
			t.Errorf("%s: no case in which it fires", r.ID)
		}
		if !silent[key] {
			t.Errorf("%s: no case in which it is silent", r.ID)
		}
	}
}

// runCase compares what a case wants with what is found.
func runCase(t *testing.T, name, module string) *lint.Result {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	c, err := parseCase(archive, module)
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.run()
	if err != nil {
		t.Fatal(err)
	}
	checkWording(t, result)
	changed := compare(t, archive, "want", findings(result))
	if fileNamed(archive, "healthy") != nil {
		changed = compare(t, archive, "healthy", healthy(result)) || changed
	}
	if changed && *update {
		sortFiles(archive)
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return result
}

// compare reports a difference, or with -update puts it into the archive and
// says so.
func compare(t *testing.T, archive *txtar.Archive, name, got string) (changed bool) {
	t.Helper()
	f := fileNamed(archive, name)
	switch {
	case f != nil && string(f.Data) == got:
		return false
	case !*update && f == nil:
		t.Errorf("the case has no %s (run with -update?); found:\n%s", name, got)
	case !*update:
		t.Errorf("%s differs (run with -update?); found:\n%swant:\n%s", name, got, f.Data)
	case f == nil:
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(got)})
	default:
		f.Data = []byte(got)
	}
	return true
}
