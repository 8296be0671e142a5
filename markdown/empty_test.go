package markdown

import (
	"strings"
	"testing"

	"github.com/memorylint/memorylint/rules/protocol"
)

func lexicon() *Lexicon { return Compile(Words(protocol.Nothing())) }

// square is the state's slot forms, curly those of the agentic protocol.
func squareSlots() Slots {
	return Slots{
		Square: true, Curly: true, Angle: true, Bare: true, Moment: true,
		Exact: []string{"[ISO timestamp]", "[Exactly what should happen next]"}, Prefix: []string{"[One sentence:", "[Decision "},
	}
}

func curlySlots() Slots { return Slots{Curly: true, Bare: true, Moment: true, Anywhere: true} }

func TestHoldsNothing(t *testing.T) {
	w := lexicon()
	forms := []string{
		"None", "None.", "none", "NONE", "- None", "* none", "1. None", "- [ ] None", "- None yet", "None yet.", "_None_",
		"*None active*", "**None**", "(none)", "_(none)_", "[None]", "[None yet]", "`none`", "N/A", "n/a", "NA", "—", "nil",
		"Nothing.", "- nothing", "No blockers.", "_Nothing blocked._", "No open questions", "None at this time.",
		"None currently.", "None recorded", "None (as of today)", "Nenhum", "Nenhum.", "Nenhum bloqueio", "Ninguno.",
		"- Ninguno", "Aucun", "- Aucun pour l'instant", "Keine", "Нет.", "无", "無", "暂无", "無し", "なし", "(変更なし)", "없음",
		"- None currently verified.", "_Nothing in flight._", "_No notes._", "*No archived items yet*", "No active blockers.",
		"Blockers: None", "- **Blockers:** none.", "Blockers: None recorded", "**Blockers**: `none`", "阻塞：无", "✅ None", "None ✅",
		"None!", "> None", "> - None", "- None\n- None", "None (as of 2026-05-04)", "- None<br>", "None / 无", "无。", "「なし」",
		"（无）", "***None***", "~~None~~", "Nothing to report.", "Not applicable", "None for now", "No known issues.",
		"| Item | Status |\n|---|---|\n| *(none)* | |", "| A | B |\n|---|---|\n| - | — |\n| n/a | |",
		"None - nothing pending", "None, currently", "None — no blockers, nothing waiting", "No current blockers.", "Nothing blocking.",
		"Nothing is blocked.", "There are no blockers.", "No results pending.", "なし（現時点）", "ブロッカーなし", "未報告の結果はありません",
		"無未回報結果", "暂无未上报结果", "沒有待回報的結果", "Keine offenen Punkte", "Keine aktuellen Blocker.", "(leer)", "Aucun résultat",
		"Aucun résultat en attente", "Sin resultados pendientes", "Sin pendientes", "Nenhum resultado pendente", "Nenhuma pendência.",
		"Нет результатов", "\\-", "- \\-", "<none>", "- <n/a>", "［なし］", "Blockers:\nNone",
		"### Open\nNone\n\n### Watching\nNone", "No blockers\nat this time.", "None\n***\n", "None\n\n---\n\n*Last updated 2026-05-04*",
	}
	for _, form := range forms {
		for _, tail := range []string{"", "\n", "\n\n---\n", "\n<!-- later -->\n", "\n\n<!-- [later] -->\n\n\n"} {
			for _, eol := range []string{"\n", "\r\n"} {
				src := strings.ReplaceAll("## Unsurfaced Results\n"+form+tail, "\n", eol)
				d := Parse([]byte(src))
				if len(d.Sections) == 0 {
					t.Fatalf("no section in %q", src)
				}
				if got := d.Holds(d.Sections[0].Body, w, squareSlots()); got != Nothing {
					t.Errorf("%q holds %v, want Nothing", src, got)
				}
				if got := d.Items(d.Sections[0].Body, w); len(got) > 0 {
					t.Errorf("%q has items %v", src, got)
				}
			}
		}
	}
}

