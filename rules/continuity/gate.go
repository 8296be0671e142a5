package continuity

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Words of the gate's answer.
const (
	GateName         = "approved_plan_continuity"
	StatusPass       = "pass"
	StatusFailure    = "continuity_failure"
	ReasonNoDispatch = "missing_dispatch_receipt"
	taskComplete     = "complete"
)

// An Input is what the gate looks at, for callers that do not read it from
// JSON. Nil values are absent.
type Input struct {
	PlanID            *Node
	TaskState         *Node
	NextDerivedAction *Node
	ReplyClosureState *Node
	DispatchReceipt   *Node
}

// Node returns the input as Evaluate takes it.
func (i Input) Node() *Node {
	n := &Node{Kind: Object}
	n.set(KeyPlanID, i.PlanID)
	n.set(KeyTaskState, i.TaskState)
	n.set(KeyNextDerivedAction, i.NextDerivedAction)
	n.set(KeyReplyClosureState, i.ReplyClosureState)
	n.set(KeyDispatchReceipt, i.DispatchReceipt)
	return n
}

// InputFault is what makes the gate's input unusable: a key that is one of the
// gate's own but for the case of its letters. Silently passed over, it would
// turn a failure into a pass. Nil when there is none.
func InputFault(input *Node) *SyntaxError {
	return miscast(input, KeyPlanID, KeyCurrentTask, KeyTaskState, KeyNextDerivedAction, KeyDerivedAction, KeyReplyClosureState,
		KeyDispatchReceipt, KeyDispatchedAt, KeyDispatchRunID, KeyChildSessionKey)
}

// miscast finds the first key that equals one of keys but for case.
func miscast(n *Node, keys ...string) *SyntaxError {
	if n == nil {
		return nil
	}
	for _, f := range n.Fields {
		for _, key := range keys {
			if f.Key != key && strings.EqualFold(f.Key, key) {
				return &SyntaxError{CodeKey, f.Position, "key " + quote(f.Key) + " must be written " + key}
			}
		}
	}
	return nil
}

// A Result is the gate's answer.
type Result struct {
	OK      bool
	Status  string // StatusPass or StatusFailure
	Verdict string // the same word as Status
	Reason  string // ReasonNoDispatch on failure, else ""

	// Governed says that there is an approved plan to speak about: the gate is
	// enabled, the plan is one that it governs, and a next action is known.
	// Without it the result is a pass and Block has nothing to say.
	Governed bool

	PlanID     string // "" when it is not known
	Closure    *Node  // the reply's closure state as given, or nil
	NextAction *Node  // nil when none is known
}

// NextAction returns nextDerivedAction or, when that is absent or null,
// derivedAction. An empty string or false stops the fallback.
func NextAction(input *Node) *Node {
	return input.Get(KeyNextDerivedAction).or(input.Get(KeyDerivedAction))
}

// Evaluate is the gate. It fails when the task is complete, a next action is
// known, the reply does not close in a legal terminal state and no valid
// dispatch receipt is given; words are compared exactly. A nil input passes.
func Evaluate(input *Node, c Config) Result {
	r := Result{
		OK: true, Status: StatusPass, Verdict: StatusPass,
		PlanID:  planOf(input),
		Closure: input.Get(KeyReplyClosureState),
	}
	if next := NextAction(input); next.Truthy() {
		r.NextAction = next
	}
	r.Governed = c.Enabled && r.NextAction != nil && c.governs(r.PlanID)
	if !r.Governed || c.AllowReplyClosureWithoutDispatch ||
		!input.Get(KeyTaskState).Is(taskComplete) ||
		c.closes(r.Closure) || c.dispatched(input.Get(KeyDispatchReceipt)) {
		return r
	}
	r.OK, r.Status, r.Verdict, r.Reason = false, StatusFailure, StatusFailure, ReasonNoDispatch
	return r
}

// planOf returns the plan an input is about: its own planId, else its
// receipt's.
func planOf(input *Node) string {
	for _, id := range [...]*Node{input.Get(KeyPlanID), input.Get(KeyDispatchReceipt).Get(KeyPlanID)} {
		if !id.missing() && id.Kind == String && id.Text != "" {
			return id.Text
		}
	}
	return ""
}

// governs reports whether a plan is one of those the gate looks at. A plan
// that is not known is.
func (c Config) governs(planID string) bool {
	if planID == "" {
		return true
	}
	for _, pattern := range c.PlanMatchers {
		if doublestar.MatchUnvalidated(pattern, planID) {
			return true
		}
	}
	return false
}

// closes reports whether a closure state is, exactly, a legal terminal one.
func (c Config) closes(state *Node) bool {
	for _, legal := range c.LegalTerminalStates {
		if state.Is(legal) {
			return true
		}
	}
	return false
}

// dispatched reports whether a receipt stands for a real dispatch.
func (c Config) dispatched(receipt *Node) bool {
	if !c.RequireRealDispatchReceipt {
		return receipt.IsObject()
	}
	return validForGate(receipt)
}
