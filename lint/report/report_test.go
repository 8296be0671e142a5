package report_test

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fatih/color"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/report"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing")

func render(t *testing.T, format string, r *lint.Result, o report.Options) []byte {
	t.Helper()
	reporter, ok := report.For(format)
	if !ok {
		t.Fatalf("no format %q", format)
	}
	var out bytes.Buffer
	if err := reporter(&out, r, o); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// goldens are all outputs that are held in testdata, by file name.
func goldens(t *testing.T) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, s := range samples() {
		for _, f := range report.Formats() {
			out[s.name+"."+f] = render(t, f, s.result, s.options)
		}
		s.options.Verbose = true
		out[s.name+".verbose.text"] = render(t, "text", s.result, s.options)
	}
	return out
}

func TestGolden(t *testing.T) {
	want := goldens(t)
	for name, got := range want {
		file := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(file, got, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		golden, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, golden) {
			t.Errorf("%s differs (-update writes it), got:\n%s", name, got)
		}
	}
	entries, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if want[e.Name()] == nil && !e.IsDir() {
			t.Errorf("testdata/%s belongs to no sample", e.Name())
		}
	}
}

func TestSameBytesTwice(t *testing.T) {
	first, second := goldens(t), goldens(t)
	for name := range first {
		if !bytes.Equal(first[name], second[name]) {
			t.Errorf("%s differs from run to run", name)
		}
	}
}

func TestNothingForeignActs(t *testing.T) {
	unseen := regexp.MustCompile(`[\x00-\x09\x0b-\x1f\x7f\x{80}-\x{9f}\x{200b}\x{200e}\x{200f}\x{2028}-\x{202e}\x{2066}-\x{2069}\x{feff}\x{e0000}-\x{e007f}]`)
	command := regexp.MustCompile(`(?m)^\s*::|##[a-z]*\[`)
	ours := regexp.MustCompile(`(?m)^::(error|warning|notice) file=`) // see TestGitHubCommands
	for name, out := range goldens(t) {
		if strings.HasSuffix(name, ".github") {
			out = ours.ReplaceAll(out, nil)
		}
		if !utf8.Valid(out) {
			t.Errorf("%s is not UTF-8", name)
		}
		if at := unseen.FindIndex(out); at != nil {
			t.Errorf("%s holds %q", name, out[at[0]:at[1]])
		}
		if at := command.FindIndex(out); at != nil {
			t.Errorf("%s holds a command: %q", name, out[at[0]:min(len(out), at[0]+40)])
		}
	}
}

func TestHugeMessageStaysOneLine(t *testing.T) {
	r := one()
	r.Diagnostics[0].Message = strings.Repeat("x\n", 1<<19)
	out := render(t, "text", r, report.Options{Exit: 1})
	if n := bytes.Count(out, []byte("\n")); n != 2 {
		t.Errorf("%d lines, want 2", n)
	}
}

func TestLastLine(t *testing.T) {
	of := func(n int, s lint.Severity) []lint.Diagnostic {
		return slices.Repeat([]lint.Diagnostic{{Rule: "a/b", Severity: s, Message: "m", Path: "p"}}, n)
	}
	soft := of(1, lint.Warning)
	soft[0].Advisory = true
	tests := []struct {
		found             []lint.Diagnostic
		files, workspaces int
		exit              int
		failOn            string
		want              string
	}{
		{nil, 7, 1, 0, "", "no problems in 7 files, 1 workspace"},
		{nil, 1, 2, 0, "critical", "no problems in 1 file, 2 workspaces"},
		{of(1, lint.Warning), 1, 1, 1, "warning", "1 problem (1 warning) in 1 file, 1 workspace"},
		{slices.Concat(of(1, lint.Critical), of(1, lint.Warning), of(1, lint.Info)), 7, 2, 2, "",
			"3 problems (1 critical, 1 warning, 1 info) in 7 files, 2 workspaces"},
		{slices.Concat(of(2, lint.Critical), of(2, lint.Warning), of(2, lint.Info)), 0, 0, 2, "info",
			"6 problems (2 critical, 2 warnings, 2 info) in 0 files, 0 workspaces"},
		{of(1, lint.Info), 1, 1, 0, "", "1 problem (1 info) in 1 file, 1 workspace"},
		{of(1, lint.Info), 1, 1, 1, "info", "1 problem (1 info) in 1 file, 1 workspace; exit 1: --fail-on info"},
		{of(1, lint.Warning), 1, 1, 0, "critical", "1 problem (1 warning) in 1 file, 1 workspace; exit 0: --fail-on critical"},
		{of(1, lint.Critical), 1, 1, 0, "never", "1 problem (1 critical) in 1 file, 1 workspace; exit 0: --fail-on never"},
		{soft, 1, 1, 0, "", "1 problem (1 warning) in 1 file, 1 workspace; exit 0: advisory findings do not count"},
		{slices.Concat(soft, of(1, lint.Warning)), 1, 1, 1, "", "2 problems (2 warnings) in 1 file, 1 workspace"},
		{of(1, lint.Info), 1, 1, 3, "", "1 problem (1 info) in 1 file, 1 workspace; exit 3"},
	}
	for _, tt := range tests {
		r := &lint.Result{Diagnostics: tt.found, Files: tt.files, Workspaces: make([]lint.Checked, tt.workspaces)}
		for _, format := range []string{"text", "doctor"} {
			lines := strings.Split(string(render(t, format, r, report.Options{Exit: tt.exit, FailOn: tt.failOn})), "\n")
			if got := lines[len(lines)-2]; got != tt.want {
				t.Errorf("%s: last line %q, want %q", format, got, tt.want)
			}
		}
	}
}

