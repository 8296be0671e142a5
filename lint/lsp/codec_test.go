package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
)

// FuzzMessages: whatever comes, the reading ends with the stream, gives whole
// messages only, and answers in JSON.
func FuzzMessages(f *testing.F) {
	good := frame(`{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"😀"}}`)
	for _, seed := range []string{
		good, good + good, "", "\r\n", frame(`{`) + good, frame(`[]`), "Content-Length: 3\r\n\r\n{}", "Content-Length: x\r\n\r\n{}" + good,
		strings.ReplaceAll(good, "\r\n", "\n"), frame(`{"id":"\ud83d","method":"x"}`), strings.Repeat("x", 5000) + good,
		"no colon\n" + strings.Repeat("\xac", 40) + good, // which grow when they are made lower case
		frame(`{"id":1e400,"method":"x"}`), "Content-Length: 2\r\nContent-Length: y\r\n\r\n" + good,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, stream string) {
		c := &codec{reject: func(r rejection) {
			if b, err := json.Marshal(r); err != nil || !json.Valid(b) {
				t.Errorf("an answer that is no JSON: %s, %v", b, err)
			}
		}}
		r := bufio.NewReader(strings.NewReader(stream))
		for {
			var m message
			err := c.ReadObject(r, &m)
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}
