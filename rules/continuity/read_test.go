package continuity

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// mustParse reads a JSON object that a test relies on.
func mustParse(t testing.TB, text string) *Node {
	t.Helper()
	n, err := Parse([]byte(text), MaxInput)
	if err != nil {
		t.Fatalf("parse %.80s: %v", text, err)
	}
	return n
}

func TestParseRefuses(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000)
	tests := []struct {
		name, text, code string
		offset           int
		line, column     int
	}{
		{"empty", "", CodeSyntax, 0, 1, 1},
		{"white space only", " \n\t", CodeSyntax, 0, 1, 1},
		{"key twice", "{\n \"é\": 1,\n \"é\": 2\n}", CodeDuplicateKey, 13, 3, 2},
		{"key twice, once escaped", `{"a":1,"\u0061":2}`, CodeDuplicateKey, 7, 1, 8},
		{"key twice deep inside", `{"x":[{"y":{"k":1,"k":1}}]}`, CodeDuplicateKey, 18, 1, 19},
		{"key twice before a broken end", `{"a":1,"a":2`, CodeDuplicateKey, 7, 1, 8},
		{"second value", "{}\n{}", CodeTrailingData, 3, 2, 1},
		{"lone bracket behind", "{}\n]\n", CodeTrailingData, 3, 2, 1},
		{"NUL behind", "{}\x00", CodeTrailingData, 2, 1, 3},
		{"list", "[1]", CodeNotObject, 0, 1, 1},
		{"string", ` "x"`, CodeNotObject, 1, 1, 2},
		{"null", "null", CodeNotObject, 0, 1, 1},
		{"byte-order mark", "\ufeff{}", CodeSyntax, 0, 1, 1},
		{"UTF-16", "\xff\xfe{\x00}\x00", CodeUTF8, 0, 1, 1},
		{"broken UTF-8", "{\n\"ab\": \"計\xffx\"}", CodeUTF8, 12, 2, 9},
		{"half a surrogate pair", `{"a":"\ud800"}`, CodeSyntax, 6, 1, 7},
		{"trailing comma", `{"計":1,}`, CodeSyntax, 8, 1, 7},
		{"comment", "{\n// x\n}", CodeSyntax, 2, 2, 1},
		{"single quotes", `{'a':1}`, CodeSyntax, 1, 1, 2},
		{"leading zero", `{"a":01}`, CodeSyntax, 6, 1, 7},
		{"NaN", `{"a":NaN}`, CodeSyntax, 5, 1, 6},
		{"line break in a string", "{\"a\":\"x\ny\"}", CodeSyntax, 7, 1, 8},
		{"cut off", "{\"a\":\n{", CodeSyntax, 7, 2, 2},
		{"cut off in a string", `{"a":"b`, CodeSyntax, 7, 1, 8},
		{"too deep", deep, CodeTooDeep, MaxDepth * 5, 1, MaxDepth*5 + 1},
		{"too deep and never closed", strings.Repeat("[", 1_000_000), CodeTooDeep, MaxDepth, 1, MaxDepth + 1},
		{"too large", "{}" + strings.Repeat(" ", MaxReceipt), CodeTooLarge, 0, 1, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			n, err := Parse([]byte(test.text), max(MaxReceipt, len(test.text)-2))
			var s *SyntaxError
			if !errors.As(err, &s) || n != nil {
				t.Fatalf("got %v, %v; want a SyntaxError", n, err)
			}
			want := Position{test.offset, test.line, test.column}
			if s.Code != test.code || s.Position != want {
				t.Errorf("got %s at %v (%s)\nwant %s at %v", s.Code, s.Position, s.Message, test.code, want)
			}
			if strings.ContainsAny(s.Message, "\n\x00\ufeff") || len([]rune(s.Message)) > 100 {
				t.Errorf("message is not one short line: %q", s.Message)
			}
		})
	}
}

func TestParsePlaces(t *testing.T) {
	n := mustParse(t, "{\r\n \"計\": [true,\n  -1.50e+3, {\"k\": \"\\u00e9\"}], \"id\": 12345678901234567890, \"z\": null}\n\n")
	list := n.Get("計")
	tests := []struct {
		name   string
		node   *Node
		kind   Kind
		text   string
		places Position
	}{
		{"root", n, Object, "", Position{0, 1, 1}},
		{"list", list, List, "", Position{11, 2, 7}},
		{"boolean", list.Items[0], Bool, "true", Position{12, 2, 8}},
		{"number as written", list.Items[1], Number, "-1.50e+3", Position{20, 3, 3}},
		{"string decoded", list.Items[2].Get("k"), String, "é", Position{36, 3, 19}},
		{"20 digits stay exact", n.Get("id"), Number, "12345678901234567890", Position{54, 3, 37}},
		{"null", n.Get("z"), Null, "", Position{81, 3, 64}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := test.node
			if got.Kind != test.kind || got.Text != test.text || got.Position != test.places {
				t.Errorf("got %v %q at %v, want %v %q at %v", got.Kind, got.Text, got.Position, test.kind, test.text, test.places)
			}
		})
	}
	if key := n.Fields[1].Position; key != (Position{48, 3, 31}) {
		t.Errorf("key of id at %v", key)
	}
	// Depth is about nesting, not about how much there is.
	mustParse(t, `{"a":[`+strings.Repeat("{},[],", MaxDepth)+`[[1]]]}`)
	if n.Get("Id") != nil || n.Get("ID") != nil {
		t.Error("keys are found by another case")
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"a":1,"a":2}`, "{\"a\":[1,2.5e-3,\"x\\n\"],\r\n\"b\":{\"c\":null}} ", `{"a":"\ud83d\ude00"}`,
		`{"a":1}]`, "\ufeff{}", "{\"\xff\":1}", `{"a":tru`, `[[[]]]`, `{"":{"":""}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := Parse(data, 1<<16)
		var s *SyntaxError
		if err != nil && !errors.As(err, &s) {
			t.Fatalf("error %v is of another type", err)
		}
		if s != nil {
			if s.Offset > len(data) || s.Line < 1 || s.Column < 1 || s.Code == "" {
				t.Fatalf("place %v of %d bytes, code %q", s.Position, len(data), s.Code)
			}
			return
		}
		if !json.Valid(data) {
			t.Fatal("took what the standard library refuses")
		}
		for _, compact := range []bool{false, true} {
			again, err := Parse(n.JSON(compact), 1<<24)
			if err != nil || !Equal(n, again) {
				t.Fatalf("written and read again: %v\n%s", err, n.JSON(compact))
			}
		}
	})
}
