package lsp

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func (c *client) actions(uri string, line int, only ...string) []codeAction {
	c.t.Helper()
	p := map[string]any{
		"textDocument": map[string]any{"uri": uri}, "range": span{position{line, 0}, position{line, 0}},
		"context": map[string]any{"diagnostics": []any{}, "only": only},
	}
	if len(only) == 0 {
		p["context"] = map[string]any{"diagnostics": []any{}}
	}
	m := c.answer(c.ask("textDocument/codeAction", p))
	var out []codeAction
	if err := json.Unmarshal(m.Result, &out); err != nil || m.Error != nil {
		c.t.Fatalf("%s %+v", m.Result, m.Error)
	}
	return out
}

func TestSuppress(t *testing.T) {
	bubble(t, func(c *client) {
		c.initialize(`{}`)
		c.open(memory, "😀 fine\r\n  BAD\r\n")
		list := c.actions(memory, 1)
		if len(list) != 1 || list[0].Title != "Suppress test/bad on this line" || len(list[0].Diagnostics) != 1 {
			t.Fatalf("got %+v", list)
		}
		edit := list[0].Edit.Changes[memory][0]
		if want := "  <!-- memorylint-disable-next-line test/bad -- TODO: say why -->\r\n"; edit.NewText != want || edit.Range != (span{position{1, 0}, position{1, 0}}) {
			t.Errorf("got %+v, want %q", edit, want)
		}
	})
}

func TestSuppressOnlyWhereItWorks(t *testing.T) {
	for _, test := range []struct {
		name, uri, text string
		line            int
		only            []string
		want            string
	}{
		{"a line", memory, "BAD\n", 0, nil, "Suppress test/bad on this line"},
		{"another line", memory, "BAD\n\n", 1, nil, ""},
		{"a whole file", memory, "WHOLE\n", 0, nil, "Suppress test/whole in this file"},
		{"JSON", "file:///w/memory/receipt-a.json", "BAD", 0, nil, ""},
		{"no memory", "file:///w/notes.md", "BAD", 0, nil, ""},
		{"no file", "untitled:1", "BAD", 0, nil, ""},
		{"other kinds are wanted", memory, "BAD\n", 0, []string{"refactor"}, ""},
		{"this kind is wanted", memory, "BAD\n", 0, []string{"refactor", "quickfix"}, "Suppress test/bad on this line"},
		{"where the engine takes no notice", memory, "| a |\n| BAD STUBBORN |\n", 1, nil, ""},
		{"where the text becomes too long", memory, "BAD LONG" + strings.Repeat("\n", 10), 0, nil, "Suppress test/bad on this line"},
		{"two of a line", memory, "BAD BAD\nWHOLE", 0, nil, "Suppress test/bad on this line, Suppress test/whole in this file"},
	} {
		t.Run(test.name, func(t *testing.T) {
			bubble(t, func(c *client) {
				c.initialize(`{}`)
				c.open(test.uri, test.text)
				var titles []string
				for _, a := range c.actions(test.uri, test.line, test.only...) {
					titles = append(titles, a.Title)
				}
				if got := strings.Join(titles, ", "); got != test.want {
					t.Errorf("offered %q, want %q", got, test.want)
				}
			})
		})
	}
}

// TestAnswersSpeakOfTheTextThatWasAskedAbout: an edit on the way makes an
// answer worthless, and the edit of an action names the version it is for.
func TestAnswersSpeakOfTheTextThatWasAskedAbout(t *testing.T) {
	bubble(t, func(c *client) {
		c.initialize(`{"workspace":{"workspaceEdit":{"documentChanges":true}}}`)
		c.open(memory, "good")
		c.published()
		c.change(memory, 2, contentChange{Text: "BAD\n"})
		list := c.actions(memory, 0) // before it was quiet long enough
		if len(list) != 1 || len(list[0].Edit.DocumentChanges) != 1 || list[0].Edit.DocumentChanges[0].TextDocument.Version != 2 {
			t.Errorf("got %+v", list)
		}
		time.Sleep(time.Second)
	})
}

