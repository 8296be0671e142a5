package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layers says which packages each package may import: module-local ones by
// their path below the module, others by their module. The standard library
// is open to all, but for what forbidden names.
//
// lint may read rules/protocol: a document's description is one type, shared
// by the protocol tables, the config file, discovery and the rules. memory reads
// the index as rules do: what a row of it is, they decide.
var layers = map[string][]string{
	"markdown":         {"github.com/yuin/goldmark", "github.com/goccy/go-yaml"},
	"lint":             {"markdown", "rules/protocol", "github.com/bmatcuk/doublestar/v4"},
	"lint/source":      {"github.com/titanous/json5"},
	"lint/config":      {"lint", "rules/protocol", "rules/continuity", "github.com/goccy/go-yaml", "github.com/bmatcuk/doublestar/v4"},
	"lint/report":      {"lint", "github.com/fatih/color"},
	"lint/lsp":         {"lint", "markdown", "github.com/sourcegraph/jsonrpc2"},
	"rules/protocol":   {},
	"rules/continuity": {"github.com/go-json-experiment/json", "github.com/bmatcuk/doublestar/v4"},
	"rules":            {"lint", "markdown", "rules/protocol", "rules/continuity"},
	"hooks":            {},
	"disk":             {"golang.org/x/sys"},
	"memory":           {"disk", "lint", "markdown", "rules", "rules/protocol"},
	"hooks/agent":      {"rules/continuity"},
	"hooks/settings":   {},
	"hooks/dispatch":   {"disk", "rules/continuity"},
	"cmd/memorylint":   {"*"},
}

// sole names the modules that one package alone may import.
var sole = map[string][]string{
	"github.com/yuin/goldmark": {"markdown"},
	"github.com/fatih/color":   {"lint/report"},
	"github.com/spf13/cobra":   {"cmd/memorylint"},
	"os/exec":                  {"lint/source", "hooks"},

	"github.com/sourcegraph/jsonrpc2": {"lint/lsp"},
}

// forbidden names standard packages that a package must do without.
var forbidden = map[string][]string{
	"hooks/agent":      {"os", "os/exec", "time", "io"},
	"rules":            {"os", "os/exec"},
	"rules/protocol":   {"os", "os/exec", "time"},
	"rules/continuity": {"os", "os/exec", "time"},
	"lint":             {"os", "os/exec"},
	"markdown":         {"os", "os/exec"},
}

const module = "github.com/memorylint/memorylint"

func TestLayering(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, module+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		pkg := strings.TrimPrefix(fields[0], module+"/")
		seen[pkg] = true
		allowed, ok := layers[pkg]
		if !ok {
			t.Errorf("package %s is not in the table", pkg)
		}
		for _, path := range fields[1:] {
			path = strings.TrimPrefix(path, module+"/")
			if slices.Contains(forbidden[pkg], path) {
				t.Errorf("%s imports %s", pkg, path)
			}
			for owner, by := range sole {
				if below(owner, path) && !slices.Contains(by, pkg) {
					t.Errorf("%s imports %s, which only %v may", pkg, path, by)
				}
			}
			own := layers[path] != nil || strings.HasPrefix(path, "cmd/memorylint")
			if !own && !strings.Contains(strings.SplitN(path, "/", 2)[0], ".") {
				continue // standard library
			}
			if !slices.ContainsFunc(allowed, func(a string) bool { return a == "*" || a == path || !own && below(a, path) }) {
				t.Errorf("%s imports %s, which the table does not allow", pkg, path)
			}
		}
	}
	for pkg := range layers {
		if !seen[pkg] {
			t.Errorf("the table names %s, which is not there", pkg)
		}
	}
}

// below reports whether path is the module or one of its packages.
func below(module, path string) bool {
	return path == module || strings.HasPrefix(path, module+"/")
}
