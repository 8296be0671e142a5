package main

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// snippet is the README's one fence that holds a text.
func snippet(t *testing.T, text string) string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, m := range fenceOf.FindAllStringSubmatch(string(src), -1) {
		if strings.Contains(m[2], text) {
			found = append(found, m[2])
		}
	}
	if len(found) != 1 {
		t.Fatalf("README.md has %d fences with %s, want 1", len(found), text)
	}
	return found[0]
}

// shell runs a command line as a CI job does, and wants the exit code of
// foreignWorkspace.
func shell(t *testing.T, line string) {
	t.Helper()
	out, err := exec.Command("bash", "-c", line).CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != exitCritical {
		t.Errorf("%s: %v\n%s", line, err, out)
	}
	if !strings.Contains(string(out), " problems (") {
		t.Errorf("%s: the log does not say what was looked at: %q", line, out)
	}
}

// TestGitLabSnippet: the job's commands write the file that the job hands in.
func TestGitLabSnippet(t *testing.T) {
	consumer(t, "bash")
	var doc struct {
		Memorylint struct {
			Script    []string
			Artifacts struct {
				When    string
				Reports struct{ Codequality string }
			}
		}
	}
	if err := yaml.Unmarshal([]byte(snippet(t, "codequality:")), &doc); err != nil {
		t.Fatal(err)
	}
	foreignWorkspace(t)
	findings := jsonFindings(t)
	job := doc.Memorylint
	shell(t, job.Script[len(job.Script)-1])
	out, err := os.ReadFile(job.Artifacts.Reports.Codequality)
	if err != nil {
		t.Fatal(err)
	}
	var issues []struct{ Fingerprint string }
	if err := json.Unmarshal(out, &issues); err != nil || len(issues) != len(findings) {
		t.Errorf("%d issues, want %d: %v", len(issues), len(findings), err)
	}
	if job.Artifacts.When != "always" {
		t.Error("a job that fails keeps no report")
	}
}

// TestJenkinsSnippet likewise.
func TestJenkinsSnippet(t *testing.T) {
	consumer(t, "bash")
	text := snippet(t, "pipeline {")
	command := regexp.MustCompile(`sh '(.*)'`).FindStringSubmatch(text)
	file := regexp.MustCompile(`junit '(.*)'`).FindStringSubmatch(text)
	if command == nil || file == nil {
		t.Fatal("no command, or no report")
	}
	foreignWorkspace(t)
	shell(t, command[1])
	out, err := os.ReadFile(file[1])
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Failures int `xml:"failures,attr"`
	}
	failing := 0
	for _, f := range jsonFindings(t) {
		if f.Severity != "info" {
			failing++
		}
	}
	if err := xml.Unmarshal(out, &doc); err != nil || doc.Failures != failing {
		t.Errorf("%d failures, want %d: %v", doc.Failures, failing, err)
	}
}

// TestJUnitReader: a reader of JUnit reports from npm counts as we do.
func TestJUnitReader(t *testing.T) {
	program := consumer(t, "junit2json")
	foreignWorkspace(t)
	findings := jsonFindings(t)
	shell(t, "memorylint --format junit --output report.xml")
	out, err := exec.Command(program, "report.xml").Output()
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Tests  int
		Suites []struct {
			Cases []struct{ File string } `json:"testcase"`
		} `json:"testsuite"`
	}
	if err := json.Unmarshal(out, &doc); err != nil {
		t.Fatal(err)
	}
	tests, files := 0, 0
	for _, s := range doc.Suites {
		tests += len(s.Cases)
		for _, c := range s.Cases {
			if c.File != "" {
				files++
			}
		}
	}
	if tests != doc.Tests || files != len(findings) {
		t.Errorf("%d tests, %d counted; %d findings, want %d", tests, doc.Tests, files, len(findings))
	}
}

// TestWorkflow: actionlint accepts the README's workflow and, through it, the
// action.
func TestWorkflow(t *testing.T) {
	program := consumer(t, "actionlint")
	workflow := snippet(t, "memorylint/memorylint@")
	local := regexp.MustCompile(`memorylint/memorylint@\S+`).ReplaceAllString(workflow, "./")
	action, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	check := func(workflow, action string) (string, error) {
		dir := t.TempDir()
		for name, content := range map[string]string{
			".git/HEAD": "ref: refs/heads/main\n", "action.yml": action, ".github/workflows/memory.yml": workflow,
		} {
			file := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(program, "-no-color")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for _, workflow := range []string{workflow, local} {
		if out, err := check(workflow, string(action)); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
	// It looks into the action.
	for name, spoil := range map[string][2]string{
		"an unknown input":    {strings.Replace(local, "sarif: ", "serif: ", 1), string(action)},
		"an action no action": {local, strings.Replace(string(action), "using: composite", "using: composed", 1)},
	} {
		if out, err := check(spoil[0], spoil[1]); err == nil {
			t.Errorf("%s is accepted:\n%s", name, out)
		}
	}
}