// TestFewActionsAreTried: each costs a check.
func TestFewActionsAreTried(t *testing.T) {
	bubble(t, func(c *client) {
		c.initialize(`{}`)
		c.open(memory, strings.Repeat("BAD\n", 8))
		p := map[string]any{
			"textDocument": map[string]any{"uri": memory}, "range": span{position{0, 0}, position{7, 0}},
			"context": map[string]any{"diagnostics": []any{}},
		}
		var list []codeAction
		if err := json.Unmarshal(c.answer(c.ask("textDocument/codeAction", p)).Result, &list); err != nil {
			t.Fatal(err)
		}
		if len(list) != maxActions {
			t.Errorf("%d actions, want %d", len(list), maxActions)
		}
	})
}

func TestHoverInPlainText(t *testing.T) {
	for capabilities, want := range map[string]string{
		`{}`: "markdown",
		`{"textDocument":{"hover":{"contentFormat":["plaintext"]}}}`:            "plaintext",
		`{"textDocument":{"hover":{"contentFormat":["plaintext","markdown"]}}}`: "markdown",
	} {
		bubble(t, func(c *client) {
			c.initialize(capabilities)
			c.open(memory, "BAD")
			m := c.answer(c.ask("textDocument/hover", questionParams{TextDocument: textDocumentItem{URI: memory}}))
			var h hover
			if err := json.Unmarshal(m.Result, &h); err != nil || h.Contents.Kind != want {
				t.Errorf("%s: %q, want %q (%v)", capabilities, h.Contents.Kind, want, err)
			}
		})
	}
}

func TestHover(t *testing.T) {
	for _, test := range []struct {
		character int
		want      string
	}{{0, ""}, {2, ""}, {3, "# test/bad"}, {5, "# test/bad"}, {6, "# test/bad"}, {7, ""}} {
		bubble(t, func(c *client) {
			c.initialize(`{}`)
			c.open(memory, "😀 BAD x")
			m := c.answer(c.ask("textDocument/hover", questionParams{
				TextDocument: textDocumentItem{URI: memory}, Position: position{0, test.character},
			}))
			var h hover
			if err := json.Unmarshal(m.Result, &h); err != nil || h.Contents.Value != test.want {
				t.Errorf("at %d: %q, want %q (%v)", test.character, h.Contents.Value, test.want, err)
			}
		})
	}
}

func TestSymbols(t *testing.T) {
	bubble(t, func(c *client) {
		c.initialize(`{}`)
		c.open(memory, "---\na: b\n---\n# 目標 😀\ntext\n## One\n### Deep\n## Two\r\nend\n#\n")
		m := c.answer(c.ask("textDocument/documentSymbol", questionParams{TextDocument: textDocumentItem{URI: memory}}))
		var list []documentSymbol
		if err := json.Unmarshal(m.Result, &list); err != nil {
			t.Fatal(err)
		}
		if len(list) != 2 || list[0].Name != "目標 😀" || list[1].Name != "#" || len(list[0].Children) != 2 || list[0].Children[0].Children[0].Name != "Deep" {
			t.Fatalf("got %s", m.Result)
		}
		if want := (span{position{3, 0}, position{3, 7}}); list[0].SelectionRange != want || list[0].Range.End != (position{9, 0}) {
			t.Errorf("%+v %+v, want %+v", list[0].SelectionRange, list[0].Range, want)
		}
	})
}

func TestURIs(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///a/b.md":                 "/a/b.md",
		"file:///a%20b/%E7%9B%AE.md":     "/a b/目.md",
		"file:///a b/目.md":               "/a b/目.md",
		"file://localhost/a/../b.md":     "/b.md",
		"FILE:///a":                      "/a",
		"file://host/share/a.md":         "",
		"file:a.md":                      "",
		"untitled:Untitled-1":            "",
		"vscode-notebook-cell:///a.md#x": "",
		"file:///a%00b":                  "",
		"file:///%zz":                    "",
		"":                               "",
	} {
		got, ok := pathOf(uri)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%s is %q (%v), want %q", uri, got, ok, want)
		}
		if ok {
			if back, _ := pathOf(uriOf(got)); back != got {
				t.Errorf("%q came back as %q", got, back)
			}
		}
	}
}