func TestHolds(t *testing.T) {
	w := lexicon()
	for _, tt := range []struct {
		name string
		body string
		want Content
	}{
		{"no line", "", Blank},
		{"blank lines", "\n\n  \n", Blank},
		{"comment alone", "<!-- what was finished last -->\n", Blank},
		{"comment over lines", "<!--\n## Next Action\n[draft]\n-->\n", Blank},
		{"unclosed comment", "<!-- never closed\n\ntext\n", Blank},
		{"comment with text behind", "<!-- c --> text\n", Filled},
		{"rule alone", "---\n", Blank},
		{"lone list marker", "-\n", Blank},
		{"lone star", "*\n", Blank},
		{"empty number", "1.\n", Blank},
		{"empty boxes", "- [ ]\n- [x]\n", Blank},
		{"labels without values", "- Decision:\n- Reason:\n", Blank},
		{"wide labels without values", "- 决定：\n- 理由：\n", Blank},
		{"bold label without value", "**Owner:**\n", Blank},
		{"empty quote", ">\n> \n", Blank},
		{"empty fence", "```\n\n```\n", Blank},
		{"header-only table", "| A | B |\n|---|---|\n", Blank},
		{"table of blanks", "| A | B |\n|---|---|\n| | |\n", Blank},
		{"only a sub-heading", "### Open\n", Blank},
		{"break tag", "<br>\n", Blank},
		{"empty emphasis", "** **\n", Blank},
		{"used definition", "[ticket]: https://example.test/1\n", Filled}, // nothing uses it yet

		{"prefix none", "None for the API — remaining: the UI", Filled},
		{"none of", "- None of the three vendors met the budget, so we host it.", Filled},
		{"nothing blocks", "Nothing blocks the rollout except the cache key.", Filled},
		{"none for scope", "None for the staff rollout. The public one waits.", Filled},
		{"then the next thing", "Nothing active; phase four starts next", Filled},
		{"none then text", "None\n\nThe totals do not add up.", Filled},
		{"none wrapped into text", "None\nof the totals add up.", Filled},
		{"no, but text", "No results were shown to the customer", Filled},
		{"a word that begins like none", "Nonetheless", Filled},
		{"longer Japanese word", "無限ループ", Filled},
		{"no, then a subject", "No, results pending", Filled},
		{"none, then a subject", "None - results pending", Filled},
		{"a subject and no none", "Results pending", Filled},
		{"a subject that is empty", "Results empty", Filled},
		{"a subject reported", "結果は未報告", Filled},
		{"no without a subject", "There is no", Filled},
		{"there are some", "There are open blockers", Filled},
		{"no for a reason", "No results for May because the job crashed", Filled},
		{"sin, but text", "Sin embargo, la carga sigue", Filled},
		{"longer Chinese word", "無法連線", Filled},

		{"sentence before a colon", "Here is what I did:\n", Filled},
		{"sentence with a comma", "The totals differ, see:\n", Filled},
		{"number before a colon", "14 rows differ:\n", Filled},
		{"three words before a colon", "- Ship the importer:\n", Filled},
		{"who did what", "Subagent abc completed:\n", Filled},
		{"Chinese sentence before a colon", "分析完成，結果如下：\n", Filled},
		{"bold sentence", "**Here is what I did:**\n", Filled},
		{"sentence and none below", "Here is what I did:\n\nNone\n", Filled},
		{"two words", "- Owner:\n- Waiting for:\n- Next step:\n", Blank},
		{"three capitals", "- Next Concrete Steps:\n", Blank},
		{"label with a remark", "- Last Update (UTC):\n", Blank},
		{"short wide labels", "負責人：\n\n次のステップ：\n", Blank},

		{"code", "```\nNone\n```\n", Filled},
		{"indented code", "    make test\n", Filled},
		{"image", "![graph](graph.png)", Filled},
		{"image tag", "<img src=\"graph.png\">\n", Filled},
		{"link called none", "[None](https://example.test)", Filled},
		{"table with a value", "| A | B |\n|---|---|\n| - | - |\n| x | - |\n", Filled},
		{"label with a value", "- Decision: keep it", Filled},
		{"heading in a quote", "> ## Blockers\n", Filled},
		{"unused definition", "[Blocker]: none\n", Filled},
		{"dashes behind none", "None---", Filled},
		{"long punctuation", strings.Repeat("=", 600) + " x", Filled},

		{"slot", "[Say it in one line]", Template},
		{"slot in an item", "- [Decision: what and why]", Template},
		{"numbered slots", "1. [sentence]\n2. [sentence]\n", Template},
		{"slot behind a label", "- Decision: [what]", Template},
		{"slot with a final stop", "_[what]_.", Template},
		{"wrapped slot", "[One sentence:\nwhat are we doing?]", Template},
		{"slot and none", "None\n\n- [slot text]", Template},
		{"bare", "TBD", Template},
		{"dots", "...", Template},
		{"one dot character", "…", Template},
		{"dots in an item", "- ...\n", Template},
		{"dots in a number", "1. ...\n", Template},
		{"dots in emphasis", "**...**\n", Template},
		{"dots in brackets", "[...]\n", Template},
		{"dots behind a label", "Owner: ...\n", Template},
		{"dots in a cell", "| A |\n|---|\n| ... |\n", Template},
		{"pointed words", "<your goal>\n", Template},
		{"pointed word", "- <TODO>\n", Template},
		{"pointed behind a label", "**Result:** <text>\n", Template},
		{"wide brackets", "［目標を書く］\n", Template},
		{"wide brackets with text behind", "［済］ 目標を書く\n", Filled},
		{"slot cells", "| A | B |\n|---|---|\n| [one] | |\n", Template},
		{"bracket with text behind", "[WIP] ship the build", Filled},
		{"two tags", "[ABC-12] merge [main]", Filled},
		{"slot and text", "[slot text]\n\nbut also this\n", Filled},

		{"note before the end", "text\n\n---\n\n*a note*\n", Filled},
		{"footer stamp", "---\nLast updated: 2026-05-04\n", Blank},
		{"footer stamp without label", "---\n\n> Updated **2026-05-04** — by the planner\n", Blank},
		{"footer with a zone", "None\n\n---\n\nWritten 2026-02-02 22:44 PST\n", Nothing},
		{"dated result is no footer", "---\n\n2026-05-04 deploy failed on staging\n", Filled},
		{"strong text is no footer", "---\n\n**The totals do not add up**\n", Filled},
		{"note before a heading", "None\n\n---\n\n*a note*\n\n## Notes\n\ntext\n", Filled},
		{"note before the template's notes", "None\n\n---\n\n*a note*\n\n## Template notes\n\ntext\n", Nothing},
		{"stamp before a heading", "None\n\n*Last updated: 2026-05-04*\n\n## Notes\n", Nothing},
		{"stamp at the end", "None\n\nLast updated: 2026-05-04 10:00 UTC\n", Nothing},
		{"stamp in a quote", "> _Last updated 2026-05-04_\n", Blank},
		{"stamp below None", "None\n_Last updated: [timestamp]_\n", Nothing},
		{"stamp behind an item", "- None\n- Last updated: 2026-05-04\n", Nothing},
		{"wrapped stamp", "None\n\n_Last updated by the build agent\non 2026-05-04_\n", Nothing},
		{"two stamps", "最後更新：2026-05-04\n\n> Last updated: 2026-05-04\n", Blank},
		{"text about an update", "Last updated the importer for the run of 2026-05-04\n", Filled},
		{"text behind the stamp", "*Last updated: 2026-05-04*\n\nThe totals differ\n", Filled},
		{"stamp in code", "    Last updated: 2026-05-04\n", Filled},
		{"italic note without a rule", "*the totals differ*\n", Filled},
		{"template notes", "None\n\n---\n\n### Template notes\n- overwritten, never appended to\n", Nothing},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := Parse([]byte("## Results\n\n" + tt.body))
			if got := d.Holds(d.Sections[0].Body, w, squareSlots()); got != tt.want {
				t.Errorf("Holds(%q) = %v, want %v", tt.body, got, tt.want)
			}
		})
	}
}

