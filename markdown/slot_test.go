package markdown

import (
	"slices"
	"strings"
	"testing"
)

func slotTexts(src string, f Slots) []string {
	d := Parse([]byte(src))
	var out []string
	for _, s := range d.Slots(d.Whole(), f) {
		out = append(out, s.Text)
	}
	return out
}

func TestSlots(t *testing.T) {
	for _, tt := range []struct {
		name string
		src  string
		want []string
	}{
		{"paragraph", "[Say what we are after]\n", []string{"[Say what we are after]"}},
		{"item", "- [what was decided]\n* [and why]\n1. [third]\n", []string{"[what was decided]", "[and why]", "[third]"}},
		{"item with a box", "- [ ] [task]\n- [x] [done task]\n", []string{"[task]", "[done task]"}},
		{"label", "> Last updated: [timestamp]\n", []string{"[timestamp]"}},
		{"bold label", "**Owner:** [who]\n**Why**: {reason}\n", []string{"[who]", "{reason}"}},
		{"wide colon", "状态：[进展]\n", []string{"[进展]"}},
		{"cell", "| A | [head] |\n|---|---|\n| [one] | two |\n", []string{"[one]"}},
		{"line of a paragraph", "Owner: x\n[free line]\nDone\n", []string{"[free line]"}},
		{"wrapped", "[Say what\nwe are after]\n", []string{"[Say what we are after]"}},
		{"wrapped behind a label", "Goal: [say\nit]\n", []string{"[say it]"}},
		{"wrapped in a quote", "> [Say what\n> we are after]\n", []string{"[Say what we are after]"}},
		{"emphasis and stop", "_[goal]_\n\n**[goal]**.\n", []string{"[goal]", "[goal]"}},
		{"double braces", "{{name}}\n", []string{"{{name}}"}},
		{"braces", "{project or subsystem}\n", []string{"{project or subsystem}"}},
		{"pointed", "<your name>\n\n- <path to the log>\n", []string{"<your name>", "<path to the log>"}},
		{"pointed word", "Owner: <name>\n", []string{"<name>"}},
		{"bare", "TBD\n\nTODO\n\n...\n\n…\n\nTBD.\n\nLorem ipsum dolor sit amet\n", []string{"TBD", "TODO", "...", "…", "TBD.", "Lorem ipsum dolor sit amet"}},
		{"bare behind a label", "Last updated: TBD\n", []string{"TBD"}},
		{"moment", "Updated: YYYY-MM-DD\n\nYYYY-MM-DDTHH:MM:SSZ\n", []string{"YYYY-MM-DD", "YYYY-MM-DDTHH:MM:SSZ"}},
		{"dots in brackets", "[...]\n\n{…}\n", []string{"[...]", "{…}"}},
		{"underscored", "[AGENT_NAME]\n\n[DATE_TIME]\n", []string{"[AGENT_NAME]", "[DATE_TIME]"}},
		{"published inside a line", "Then: see [Exactly what should happen next] and go.\n", []string{"[Exactly what should happen next]"}},
		{"published, wrapped", "First [One sentence: what\nis it?] then.\n", []string{"[One sentence: what is it?]"}},
		{"published prefix", "- [Decision 3: what, why] and more\n", []string{"[Decision 3: what, why]"}},
		{"published in a heading", "## [One sentence: x]\n", []string{"[One sentence: x]"}},
		{"nested brackets", "[say [briefly] what]\n", []string{"[say [briefly] what]"}},

		{"bold dots", "**...**\n", []string{"..."}},
		{"wide brackets", "［目標を書く］\n\n- ［理由］\n", []string{"［目標を書く］", "［理由］"}},
		{"words with commas", "[who, what and why]\n", []string{"[who, what and why]"}},
		{"a word and a number", "[Step 4]\n\n[May be late]\n", []string{"[Step 4]", "[May be late]"}},

		{"pointed none", "<none>\n\n- <n/a>\n", nil},
		{"wide none", "［None］\n", nil},
		{"literal lists", "[\"all\"]\n\n[\"a\", \"b\"]\n\n[a, b, c]\n\n['x']\n", nil},
		{"contents", "[TOC]\n\n[toc]\n", nil},
		{"shortcodes", "{{< figure src >}}\n\n{{% note %}}\n", nil},
		{"day", "[May 4]\n\n[4 May 2026]\n\n[Sept 12, 2026]\n", nil},
		{"reference", "[JIRA: ABC-12]\n\n[PR #12]\n\n[commit abc1234]\n\n[issue 12]\n\n[MR !7]\n", nil},
		{"commit switches", "[skip ci]\n\n[ci skip]\n\n[no ci]\n", nil},
		{"boxes", "- [ ] a\n- [x] b\n- [~] c\n- [ ]\n- [X]\n", nil},
		{"box without list", "[x]\n\n[ ]\n\n[~]\n", nil},
		{"link", "[One sentence: why](https://example.test/why)\n", nil},
		{"image", "![what it shows](a.png)\n", nil},
		{"reference link", "[the log][log]\n\n[log]\n\n[log]: https://example.test\n", nil},
		{"wiki link", "[[other page]]\n", nil},
		{"footnote", "UTF-8 only.[^1]\n\n[^1]\n\n[^1]: since April\n", nil},
		{"number and date", "[12]\n\n[2026-03-19]\n\n[2026-05-04T10:00:00Z]\n\n[25/08/2026]\n", nil},
		{"date with text", "- [2026-05-04] shipped\n", nil},
		{"ticket", "[ABC-12]\n\n[S035 DONE: moved]\n\n[v1.2.3]\n\n[#12]\n", nil},
		{"key and value", "[owner=planner]\n\n[score=0.845 recalls=0]\n", nil},
		{"tag with text", "[WIP] ship the [2026] build [1]\n", nil},
		{"status", "[WIP]\n\n[DONE]\n\n[Blocked]\n", nil},
		{"alert", "> [!NOTE]\n> text\n", nil},
		{"none", "[None]\n\n[None yet]\n\n[n/a]\n", nil},
		{"code span", "`[sentence]`\n\nSay `[One sentence: ...]` here.\n\nOwner: `[who]`\n", nil},
		{"code block", "```\n[One sentence: sample]\nTBD\n```\n\n    {sample}\n", nil},
		{"comment", "<!-- [One sentence: x] -->\n\nText <!-- [owner] -->\n", nil},
		{"tags", "<br>\n\n<details>\n\n<div class=\"a\">\n\n</div>\n", nil},
		{"own tags", "<current_state>\ntext\n</current_state>\n", nil},
		{"autolink", "<https://example.test>\n\n<me@example.test>\n", nil},
		{"brace list", "{a,b,c}\n\nsrc/{a,b}.go\n\n{1..5}\n", nil},
		{"path part", "GET /users/{id}/log\n\n/users/{id}\n", nil},
		{"json", "{\"a\": 1}\n", nil},
		{"name pattern", "Files: YYYY-MM-DD_HH-MM.md\n\nsnapshots/YYYY-MM-DD.md\n", nil},
		{"heading", "## [Unreleased]\n", nil},
		{"status cell", "| A | B |\n|---|---|\n| mapper | TODO |\n", nil},
		{"word", "todo lists are fine\n\nThe TODO file\n\ntodo\n", nil},
		{"escaped", "\\[sentence]\n", nil},
		{"emphasised words", "*text* and *[more]*\n", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, eol := range []string{"\n", "\r\n"} {
				src := strings.ReplaceAll(tt.src, "\n", eol)
				if got := slotTexts(src, squareSlots()); !slices.Equal(got, tt.want) {
					t.Errorf("slots of %q\n got %q\nwant %q", src, got, tt.want)
				}
			}
		})
	}
}

