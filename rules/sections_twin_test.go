package rules_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// TestTwins runs the cases about text once more with a byte-order mark and
// CR LF line ends, which txtar cannot hold: neither may change a finding, its
// line or its column.
func TestTwins(t *testing.T) {
	for _, module := range []string{"sections", "placeholders", "unsurfaced-results", "archive", "size", "updated", "conflict", "links"} {
		names, err := filepath.Glob(filepath.Join(casesDir, module, "*.txtar"))
		if err != nil || len(names) == 0 {
			t.Fatalf("no cases of %s: %v", module, err)
		}
		for _, name := range names {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(archive.Comment, []byte("base64:")) {
				continue // such a case is about its bytes
			}
			t.Run(module+"/"+filepath.Base(name), func(t *testing.T) {
				plain := found(t, archive, module)
				for i := range archive.Files {
					f := &archive.Files[i]
					if strings.HasSuffix(f.Name, ".md") {
						f.Data = append([]byte("\ufeff"), bytes.ReplaceAll(f.Data, []byte("\n"), []byte("\r\n"))...)
					}
				}
				if twin := found(t, archive, module); twin != plain {
					t.Errorf("with a byte-order mark and CR LF:\n%swithout:\n%s", twin, plain)
				}
			})
		}
	}
}

// found is what a module's rules find in a case, ends and related places included.
func found(t *testing.T, archive *txtar.Archive, module string) string {
	t.Helper()
	c, err := parseCase(archive, module)
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.run()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	out.WriteString(findings(result))
	for _, d := range result.Diagnostics {
		fmt.Fprintf(&out, "to %d:%d\n", d.Range.End.Line, d.Range.End.Column)
		for _, r := range d.Related {
			fmt.Fprintf(&out, "%s:%d:%d %s\n", r.Path, r.Range.Start.Line, r.Range.Start.Column, r.Message)
		}
	}
	return out.String()
}
