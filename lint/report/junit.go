package report

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/memorylint/memorylint/lint"
)

// JUnit writes one test suite for each workspace: a test for each finding, in
// the result's order, and one for each check that was found healthy. Findings
// that let the run fail are failures; the others pass, and say in their output
// what was found. A suite "memorylint" stands before them, with one test that
// passes and holds the last lines of the text format, and with the findings
// that belong to no workspace: a report without a test is an error to Jenkins.
//
// Names hold no line and no message, so that a test is known again in the next
// run.
func JUnit(w io.Writer, r *lint.Result, o Options) error {
	out := bufio.NewWriter(w)
	out.WriteString(xml.Header)
	enc := xml.NewEncoder(out)
	enc.Indent("", "  ")
	if err := enc.Encode(newSuites(r, &o)); err != nil {
		return written(err)
	}
	out.WriteByte('\n')
	return written(out.Flush())
}

type suites struct {
	XMLName xml.Name `xml:"testsuites"`
	Name    string   `xml:"name,attr"`
	counts
	Suites []*suite `xml:"testsuite"`
}

type suite struct {
	Name string `xml:"name,attr"`
	counts
	Cases []testcase `xml:"testcase"`

	names map[string]int // how often a class has a name already
}

type counts struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Errors   int `xml:"errors,attr"`
	Skipped  int `xml:"skipped,attr"`
}

type testcase struct {
	Class   string   `xml:"classname,attr"`
	Name    string   `xml:"name,attr"`
	File    string   `xml:"file,attr,omitempty"`
	Line    int      `xml:"line,attr,omitempty"`
	Failure *failure `xml:"failure"`
	Out     string   `xml:"system-out,omitempty"`
}

type failure struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

func newSuites(r *lint.Result, o *Options) *suites {
	top := newSuite("memorylint")
	top.add(testcase{
		Class: "memorylint", Name: "summary",
		Out: strings.Join(append(asides(r), Summary(r, *o)), "\n"),
	})
	all := &suites{Name: "memorylint", Suites: []*suite{top}}
	of := map[string]*suite{}
	for i := range r.Workspaces {
		folder := r.Workspaces[i].Workspace
		s := newSuite(escape(folder))
		of[folder] = s
		all.Suites = append(all.Suites, s)
	}
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		if s, ok := of[d.Workspace]; ok {
			s.finding(d, o)
		} else {
			top.finding(d, o)
		}
	}
	for i := range r.Workspaces {
		of[r.Workspaces[i].Workspace].healthy(&r.Workspaces[i])
	}
	for _, s := range all.Suites {
		all.Tests += s.Tests
		all.Failures += s.Failures
	}
	return all
}

func newSuite(name string) *suite {
	return &suite{Name: name, names: map[string]int{}}
}

func (s *suite) finding(d *lint.Diagnostic, o *Options) {
	text := line(d, newPalette(false))
	for line := range strings.Lines(strings.TrimSpace(o.help(d.Rule))) {
		text += "\n" + escape(strings.TrimRight(line, " \t\r\n"))
	}
	c := testcase{Class: escape(where(d)), Name: escape(d.Rule), File: escape(where(d)), Line: normal(d.Range).Start.Line}
	if o.fails(d) {
		c.Failure = &failure{Message: message(d), Type: d.Severity.String(), Text: text}
	} else {
		c.Out = text
	}
	s.add(c)
}

func (s *suite) healthy(w *lint.Checked) {
	for _, c := range w.Checks {
		if len(c.Diagnostics) == 0 && c.Healthy != "" {
			s.add(testcase{Class: escape(w.Workspace), Name: c.Rule.ID, Out: escape(c.Healthy)})
		}
	}
}

// add counts the test, and numbers it when its class has one of that name.
func (s *suite) add(c testcase) {
	key := c.Class + "\x00" + c.Name
	s.names[key]++
	if n := s.names[key]; n > 1 {
		c.Name = fmt.Sprintf("%s #%d", c.Name, n)
	}
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	s.Cases = append(s.Cases, c)
}
