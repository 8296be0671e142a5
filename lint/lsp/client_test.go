package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/memorylint/memorylint/lint"
)

// A message is anything that the server sends.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// A client speaks to a server in the same bubble: time passes only when all
// wait, and a goroutine that is left behind fails the test.
type client struct {
	t      *testing.T
	w      *io.PipeWriter
	in     []message // not yet looked at
	inbox  chan message
	ended  chan error // what Serve gave
	checks atomic.Int32
	last   atomic.Value // the text of the last check
	id     int
}

type duplex struct {
	*io.PipeReader
	*io.PipeWriter
}

func (d duplex) Close() error {
	d.PipeReader.Close()
	return d.PipeWriter.Close()
}

// bubble runs a test with a server that finds every BAD word.
func bubble(t *testing.T, f func(*client)) { bubbleWith(t, Defaults(), f) }

func bubbleWith(t *testing.T, o Options, f func(*client)) {
	synctest.Test(t, func(t *testing.T) {
		toServer, fromClient := io.Pipe()
		toClient, fromServer := io.Pipe()
		c := &client{t: t, w: fromClient, inbox: make(chan message, 1000), ended: make(chan error, 1)}
		if o.Check == nil {
			o.Check = c.check
		}
		o.Page = func(rule string) string { return "# " + rule }
		go func() { c.ended <- Serve(context.Background(), duplex{toServer, fromServer}, o) }()
		go c.read(toClient)
		defer fromClient.Close()
		f(c)
	})
}

func (c *client) read(r io.Reader) {
	defer close(c.inbox)
	for b := bufio.NewReader(r); ; {
		header, err := textproto.NewReader(b).ReadMIMEHeader()
		if err != nil {
			return
		}
		n, _ := strconv.Atoi(header.Get("Content-Length"))
		body := make([]byte, n)
		if _, err := io.ReadFull(b, body); err != nil {
			return
		}
		var m message
		if json.Unmarshal(body, &m) == nil {
			c.inbox <- m
		}
	}
}

func (c *client) raw(s string) {
	c.t.Helper()
	if _, err := io.WriteString(c.w, s); err != nil {
		c.t.Fatal(err)
	}
}

func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

func (c *client) send(m map[string]any) {
	c.t.Helper()
	m["jsonrpc"] = "2.0"
	body, err := json.Marshal(m)
	if err != nil {
		c.t.Fatal(err)
	}
	c.raw(frame(string(body)))
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	c.send(map[string]any{"method": method, "params": params})
}

func (c *client) ask(method string, params any) (id int) {
	c.t.Helper()
	c.id++
	c.send(map[string]any{"id": c.id, "method": method, "params": params})
	return c.id
}

// next waits for a message that is meant; others are kept.
func (c *client) next(meant func(message) bool) message {
	c.t.Helper()
	for i, m := range c.in {
		if meant(m) {
			c.in = append(c.in[:i], c.in[i+1:]...)
			return m
		}
	}
	for {
		select {
		case m, ok := <-c.inbox:
			switch {
			case !ok:
				c.t.Fatal("the server has left")
			case meant(m):
				return m
			default:
				c.in = append(c.in, m)
			}
		case <-time.After(time.Hour):
			c.t.Fatal("no answer within an hour")
		}
	}
}

func (c *client) answer(id int) message {
	c.t.Helper()
	return c.next(func(m message) bool { return m.Method == "" && string(m.ID) == fmt.Sprint(id) })
}

func (c *client) published() publishDiagnosticsParams {
	c.t.Helper()
	m := c.next(func(m message) bool { return m.Method == "textDocument/publishDiagnostics" })
	var p publishDiagnosticsParams
	if err := json.Unmarshal(m.Params, &p); err != nil {
		c.t.Fatal(err)
	}
	return p
}

func (c *client) initialize(capabilities string) map[string]any {
	c.t.Helper()
	m := c.answer(c.ask("initialize", json.RawMessage(`{"processId":null,"rootUri":null,"capabilities":`+capabilities+`}`)))
	var r map[string]any
	if err := json.Unmarshal(m.Result, &r); err != nil {
		c.t.Fatal(err)
	}
	c.notify("initialized", map[string]any{})
	return r["capabilities"].(map[string]any)
}

func (c *client) open(uri, text string) {
	c.t.Helper()
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "markdown", "version": 1, "text": text}})
}

func (c *client) change(uri string, version int, changes ...contentChange) {
	c.t.Helper()
	c.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": uri, "version": version}, "contentChanges": changes,
	})
}

// check finds more than ten lines where it is LONG, as size/lines; every BAD, as test/bad, but for lines that follow a suppression
// and are not STUBBORN; a WHOLE anywhere, as test/whole; and crashes at a PANIC.
func (c *client) check(_ context.Context, open []Document) (*Report, error) {
	c.checks.Add(1)
	r := &Report{Memory: map[string]bool{}}
	for _, d := range open {
		text := string(d.Text)
		c.last.Store(text)
		r.Memory[d.Path] = strings.Contains(d.Path, "memory")
		if bytes.Contains(d.Text, []byte("PANIC")) {
			panic("a rule")
		}
		if !r.Memory[d.Path] {
			continue
		}
		if n := strings.Count(text, "\n"); n > 10 && strings.Contains(text, "LONG") {
			r.Diagnostics = append(r.Diagnostics, lint.Diagnostic{Rule: "size/lines", Path: d.Path, Message: fmt.Sprint(n, " lines")})
		}
		quiet := false
		for n, line := range strings.Split(text, "\n") {
			if i := strings.Index(line, "BAD"); i >= 0 && (!quiet || strings.Contains(line, "STUBBORN")) {
				column := 1 + utf8.RuneCountInString(line[:i])
				r.Diagnostics = append(r.Diagnostics, lint.Diagnostic{
					Rule: "test/bad", Severity: lint.Warning, Path: d.Path, Message: "a bad word", Subject: line,
					Range: lint.Range{Start: lint.Position{Line: n + 1, Column: column}, End: lint.Position{Line: n + 1, Column: column + 3}},
				})
			}
			quiet = strings.HasPrefix(strings.TrimLeft(line, " "), "<!-- memorylint-disable-next-line test/bad -- ")
		}
		if strings.Contains(text, "WHOLE") && !strings.Contains(text, "disable-file test/whole --") {
			first := lint.Position{Line: 1, Column: 1}
			r.Diagnostics = append(r.Diagnostics, lint.Diagnostic{
				Rule: "test/whole", Severity: lint.Critical, Path: d.Path, Message: "all of it", Range: lint.Range{Start: first, End: first},
			})
		}
	}
	return r, nil
}