// A definition is content until a reference uses it; a footnote is none.
func TestHoldsDefinitions(t *testing.T) {
	w := lexicon()
	src := "## A\n\n[ticket]: https://example.test/1\n\n## B\n\nSee [ticket].\n\n## C\n\n[^1]: decided\n"
	d := Parse([]byte(src))
	if got := d.Holds(d.Sections[0].Body, w, Slots{}); got != Blank {
		t.Errorf("a used definition is %v, want Blank", got)
	}
	if got := d.Holds(d.Sections[2].Body, w, Slots{}); got != Filled {
		t.Errorf("a footnote is %v, want Filled", got)
	}
	if got := Parse([]byte(src[:len("## A\n\n[ticket]: https://example.test/1\n")])).Items(Span{0, 100}, w); len(got) != 1 {
		t.Errorf("an unused definition makes items %v, want one", got)
	}
}

// The agentic template, freshly copied, is template text in every section.
func TestHoldsCurlyTemplate(t *testing.T) {
	w := lexicon()
	for _, body := range []string{
		"- {one-sentence objective}",
		"- [YYYY-MM-DDTHH:MM:SSZ] Decision: {decision}\n  Rationale: {why}\n  Owner: {agent-name-or-id}",
		"- [owner={agent-name-or-id}] {risk or question}",
		"1. [owner={agent}] {first step}\n2. [owner={agent}] {second step}",
		"**Branch**: {branch-name}",
	} {
		d := Parse([]byte("## S\n\n" + body + "\n"))
		if got := d.Holds(d.Sections[0].Body, w, curlySlots()); got != Template {
			t.Errorf("%q holds %v, want Template", body, got)
		}
	}
	d := Parse([]byte("## S\n\n- [owner=planner] Does the mirror keep {signatures}?\n"))
	if got := d.Holds(d.Sections[0].Body, w, curlySlots()); got != Filled {
		t.Errorf("text around a slot is %v, want Filled", got)
	}
}

