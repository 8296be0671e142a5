package continuity

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// receiptText is a receipt that both contracts take.
const receiptText = `{
  "planId": "billing-rewrite",
  "currentTask": "task-04",
  "nextDerivedAction": {"kind": "spawn", "task": "task-05"},
  "dispatchedAt": "2026-05-02T09:30:00+08:00",
  "dispatchRunId": "run-0042",
  "childSessionKey": "agent:builder:subagent:6f1c",
  "replyClosureState": "completed"
}`

// edited returns the receipt with one value written differently, or without
// its key where value is "".
func edited(t testing.TB, key, value string) *Node {
	t.Helper()
	n := mustParse(t, receiptText)
	i := slices.IndexFunc(n.Fields, func(f Field) bool { return f.Key == key })
	if value == "" {
		n.Fields = slices.Delete(n.Fields, i, i+1)
		return n
	}
	n.Fields[i].Value = mustParse(t, `{"v":`+value+`}`).Get("v")
	return n
}

func TestContracts(t *testing.T) {
	names := func(fields []receiptField) (keys []string) {
		for _, f := range fields {
			keys = append(keys, f.key)
		}
		return keys
	}
	store := []string{"planId", "currentTask", "nextDerivedAction", "dispatchedAt", "dispatchRunId", "childSessionKey", "replyClosureState"}
	if got := names(storeFields[:]); !slices.Equal(got, store) {
		t.Errorf("store: %v", got)
	}
	if got := names(gateFields[:]); !slices.Equal(got, store[:4]) {
		t.Errorf("gate: %v", got)
	}
}

func TestValidateReceipt(t *testing.T) {
	long := strings.Repeat("x", 5000)
	tests := []struct {
		name       string
		key, value string
		errors     string // field code, joined by commas
		missing    string
	}{
		{"as it should be", "planId", `"P"`, "", ""},
		{"empty action object", "nextDerivedAction", `{}`, "", ""},
		{"path separators in an id", "planId", `"../../x"`, "", ""},
		{"dots as an id", "planId", `".."`, "", ""},
		{"device name as an id", "planId", `"CON"`, "", ""},
		{"missing planId", "planId", "", "planId receipt.missing", "planId planId_filesystem_safe"},
		{"null planId", "planId", "null", "planId receipt.missing", "planId planId_filesystem_safe"},
		{"missing dispatchRunId", "dispatchRunId", "", "dispatchRunId receipt.missing", "dispatchRunId dispatchRunId_filesystem_safe"},
		{"missing action", "nextDerivedAction", "", "nextDerivedAction receipt.missing", "nextDerivedAction"},
		{"action as a word", "nextDerivedAction", `"task-05"`, "nextDerivedAction receipt.type", "nextDerivedAction"},
		{"action as a list", "nextDerivedAction", `[{}]`, "nextDerivedAction receipt.type", "nextDerivedAction"},
		{"empty childSessionKey", "childSessionKey", `""`, "childSessionKey receipt.empty", "childSessionKey"},
		{"blank currentTask", "currentTask", `" \t\ufeff\u3000"`, "currentTask receipt.empty", "currentTask"},
		{"blank planId", "planId", `" "`, "planId receipt.empty", "planId planId_filesystem_safe"},
		{"20-digit id as a number", "dispatchRunId", "12345678901234567890", "dispatchRunId receipt.type", "dispatchRunId dispatchRunId_filesystem_safe"},
		{"closure as a boolean", "replyClosureState", "true", "replyClosureState receipt.type", "replyClosureState"},
		{"nothing left of planId", "planId", `"///"`, "planId_filesystem_safe receipt.unsafe", "planId_filesystem_safe"},
		{"Chinese only", "dispatchRunId", `"執行第一次"`, "dispatchRunId_filesystem_safe receipt.unsafe", "dispatchRunId_filesystem_safe"},
		{"5,000 characters", "planId", `"` + long + `"`, "planId_filesystem_safe receipt.too_long", "planId_filesystem_safe"},
		{"5,000 characters of run", "dispatchRunId", `"` + long + `"`, "dispatchRunId_filesystem_safe receipt.too_long", "dispatchRunId_filesystem_safe"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v := ValidateReceipt(edited(t, test.key, test.value))
			var got []string
			for _, e := range v.Errors {
				got = append(got, e.Field+" "+e.Code)
				if !strings.Contains(e.Message, test.key) || len([]rune(e.Message)) > 100 {
					t.Errorf("message: %s", e.Message)
				}
			}
			if list := strings.Join(got, ","); list != test.errors {
				t.Errorf("got %s, want %s", list, test.errors)
			}
			if list := strings.Join(v.Missing(), " "); list != test.missing {
				t.Errorf("missing: %s, want %s", list, test.missing)
			}
			if v.OK != (test.errors == "") || v.OK == (v.Receipt == Receipt{}) {
				t.Errorf("OK is %v with %v and %v", v.OK, v.Errors, v.Receipt)
			}
		})
	}
}

