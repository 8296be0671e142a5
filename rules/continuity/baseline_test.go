package continuity

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The behaviours that the scripts before us had, as their authors wrote them
// down, each with the test that proves it here. What the commands make of
// their flags is proved in cmd/memorylint.
//
// A proof is "Test" or "Test/subtest" of this package, or of hooks/dispatch
// with "dispatch." before it. TestBaseline runs the short demonstration beside
// it too, and sees that no row outlives its test.
var baseline = []struct {
	source, behaviour string
	proof             string
	shows             func() bool
}{
	// The gate's responsibilities.
	{"gate", "judges only a task that is exactly complete", "TestEvaluate/task_completed_is_another_word",
		func() bool { return passes(strings.Replace(openInput, `"complete"`, `"completed"`, 1)) }},
	{"gate", "judges only when a next action is known", "TestEvaluate/no_action",
		func() bool { return passes(`{"taskState":"complete","replyClosureState":"completed"}`) }},
	{"gate", "next action is nextDerivedAction, else derivedAction", "TestEvaluate/null_action_falls_back",
		func() bool { return !passes(strings.Replace(openInput, "nextDerivedAction", "derivedAction", 1)) }},
	{"gate", "a valid receipt lets it pass", "TestEvaluate/valid_receipt", func() bool { return passes(dispatched(boundReceipt)) }},
	{"gate", "exactly three closure states are legal by default", "TestEvaluate/closure_in_another_case",
		func() bool {
			return slices.Equal(Defaults().LegalTerminalStates, []string{"waiting_user", "blocked", "pending_verification"})
		}},
	{"gate", "failure gives ok, status, verdict and reason", "TestGateEnvelope", func() bool {
		return strings.HasPrefix(gateOutput(openInput), `{"ok":false,"status":"continuity_failure","verdict":"continuity_failure","reason":"missing_dispatch_receipt",`)
	}},
	{"gate", "pass gives ok, status and verdict, and no reason", "TestGateEnvelope", func() bool {
		return strings.HasPrefix(gateOutput(`{}`), `{"ok":true,"status":"pass","verdict":"pass","gate":`)
	}},
	{"gate", "every envelope carries the gate's name", "TestGateEnvelope", func() bool {
		return strings.Contains(gateOutput(`{}`), `"gate":"approved_plan_continuity"`) && strings.Contains(gateOutput(openInput), `"gate":"approved_plan_continuity"`)
	}},
	{"gate", "its own receipt check asks for four fields", "TestContracts", func() bool { return passes(dispatched(boundReceipt)) && !IsValidReceipt(tree(boundReceipt)) }},
	{"gate", "any object is enough of an action inside a receipt", "TestValidateReceipt/empty_action_object", func() bool { return passes(dispatched(boundReceipt)) }},
	{"gate", "judges the receipt it is given, not one on disk", "TestEvaluate/receipt_null", func() bool { return !passes(openInput) }},
	{"gate", "envelope keys stand in their order", "TestGateEnvelope",
		func() bool {
			return inOrder(gateOutput(openInput), "ok", "status", "verdict", "reason", "gate", "compact", "inputPath", "input")
		}},

	// The dispatch binding's responsibilities.
	{"dispatch", "builds the receipt from seven fields", "TestContracts", func() bool {
		receipt, v := BindReceipt(tree(receiptText))
		return v.OK && Equal(receipt, tree(receiptText))
	}},
	{"dispatch", "the receipt's action is nextDerivedAction, else derivedAction", "TestBindReceipt/derived_action_after_null",
		func() bool { return bindsAction(`{"derivedAction":{"a":1}}`) }},
	{"dispatch", "all seven must be present", "TestValidateReceiptAllAtOnce", func() bool { return len(ValidateReceipt(tree(`{}`)).Errors) == 7 }},
	{"dispatch", "an id without a safe segment is named", "TestValidateReceipt/nothing_left_of_planId", func() bool {
		return slices.Equal(ValidateReceipt(tree(strings.Replace(receiptText, "billing-rewrite", "///", 1))).Missing(), []string{"planId_filesystem_safe"})
	}},
	{"dispatch", "a missing id is named as unsafe as well", "TestValidateReceipt/missing_planId",
		func() bool {
			return slices.Contains(ValidateReceipt(tree(`{}`)).Missing(), "dispatchRunId_filesystem_safe")
		}},
	{"dispatch", "file name from both safe segments", "TestReceiptNormalForm", func() bool { return FileName("Plan 7", "Run/1") == "receipt-plan-7-run-1.json" }},
	{"dispatch", "safe segment: lower case, trimmed, runs to a dash, edges and repeats off", "TestSafeSegment",
		func() bool { return SafeSegment("  --A b//c--d_e.f-- ") == "a-b-c-d_e.f" }},
	{"dispatch", "default folder", "TestParseConfigValid/nothing_configured", func() bool { return Defaults().ReceiptDir == "state/approved-plan-continuity" }},
	{"dispatch", "success envelope", "TestDispatchEnvelope",
		func() bool {
			return inOrder(dispatchOutput(StatusWritten), "ok", "status", "binding", "compact", "inputPath", "receipt", "receiptPath", "input")
		}},
	{"dispatch", "failure envelope adds missing, receiptPath is null", "TestDispatchEnvelope", func() bool {
		out := dispatchOutput(StatusMissing)
		return inOrder(out, "ok", "status", "binding", "compact", "inputPath", "receipt", "missing", "receiptPath", "input") && strings.Contains(out, `"receiptPath":null`)
	}},

	{"store", "writes receipt-<plan>-<run>.json below the folder", "dispatch.TestWriteAndRead", nil},
	{"store", "path stays inside the configured folder", "dispatch.TestWriteStaysInside", nil},
	{"store", "reads back what it wrote", "dispatch.TestWriteAndRead", nil},
	{"store", "refuses an invalid receipt before it writes", "dispatch.TestWriteInvalidTouchesNothing", nil},

	// The hook's responsibilities.
	{"force-recall", "next action: wrapper's next, wrapper's derived, planner's", "TestFromForceRecall/own_derived_action", func() bool {
		return FromForceRecall(tree(`{"wrapperResult":{"derivedAction":"w"},"autoChainPlanResult":{"derivedAction":"p"}}`)).Get(KeyNextDerivedAction).Is("w")
	}},
	{"force-recall", "the planner's none is no action", "TestFromForceRecall/planner_says_none",
		func() bool { return FromForceRecall(tree(`{"autoChainPlanResult":{"derivedAction":"none"}}`)) == nil }},
	{"force-recall", "without a next action the gate is skipped", "TestFromForceRecall/nothing_at_all", func() bool { return FromForceRecall(tree(`{}`)) == nil }},
	{"force-recall", "closure: wrapper's, waiting_user on the button path, completed", "TestFromForceRecall/handed_to_the_user", func() bool {
		return FromForceRecall(tree(`{"wrapperResult":{"derivedAction":"w","handoff":{"mode":"button_path"}}}`)).Get(KeyReplyClosureState).Is("waiting_user") &&
			FromForceRecall(tree(`{"wrapperResult":{"derivedAction":"w"}}`)).Get(KeyReplyClosureState).Is("completed")
	}},
	{"force-recall", "the wrapper's receipt is passed on, else null", "TestFromForceRecall/own_values_are_passed_on", func() bool {
		return FromForceRecall(tree(`{"wrapperResult":{"derivedAction":"w","dispatchReceipt":{"a":1}}}`)).Get(KeyDispatchReceipt).IsObject() &&
			FromForceRecall(tree(`{"wrapperResult":{"derivedAction":"w"}}`)).Get(KeyDispatchReceipt).Kind == Null
	}},
	{"force-recall", "task state: wrapper's, complete when the planner acts, null", "TestFromForceRecall/planner's_word", func() bool {
		return FromForceRecall(tree(`{"autoChainPlanResult":{"derivedAction":"p"}}`)).Get(KeyTaskState).Is("complete") &&
			FromForceRecall(tree(`{"wrapperResult":{"derivedAction":"w"}}`)).Get(KeyTaskState).Kind == Null
	}},
	{"block", "shape of the failing block", "TestBlock/failure", func() bool { return strings.Count(blockOf(openInput), "\n") == 6 }},
	{"block", "reason only when there is one", "TestBlock/pass_by_receipt", func() bool { return !strings.Contains(blockOf(dispatched(boundReceipt)), "reason=") }},
	{"block", "hard-gate lines only on failure", "TestBlock/pass_by_closure", func() bool { return !strings.Contains(blockOf(dispatched(boundReceipt)), "HARD_GATE") }},
	{"block", "none without an input", "TestBlock/no_next_action", func() bool { return blockOf(`{}`) == "" }},

	// What the scripts' own tests covered.
	{"gate test", "envelope and gate label", "TestGateEnvelope", func() bool { return strings.Contains(gateOutput(openInput), `"gate":"approved_plan_continuity"`) }},
	{"gate test", "fails: complete, action known, no valid receipt, closure not legal", "TestEvaluate/complete,_action_known,_no_receipt,_closure_not_legal",
		func() bool { return !passes(openInput) }},
	{"gate test", "fails: derivedAction without a bound receipt", "TestEvaluate/derivedAction_without_a_bound_receipt",
		func() bool { return !passes(strings.Replace(openInput, "nextDerivedAction", "derivedAction", 1)) }},
	{"gate test", "fails: fake receipt object", "TestEvaluate/fake_receipt_object", func() bool { return !passes(dispatched(`{"note":1}`)) }},
	{"gate test", "passes: valid receipt", "TestEvaluate/valid_receipt", func() bool { return passes(dispatched(receiptText)) }},
	{"gate test", "passes: derivedAction with a bound receipt", "TestEvaluate/derivedAction_with_a_bound_receipt",
		func() bool {
			return passes(strings.Replace(dispatched(boundReceipt), "nextDerivedAction", "derivedAction", 1))
		}},
	{"gate test", "passes: waiting_user", "TestEvaluate/closure_waiting_user", func() bool { return passes(closing("waiting_user")) }},
	{"gate test", "passes: blocked", "TestEvaluate/closure_blocked", func() bool { return passes(closing("blocked")) }},
	{"gate test", "passes: pending_verification", "TestEvaluate/closure_pending_verification", func() bool { return passes(closing("pending_verification")) }},
	{"hook test", "a block on the passing path", "TestBlock/pass_by_receipt", func() bool { return strings.Contains(blockOf(dispatched(boundReceipt)), "\nstatus=pass\n") }},
	{"hook test", "the planner's dry run alone still fails", "TestBaseline", func() bool { return strings.Contains(dryRun(), "\nstatus=continuity_failure\n") }},
	{"hook test", "the block shows verdict and reason", "TestBlock/failure",
		func() bool {
			return strings.Contains(dryRun(), "\nverdict=continuity_failure\nreason=missing_dispatch_receipt\n")
		}},
	{"hook test", "the block routes back until a receipt exists", "TestBlock/failure",
		func() bool {
			return strings.Contains(dryRun(), "Route back to continuity failure until a real next dispatch receipt exists")
		}},
}

