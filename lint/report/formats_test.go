package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/report"
)

// A shown is a finding as a consumer reads it; what its format does not hold
// is zero.
type shown struct {
	Severity, Path, Rule, Message    string
	Line, Column, EndLine, EndColumn int
}

// readers read the findings of a format as its consumer does.
var readers = map[string]func(*testing.T, []byte) []shown{
	"json": readJSON, "sarif": readSARIF, "github": readGitHub, "gitlab": readGitLab, "junit": readJUnit,
}

// TestFormatsAgree: every format holds the findings of the JSON format, in its
// order and position for position.
func TestFormatsAgree(t *testing.T) {
	for _, s := range append(samples(), huge()) {
		want := readJSON(t, render(t, "json", s.result, s.options))
		if len(want) != len(s.result.Diagnostics) {
			t.Fatalf("%s: %d findings in JSON", s.name, len(want))
		}
		for format, read := range readers {
			got := read(t, render(t, format, s.result, s.options))
			if len(got) != len(want) {
				t.Errorf("%s, %s: %d findings, want %d", s.name, format, len(got), len(want))
				continue
			}
			for i := range got {
				if w := as(format, want[i]); got[i] != w {
					t.Errorf("%s, %s:\n%.2000s, want\n%.2000s", s.name, format, fmt.Sprint(got[i]), fmt.Sprint(w))
				}
			}
		}
	}
}

// as is what a format makes of a finding in JSON.
func as(format string, s shown) shown {
	words := map[string]map[string]string{
		"sarif":  {"critical": "error", "warning": "warning", "info": "note"},
		"github": {"critical": "error", "warning": "warning", "info": "notice"},
		"gitlab": {"critical": "critical", "warning": "major", "info": "info"},
	}
	advisory := strings.HasSuffix(s.Message, " (advisory)")
	if format != "json" {
		s.Message = report.Visible(s.Message)
	}
	if word, ok := words[format][s.Severity]; ok {
		s.Severity = word
	}
	switch format {
	case "sarif":
		s.Message = strings.ReplaceAll(s.Message, "](", `]\x28`)
	case "github":
		s.Path = report.Visible(s.Path)
	case "gitlab":
		s.Column, s.EndColumn = 0, 0
		if advisory {
			s.Severity = "minor"
		}
	case "junit":
		s.Path, s.EndLine, s.Column, s.EndColumn = report.Visible(s.Path), 0, 0, 0
		s.Severity = map[string]string{"critical": "error"}[s.Severity] + map[string]string{"warning": "warning", "info": "info"}[s.Severity]
	}
	return s
}

func readJSON(t *testing.T, out []byte) []shown {
	var doc struct {
		Diagnostics []struct {
			Rule, Severity, Message, Path string
			Range                         lint.Range
			Advisory                      bool
		}
	}
	unmarshal(t, out, &doc)
	var list []shown
	for _, d := range doc.Diagnostics {
		if d.Advisory {
			d.Message += " (advisory)"
		}
		list = append(list, shown{d.Severity, d.Path, d.Rule, d.Message,
			d.Range.Start.Line, d.Range.Start.Column, d.Range.End.Line, d.Range.End.Column})
	}
	return list
}

func unmarshal(t *testing.T, out []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(out, v); err != nil {
		t.Fatalf("%v in:\n%s", err, out)
	}
}

func readGitLab(t *testing.T, out []byte) []shown {
	var doc []struct {
		Description, Severity string
		Check                 string `json:"check_name"`
		Location              struct {
			Path  string
			Lines struct{ Begin, End int }
		}
	}
	unmarshal(t, out, &doc)
	var list []shown
	for _, d := range doc {
		list = append(list, shown{Severity: d.Severity, Path: d.Location.Path, Rule: d.Check, Message: d.Description,
			Line: d.Location.Lines.Begin, EndLine: d.Location.Lines.End})
	}
	return list
}

type sarifLog struct {
	Runs []struct {
		Tool struct {
			Driver struct {
				Rules []struct {
					ID, HelpURI            string
					ShortDescription, Help *struct{ Text, Markdown string }
					FullDescription        *struct{ Text string }
					DefaultConfiguration   *struct{ Level string }
				}
			}
		}
		Invocations []struct {
			ExitCode                   int
			ExitCodeDescription        string
			ToolExecutionNotifications []struct{ Message struct{ Text string } }
		}
		ColumnKind string
		Results    []struct {
			RuleID              string
			RuleIndex           int
			Level               string
			Message             struct{ Text string }
			Locations           []sarifPlace
			RelatedLocations    []sarifPlace
			PartialFingerprints map[string]string
			Properties          struct{ Advisory bool }
		}
	}
}

type sarifPlace struct {
	Message          *struct{ Text string }
	PhysicalLocation struct {
		ArtifactLocation struct{ URI, URIBaseID string }
		Region           struct{ StartLine, StartColumn, EndLine, EndColumn int }
	}
}