func TestSlotsAnywhere(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want []string
	}{
		{"- [owner={agent}] do {it}\n", []string{"{agent}", "{it}"}},
		{"- [YYYY-MM-DDTHH:MM:SSZ] Decision: {decision}\n", []string{"YYYY-MM-DDTHH:MM:SSZ", "{decision}"}},
		{"Primary Repository: {owner/repo}\n", []string{"{owner/repo}"}},
		{"| {/abs/path/to/worktree} | {pr url or n/a} |\n|---|---|\n| {/abs/path} | x {y} |\n", []string{"{/abs/path}", "{y}"}},
		{"See {name\nof it}.\n", []string{"{name of it}"}},
		{"## {title}\n", []string{"{title}"}},
		{"[{label}](snapshots/YYYY-MM-DDTHH-MM-SSZ.md)\n", []string{"{label}"}},
		{"run `{cmd}` in ${HOME} or /srv/{id}/log with {a,b}\n", nil},
		{"named YYYY-MM-DDTHH-MM-SSZ.md\n", nil},
		{"[2026-05-04T10:00:00Z] Decision: [x] [owner=planner]\n", nil},
		{"[any sentence here]\n", nil},
	} {
		if got := slotTexts(tt.src, curlySlots()); !slices.Equal(got, tt.want) {
			t.Errorf("slots of %q\n got %q\nwant %q", tt.src, got, tt.want)
		}
	}
}

// The forms are switched one by one.
func TestSlotForms(t *testing.T) {
	src := "[a b]\n\n{a b}\n\n<a word>\n\nTBD\n\nYYYY-MM-DD\n"
	src = strings.Replace(src, "<a word>", "<some words>", 1)
	for want, f := range map[string]Slots{
		"[a b]": {Square: true}, "{a b}": {Curly: true}, "<some words>": {Angle: true}, "TBD": {Bare: true}, "YYYY-MM-DD": {Moment: true},
	} {
		if got := slotTexts(src, f); !slices.Equal(got, []string{want}) {
			t.Errorf("%+v finds %q, want %q alone", f, got, want)
		}
	}
	if got := slotTexts(src, Slots{}); got != nil {
		t.Errorf("no form finds %q", got)
	}
}

func TestSlotPlace(t *testing.T) {
	src := "# Current state\n\n## Objective\n\n[One sentence: what are we doing?]\n\n- Why: [reason]\n"
	d := Parse([]byte(src))
	slots := d.Slots(d.Sections[1].Body, squareSlots())
	if len(slots) != 2 {
		t.Fatalf("slots = %+v", slots)
	}
	for i, want := range [][4]int{{5, 1, 5, 35}, {7, 8, 7, 16}} {
		l1, c1 := d.Position(slots[i].Span.Start)
		l2, c2 := d.Position(slots[i].Span.End)
		if got := [4]int{l1, c1, l2, c2}; got != want {
			t.Errorf("slot %q at %v, want %v", slots[i].Text, got, want)
		}
	}
	if got := d.Slots(d.Sections[0].Heading, squareSlots()); len(got) != 0 {
		t.Errorf("slots outside the span: %v", got)
	}
}

func TestSlotsBut(t *testing.T) {
	d := Parse([]byte("[なし]\n\n[No blockers]\n\n[words]\n"))
	if got := len(d.Slots(d.Whole(), squareSlots())); got != 3 {
		t.Errorf("%d slots without a lexicon, want 3", got)
	}
	if got := d.SlotsBut(d.Whole(), squareSlots(), lexicon()); len(got) != 1 || got[0].Text != "[words]" {
		t.Errorf("slots with a lexicon: %v", got)
	}
}