func TestBaseline(t *testing.T) {
	known := map[string]bool{}
	provingTests(t, known, "", ".")
	provingTests(t, known, "dispatch.", "../../hooks/dispatch")
	for _, row := range baseline {
		t.Run(row.source+": "+row.behaviour, func(t *testing.T) {
			if row.shows != nil && !row.shows() {
				t.Error("does not hold")
			}
			if !known[row.proof] {
				t.Errorf("no test is called %s", row.proof)
			}
		})
	}
}

// provingTests adds the names of a package's tests and of all subtests that
// they may have: each string inside a test may be the name of one.
func provingTests(t *testing.T, known map[string]bool, prefix, dir string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("test files: %v, %v", files, err)
	}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			test, ok := d.(*ast.FuncDecl)
			if !ok || !strings.HasPrefix(test.Name.Name, "Test") {
				continue
			}
			known[prefix+test.Name.Name] = true
			ast.Inspect(test, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					name, _ := strconv.Unquote(lit.Value)
					known[prefix+test.Name.Name+"/"+strings.ReplaceAll(name, " ", "_")] = true
				}
				return true
			})
		}
	}
}

func tree(text string) *Node {
	n, err := Parse([]byte(text), MaxInput)
	if err != nil {
		panic(err)
	}
	return n
}

