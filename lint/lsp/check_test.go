package lsp

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/memorylint/memorylint/lint"
)

// TestRelated: other places are told to editors that can show them, in the units
// of their own files.
func TestRelated(t *testing.T) {
	for _, test := range []struct {
		capabilities string
		want         []relatedInformation
	}{
		{`{}`, nil},
		{`{"textDocument":{"publishDiagnostics":{"relatedInformation":true}}}`, []relatedInformation{
			{location{"file:///w/a%20b.md", span{position{0, 3}, position{0, 3}}}, "there"},
		}},
	} {
		o := Defaults()
		o.Check = func(_ context.Context, open []Document) (*Report, error) {
			at := lint.Position{Line: 1, Column: 3}
			return &Report{
				Diagnostics: []lint.Diagnostic{{Path: open[0].Path, Rule: "a/b", Related: []lint.Related{
					{Path: "/w/a b.md", Range: lint.Range{Start: at, End: at}, Message: "there"},
				}}},
				Text: func(string) []byte { return []byte("\xef\xbb\xbfa😀b") },
			}, nil
		}
		bubbleWith(t, o, func(c *client) {
			c.initialize(test.capabilities)
			c.open(memory, "x")
			if got := c.published().Diagnostics[0].RelatedInformation; !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

// TestOldFindingsAreNotShown: what was found in a text that has changed since
// is not told.
func TestOldFindingsAreNotShown(t *testing.T) {
	o := Defaults()
	var started, release chan bool // made in the bubble
	o.Check = func(_ context.Context, open []Document) (*Report, error) {
		started <- true
		<-release
		first := lint.Position{Line: 1, Column: 1}
		return &Report{Diagnostics: []lint.Diagnostic{{
			Path: open[0].Path, Rule: "a/b", Message: string(open[0].Text), Range: lint.Range{Start: first, End: first},
		}}}, nil
	}
	o.Quiet = time.Second
	bubbleWith(t, o, func(c *client) {
		started, release = make(chan bool, 2), make(chan bool)
		c.initialize(`{}`)
		c.open(memory, "old")
		<-started
		c.change(memory, 2, contentChange{Text: "new"})
		synctest.Wait()
		close(release)
		if p := c.published(); *p.Version != 2 || p.Diagnostics[0].Message != "new" {
			t.Errorf("got %+v", p)
		}
	})
}

// TestOneFileUnderTwoURIs: both are told of what is wrong in the text that
// changed last.
func TestOneFileUnderTwoURIs(t *testing.T) {
	bubble(t, func(c *client) {
		c.initialize(`{}`)
		other := strings.Replace(memory, "memory", "%6Demory", 1)
		c.open(memory, "BAD")
		c.published()
		c.open(other, "BAD BAD\nBAD")
		got := map[string]int{}
		for range 2 {
			p := c.published()
			got[p.URI] = len(p.Diagnostics)
		}
		if got[memory] != 2 || got[other] != 2 {
			t.Errorf("got %v", got)
		}
		c.change(memory, 2, contentChange{Text: "fine"})
		for range 2 {
			if p := c.published(); len(p.Diagnostics) != 0 {
				t.Errorf("then %+v", p)
			}
		}
	})
}

// TestNoFile: what has no path is no document.
func TestNoFile(t *testing.T) {
	for _, uri := range []string{"file://", "file:", "file:///%00", "memory.md"} {
		bubble(t, func(c *client) {
			c.initialize(`{}`)
			c.open(uri, "BAD")
			if p := c.published(); p.URI != uri || len(p.Diagnostics) != 0 {
				t.Errorf("%s: %+v", uri, p)
			}
			if n := c.checks.Load(); n != 0 {
				t.Errorf("%s was checked %d times", uri, n)
			}
		})
	}
}

// TestFoldersInsideFolders: a document is looked at from the deepest one.
func TestFoldersInsideFolders(t *testing.T) {
	o := Defaults()
	seen := make(chan string, 10)
	o.Check = func(_ context.Context, open []Document) (*Report, error) {
		seen <- open[0].Folder
		return &Report{}, nil
	}
	for _, order := range [][]string{{"/w", "/w/a", "/w/a/b"}, {"/w/a/b", "/w/a", "/w"}, {"/w/a", "/w/a/b", "/w"}} {
		bubbleWith(t, o, func(c *client) {
			var folders []map[string]any
			for _, dir := range order {
				folders = append(folders, map[string]any{"uri": uriOf(dir), "name": dir})
			}
			c.answer(c.ask("initialize", map[string]any{"capabilities": map[string]any{}, "workspaceFolders": folders}))
			c.open("file:///w/a/b.md", "")
			if got := <-seen; got != "/w/a" {
				t.Errorf("%v: %q", order, got)
			}
		})
	}
}
