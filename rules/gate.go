package rules

import (
	_ "embed"
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
	state := p.Workspace.State()
	if state == nil || !p.Workspace.Settings.Knows(protocol.ApprovedPlan) {
		return nil
	}
	if unread := unreadPlan(state); unread != "" {
		p.Report(lint.Diagnostic{Path: state.Path, Message: unread + "; the approved plan cannot be judged", Subject: "front matter"})
		return nil
	}
	plan, task := field(state, continuity.KeyPlanID), field(state, continuity.KeyTaskState)
	if plan == nil || task == nil {
		return nil // no approved plan
	}
	if p.Workspace.Excludes(protocol.Receipt) {
		p.Skip() // whether it was dispatched is not for us to see
		return nil
	}
	current := field(state, continuity.KeyCurrentTask)
	heading, next := nextAction(state)
	input := continuity.Input{
		PlanID:            text(plan),
		TaskState:         text(task),
		NextDerivedAction: next,
		ReplyClosureState: text(field(state, continuity.KeyReplyClosureState)),
		DispatchReceipt:   dispatched(p.Workspace, c, plan.Value, current),
	}
	if continuity.Evaluate(input.Node(), c).OK {
		return nil
	}
	name := "the task"
	if current != nil {
		name = lint.Clip(current.Value, 20)
	}
	p.Report(lint.Diagnostic{
		Path: state.Path, Range: state.Range(task.ValueSpan),
		Message: message("plan %s: %s is complete, but its next action was never dispatched", lint.Clip(plan.Value, 14), name),
		Subject: plan.Value + "\n" + name,
		Related: []lint.Related{seen(state, heading.At, "the next action")},
	})
	return nil
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
