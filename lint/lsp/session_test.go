package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

const memory = "file:///w/memory/STATE.md"

func TestEncodings(t *testing.T) {
	for _, test := range []struct {
		capabilities, want string
		from, to           int
	}{
		{`{}`, "utf-16", 5, 8},
		{`{"general":{"positionEncodings":["utf-16"]}}`, "utf-16", 5, 8},
		{`{"general":{"positionEncodings":["utf-8","utf-16"]}}`, "utf-8", 11, 14},
		{`{"general":{"positionEncodings":["utf-32","utf-8"]}}`, "utf-32", 4, 7},
		{`{"general":{"positionEncodings":["utf-7","utf-32"]}}`, "utf-32", 4, 7},
	} {
		bubble(t, func(c *client) {
			if got := c.initialize(test.capabilities)["positionEncoding"]; got != test.want {
				t.Errorf("%s: agreed on %v, want %s", test.capabilities, got, test.want)
			}
			c.open(memory, "ok\r\n目標😀 BAD\r\n")
			want := span{position{1, test.from}, position{1, test.to}}
			if p := c.published(); len(p.Diagnostics) != 1 || p.Diagnostics[0].Range != want {
				t.Errorf("%s: %+v, want %+v", test.want, p, want)
			}
		})
	}
}

func TestDiagnosticsFollowTheDocument(t *testing.T) {
	bubble(t, func(c *client) {
		c.initialize(`{}`)
		c.open("file:///w/notes.md", "BAD")
		if p := c.published(); p.Diagnostics == nil || len(p.Diagnostics) != 0 {
			t.Errorf("no memory document: %+v, want an empty list", p)
		}
		c.open("untitled:Untitled-1", "BAD")
		if p := c.published(); len(p.Diagnostics) != 0 {
			t.Errorf("no file: %+v, want an empty list", p)
		}
		c.open(memory, "BAD")
		p := c.published()
		if len(p.Diagnostics) != 1 || *p.Version != 1 {
			t.Fatalf("opened: %+v", p)
		}
		if d := p.Diagnostics[0]; d.Code != "test/bad" || d.Severity != severityWarning || d.Source != "memorylint" || d.Message != "a bad word" {
			t.Errorf("got %+v", d)
		}
		c.change(memory, 2, contentChange{Text: "good"})
		if p := c.published(); len(p.Diagnostics) != 0 || *p.Version != 2 {
			t.Errorf("changed: %+v", p)
		}
		c.change(memory, 3, contentChange{Range: &span{position{0, 4}, position{0, 4}}, Text: " BAD"})
		if p := c.published(); len(p.Diagnostics) != 1 || p.Diagnostics[0].Range.Start.Character != 5 {
			t.Errorf("changed again: %+v", p)
		}
		c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": memory}})
		if p := c.published(); p.URI != memory || len(p.Diagnostics) != 0 || p.Version != nil {
			t.Errorf("closed: %+v", p)
		}
	})
}

func TestManyEditsEndWithTheLastText(t *testing.T) {
	bubble(t, func(c *client) {
		c.initialize(`{}`)
		c.open(memory, "")
		c.published()
		before := c.checks.Load()
		for n := 1; n <= 200; n++ {
			c.change(memory, n+1, contentChange{Range: &span{}, Text: fmt.Sprintf("%d BAD\n", n)})
			time.Sleep(5 * time.Millisecond)
		}
		p := c.published()
		if len(p.Diagnostics) != 200 || *p.Version != 201 || p.Diagnostics[0].Range.Start.Character != 4 {
			t.Errorf("%d diagnostics of version %d, want 200 of 201", len(p.Diagnostics), *p.Version)
		}
		if last := c.last.Load().(string); !strings.HasPrefix(last, "200 BAD\n199 BAD\n") {
			t.Errorf("checked %.30q", last)
		}
		if n := c.checks.Load() - before; n != 1 {
			t.Errorf("%d checks, want one when it is quiet", n)
		}
	})
}

