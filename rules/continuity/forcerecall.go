package continuity

// Keys of the hook's context.
const (
	keyWrapperResult = "wrapperResult"
	keyPlannerResult = "autoChainPlanResult"
	keyHandoff       = "handoff"
	keyMode          = "mode"
)

// Words of the hook's context.
const (
	noAction         = "none"        // the planner found nothing to do
	buttonPath       = "button_path" // handed to the user, who has buttons to press
	closureWaiting   = "waiting_user"
	closureCompleted = "completed"
)

// FromForceRecall maps what the force-recall hook knows, an object of
// wrapperResult and autoChainPlanResult, to the gate's input. It returns nil,
// and the gate is skipped, when no next action is known.
//
// Either part may be absent, null or of another type, which counts as absent.
// The wrapper's own values come first and are passed on as they are. The
// planner only ever states an intention: its action makes the task complete,
// and still needs a receipt.
func FromForceRecall(context *Node) *Node {
	wrapper, planner := context.Get(keyWrapperResult), plannerAction(context.Get(keyPlannerResult))
	next := NextAction(wrapper).or(planner)
	if !next.Truthy() {
		return nil
	}
	state := &Node{}
	if planner != nil {
		state = Text(taskComplete)
	}
	closure := Text(closureCompleted)
	if wrapper.Get(keyHandoff).Get(keyMode).Is(buttonPath) {
		closure = Text(closureWaiting)
	}
	return Input{
		PlanID:            wrapper.Get(KeyPlanID),
		TaskState:         wrapper.Get(KeyTaskState).or(state),
		NextDerivedAction: next,
		ReplyClosureState: wrapper.Get(KeyReplyClosureState).or(closure),
		DispatchReceipt:   wrapper.Get(KeyDispatchReceipt).or(&Node{}),
	}.Node()
}

// plannerAction makes a next action of what the auto-chain planner put out:
// an object whose derivedAction is a word other than "none", or an action
// object. A word becomes {"source": "autoChainPlanResult", "derivedAction":
// word}, so that a reader of the envelope sees where it came from. Anything
// else is no action: nil.
func plannerAction(result *Node) *Node {
	derived := result.Get(KeyDerivedAction)
	switch {
	case derived.IsObject():
		return derived
	case !derived.Truthy(), derived.Kind != String, derived.Is(noAction):
		return nil
	}
	action := &Node{Kind: Object}
	action.set("source", Text(keyPlannerResult))
	action.set(KeyDerivedAction, derived)
	return action
}

// IsForceRecall reports whether an object is, or carries, a force-recall
// context: one of its two parts is there, however its key is cased.
func IsForceRecall(n *Node) bool {
	return n.Get(keyWrapperResult) != nil || n.Get(keyPlannerResult) != nil || miscast(n, keyWrapperResult, keyPlannerResult) != nil
}

// ContextFault is what makes a hook context unusable: a part that is neither
// an object nor null, a part under a mis-cased key, or neither part where there
// is anything at all. Nil when it can be mapped.
func ContextFault(context *Node) *SyntaxError {
	if fault := miscast(context, keyWrapperResult, keyPlannerResult); fault != nil {
		return fault
	}
	parts := 0
	for _, key := range [...]string{keyWrapperResult, keyPlannerResult} {
		part := context.Get(key)
		if part == nil {
			continue
		}
		parts++
		if !part.missing() && part.Kind != Object {
			return &SyntaxError{CodeNotObject, part.Position, key + " must be an object, not " + part.Kind.describe()}
		}
	}
	if parts == 0 && len(context.Fields) > 0 {
		return &SyntaxError{CodeKey, context.Position, "neither " + keyWrapperResult + " nor " + keyPlannerResult + " is there"}
	}
	return nil
}
