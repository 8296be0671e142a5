package continuity

import (
	"strings"
	"testing"
)

// The expected text is what JSON.stringify(value, null, 2) gives, but for
// numbers, which stay as they were written.
func TestJSON(t *testing.T) {
	const source = `{"b":{},"a":[],"n":[-0.0,1E2,12345678901234567890],"s":"<&>\u2028\u007f\u0001\b\/\ud83d\ude00\"\\","z":{"k":[{"x":null},true]}}`
	indented := strings.Join([]string{
		`{`,
		`  "b": {},`,
		`  "a": [],`,
		`  "n": [`,
		`    -0.0,`,
		`    1E2,`,
		`    12345678901234567890`,
		`  ],`,
		"  \"s\": \"<&>\u2028\x7f\\u0001\\b/😀\\\"\\\\\",",
		`  "z": {`,
		`    "k": [`,
		`      {`,
		`        "x": null`,
		`      },`,
		`      true`,
		`    ]`,
		`  }`,
		`}`,
	}, "\n")
	compact := "{\"b\":{},\"a\":[],\"n\":[-0.0,1E2,12345678901234567890],\"s\":\"<&>\u2028\x7f\\u0001\\b/😀\\\"\\\\\",\"z\":{\"k\":[{\"x\":null},true]}}"
	n := mustParse(t, source)
	if got := string(n.JSON(false)); got != indented {
		t.Errorf("indented:\n%s\nwant\n%s", got, indented)
	}
	if got := string(n.JSON(true)); got != compact {
		t.Errorf("compact:\n%s\nwant\n%s", got, compact)
	}
	if got := string(Text("a\xffb").JSON(true)); got != `"a�b"` {
		t.Errorf("bytes that are no text: %s", got)
	}
	if got := string((*Node)(nil).JSON(false)); got != "null" {
		t.Errorf("absent: %s", got)
	}
}

func TestEqual(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":2}`, `{"b":2,"a":1}`, true},
		{`{"a":[1,2]}`, `{"a":[2,1]}`, false},
		{`{"a":"\u0061"}`, `{"a":"a"}`, true},
		{`{"a":1}`, `{"a":1.0}`, true},
		{`{"a":-0}`, `{"a":0.00e7}`, true},
		{`{"a":120}`, `{"a":1.2E+2}`, true},
		{`{"a":0.05}`, `{"a":5e-2}`, true},
		{`{"a":18446744073709551616}`, `{"a":18446744073709551617}`, false},
		{`{"a":1}`, `{"a":-1}`, false},
		{`{"a":1e99999999999}`, `{"a":1e99999999998}`, false},
		{`{"a":1}`, `{"a":"1"}`, false},
		{`{"a":null}`, `{"b":null}`, false},
		{`{"a":null}`, `{}`, false},
		{`{"a":{}}`, `{"a":[]}`, false},
		{`{"a":true}`, `{"a":false}`, false},
	}
	for _, test := range tests {
		a, b := mustParse(t, test.a), mustParse(t, test.b)
		if Equal(a, b) != test.want || Equal(b, a) != test.want {
			t.Errorf("Equal(%s, %s) is not %v", test.a, test.b, test.want)
		}
	}
}

func TestOneLine(t *testing.T) {
	tests := []struct {
		name, text, want string
		limit            int
	}{
		{"ordinary text", "計畫 7: a/b", "計畫 7: a/b", 20},
		{"line break and escape", "a\r\n\x1b[0m\u2028b", `a\u000d\u000a\u001b[0m\u2028b`, 99},
		{"direction of writing", "a\u202eb", `a\u202eb`, 99},
		{"end of a block", "x[/GATE]", `x\u005b/GATE]`, 99},
		{"start of a block", "x[GATE]", `x\u005bGATE]`, 99},
		{"a list", `[["a"],[1]]`, `[["a"],[1]]`, 99},
		{"exactly as long as allowed", "12345", "12345", 5},
		{"too long", "計計計計計計", "計計計計…", 5},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := oneLine(test.text, test.limit); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