func TestBrokenMessages(t *testing.T) {
	ask := frame(`{"jsonrpc":"2.0","id":7,"method":"textDocument/documentSymbol","params":{"textDocument":{"uri":"x"}}}`)
	for _, test := range []struct {
		name, bytes, id string
		code            int
	}{
		{"no JSON", frame(`{"jsonrpc":`), "null", -32700},
		{"nothing", frame(``), "null", -32700},
		{"a batch", frame(`[]`), "null", -32600},
		{"no message", frame(`{"id":3}`), "3", -32600},
		{"method of the wrong type", frame(`{"id":"a","method":5}`), `"a"`, -32600},
		{"id of the wrong type", frame(`{"id":{},"method":"x"}`), "null", -32600},
		{"id below zero", frame(`{"jsonrpc":"2.0","id":-1,"method":"textDocument/hover","params":{}}`), "-1", -32600},
		{"error of the wrong type", frame(`{"id":1,"error":"x"}`), "1", -32600},
		{"length of the wrong type", "Content-Length: x\r\n\r\n{}", "null", -32700},
		{"negative length", "Content-Length: -5\r\n\r\n{}", "null", -32700},
		{"enormous length", "Content-Length: 99999999999999\r\n\r\n{}", "null", -32700},
		{"no length", "Content-Type: x\r\n\r\n{}", "null", -32700},
		{"no header", "{}\r\n", "null", -32700},
		{"much of something else", strings.Repeat("garbage ", 5000) + "\r\n", "null", -32700},
		{"unknown method", frame(`{"jsonrpc":"2.0","id":3,"method":"x/y"}`), "3", -32601},
		{"unknown optional method", frame(`{"jsonrpc":"2.0","id":3,"method":"$/y"}`), "3", -32601},
		{"parameters of the wrong type", frame(`{"jsonrpc":"2.0","id":3,"method":"textDocument/hover","params":[1]}`), "3", -32602},
		{"initialize twice", frame(`{"jsonrpc":"2.0","id":3,"method":"initialize","params":{}}`), "3", -32600},
		{"unknown notification", frame(`{"jsonrpc":"2.0","method":"x"}`), "", 0},
		{"a notification without sense", frame(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":7}`), "", 0},
		{"an answer to nothing", frame(`{"jsonrpc":"2.0","id":99,"result":1}`), "", 0},
		{"header in other letters", strings.Replace(frame(`{"jsonrpc":"2.0","id":3,"method":"x/y"}`), "Content-Length: ", "X-Y: 1\r\ncontent-length:", 1), "3", -32601},
	} {
		t.Run(test.name, func(t *testing.T) {
			bubble(t, func(c *client) {
				c.initialize(`{}`)
				c.raw(test.bytes)
				if test.id != "" {
					m := c.next(func(m message) bool { return m.Error != nil })
					if m.Error.Code != test.code || string(m.ID) != test.id {
						t.Errorf("got %+v for %s, want %d for %s", m.Error, m.ID, test.code, test.id)
					}
				}
				c.raw(ask)
				if m := c.answer(7); m.Error != nil || len(c.in) != 0 {
					t.Errorf("then: %+v, and %d more", m.Error, len(c.in))
				}
			})
		})
	}
}

func TestOrderOfLife(t *testing.T) {
	for _, test := range []struct {
		name string
		do   func(*client)
		want error
	}{
		{"shutdown and exit", func(c *client) {
			if m := c.answer(c.ask("textDocument/hover", nil)); m.Error == nil || m.Error.Code != -32002 {
				t.Errorf("before initialize: %+v", m)
			}
			c.open(memory, "BAD") // which is not heard yet
			c.initialize(`{}`)
			if m := c.answer(c.ask("shutdown", nil)); m.Error != nil || string(m.Result) != "null" {
				t.Errorf("shutdown: %+v", m)
			}
			if m := c.answer(c.ask("textDocument/hover", nil)); m.Error == nil || m.Error.Code != -32600 {
				t.Errorf("after shutdown: %+v", m)
			}
			c.notify("exit", nil)
		}, nil},
		{"exit alone", func(c *client) { c.initialize(`{}`); c.open(memory, "BAD"); c.notify("exit", nil) }, ErrAbandoned},
		{"exit before all", func(c *client) { c.notify("exit", nil) }, ErrAbandoned},
		{"end of the stream", func(c *client) { c.initialize(`{}`); c.open(memory, "BAD"); c.w.Close() }, ErrAbandoned},
		{"end in a message", func(c *client) { c.raw("Content-Length: 50\r\n\r\n{"); c.w.Close() }, ErrAbandoned},
	} {
		t.Run(test.name, func(t *testing.T) {
			bubble(t, func(c *client) {
				test.do(c)
				synctest.Wait()
				select {
				case err := <-c.ended:
					if !errors.Is(err, test.want) {
						t.Errorf("ended with %v, want %v", err, test.want)
					}
				default:
					t.Error("still there")
				}
			})
		})
	}
}

func TestLeavesWithTheEditorsProcess(t *testing.T) {
	var dead atomic.Bool
	o := Defaults()
	o.Alive = func(pid int) bool { return pid == 4711 && !dead.Load() }
	bubbleWith(t, o, func(c *client) {
		c.answer(c.ask("initialize", json.RawMessage(`{"processId":4711,"capabilities":{}}`)))
		time.Sleep(time.Minute)
		if len(c.ended) != 0 {
			t.Fatal("left while the editor was there")
		}
		dead.Store(true)
		time.Sleep(o.Poll)
		synctest.Wait()
		if len(c.ended) != 1 {
			t.Error("still there")
		}
	})
}

func TestCancel(t *testing.T) {
	o := Defaults()
	o.Check = func(ctx context.Context, _ []Document) (*Report, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	bubbleWith(t, o, func(c *client) {
		c.initialize(`{}`)
		c.open(memory, "BAD")
		id := c.ask("textDocument/hover", questionParams{TextDocument: textDocumentItem{URI: memory}})
		c.notify("$/cancelRequest", map[string]any{"id": id})
		if m := c.answer(id); m.Error == nil || m.Error.Code != -32800 {
			t.Errorf("got %+v", m)
		}
	})
}

// TestTrouble: what goes wrong is said once, and does not end the server.
func TestTrouble(t *testing.T) {
	bubble(t, func(c *client) {
		c.initialize(`{}`)
		c.open(memory, "PANIC")
		m := c.next(func(m message) bool { return m.Method == "window/showMessage" })
		if !strings.Contains(string(m.Params), "internal fault: a rule") {
			t.Errorf("said %s", m.Params)
		}
		c.change(memory, 2, contentChange{Text: "PANIC "})
		time.Sleep(time.Second)
		c.change(memory, 3, contentChange{Text: "BAD"})
		for p := c.published(); *p.Version != 3 || len(p.Diagnostics) != 1; p = c.published() {
		}
		for _, m := range c.in {
			if m.Method == "window/showMessage" {
				t.Errorf("said again: %s", m.Params)
			}
		}
	})
}

func TestWatchedFiles(t *testing.T) {
	bubble(t, func(c *client) {
		c.initialize(`{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}`)
		m := c.next(func(m message) bool { return m.Method == "client/registerCapability" })
		if !strings.Contains(string(m.Params), "**/.memorylint.{yaml,yml,json}") {
			t.Errorf("asked for %s", m.Params)
		}
		c.send(map[string]any{"id": m.ID, "result": nil})
		c.open(memory, "BAD")
		c.published()
		before := c.checks.Load()
		c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{}})
		synctest.Wait()
		if c.checks.Load() != before+1 {
			t.Error("no check")
		}
	})
}
