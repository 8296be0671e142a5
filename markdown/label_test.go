package markdown

import (
	"slices"
	"strings"
	"testing"
)

func TestLabels(t *testing.T) {
	for _, tt := range []struct {
		name string
		src  string
		want []string // name=value
	}{
		{"plain", "Last updated: 2026-05-04\n", []string{"Last updated=2026-05-04"}},
		{"no value", "Owner:\n- Reason:\n", []string{"Owner=", "Reason="}},
		{"bold with colon", "**Objective:** ship it\n", []string{"Objective=ship it"}},
		{"bold before colon", "**Objective**: ship it\n", []string{"Objective=ship it"}},
		{"emphasis around all", "_Last updated: today_\n\n*Last updated: today*\n", []string{"Last updated=today", "Last updated=today"}},
		{"strong around all", "**Owner: me**\n", []string{"Owner=me"}},
		{"wide colon", "**最后更新**：2026年5月4日\n\n状态：进行中\n", []string{"最后更新=2026年5月4日", "状态=进行中"}},
		{"narrow colon before wide letters", "状态:进行中\n", []string{"状态=进行中"}},
		{"quote", "> Last updated: 2026-05-04\n> Owner: me\n", []string{"Last updated=2026-05-04", "Owner=me"}},
		{"items", "- Blockers: None\n- **Owner**: me\n1. Step: two\n", []string{"Blockers=None", "Owner=me", "Step=two"}},
		{"boxes", "- [ ] Task: do it\n- [x] **Done:** yes\n", []string{"Task=do it", "Done=yes"}},
		{"nested", "- a\n  Rationale: why\n  - Owner: me\n", []string{"Rationale=why", "Owner=me"}},
		{"several lines", "A: 1\nB: 2\nC:\n", []string{"A=1", "B=2", "C="}},
		{"value in code", "**Worktree**: `/srv/x`\n", []string{"Worktree=/srv/x"}},
		{"emphasis in the value", "Owner: *me* and *you*\n", []string{"Owner=*me* and *you*"}},
		{"code in the name", "The `key`: value\n", []string{"The key=value"}},
		{"brackets in the name", "Last Updated (UTC): 2026-05-04T09:15:00Z\n", []string{"Last Updated (UTC)=2026-05-04T09:15:00Z"}},
		{"time before the colon", "- [2026-05-04T09:10:00Z] Decision: go\n", []string{"[2026-05-04T09:10:00Z] Decision=go"}},
		{"comment behind", "Owner: me <!-- or you -->\nWhy: <!-- say it -->\n", []string{"Owner=me", "Why="}},
		{"longest name", strings.Repeat("a", 60) + ": x\n", []string{strings.Repeat("a", 60) + "=x"}},

		{"too long a name", strings.Repeat("a", 61) + ": x\n", nil},
		{"no colon", "> Updated **v** — text\n", nil},
		{"address", "https://example.test\n\nSee https://example.test/x\n", nil},
		{"time", "At 10:30 we met\n", nil},
		{"ids", "agent:main:subagent\n", nil},
		{"number", "12: x\n", nil},
		{"colon in code", "`a: b`\n\nrun `x: y` now\n", nil},
		{"code block", "```\nOwner: me\n```\n\n    Owner: me\n", nil},
		{"comment", "<!--\nOwner: me\n-->\n", nil},
		{"heading", "# Last updated: 2026\n", nil},
		{"table", "| Owner: me |\n|---|\n| Owner: me |\n", nil},
		{"html", "<div>\nOwner: me\n</div>\n", nil},
		{"definition", "[a]: b\n", nil},
		{"front matter", "---\nOwner: me\n---\n", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, eol := range []string{"\n", "\r\n"} {
				src := strings.ReplaceAll(tt.src, "\n", eol)
				d := Parse([]byte(src))
				var got []string
				for _, l := range d.Labels(d.Whole()) {
					got = append(got, l.Name+"="+l.Value)
					if at := src[l.At.Start:l.At.End]; fold(at) != l.Value {
						t.Errorf("value %q stands at %q", l.Value, at)
					}
				}
				if !slices.Equal(got, tt.want) {
					t.Errorf("labels of %q\n got %q\nwant %q", src, got, tt.want)
				}
			}
		})
	}
}

func TestLabelSpans(t *testing.T) {
	src := "# T\n\n> **Last updated:** 2026  \n\n- Owner: me\n"
	d := Parse([]byte(src))
	labels := d.Labels(d.Whole())
	if len(labels) != 2 {
		t.Fatalf("labels %+v", labels)
	}
	if got := src[labels[0].Span.Start:labels[0].Span.End]; got != "Last updated:** 2026" {
		t.Errorf("the label stands at %q", got)
	}
	if got := src[labels[0].At.Start:labels[0].At.End]; got != "2026" {
		t.Errorf("the value stands at %q", got)
	}
	if got := d.Labels(Span{labels[0].Span.Start + 1, len(src)}); len(got) != 1 || got[0].Name != "Owner" {
		t.Errorf("labels behind the first one: %+v", got)
	}
	if got := d.Labels(Span{0, labels[1].Span.Start}); len(got) != 1 {
		t.Errorf("labels before the second one: %+v", got)
	}
}

func TestTasks(t *testing.T) {
	src := "- [ ] one **two**\n- [x] done\n  more\n* [X] Done\n1. [ ] number\n   - [ ] nested\n- [~] half\n- [-] dropped\n" +
		"- [ ]\n- [link](x)\n- [ ]no space\n- plain\n\n[ ] no item\n\n```\n- [ ] code\n```\n\n> - [ ] quoted\n"
	d := Parse([]byte(src))
	want := []Task{
		{Text: "one two"}, {Text: "done more", Done: true}, {Text: "Done", Done: true}, {Text: "number"}, {Text: "nested"},
		{Text: "half"}, {Text: "dropped", Done: true}, {Text: ""}, {Text: "quoted"},
	}
	got := d.Tasks(d.Whole())
	if len(got) != len(want) {
		t.Fatalf("tasks %+v", got)
	}
	for i, task := range got {
		if task.Text != want[i].Text || task.Done != want[i].Done {
			t.Errorf("task %d = %+v, want %+v", i, task, want[i])
		}
	}
	if at := src[got[1].Span.Start:got[1].Span.End]; at != "done\n  more" {
		t.Errorf("the second task stands at %q", at)
	}
	second := strings.Index(src, "- [x]")
	if got := d.Tasks(Span{second, second + 1}); len(got) != 1 || got[0].Text != "done more" {
		t.Errorf("tasks that start in the span: %+v", got)
	}
}
