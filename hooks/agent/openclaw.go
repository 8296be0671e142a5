package agent

import (
	"github.com/memorylint/memorylint/rules/continuity"
)

// OpenClaw's bootstrap file and the key under which it counts revisions.
const (
	bootstrapFile = "MEMORYLINT.md"
	revisionKey   = "memorylint-gate"
)

// openClaw is OpenClaw. Its hooks are JavaScript; ours (hooks/openclaw) hand
// the event over and return the object that is answered. The event's cwd is
// the agent's workspace. A force-recall hook may hand over its context with
// the event: then that is judged, and not the workspace's memory.
func openClaw() Runtime {
	return Runtime{Name: "openclaw", Events: []Event{
		{Name: "before_prompt_build", About: "puts the gate's block before the model", answer: prepend},
		{Name: "force-recall", About: "the same, for a force-recall hook of your own", answer: prepend},
		{Name: "before_agent_finalize", About: "asks for one revision while the gate fails", answer: revise},
		{Name: "agent:bootstrap", About: "adds what a new session must know to its bootstrap files", answer: bootstrap},
	}}
}

func prepend(c *call) (Reply, error) {
	v, err := c.recall()
	if v.Block == "" || err != nil {
		return Reply{}, err
	}
	return object(field{"prependContext", v.Block}), nil
}

func revise(c *call) (Reply, error) {
	held, err := flag(c.fields, keyStopActive)
	if err != nil {
		return Reply{}, err
	}
	v, err := c.recall()
	switch {
	case err != nil:
		return Reply{}, err
	case !v.Failed || v.Block == "":
		return Reply{}, nil
	case held:
		return Reply{Stderr: c.event.Name + ": " + again}, nil
	}
	return object(
		field{"action", "revise"},
		field{"reason", v.Block},
		field{"retry", fields{{"instruction", wayOut}, {"idempotencyKey", revisionKey}, {"maxAttempts", 1}}},
	), nil
}

func bootstrap(c *call) (Reply, error) {
	text, r, err := survives(c)
	if text != "" && err == nil {
		r.Stdout = object(field{"bootstrapFiles", []fields{{{"name", bootstrapFile}, {"content", text + "\n"}}}}).Stdout
	}
	return r, err
}

// recall asks the gate about the context that came with the event, if any.
func (c *call) recall() (Verdict, error) {
	if !continuity.IsForceRecall(c.fields) {
		return c.memory.Gate(c.dir, nil)
	}
	if fault := continuity.ContextFault(c.fields); fault != nil {
		return Verdict{}, fault
	}
	return c.memory.Gate(c.dir, c.fields)
}