// A label's body may begin in the middle of a line.
func TestHoldsFromMidLine(t *testing.T) {
	w := lexicon()
	src := "**Objective:** ship it\n**Blockers:** None\n\n- Next Action:\n"
	d := Parse([]byte(src))
	want := []Content{Filled, Nothing, Blank}
	labels := d.Labels(d.Whole())
	if len(labels) != len(want) {
		t.Fatalf("labels = %+v", labels)
	}
	for i, l := range labels {
		end := len(src)
		if i+1 < len(labels) {
			end = labels[i+1].Span.Start - 2 // the next line's "**"
		}
		if got := d.Holds(Span{l.At.Start, end}, w, squareSlots()); got != want[i] {
			t.Errorf("body of %s holds %v, want %v", l.Name, got, want[i])
		}
	}
}

func TestItems(t *testing.T) {
	src := `## Unsurfaced Results

- one
  more of it
  - nested
- None
1. two

a paragraph
of two lines

> a quote

| A | B |
|---|---|
| x | y |
| - | - |

<!-- not me -->

### Sub-heading

` + "```\ncode\n```" + `

---

*a closing note*
`
	d := Parse([]byte(src))
	var got []string
	for _, s := range d.Items(d.Sections[0].Body, lexicon()) {
		got = append(got, src[s.Start:s.End])
	}
	want := []string{
		"- one\n  more of it\n  - nested", "1. two", "a paragraph\nof two lines", "> a quote", "| x | y |", "```\ncode\n```",
	}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("items = %q\nwant %q", got, want)
	}
}
