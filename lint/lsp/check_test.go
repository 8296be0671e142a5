package lsp

import (
	"context"
	"reflect"
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
