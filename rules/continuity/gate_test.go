package continuity

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// boundReceipt is what the gate takes for a dispatch, and the store does not.
const boundReceipt = `{"planId":"p","currentTask":"t","dispatchedAt":"now","nextDerivedAction":{}}`

func TestEvaluate(t *testing.T) {
	const open = `"taskState":"complete","nextDerivedAction":{"id":"T2"},"replyClosureState":"completed"`
	tests := []struct {
		name, input string
		ok          bool
	}{
		{"complete, action known, no receipt, closure not legal", open, false},
		{"derivedAction without a bound receipt", `"taskState":"complete","derivedAction":"spawn","replyClosureState":"completed"`, false},
		{"derivedAction with a bound receipt", `"taskState":"complete","derivedAction":"spawn","dispatchReceipt":` + boundReceipt, true},
		{"valid receipt", open + `,"dispatchReceipt":` + boundReceipt, true},
		{"receipt of four fields", open + `,"dispatchReceipt":` + boundReceipt, true},
		{"fake receipt object", open + `,"dispatchReceipt":{"note":"done"}`, false},
		{"receipt as a word", open + `,"dispatchReceipt":"done"`, false},
		{"receipt as a list", open + `,"dispatchReceipt":[` + boundReceipt + `]`, false},
		{"receipt null", open + `,"dispatchReceipt":null`, false},
		{"receipt with a mis-cased key", open + `,"dispatchReceipt":` + strings.Replace(boundReceipt, "planId", "PlanId", 1), false},
		{"receipt with an empty task", open + `,"dispatchReceipt":` + strings.Replace(boundReceipt, `"t"`, `""`, 1), false},
		{"receipt with a number for a plan", open + `,"dispatchReceipt":` + strings.Replace(boundReceipt, `"p"`, `7`, 1), false},
		{"receipt with an action as a list", open + `,"dispatchReceipt":` + strings.Replace(boundReceipt, `{}`, `[]`, 1), false},
		{"receipt with an action as a word", open + `,"dispatchReceipt":` + strings.Replace(boundReceipt, `{}`, `"T2"`, 1), false},
		{"receipt with a null action", open + `,"dispatchReceipt":` + strings.Replace(boundReceipt, `{}`, `null`, 1), false},
		{"closure waiting_user", strings.Replace(open, "completed", "waiting_user", 1), true},
		{"closure blocked", strings.Replace(open, "completed", "blocked", 1), true},
		{"closure pending_verification", strings.Replace(open, "completed", "pending_verification", 1), true},
		{"closure in another case", strings.Replace(open, "completed", "Blocked", 1), false},
		{"closure with a space", strings.Replace(open, "completed", "blocked ", 1), false},
		{"closure with a hyphen", strings.Replace(open, "completed", "waiting-user", 1), false},
		{"closure as a list", strings.Replace(open, `"completed"`, `["blocked"]`, 1), false},
		{"no closure", `"taskState":"complete","nextDerivedAction":1`, false},
		{"task completed is another word", strings.Replace(open, `"complete"`, `"completed"`, 1), true},
		{"task in another case", strings.Replace(open, `"complete"`, `"Complete"`, 1), true},
		{"task state true", strings.Replace(open, `"complete"`, `true`, 1), true},
		{"no task state", `"nextDerivedAction":{"id":"T2"}`, true},
		{"no action", `"taskState":"complete"`, true},
		{"null action falls back", `"taskState":"complete","nextDerivedAction":null,"derivedAction":{}`, false},
		{"false stops the fallback", `"taskState":"complete","nextDerivedAction":false,"derivedAction":{}`, true},
		{"empty word stops the fallback", `"taskState":"complete","nextDerivedAction":"","derivedAction":{}`, true},
		{"zero is no action", `"taskState":"complete","nextDerivedAction":0`, true},
		{"minus zero is no action", `"taskState":"complete","nextDerivedAction":-0`, true},
		{"0.0 is no action", `"taskState":"complete","nextDerivedAction":0.0`, true},
		{"0e5 is no action", `"taskState":"complete","nextDerivedAction":0e5`, true},
		{"too small for a double is no action", `"taskState":"complete","nextDerivedAction":1e-999`, true},
		{"too large for a double is one", `"taskState":"complete","nextDerivedAction":1e999`, false},
		{"the word none is one here", `"taskState":"complete","nextDerivedAction":"none"`, false},
		{"an empty list is one", `"taskState":"complete","nextDerivedAction":[]`, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := Evaluate(mustParse(t, "{"+test.input+"}"), Defaults())
			want := Result{OK: true, Status: "pass", Verdict: "pass"}
			if !test.ok {
				want = Result{OK: false, Status: "continuity_failure", Verdict: "continuity_failure", Reason: "missing_dispatch_receipt"}
			}
			if got := (Result{OK: r.OK, Status: r.Status, Verdict: r.Verdict, Reason: r.Reason}); got != want {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestEvaluateConfig(t *testing.T) {
	const open = `"taskState":"complete","nextDerivedAction":{"id":"T2"},"replyClosureState":"parked"`
	tests := []struct {
		name, input  string
		change       func(*Config)
		ok, governed bool
	}{
		{"defaults", open, func(*Config) {}, false, true},
		{"disabled", open, func(c *Config) { c.Enabled = false }, true, false},
		{"custom legal state", open, func(c *Config) { c.LegalTerminalStates = []string{"parked"} }, true, true},
		{"custom list replaces the default", strings.Replace(open, "parked", "blocked", 1), func(c *Config) { c.LegalTerminalStates = []string{"parked"} }, false, true},
		{"no legal state at all", strings.Replace(open, "parked", "blocked", 1), func(c *Config) { c.LegalTerminalStates = nil }, false, true},
		{"closure without dispatch allowed", open, func(c *Config) { c.AllowReplyClosureWithoutDispatch = true }, true, true},
		{"any object is a receipt", open + `,"dispatchReceipt":{}`, func(c *Config) { c.RequireRealDispatchReceipt = false }, true, true},
		{"a list is none even then", open + `,"dispatchReceipt":[]`, func(c *Config) { c.RequireRealDispatchReceipt = false }, false, true},
		{"null is none even then", open + `,"dispatchReceipt":null`, func(c *Config) { c.RequireRealDispatchReceipt = false }, false, true},
		{"plan matches", open + `,"planId":"team/a"`, func(c *Config) { c.PlanMatchers = []string{"x", "team/*"} }, false, true},
		{"plan does not match", open + `,"planId":"team/a/b"`, func(c *Config) { c.PlanMatchers = []string{"team/*", "b"} }, true, false},
		{"plan matches across folders", open + `,"planId":"team/a/b"`, func(c *Config) { c.PlanMatchers = []string{"team/**"} }, false, true},
		{"plan of the receipt", open + `,"dispatchReceipt":{"planId":"old"}`, func(c *Config) { c.PlanMatchers = []string{"new"} }, true, false},
		{"own plan goes before the receipt's", open + `,"planId":"new","dispatchReceipt":{"planId":"old"}`, func(c *Config) { c.PlanMatchers = []string{"new"} }, false, true},
		{"plan unknown", open, func(c *Config) { c.PlanMatchers = []string{"new"} }, false, true},
		{"plan id of another type is unknown", open + `,"planId":7`, func(c *Config) { c.PlanMatchers = nil }, false, true},
		{"no matchers", open + `,"planId":"p"`, func(c *Config) { c.PlanMatchers = nil }, true, false},
		{"any plan by default", open + `,"planId":"//.計畫/\n"`, func(*Config) {}, false, true},
		{"no action known", `"taskState":"complete"`, func(*Config) {}, true, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := Defaults()
			test.change(&c)
			r := Evaluate(mustParse(t, "{"+test.input+"}"), c)
			if r.OK != test.ok || r.Governed != test.governed {
				t.Errorf("OK %v, governed %v", r.OK, r.Governed)
			}
		})
	}
	if r := Evaluate(nil, Defaults()); !r.OK || r.Governed {
		t.Errorf("nil input: %+v", r)
	}
}

// reference is the gate once more, over what encoding/json makes of a payload.
func reference(p map[string]any) (fails bool) {
	next := p["nextDerivedAction"]
	if next == nil {
		next = p["derivedAction"]
	}
	known := next != nil && next != false && next != 0.0 && next != ""
	receipt, _ := p["dispatchReceipt"].(map[string]any)
	valid := receipt != nil
	for _, key := range []string{"planId", "currentTask", "dispatchedAt"} {
		s, _ := receipt[key].(string)
		valid = valid && s != ""
	}
	_, object := receipt["nextDerivedAction"].(map[string]any)
	closure := p["replyClosureState"]
	legal := closure == "waiting_user" || closure == "blocked" || closure == "pending_verification"
	return p["taskState"] == "complete" && known && !(valid && object) && !legal
}

// TestEvaluateParity compares the gate with the reference over random payloads
// that are made so that every condition decides often.
func TestEvaluateParity(t *testing.T) {
	payloads := 100_000
	if testing.Short() {
		payloads = 5_000
	}
	random := rand.New(rand.NewPCG(7, 42))
	failures := 0
	for range payloads {
		text := randomPayload(random)
		var p map[string]any
		if err := json.Unmarshal([]byte(text), &p); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		r := Evaluate(mustParse(t, text), Defaults())
		if r.OK == reference(p) {
			t.Fatalf("gate: OK %v, reference disagrees: %s", r.OK, text)
		}
		if !r.OK {
			failures++
		}
	}
	if failures < payloads/20 || failures > payloads/2 {
		t.Errorf("%d of %d fail: the payloads decide nothing", failures, payloads)
	}
}

func randomPayload(r *rand.Rand) string {
	pick := func(words ...string) string { return words[r.IntN(len(words))] }
	anything := func() string {
		return pick("null", "false", "true", "0", "-0", "0.0", "0e5", "1e-999", "-1.5", "12345678901234567890", `""`, `"none"`, `" "`, `"x"`,
			"[]", "{}", "[0]", `{"kind":"task"}`)
	}
	object := func(chance int, fields ...[2]string) string {
		var members []string
		for _, f := range fields {
			if r.IntN(chance) > 0 {
				members = append(members, fmt.Sprintf("%q:%s", f[0], f[1]))
			}
		}
		r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		return "{" + strings.Join(members, ",") + "}"
	}
	some := func(usual string) string {
		if r.IntN(8) == 0 {
			return anything()
		}
		return usual
	}
	receipt := object(12, [2]string{"planId", some(`"p"`)}, [2]string{"currentTask", some(`"t"`)}, [2]string{"dispatchedAt", some(`"2026"`)},
		[2]string{"nextDerivedAction", some("{}")}, [2]string{"PlanId", anything()})
	return object(5,
		[2]string{"taskState", some(pick(`"complete"`, `"complete"`, `"complete"`, `"completed"`))},
		[2]string{"nextDerivedAction", anything()},
		[2]string{"derivedAction", anything()},
		[2]string{"replyClosureState", some(pick(`"completed"`, `"completed"`, `"blocked"`, `"waiting_user"`, `"pending_verification"`, `"Blocked"`))},
		[2]string{"dispatchReceipt", some(receipt)},
		[2]string{"planId", anything()},
	)
}