func passes(input string) bool { return Evaluate(tree(input), Defaults()).OK }

func dispatched(receipt string) string {
	return strings.TrimSuffix(openInput, "}") + `,"dispatchReceipt":` + receipt + "}"
}

func closing(state string) string { return strings.Replace(openInput, "completed", state, 1) }

func gateOutput(input string) string {
	n := tree(input)
	return string(GateEnvelope(Evaluate(n, Defaults()), n, "in.json", true))
}

func dispatchOutput(status string) string {
	n := tree(`{}`)
	return string(Dispatch{Status: status, Receipt: n, ReceiptPath: "r.json", Input: n}.Envelope(true))
}

func bindsAction(input string) bool {
	receipt, _ := BindReceipt(tree(input))
	return receipt.Get(KeyNextDerivedAction).IsObject()
}

func blockOf(input string) string { return Block(Evaluate(tree(input), Defaults()), Defaults()) }

func dryRun() string {
	n := FromForceRecall(tree(`{"wrapperResult":{},"autoChainPlanResult":{"derivedAction":"dispatch_next","dryRun":true}}`))
	return Block(Evaluate(n, Defaults()), Defaults())
}

// inOrder reports whether exactly these keys stand at the top of an object.
func inOrder(text string, keys ...string) bool {
	var got []string
	for _, f := range tree(text).Fields {
		got = append(got, f.Key)
	}
	return slices.Equal(got, keys)
}
