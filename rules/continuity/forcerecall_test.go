package continuity

import "testing"

func TestFromForceRecall(t *testing.T) {
	tests := []struct {
		name, context, want string // want "" when the gate is skipped
	}{
		{"own next action", `{"wrapperResult":{"nextDerivedAction":{"a":1},"derivedAction":"b"},"autoChainPlanResult":{"derivedAction":"c"}}`,
			`{"taskState":"complete","nextDerivedAction":{"a":1},"replyClosureState":"completed","dispatchReceipt":null}`},
		{"own derived action", `{"wrapperResult":{"nextDerivedAction":null,"derivedAction":"b"},"autoChainPlanResult":null}`,
			`{"taskState":null,"nextDerivedAction":"b","replyClosureState":"completed","dispatchReceipt":null}`},
		{"planner's word", `{"wrapperResult":null,"autoChainPlanResult":{"derivedAction":"dispatch_next"}}`,
			`{"taskState":"complete","nextDerivedAction":{"source":"autoChainPlanResult","derivedAction":"dispatch_next"},"replyClosureState":"completed","dispatchReceipt":null}`},
		{"planner's action object", `{"autoChainPlanResult":{"derivedAction":{"kind":"task"}}}`,
			`{"taskState":"complete","nextDerivedAction":{"kind":"task"},"replyClosureState":"completed","dispatchReceipt":null}`},
		{"planner says none", `{"wrapperResult":{},"autoChainPlanResult":{"derivedAction":"none"}}`, ""},
		{"planner says none, wrapper acts", `{"wrapperResult":{"derivedAction":"go"},"autoChainPlanResult":{"derivedAction":"none"}}`,
			`{"taskState":null,"nextDerivedAction":"go","replyClosureState":"completed","dispatchReceipt":null}`},
		{"none from the wrapper is an action", `{"wrapperResult":{"derivedAction":"none"}}`,
			`{"taskState":null,"nextDerivedAction":"none","replyClosureState":"completed","dispatchReceipt":null}`},
		{"empty word stops the fallback", `{"wrapperResult":{"nextDerivedAction":""},"autoChainPlanResult":{"derivedAction":"go"}}`, ""},
		{"nothing at all", `{}`, ""},
		{"wrong types", `{"wrapperResult":"x","autoChainPlanResult":[{"derivedAction":"go"}]}`, ""},
		{"planner of wrong types", `{"wrapperResult":[],"autoChainPlanResult":{"derivedAction":[1]}}`, ""},
		{"planner without a word", `{"autoChainPlanResult":{"derivedAction":""}}`, ""},
		{"handed to the user", `{"wrapperResult":{"derivedAction":"go","handoff":{"mode":"button_path"}}}`,
			`{"taskState":null,"nextDerivedAction":"go","replyClosureState":"waiting_user","dispatchReceipt":null}`},
		{"handed over in another way", `{"wrapperResult":{"derivedAction":"go","handoff":{"mode":"Button_Path"}}}`,
			`{"taskState":null,"nextDerivedAction":"go","replyClosureState":"completed","dispatchReceipt":null}`},
		{"handoff of a wrong type", `{"wrapperResult":{"derivedAction":"go","handoff":"button_path"}}`,
			`{"taskState":null,"nextDerivedAction":"go","replyClosureState":"completed","dispatchReceipt":null}`},
		{"own closure goes before the handoff", `{"wrapperResult":{"derivedAction":"go","replyClosureState":"blocked","handoff":{"mode":"button_path"}}}`,
			`{"taskState":null,"nextDerivedAction":"go","replyClosureState":"blocked","dispatchReceipt":null}`},
		{"own values are passed on", `{"wrapperResult":{"planId":"p","derivedAction":"go","taskState":"busy","dispatchReceipt":{"x":1}},"autoChainPlanResult":{"derivedAction":"next"}}`,
			`{"planId":"p","taskState":"busy","nextDerivedAction":"go","replyClosureState":"completed","dispatchReceipt":{"x":1}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			if n := FromForceRecall(mustParse(t, test.context)); n != nil {
				got = string(n.JSON(true))
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
	if FromForceRecall(nil) != nil {
		t.Error("no context at all is not skipped")
	}
}