// readSARIF resolves rules by their index and URIs by RFC 3986.
func readSARIF(t *testing.T, out []byte) []shown {
	var doc sarifLog
	unmarshal(t, out, &doc)
	run := doc.Runs[0]
	var list []shown
	for _, r := range run.Results {
		if id := run.Tool.Driver.Rules[r.RuleIndex].ID; id != r.RuleID {
			t.Errorf("rule index %d is %s, want %s", r.RuleIndex, id, r.RuleID)
		}
		at := r.Locations[0].PhysicalLocation
		list = append(list, shown{r.Level, path(t, at.ArtifactLocation.URI), r.RuleID, r.Message.Text,
			at.Region.StartLine, at.Region.StartColumn, at.Region.EndLine, at.Region.EndColumn})
	}
	return list
}

// path is a URI's path, what is no UTF-8 spelt as JSON does it.
func path(t *testing.T, uri string) string {
	base, _ := url.Parse("file:///src/")
	u, err := base.Parse(uri)
	if err != nil {
		t.Fatal(err)
	}
	if u.Fragment != "" || u.RawQuery != "" || u.Host != "" || u.Scheme != "file" {
		t.Errorf("%s is more than a path", uri)
	}
	name := u.Path
	if rel, err := filepath.Rel("/src", name); err == nil && strings.HasPrefix(name, "/src/") {
		name = rel
	}
	return strings.ReplaceAll(name, "\xff\xfe", `\xff\xfe`)
}

type junitReport struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Suites   []struct {
		Name     string `xml:"name,attr"`
		Tests    int    `xml:"tests,attr"`
		Failures int    `xml:"failures,attr"`
		Cases    []struct {
			Class   string `xml:"classname,attr"`
			Name    string `xml:"name,attr"`
			File    string `xml:"file,attr"`
			Line    int    `xml:"line,attr"`
			Out     string `xml:"system-out"`
			Failure *struct {
				Message string `xml:"message,attr"`
				Type    string `xml:"type,attr"`
				Text    string `xml:",chardata"`
			} `xml:"failure"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

func parseJUnit(t *testing.T, out []byte) junitReport {
	t.Helper()
	dec := xml.NewDecoder(bytes.NewReader(out))
	dec.Strict = true
	var doc junitReport
	if err := dec.Decode(&doc); err != nil {
		t.Fatalf("%v in:\n%s", err, out)
	}
	return doc
}

// readJUnit takes severity and message from the line that stands first in a
// test's text.
func readJUnit(t *testing.T, out []byte) []shown {
	var list []shown
	for _, s := range parseJUnit(t, out).Suites {
		for _, c := range s.Cases {
			text := c.Out
			if c.Failure != nil {
				text = c.Failure.Text
			}
			if c.File == "" {
				continue
			}
			first, _, _ := strings.Cut(text, "\n")
			m := form.FindStringSubmatch(first)
			if m == nil {
				t.Errorf("no finding: %q", first)
				continue
			}
			if c.Failure != nil && c.Failure.Message != m[5] {
				t.Errorf("failure %q, text %q", c.Failure.Message, m[5])
			}
			rule, _, _ := strings.Cut(c.Name, " #")
			if rule != m[6] || c.Class != c.File {
				t.Errorf("%s %s in %q", c.Class, c.Name, first)
			}
			list = append(list, shown{Severity: m[4], Path: c.File, Rule: rule, Message: m[5], Line: c.Line})
		}
	}
	return list
}

func TestSummaryIsKept(t *testing.T) {
	for _, s := range samples() {
		want := report.Summary(s.result, s.options)
		if slices.Contains([]string{"clean", "full"}, s.name) && !strings.Contains(want, "files, ") {
			t.Fatalf("%s: summary %q", s.name, want)
		}
		var log sarifLog
		unmarshal(t, render(t, "sarif", s.result, s.options), &log)
		if got := log.Runs[0].Invocations[0]; got.ExitCodeDescription != want || got.ExitCode != s.options.Exit {
			t.Errorf("%s, sarif: %d, %q", s.name, got.ExitCode, got.ExitCodeDescription)
		}
		if got := parseJUnit(t, render(t, "junit", s.result, s.options)).Suites[0].Cases[0].Out; !strings.HasSuffix("\n"+got, "\n"+want) {
			t.Errorf("%s, junit: %q", s.name, got)
		}
		if out := render(t, "github", s.result, s.options); !bytes.HasSuffix(out, []byte("\n"+want+"\n")) && string(out) != want+"\n" {
			t.Errorf("%s, github:\n%s", s.name, out)
		}
	}
	for _, format := range report.Formats() {
		if got, want := report.Collected(format), slices.Contains([]string{"sarif", "gitlab", "junit"}, format); got != want {
			t.Errorf("Collected(%q) is %v", format, got)
		}
	}
}