func TestValidateReceiptAllAtOnce(t *testing.T) {
	fake := mustParse(t, `{"note": "done"}`)
	want := []string{
		"planId", "currentTask", "nextDerivedAction", "dispatchedAt", "dispatchRunId", "childSessionKey", "replyClosureState",
		"planId_filesystem_safe", "dispatchRunId_filesystem_safe",
	}
	for name, n := range map[string]*Node{"fake object": fake, "nil": nil, "a word": Text("done"), "a list": {Kind: List}} {
		v := ValidateReceipt(n)
		if got := v.Missing(); !slices.Equal(got, want) || v.OK || len(v.Errors) != 7 {
			t.Errorf("%s: %v, %d errors", name, got, len(v.Errors))
		}
	}
	if IsValidReceipt(fake) || !IsValidReceipt(mustParse(t, receiptText)) {
		t.Error("IsValidReceipt does not agree")
	}
}

func TestValidateReceiptMiscased(t *testing.T) {
	for _, key := range []string{"PlanID", "planid", "plan_id", "PLAN-ID"} {
		n := mustParse(t, strings.Replace(receiptText, "planId", key, 1))
		e := ValidateReceipt(n).Errors
		if len(e) != 1 || e[0].Field != "planId" || e[0].Code != CodeMiscased || e[0].Position != (Position{4, 2, 3}) || !strings.Contains(e[0].Message, key) {
			t.Errorf("%s: %+v", key, e)
		}
	}
	// U+017F is an s to those who fold case.
	n := mustParse(t, strings.Replace(receiptText, "childSession", "child\u017fession", 1))
	if e := ValidateReceipt(n).Errors; len(e) != 1 || e[0].Code != CodeMiscased {
		t.Errorf("long s: %+v", e)
	}
	twin := mustParse(t, strings.Replace(receiptText, "{", `{"PLANID": 1,`, 1))
	if e := ValidateReceipt(twin).Errors; len(e) != 1 || e[0].Code != CodeMiscased || e[0].Position != (Position{1, 1, 2}) {
		t.Errorf("an exact key beside another case of it: %+v", e)
	}
}

func TestValidateReceiptPlaces(t *testing.T) {
	n := mustParse(t, "\n{\"planId\": 7,\n\"currentTask\": null}")
	want := []Position{{12, 2, 12}, {30, 3, 16}, {1, 2, 1}}
	for i, e := range ValidateReceipt(n).Errors[:3] {
		if e.Position != want[i] {
			t.Errorf("%s at %v, want %v", e.Field, e.Position, want[i])
		}
	}
}

func TestReceiptNormalForm(t *testing.T) {
	shuffled := mustParse(t, `{"extra":[1],"replyClosureState":"completed","childSessionKey":"agent:builder:subagent:6f1c",`+
		`"dispatchRunId":"run-0042","dispatchedAt":"2026-05-02T09:30:00+08:00","nextDerivedAction":{"kind":"spawn","task":"task-05"},"currentTask":"task-04","planId":"billing-rewrite"}`)
	want := mustParse(t, receiptText)
	v := ValidateReceipt(shuffled)
	if got := string(v.Receipt.Node().JSON(true)); got != string(want.JSON(true)) {
		t.Errorf("got %s", got)
	}
	if got := v.Receipt.FileName(); got != "receipt-billing-rewrite-run-0042.json" {
		t.Errorf("name: %s", got)
	}
}

func TestBindReceipt(t *testing.T) {
	tests := []struct {
		name, next, want string
		missing          []string
	}{
		{"its own action", `"nextDerivedAction":{"a":1},"derivedAction":{"b":2}`, `{"a":1}`, nil},
		{"derived action", `"derivedAction":{"b":2}`, `{"b":2}`, nil},
		{"derived action after null", `"nextDerivedAction":null,"derivedAction":{"b":2}`, `{"b":2}`, nil},
		{"empty word stops the fallback", `"nextDerivedAction":"","derivedAction":{"b":2}`, `""`, []string{"nextDerivedAction"}},
		{"none", `"other":1`, `null`, []string{"nextDerivedAction"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			input := edited(t, "nextDerivedAction", "")
			input.Fields = append(input.Fields, mustParse(t, "{"+test.next+"}").Fields...)
			receipt, v := BindReceipt(input)
			if got := string(receipt.Get("nextDerivedAction").JSON(true)); got != test.want {
				t.Errorf("action %s, want %s", got, test.want)
			}
			if got := v.Missing(); !slices.Equal(got, test.missing) || len(receipt.Fields) != 7 {
				t.Errorf("missing %v in %s", got, receipt.JSON(true))
			}
		})
	}
	_, v := BindReceipt(mustParse(t, strings.Replace(receiptText, "planId", "PlanID", 1)))
	if len(v.Errors) != 1 || v.Errors[0].Code != CodeMiscased {
		t.Errorf("mis-cased key of the input: %+v", v.Errors)
	}
}

