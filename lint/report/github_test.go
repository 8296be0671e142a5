package report_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/memorylint/memorylint/lint/report"
)

// A runnerCommand is a workflow command as the GitHub runner takes it.
type runnerCommand struct {
	name       string
	properties map[string]string
	data       string
}

// runnerReads takes a line of a job's output as the runner does
// (ActionCommand.TryParseV2): white space is trimmed, "::" ends the head
// wherever it stands, empty properties are dropped, and escapes are replaced
// in the runner's order, the percent sign last.
func runnerReads(line string) (runnerCommand, bool) {
	line = strings.TrimLeftFunc(line, unicode.IsSpace)
	rest, ok := strings.CutPrefix(line, "::")
	if !ok {
		return runnerCommand{}, false
	}
	head, data, ok := strings.Cut(rest, "::")
	if !ok {
		return runnerCommand{}, false
	}
	name, properties, _ := strings.Cut(head, " ")
	c := runnerCommand{name: name, properties: map[string]string{}, data: unescape(data, "\r", "%0D", "\n", "%0A", "%", "%25")}
	for _, property := range strings.Split(strings.TrimSpace(properties), ",") {
		key, value, _ := strings.Cut(property, "=")
		if key != "" && value != "" {
			c.properties[key] = unescape(value, "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C", "%", "%25")
		}
	}
	return c, true
}

func unescape(s string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		s = strings.ReplaceAll(s, pairs[i+1], pairs[i])
	}
	return s
}

func readGitHub(t *testing.T, out []byte) []shown {
	var list []shown
	for line := range strings.Lines(string(out)) {
		c, ok := runnerReads(strings.TrimSuffix(line, "\n"))
		if !ok {
			continue
		}
		number := func(key string) int {
			n, err := strconv.Atoi(c.properties[key])
			if err != nil {
				t.Errorf("%s in %q: %v", key, line, err)
			}
			return n
		}
		list = append(list, shown{c.name, c.properties["file"], c.properties["title"], c.data,
			number("line"), number("col"), number("endLine"), number("endColumn")})
		if len(c.properties) != 6 {
			t.Errorf("properties %v", c.properties)
		}
	}
	return list
}

// TestGitHubCommands: the runner finds our commands and no others, whatever
// stands in names and messages, and no line is another one's.
func TestGitHubCommands(t *testing.T) {
	for _, s := range samples() {
		out := render(t, "github", s.result, s.options)
		n := 0
		for line := range strings.Lines(string(out)) {
			c, ok := runnerReads(line)
			if ok != strings.HasPrefix(line, "::") {
				t.Errorf("%s: %q is read as a command", s.name, line)
			}
			if !ok {
				continue
			}
			if c.name != "error" && c.name != "warning" && c.name != "notice" {
				t.Errorf("%s: command %q", s.name, c.name)
			}
			n++
		}
		if n != len(s.result.Diagnostics) {
			t.Errorf("%s: %d commands for %d findings", s.name, n, len(s.result.Diagnostics))
		}
	}
}

func TestGitHubEscapes(t *testing.T) {
	r := one()
	d := &r.Diagnostics[0]
	d.Path, d.Message = "50%, a:b/c=d.md", "100% :: a, b: %0A::error::x"
	want := `::warning file=50%25%2C a%3Ab/c=d.md,line=1,endLine=1,col=1,endColumn=1,title=sections/missing::100%25 :: a, b: %250A::error::x` + "\n"
	if got := string(render(t, "github", r, report.Options{Exit: 1})); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestHugeMessageIsOneCommand(t *testing.T) {
	r := one()
	r.Diagnostics[0].Message = strings.Repeat("%\n::error::", 1<<17)
	out := render(t, "github", r, report.Options{Exit: 1})
	if n := bytes.Count(out, []byte("\n")); n != 2 {
		t.Errorf("%d lines, want 2", n)
	}
	if got := readGitHub(t, out); len(got) != 1 || got[0].Message != report.Visible(r.Diagnostics[0].Message) {
		t.Errorf("%d commands", len(got))
	}
}
