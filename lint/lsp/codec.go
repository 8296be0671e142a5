package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strconv"

	"github.com/sourcegraph/jsonrpc2"
)

// maxMessage is the longest message that is read, in bytes.
const maxMessage = 64 << 20

// codec writes messages as the library does, and reads them so that a broken
// one is answered and the next one read. The library's own reading ends the
// connection, and with it the editor's server.
type codec struct {
	jsonrpc2.VSCodeObjectCodec
	reject func(rejection)
}

// A rejection answers what was no message. The library's responses cannot have
// an id that is null.
type rejection struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   *jsonrpc2.Error `json:"error"`
}

func (c *codec) refuse(id json.RawMessage, code int64, message string) {
	if id == nil {
		id = json.RawMessage("null")
	}
	c.reject(rejection{"2.0", id, &jsonrpc2.Error{Code: code, Message: message}})
}

// ReadObject implements jsonrpc2.ObjectCodec.
func (c *codec) ReadObject(r *bufio.Reader, v any) error {
	for {
		body, err := c.frame(r)
		if err != nil {
			return err
		}
		if !json.Valid(body) {
			c.refuse(nil, jsonrpc2.CodeParseError, "the message is not JSON")
			continue
		}
		if id := idOf(body); len(id) > 0 && id[0] == '-' { // the library would answer under another one
			c.refuse(id, jsonrpc2.CodeInvalidRequest, "an id is a string or a number from 0")
			continue
		}
		// A message that was half understood must leave nothing behind in v.
		message := reflect.New(reflect.TypeOf(v).Elem())
		if err := json.Unmarshal(body, message.Interface()); err != nil {
			c.refuse(idOf(body), jsonrpc2.CodeInvalidRequest, err.Error())
			continue
		}
		reflect.ValueOf(v).Elem().Set(message.Elem())
		return nil
	}
}

// frame reads the header and the body of the next message. After a broken
// header it looks for the next one, wherever in a line that begins: bodies end
// without a line break.
func (c *codec) frame(r *bufio.Reader) ([]byte, error) {
	length, lost := -1, false
	bad := func(format string, args ...any) {
		length, lost = -1, true
		c.refuse(nil, jsonrpc2.CodeParseError, fmt.Sprintf(format, args...))
	}
	for {
		line, err := r.ReadSlice('\n')
		if err != nil && err != bufio.ErrBufferFull {
			return nil, err
		}
		if lost {
			if line = lastHeader(line); line == nil {
				continue
			}
		}
		line = bytes.TrimSpace(line)
		name, value, ok := bytes.Cut(line, []byte(":"))
		switch {
		case len(line) == 0 && length < 0:
			bad("a header without %s", lengthHeader)
		case len(line) == 0:
			body := make([]byte, length)
			_, err := io.ReadFull(r, body)
			return body, err
		case !ok:
			bad("a header line without a colon")
		case bytes.EqualFold(bytes.TrimSpace(name), []byte(lengthHeader)):
			n, err := strconv.ParseUint(string(bytes.TrimSpace(value)), 10, 63)
			if err != nil || n > maxMessage {
				bad("a %s that is no number up to %d", lengthHeader, maxMessage)
				continue
			}
			length, lost = int(n), false
		}
	}
}

const lengthHeader = "content-length"

// lastHeader is what of a line begins with the last header in it; nil when it
// holds none. The line may be any bytes.
func lastHeader(line []byte) []byte {
	want := []byte(lengthHeader + ":")
	for i := len(line) - len(want); i >= 0; i-- {
		if bytes.EqualFold(line[i:i+len(want)], want) {
			return line[i:]
		}
	}
	return nil
}

// idOf is the id of a message that is not understood, or nil.
func idOf(body []byte) json.RawMessage {
	var m struct {
		ID json.RawMessage `json:"id"`
	}
	if json.Unmarshal(body, &m) != nil || len(m.ID) == 0 {
		return nil
	}
	if first := m.ID[0]; first != '"' && first != '-' && (first < '0' || first > '9') {
		return nil
	}
	return m.ID
}
