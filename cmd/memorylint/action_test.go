package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

type actionStep struct {
	Name string
	If   string
	Run  string
	Env  map[string]string
}

// runAction runs the steps of action.yml as a runner does: expressions in env
// replaced, each script in bash. It gives the output, the exit code and the
// step outputs.
func runAction(t *testing.T, inputs map[string]string) (log string, code int, outputs string) {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct{ Steps []actionStep }
	}
	if err := yaml.Unmarshal(src, &action); err != nil {
		t.Fatal(err)
	}
	values := map[string]string{"github.action_path": root}
	for name, in := range action.Inputs {
		values["inputs."+name] = in.Default
	}
	for name, value := range inputs {
		if _, ok := values["inputs."+name]; !ok {
			t.Fatalf("the action has no input %s", name)
		}
		values["inputs."+name] = value
	}
	temp := t.TempDir()
	output := filepath.Join(temp, "output")
	for _, step := range action.Runs.Steps {
		switch step.If {
		case "":
		case "inputs.binary == ''":
			if values["inputs.binary"] != "" {
				continue
			}
		default:
			t.Fatalf("step %s: condition %q", step.Name, step.If)
		}
		if strings.Contains(step.Run, "${{") {
			t.Errorf("step %s: an expression in a script is run as code", step.Name)
		}
		cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
		cmd.Env = append(os.Environ(), "RUNNER_TEMP="+temp, "GITHUB_OUTPUT="+output)
		for name, value := range step.Env {
			expression, ok := strings.CutPrefix(value, "${{ ")
			value, known := values[strings.TrimSuffix(expression, " }}")]
			if !ok || !known {
				t.Fatalf("step %s: %s=%s", step.Name, name, value)
			}
			cmd.Env = append(cmd.Env, name+"="+value)
		}
		out, err := cmd.CombinedOutput()
		log += string(out)
		var exit *exec.ExitError
		switch {
		case errors.As(err, &exit):
			code = exit.ExitCode()
		case err != nil:
			t.Fatal(err)
		}
	}
	written, _ := os.ReadFile(output)
	return log, code, string(written)
}

var annotation = regexp.MustCompile(`(?m)^::(?:error|warning|notice) file=`)

// TestAction runs the composite action's own scripts.
func TestAction(t *testing.T) {
	consumer(t, "bash")
	foreignWorkspace(t)
	findings := jsonFindings(t)
	binary, err := exec.LookPath("memorylint")
	if err != nil {
		t.Fatal(err)
	}

	log, code, outputs := runAction(t, map[string]string{"binary": binary, "sarif": "all findings.sarif"})
	if n := len(annotation.FindAllString(log, -1)); n != len(findings) || code != exitCritical || outputs != "exit-code=2\n" {
		t.Errorf("%d annotations, want %d; exit %d, outputs %q\n%s", n, len(findings), code, outputs, log)
	}
	var doc struct {
		Runs []struct{ Results []struct{ RuleID string } }
	}
	src, err := os.ReadFile("all findings.sarif")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(src, &doc); err != nil || len(doc.Runs[0].Results) != len(findings) {
		t.Errorf("SARIF holds %d results: %v", len(doc.Runs[0].Results), err)
	}

	log, code, _ = runAction(t, map[string]string{"binary": binary, "format": "text", "paths": "agents\nmemory\n", "args": "--fail-on=never\n--only=links"})
	if code != exitHealthy || annotation.MatchString(log) || strings.Count(log, "[links/dead]") != 4 ||
		!strings.HasPrefix(log, "::add-matcher::") || strings.Count(log, "\n::remove-matcher owner=memorylint-") != 3 {
		t.Errorf("exit %d\n%s", code, log)
	}

	log, code, _ = runAction(t, map[string]string{"binary": binary, "paths": "$(touch pwned); --config=x `touch pwned`", "sarif": "no.sarif"})
	if _, err := os.Stat("pwned"); err == nil || code != exitTrouble || strings.Count(log, "memorylint: ") != 1 {
		t.Errorf("exit %d, pwned: %v\n%s", code, err == nil, log)
	}
	if _, err := os.Stat("no.sarif"); err == nil {
		t.Error("a run that failed has a SARIF log")
	}
}

// TestActionBuilds: without a binary the action builds its own.
func TestActionBuilds(t *testing.T) {
	consumer(t, "bash")
	cache, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		lacks(t, "go cannot be run: ", err)
	}
	foreignWorkspace(t)
	for i, dir := range strings.Fields(string(cache)) {
		t.Setenv([]string{"GOCACHE", "GOMODCACHE"}[i], dir)
	}
	findings := jsonFindings(t)
	log, code, _ := runAction(t, nil)
	if n := len(annotation.FindAllString(log, -1)); n != len(findings) || code != exitCritical {
		t.Errorf("%d annotations, want %d; exit %d\n%s", n, len(findings), code, log)
	}
}

// TestAct lets act, a runner of another make, run the action without Docker
// and decode the annotations.
func TestAct(t *testing.T) {
	program := consumer(t, "act")
	foreignWorkspace(t)
	// Other than GitHub's runner it drops a property with two "=".
	if err := os.Rename("bom 100%, a=b;(1)", "bom 100%, a:b;(1)"); err != nil {
		t.Fatal(err)
	}
	findings := jsonFindings(t)
	binary, err := exec.LookPath("memorylint")
	if err != nil {
		t.Fatal(err)
	}
	action, err := os.ReadFile(filepath.Join(root, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"action/action.yml": string(action),
		".github/workflows/lint.yml": fmt.Sprintf("on: push\njobs:\n  lint:\n    runs-on: ubuntu-latest\n    steps:\n"+
			"      - uses: actions/checkout@v4\n      - uses: ./action\n        with: {binary: %q}\n", binary),
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"}, {"add", "."},
		{"-c", "user.name=a", "-c", "user.email=a@example.invalid", "commit", "-qm", "x"},
	} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	out, _ := exec.Command(program, "push", "-P", "ubuntu-latest=-self-hosted", "--json").Output() // it fails, as the job does
	n := 0
	for line := range strings.Lines(string(out)) {
		var event struct {
			Command string
			Arg     string
			Pairs   map[string]string `json:"kvPairs"`
		}
		if json.Unmarshal([]byte(line), &event) != nil || event.Pairs["file"] == "" {
			continue
		}
		if n < len(findings) {
			f := findings[n]
			got := event.Pairs["file"] + ":" + event.Pairs["line"] + ":" + event.Pairs["col"] + " " + event.Pairs["title"] + " " + event.Arg
			if want := fmt.Sprintf("%s:%d:%d %s %s", f.Path, f.Range.Start.Line, f.Range.Start.Column, f.Rule, f.Message); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
		n++
	}
	if n != len(findings) {
		t.Errorf("%d annotations, want %d\n%s", n, len(findings), out)
	}
}
