// Package agent speaks the hook protocols of agent runtimes: an event comes in
// as JSON, and what goes back is what the runtime reads from standard output,
// standard error and the exit code. It opens no file and asks no clock; what an
// answer needs of the memory is handed in.
package agent

import (
	"fmt"
	"strings"

	"github.com/memorylint/memorylint/rules/continuity"
)

// MaxEvent bounds an event, in bytes.
const MaxEvent = continuity.MaxInput

// Exit codes. Runtimes take 2 for a block, which is said in JSON here, so that
// no fault can ever be mistaken for one.
const (
	codeDone  = 0
	codeFault = 3
)

// A Reply is what a hook's process leaves behind.
type Reply struct {
	Stdout string // what the runtime's protocol reads, or nothing
	Stderr string // lines for a person, or nothing; may hold foreign text
	Code   int
}

// A Runtime is an agent runtime whose hooks can be answered.
type Runtime struct {
	Name   string
	Events []Event
}

// An Event is one hook of a runtime.
type Event struct {
	Name  string // as the runtime spells it
	About string // what the answer does, for help

	Tools string // a matcher: the tools that it is about; "" for an event about none
	Extra bool   // installed only when it is asked for

	answer func(*call) (Reply, error)
	deny   func(event, reason string) Reply // of an event that guards a tool call; nil: it fails open
}

// Guards reports whether a fault stops what the event is about. All other
// events let the agent go on.
func (e Event) Guards() bool { return e.deny != nil }

// Runtimes lists the runtimes, those that can be installed first.
func Runtimes() []Runtime {
	return []Runtime{claudeCode(), openClaw(), codex(), gemini()}
}

// A Verdict is what the gate says of a workspace, or of the context that came
// with an event.
type Verdict struct {
	Failed bool
	Block  string // continuity.Block; "" when there is nothing to say
}

// A Finding is one line about a memory file, without a line break.
type Finding struct {
	Line     string
	Critical bool // of the file itself, and not there before it was written
}

// Memory is what answers need to know. Dir is the folder that the event names,
// "" when it names none. Each is called at most once for an event.
type Memory struct {
	// Brief is what a new session must know; "" when there is nothing.
	Brief func(dir string) (string, error)

	// Gate judges a force-recall context, or without one the memory of dir.
	Gate func(dir string, context *continuity.Node) (Verdict, error)

	// Before are the findings of a file as it would be after the change, After
	// those of the file as it is now. A file that is no memory has none.
	Before func(dir string, c Change) ([]Finding, error)
	After  func(dir string, c Change) ([]Finding, error)
}

// A call is one event that is being answered.
type call struct {
	event  Event
	fields *continuity.Node
	memory Memory
	dir    string
}

// Answer reads an event and answers it. Nothing that goes wrong gets lost: it
// is the answer of Fault.
func (e Event) Answer(data []byte, m Memory) Reply {
	c := &call{event: e, memory: m}
	if err := c.read(data); err != nil {
		return e.Fault(fmt.Errorf("read event: %w", err))
	}
	r, err := e.answer(c)
	if err != nil {
		return e.Fault(err)
	}
	return r
}

// Fault answers an event that cannot be answered: an event that guards a tool
// call refuses it, any other lets the agent go on and says so in one line. It
// never blocks the end of a turn.
func (e Event) Fault(err error) Reply {
	if e.Guards() {
		r := e.deny(e.Name, "memorylint cannot judge this change to the memory, so it is refused: "+err.Error())
		r.Stderr = e.Name + ": refused: " + oneLine(err)
		return r
	}
	return Reply{Stderr: e.Name + ": nothing was judged: " + oneLine(err), Code: codeFault}
}

func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }
