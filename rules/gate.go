package rules

import (
	_ "embed"
	"errors"
	"slices"
	"strings"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/continuity"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed gate.md
var gateDoc string

// gateUndispatched asks the gate, with the input taken from memory (SPEC 4.3).
func gateUndispatched(c continuity.Config) *lint.Rule {
	return &lint.Rule{
		ID: "gate/undispatched", Severity: lint.Critical, Doc: gateDoc,
		Protocol: protocol.CurrentState, Fixed: true,
		Check: func(p *lint.Pass) error { return checkGate(p, c) },
	}
}

func checkGate(p *lint.Pass, c continuity.Config) error {
	plan := planIn(p.Workspace, c)
	switch {
	case plan == nil:
		return nil
	case plan.unread != "":
		p.Report(lint.Diagnostic{Path: plan.state.Path, Message: plan.unread + unjudged, Subject: "front matter"})
		return nil
	case plan.hidden:
		p.Skip() // whether it was dispatched is not for us to see
		return nil
	}
	if continuity.Evaluate(plan.input.Node(), c).OK {
		return nil
	}
	name := "the task"
	if current := field(plan.state, continuity.KeyCurrentTask); current != nil {
		name = lint.Clip(current.Value, 20)
	}
	p.Report(lint.Diagnostic{
		Path: plan.state.Path, Range: plan.state.Range(plan.task.ValueSpan),
		Message: message("plan %s: %s is complete, but its next action was never dispatched", lint.Clip(plan.id, 14), name),
		Subject: plan.id + "\n" + name,
		Related: []lint.Related{seen(plan.state, plan.next.At, "the next action")},
	})
	return nil
}

const unjudged = "; the approved plan cannot be judged"

// GateInput is what the memory of a workspace says to the gate; nil when there
// is no approved plan in it, or when the configuration hides the receipts. An
// error says why the plan cannot be read.
func GateInput(w *lint.Workspace, c continuity.Config) (*continuity.Node, error) {
	if state := w.State(); state != nil && w.Settings.Knows(protocol.ApprovedPlan) {
		if unread := unreadState(state); unread != "" {
			return nil, errors.New(state.Path + " " + unread + unjudged)
		}
	}
	plan := planIn(w, c)
	switch {
	case plan == nil, plan.hidden:
		return nil, nil
	case plan.unread != "":
		return nil, errors.New(plan.state.Path + ": " + plan.unread + unjudged)
	}
	return plan.input.Node(), nil
}

// An approvedPlan is the plan that a workspace's state is about.
type approvedPlan struct {
	state  *lint.File
	unread string // why its front matter cannot be read; then nothing below is known
	hidden bool   // its receipts are excluded, so that it cannot be judged
	id     string
	task   *markdown.Field // its taskState
	next   *lint.Heading   // the Next Action section, where there is one
	input  continuity.Input
}

// planIn finds the approved plan; nil when there is none.
func planIn(w *lint.Workspace, c continuity.Config) *approvedPlan {
	state := w.State()
	if state == nil || !w.Settings.Knows(protocol.ApprovedPlan) {
		return nil
	}
	if unread := unreadPlan(state); unread != "" {
		return &approvedPlan{state: state, unread: unread}
	}
	plan, task := field(state, continuity.KeyPlanID), field(state, continuity.KeyTaskState)
	if plan == nil || task == nil {
		return nil
	}
	if w.Excludes(protocol.Receipt) {
		return &approvedPlan{state: state, hidden: true}
	}
	heading, next := nextAction(state)
	return &approvedPlan{
		state: state, id: plan.Value, task: task, next: heading,
		input: continuity.Input{
			PlanID:            text(plan),
			TaskState:         text(task),
			NextDerivedAction: next,
			ReplyClosureState: text(field(state, continuity.KeyReplyClosureState)),
			DispatchReceipt:   dispatched(w, c, plan.Value, field(state, continuity.KeyCurrentTask)),
		},
	}
}

// unreadState says why the text of a state is not known: whether it carries a plan
// is not known either.
func unreadState(f *lint.File) string {
	switch {
	case f.Irregular != "":
		return "is " + f.Irregular + ", not a file"
	case f.Wide() != "":
		return "is " + f.Wide() + ", not UTF-8"
	}
	return ""
}

// unreadPlan says why the front matter of a state that means to carry a plan
// cannot be read: it is no YAML, or one of the plan's keys stands there twice.
func unreadPlan(f *lint.File) string {
	front := f.Doc().Front
	if front != nil {
		seen := map[string]bool{}
		for _, field := range front.Fields {
			if seen[field.Key] && planKey(field.Key) {
				return "front matter has " + field.Key + " twice"
			}
			seen[field.Key] = true
		}
		return ""
	}
	lines := strings.Split(strings.TrimPrefix(string(f.Source()), "\ufeff"), "\n")
	plan := false
	for i, line := range lines {
		line = strings.TrimRight(line, " \r")
		switch {
		case i == 0 && line != "---":
			return ""
		case i > 0 && line == "---" && plan:
			return "front matter is no YAML mapping (a value with \": \" wants quotes)"
		case i > 0 && line == "---":
			return ""
		}
		key, _, ok := strings.Cut(line, ":")
		plan = plan || ok && planKey(strings.TrimSpace(key))
	}
	return ""
}

func planKey(key string) bool {
	return key == continuity.KeyPlanID || key == continuity.KeyTaskState || key == continuity.KeyCurrentTask || key == continuity.KeyReplyClosureState
}

// field is a key of the state's front matter that has a value, or nil.
func field(f *lint.File, key string) *markdown.Field {
	front := f.Doc().Front
	if front == nil {
		return nil
	}
	i := slices.IndexFunc(front.Fields, func(field markdown.Field) bool { return field.Key == key && field.Value != "" })
	if i < 0 {
		return nil
	}
	return &front.Fields[i]
}

// text is a field's value as the gate takes it.
func text(f *markdown.Field) *continuity.Node {
	if f == nil {
		return nil
	}
	return continuity.Text(f.Value)
}

// nextAction is the Next Action section and what it says; nil when it says
// nothing, or only what its template said.
func nextAction(f *lint.File) (*lint.Heading, *continuity.Node) {
	place := f.Layout().Place(protocol.NextAction)
	if place == nil || !place.Found() {
		return nil, nil
	}
	for _, body := range place.Bodies() {
		if f.Holds(body) == markdown.Filled {
			return place.First(), continuity.Text(f.Doc().Text(body))
		}
	}
	return place.First(), nil
}

// dispatched is the stored receipt that counts for the plan's current task: it
// is valid for the store and names that task. Where the configuration asks for
// no real one, any object of the plan does.
func dispatched(w *lint.Workspace, c continuity.Config, plan string, task *markdown.Field) *continuity.Node {
	var any *continuity.Node
	for _, f := range w.Of(protocol.Receipt) {
		n := receipt(f).node
		if !n.Get(continuity.KeyPlanID).Is(plan) {
			continue
		}
		if task != nil && n.Get(continuity.KeyCurrentTask).Is(task.Value) && continuity.IsValidReceipt(n) {
			return n
		}
		any = n
	}
	if c.RequireRealDispatchReceipt {
		return nil
	}
	return any
}