func TestSafeSegment(t *testing.T) {
	tests := map[string]string{
		"plan-7":               "plan-7",
		"  Plan 7\t":           "plan-7",
		"../../../tmp/evil":    "..-..-..-tmp-evil",
		"..":                   "..",
		"CON":                  "con",
		"a///b---c":            "a-b-c",
		"--a--":                "a",
		"a_b.c":                "a_b.c",
		"///":                  "",
		"":                     "",
		"計畫":                   "",
		"計畫7":                  "7",
		"計畫7 第2步 B":            "7-2-b",
		"\u212aelvin":          "kelvin", // the Kelvin sign is a k in lower case
		"\u0130x":              "i-x",    // two code points in lower case
		"\u0130":               "i",
		"a\u0000b\nc":          "a-b-c",
		"C:\\Temp\\x":          "c-temp-x",
		"\xffz":                "z",
		strings.Repeat("-", 9): "",
	}
	for id, want := range tests {
		if got := SafeSegment(id); got != want {
			t.Errorf("SafeSegment(%q) = %q, want %q", id, got, want)
		}
	}
}

// A name is always one plain name, whatever the ids.
func TestFileNameStaysInside(t *testing.T) {
	for _, plan := range []string{"../../x", "..", "/etc/passwd", `..\..\x`, "a\x00/b", "con", "."} {
		name := FileName(plan, plan)
		if strings.ContainsAny(name, "/\\\x00") || !IsFileName(name) {
			t.Errorf("%q gives %q", plan, name)
		}
	}
	if IsFileName("receipt-a-b.json.tmp") || IsFileName(".receipt-a.json") || IsFileName("README.json") {
		t.Error("other names pass for receipts")
	}
}

// The longest ids that are taken give the longest name that file systems take.
func TestLongestName(t *testing.T) {
	ids := func(plan, run int) *Node {
		n := edited(t, "planId", fmt.Sprintf("%q", strings.Repeat("p", plan)))
		n.Fields[4].Value = Text(strings.Repeat("r", run))
		return n
	}
	v := ValidateReceipt(ids(200, 41))
	if !v.OK || len(v.Receipt.FileName()) != maxName {
		t.Errorf("OK %v, %d bytes", v.OK, len(v.Receipt.FileName()))
	}
	got := ValidateReceipt(ids(41, 201)).Errors
	if len(got) != 1 || got[0].Field != "dispatchRunId_filesystem_safe" || got[0].Code != CodeTooLong {
		t.Errorf("one byte more: %+v", got)
	}
	if got := ValidateReceipt(ids(121, 121)).Errors; len(got) != 1 || got[0].Field != "planId_filesystem_safe" {
		t.Errorf("both as long: %+v", got)
	}
	if FileName(strings.Repeat("p", 300), "a") == FileName(strings.Repeat("p", 301), "a") {
		t.Error("two ids give one name")
	}
}

// Keys of the gate's own in another case are refused where its answer would
// pass them over.
func TestInputFault(t *testing.T) {
	tests := []struct{ input, want string }{
		{`{"taskState": "complete", "extra": 1}`, ""},
		{`{"TaskState": "complete"}`, `key "TaskState" must be written taskState`},
		{`{"taskState": "x", "tasKstate": "y"}`, `key "tasKstate" must be written taskState`},
		{`{"nextderivedaction": {}}`, `key "nextderivedaction" must be written nextDerivedAction`},
		{`{"task_state": 1}`, ""}, // another word
	}
	for _, tt := range tests {
		got := ""
		if fault := InputFault(mustParse(t, tt.input)); fault != nil {
			got = fault.Message
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.input, got, tt.want)
		}
	}
}

func TestContextFault(t *testing.T) {
	tests := []struct{ context, want string }{
		{`{}`, ""},
		{`{"wrapperResult": null, "autoChainPlanResult": null}`, ""},
		{`{"autoChainPlanResult": {"derivedAction": "none"}}`, ""},
		{`{"wrapperResult": [1]}`, "wrapperResult must be an object, not a list"},
		{`{"wrapperResult": {}, "autoChainPlanResult": 7}`, "autoChainPlanResult must be an object, not a number"},
		{`{"wrapperresult": {}}`, `key "wrapperresult" must be written wrapperResult`},
		{`{"taskState": "complete"}`, "neither wrapperResult nor autoChainPlanResult is there"},
	}
	for _, tt := range tests {
		got := ""
		if fault := ContextFault(mustParse(t, tt.context)); fault != nil {
			got = fault.Message
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.context, got, tt.want)
		}
	}
}
