package memory

import (
	"strings"
	"testing"

	"github.com/memorylint/memorylint/rules"
	"github.com/memorylint/memorylint/rules/protocol"
)

const (
	head  = "| Timestamp (UTC) | Session Scope | Objective | Owner Agent | Worktree | Branch | Snapshot File |\n"
	rule  = "| --- | --- | --- | --- | --- | --- | --- |\n"
	older = "| 2026-05-01T10:00:00Z | s | o | a | w | b | [snapshots/2026-05-01T10-00-00Z.md](snapshots/2026-05-01T10-00-00Z.md) |\n"
	newer = "| 2026-05-04T12:00:00Z | queue \\| work | Drain it | planner | /w | main | [snapshots/2026-05-04T12-00-00Z.md](snapshots/2026-05-04T12-00-00Z.md) |\n"
)

func testRow() row {
	return row{
		protocol.ColumnTimestamp: "2026-05-04T12:00:00Z", protocol.ColumnScope: "queue | work", protocol.ColumnObjective: "Drain it",
		protocol.ColumnOwner: "planner", protocol.ColumnWorktree: "/w", protocol.ColumnBranch: "main",
		protocol.ColumnSnapshot: "[snapshots/2026-05-04T12-00-00Z.md](snapshots/2026-05-04T12-00-00Z.md)",
	}
}

func TestAppendRow(t *testing.T) {
	sample := strings.ReplaceAll(strings.ReplaceAll(older, "2026-05-01T10-00-00Z", "YYYY-MM-DDTHH-MM-SSZ"), "2026-05-01T10:00:00Z", "YYYY-MM-DDTHH:MM:SSZ")
	const link = "[snapshots/2026-05-04T12-00-00Z.md](snapshots/2026-05-04T12-00-00Z.md)"
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	tests := map[string]struct{ before, after string }{
		"a table":               {"# I\n\n" + head + rule + older, "# I\n\n" + head + rule + older + newer},
		"text below":            {head + rule + older + "\nText.\n", head + rule + older + newer + "\nText.\n"},
		"no rows yet":           {head + rule, head + rule + newer},
		"no final line break":   {head + rule + strings.TrimSuffix(older, "\n"), head + rule + older + newer},
		"CR LF":                 {crlf("# I\n\n" + head + rule + older), crlf("# I\n\n" + head + rule + older + newer)},
		"CR LF, no final one":   {crlf(head + rule + strings.TrimSuffix(older, "\n")), crlf(head + rule + older + newer)},
		"byte-order mark":       {"\ufeff" + head + rule, "\ufeff" + head + rule + newer},
		"a row of the template": {head + rule + sample + older, head + rule + older + newer},
		"a row about the form": {
			head + rule + strings.Replace(older, "| o |", "| names such as snapshots/YYYY-MM-DDTHH-MM-SSZ.md |", 1),
			head + rule + strings.Replace(older, "| o |", "| names such as snapshots/YYYY-MM-DDTHH-MM-SSZ.md |", 1) + newer,
		},
		"only the template's": {head + rule + sample, head + rule + newer},
		"indented":            {"  " + head + "  " + rule, "  " + head + "  " + rule + "  " + newer},
		"fewer columns, another order": {
			"| Snapshot File | Objective |\n| --- | :-: |\n",
			"| Snapshot File | Objective |\n| --- | :-: |\n| " + link + " | Drain it |\n",
		},
		"no outer pipes": {
			"Timestamp (UTC) | Snapshot File\n--- | ---\n",
			"Timestamp (UTC) | Snapshot File\n--- | ---\n2026-05-04T12:00:00Z | " + link + "\n",
		},
		"the last of two tables": {
			head + rule + older + "\n## 2026\n\n" + head + rule + "\nEnd.\n",
			head + rule + older + "\n## 2026\n\n" + head + rule + newer + "\nEnd.\n",
		},
		"a list": {
			"# I\n\n* [snapshots/2026-05-01T10-00-00Z.md](snapshots/2026-05-01T10-00-00Z.md) first\n\nEnd.\n",
			"# I\n\n* [snapshots/2026-05-01T10-00-00Z.md](snapshots/2026-05-01T10-00-00Z.md) first\n* 2026-05-04T12:00:00Z " + link + " Drain it\n\nEnd.\n",
		},
		"a numbered list": {
			"9. `snapshots/2026-05-01T10-00-00Z.md`",
			"9. `snapshots/2026-05-01T10-00-00Z.md`\n10. 2026-05-04T12:00:00Z " + link + " Drain it\n",
		},
	}
	for name, test := range tests {
		got, err := appendRow([]byte(test.before), testRow())
		if err != nil || string(got) != test.after {
			t.Errorf("%s: %v\ngot  %q\nwant %q", name, err, got, test.after)
		}
	}
}

func TestAppendRowRefuses(t *testing.T) {
	tests := map[string]struct{ before, reason string }{
		"empty":         {"", "neither a table with the column Snapshot File nor a list"},
		"text":          {"# Index\n\nNothing yet.\n", "neither a table"},
		"in a fence":    {"```\n" + head + rule + "```\n", "neither a table"},
		"other columns": {"| Snapshot File | Cost |\n| --- | --- |\n", `nothing is known for its column "Cost"`},
		"other table":   {"| a | b |\n| --- | --- |\n| 1 | 2 |\n", "neither a table"},
		"in a quote":    {"> " + head + "> " + rule + "> " + older, "stands in a list or a quote"},
		"in a list":     {"- x\n\n  " + head + "  " + rule + "  " + older, ""},
		"conflict":      {head + rule + "<<<<<<< a\n" + older + "=======\n" + older + ">>>>>>> b\n", "a merge conflict was left on line 3"},
		"UTF-16":        {"\xff\xfe|\x00", "UTF-16LE, not UTF-8"},
	}
	for name, test := range tests {
		got, err := appendRow([]byte(test.before), testRow())
		if test.reason == "" {
			continue // refused or taken: what is taken is read again
		}
		if err == nil || !strings.Contains(err.Error(), test.reason) {
			t.Errorf("%s: got %q, %v; want %q", name, got, err, test.reason)
		}
	}
}

// What was there stays byte for byte, and a new row is always read as one.
func TestAppendRowAgain(t *testing.T) {
	src := []byte(head + rule)
	r := testRow()
	for range 30 {
		next, err := appendRow(src, r)
		if err != nil || !strings.HasPrefix(string(next), string(src)) {
			t.Fatalf("%v: %q", err, next)
		}
		src = next
	}
	if rows := rules.IndexRows(file(protocol.IndexPath, protocol.Index, string(src))); len(rows) != 30 || rows[29].Objective != "Drain it" || !rows[0].Table {
		t.Errorf("%d rows, %+v", len(rows), rows[len(rows)-1])
	}
}
