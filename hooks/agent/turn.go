package agent

import (
	"cmp"
	"strings"
)

// wayOut is what an agent can do about a failed gate, below the block.
const wayOut = "Dispatch the next action and store its receipt with \"memorylint dispatch\", " +
	"or say in the state's front matter (replyClosureState) what the plan waits for."

// again is said to the person at the end of a turn that was held once already.
const again = "the gate still fails; the turn was held once and may end now"

// inject answers with text for the model, under the name of the event.
func inject(c *call, text string) Reply {
	if text == "" {
		return Reply{}
	}
	return object(
		field{"hookSpecificOutput", fields{{"hookEventName", c.event.Name}, {"additionalContext", text}}},
	)
}

// brief answers the start of a session with what it must know.
func brief(c *call) (Reply, error) {
	text, err := c.memory.Brief(c.dir)
	if err != nil {
		return Reply{}, err
	}
	return inject(c, strings.TrimSpace(text)), nil
}

// block answers the start of a turn with the gate's block.
func block(c *call) (Reply, error) {
	v, err := c.memory.Gate(c.dir, nil)
	if err != nil {
		return Reply{}, err
	}
	return inject(c, v.Block), nil
}

// hold answers the end of a turn: a failed gate holds it once. The decision is
// the runtime's own word.
func hold(decision string) func(*call) (Reply, error) {
	return func(c *call) (Reply, error) {
		held, err := flag(c.fields, keyStopActive)
		if err != nil {
			return Reply{}, err
		}
		v, err := c.memory.Gate(c.dir, nil)
		switch {
		case err != nil:
			return Reply{}, err
		case !v.Failed || v.Block == "":
			return Reply{}, nil
		case held:
			return Reply{Stderr: c.event.Name + ": " + again}, nil
		}
		return object(field{"decision", decision}, field{"reason", v.Block + "\n" + wayOut}), nil
	}
}

// survives is what may not get lost when the conversation is cut short. Of two
// halves the one that can be read is given, and what is wrong with the other is
// said in the reply; the error is that of both.
func survives(c *call) (text string, r Reply, err error) {
	brief, briefErr := c.memory.Brief(c.dir)
	v, gateErr := c.memory.Gate(c.dir, nil)
	if gateErr != nil {
		v = Verdict{}
	}
	text = strings.TrimSpace(strings.TrimSpace(brief) + "\n\n" + v.Block)
	err = cmp.Or(briefErr, gateErr)
	if text == "" || err == nil {
		return text, r, err
	}
	return text, Reply{Stderr: c.event.Name + ": " + oneLine(err)}, nil
}