func TestDoctorIsTheSeedsReport(t *testing.T) {
	want := `[CRITICAL] memory/CURRENT_STATE.md does not exist
[WARNING]  CURRENT_STATE.md is stale (last modified 2h ago, session ran 30m ago)
[WARNING]  Unsurfaced Results section is not empty — review needed
[INFO]     Archive objective differs from current objective (task switch?)
[OK]       Template compliance: all sections present

4 problems (1 critical, 2 warnings, 1 info) in 2 files, 1 workspace
`
	if got := string(render(t, "doctor", seed(), report.Options{Exit: 2})); got != want {
		t.Errorf("got:\n%swant:\n%s", got, want)
	}
}

func TestColour(t *testing.T) {
	codes := regexp.MustCompile(`\x1b\[[0-9;]*m`)
	t.Setenv("NO_COLOR", "1") // what counts is the option
	for _, s := range samples() {
		for _, format := range []string{"text", "doctor"} {
			s.options.Verbose = true
			plain := render(t, format, s.result, s.options)
			on := s.options
			on.Color = true
			coloured := render(t, format, s.result, on)
			if stripped := codes.ReplaceAll(coloured, nil); !bytes.Equal(stripped, plain) {
				t.Errorf("%s: coloured %s says something else:\n%s", s.name, format, stripped)
			}
			if len(s.result.Diagnostics) > 0 && bytes.Equal(coloured, plain) {
				t.Errorf("%s: no colour in %s", s.name, format)
			}
		}
	}
	line, _, _ := bytes.Cut(render(t, "text", one(), report.Options{Color: true}), []byte("\n"))
	pieces := codes.Split(string(line), -1)
	want := []string{"", statePath, ":1:1: ", "warning", `: section "Blockers" is missing `, "[sections/missing]", ""}
	if !slices.Equal(pieces, want) {
		t.Errorf("colour changes at %q, want %q", pieces, want)
	}
}

func TestColourIgnoresTheGlobal(t *testing.T) {
	before := color.NoColor
	defer func() { color.NoColor = before }()
	for _, global := range []bool{false, true} {
		color.NoColor = global
		if out := render(t, "text", one(), report.Options{}); bytes.Contains(out, []byte("\x1b")) {
			t.Errorf("NoColor %v: colour that was not asked for", global)
		}
		if out := render(t, "text", one(), report.Options{Color: true}); !bytes.Contains(out, []byte("\x1b")) {
			t.Errorf("NoColor %v: no colour", global)
		}
		if color.NoColor != global {
			t.Error("the global was changed")
		}
	}
}

func TestUseColor(t *testing.T) {
	tests := []struct {
		mode, noColor string
		terminal      bool
		want          bool
	}{
		{"auto", "", true, true},
		{"auto", "", false, false},
		{"auto", "1", true, false},
		{"always", "1", false, true},
		{"never", "", true, false},
	}
	for _, tt := range tests {
		if got := report.UseColor(tt.mode, tt.noColor, tt.terminal); got != tt.want {
			t.Errorf("UseColor(%q, %q, %v) = %v", tt.mode, tt.noColor, tt.terminal, got)
		}
	}
}

// full disk: takes n bytes.
type limited struct{ n int }

var errFull = errors.New("disk full")

func (l *limited) Write(p []byte) (int, error) {
	if len(p) > l.n {
		n := l.n
		l.n = 0
		return n, errFull
	}
	l.n -= len(p)
	return len(p), nil
}

func TestWriteErrorIsReturned(t *testing.T) {
	for _, format := range report.Formats() {
		reporter, _ := report.For(format)
		for _, s := range samples() {
			size := len(render(t, format, s.result, s.options))
			for _, room := range []int{0, 1, size - 1} {
				if err := reporter(&limited{room}, s.result, s.options); !errors.Is(err, errFull) {
					t.Errorf("%s, %s, %d of %d bytes: error %v", format, s.name, room, size, err)
				}
			}
			if err := reporter(&limited{size}, s.result, s.options); err != nil {
				t.Errorf("%s, %s: %v", format, s.name, err)
			}
		}
	}
}

func TestForUnknown(t *testing.T) {
	if _, ok := report.For("Text"); ok {
		t.Error(`For("Text") gives a reporter`)
	}
}

func TestSourceIsAskedOncePerFile(t *testing.T) {
	r := full()
	asked := 0
	o := report.Options{Verbose: true, Source: func(path string) []byte { asked++; return source(path) }}
	if err := report.Text(io.Discard, r, o); err != nil {
		t.Fatal(err)
	}
	if asked != 2 {
		t.Errorf("asked %d times, want 2", asked)
	}
}
