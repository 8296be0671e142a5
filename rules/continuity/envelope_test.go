package continuity

import (
	"strings"
	"testing"
)

func TestGateEnvelope(t *testing.T) {
	input := mustParse(t, `{"z":[],"taskState":"complete","derivedAction":{"n":1.0},"id":12345678901234567890}`)
	failing := `{"ok":false,"status":"continuity_failure","verdict":"continuity_failure","reason":"missing_dispatch_receipt",` +
		`"gate":"approved_plan_continuity","compact":true,"inputPath":"in.json",` +
		`"input":{"z":[],"taskState":"complete","derivedAction":{"n":1.0},"id":12345678901234567890}}`
	if got := string(GateEnvelope(Evaluate(input, Defaults()), input, "in.json", true)); got != failing {
		t.Errorf("failing:\n%s\nwant\n%s", got, failing)
	}
	passing := `{
  "ok": true,
  "status": "pass",
  "verdict": "pass",
  "gate": "approved_plan_continuity",
  "compact": false,
  "inputPath": "-",
  "input": null
}`
	if got := string(GateEnvelope(Evaluate(nil, Defaults()), nil, "-", false)); got != passing {
		t.Errorf("skipped:\n%s\nwant\n%s", got, passing)
	}
}

func TestDispatchEnvelope(t *testing.T) {
	input := mustParse(t, `{"planId":"p","derivedAction":{"k":1},"note":"x"}`)
	receipt, v := BindReceipt(input)
	got := Dispatch{Status: StatusMissing, Receipt: receipt, Missing: v.Missing(), ReceiptPath: "ignored", Input: input, InputPath: "in.json"}.Envelope(true)
	want := `{"ok":false,"status":"missing_required_receipt_fields","binding":"approved_plan_dispatch","compact":true,"inputPath":"in.json",` +
		`"receipt":{"planId":"p","currentTask":null,"nextDerivedAction":{"k":1},"dispatchedAt":null,"dispatchRunId":null,"childSessionKey":null,"replyClosureState":null},` +
		`"missing":["currentTask","dispatchedAt","dispatchRunId","childSessionKey","replyClosureState","dispatchRunId_filesystem_safe"],` +
		`"receiptPath":null,"input":{"planId":"p","derivedAction":{"k":1},"note":"x"}}`
	if string(got) != want {
		t.Errorf("missing:\n%s\nwant\n%s", got, want)
	}

	small := mustParse(t, `{"a":1}`)
	written := `{
  "ok": true,
  "status": "receipt_written",
  "binding": "approved_plan_dispatch",
  "compact": false,
  "inputPath": "-",
  "receipt": {
    "a": 1
  },
  "receiptPath": "state/r.json",
  "input": {
    "a": 1
  }
}`
	if got := string(Dispatch{Status: StatusWritten, Receipt: small, ReceiptPath: "state/r.json", Input: small, InputPath: "-"}.Envelope(false)); got != written {
		t.Errorf("written:\n%s\nwant\n%s", got, written)
	}
	conflict := string(Dispatch{Status: StatusConflict, Receipt: small, Input: small, InputPath: "-"}.Envelope(true))
	if !strings.HasPrefix(conflict, `{"ok":false,"status":"receipt_conflict",`) || !strings.Contains(conflict, `"missing":[],"receiptPath":null,`) {
		t.Errorf("conflict: %s", conflict)
	}
}
