package rules

import (
	_ "embed"
	"path"
	"slices"
	"strings"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed tasks.md
var tasksDoc string

var tasksAlignment = &lint.Rule{
	ID: "tasks/alignment", Severity: lint.Info, Doc: tasksDoc,
	Healthy:  "Objective aligns with an active task",
	Protocol: protocol.CurrentState,
	Check:    checkAlignment,
}

func checkAlignment(p *lint.Pass) error {
	state, plan := p.Workspace.State(), planOf(p.Workspace)
	if state == nil || len(plan.files) == 0 {
		p.Skip()
		return nil
	}
	heading, texts := objectives(state)
	switch {
	case !p.Workspace.Follows(state) || len(texts) == 0:
		p.Skip()
	case plan.empty():
		p.Healthyf("no tasks to compare")
	default:
		compareObjective(p, state, heading, strings.Join(texts, "\n"), plan)
	}
	return nil
}

func compareObjective(p *lint.Pass, state *lint.File, heading *lint.Heading, text string, plan plan) {
	wanted, scripts := termsOf(text), uint(0)
	for _, open := range plan.open {
		task := termsOf(open)
		if related(wanted, task) {
			return
		}
		scripts |= task.scripts()
	}
	if len(wanted) == 0 || scripts != 0 && scripts&wanted.scripts() == 0 {
		p.Healthyf("alignment not judged: Objective and tasks cannot be compared")
		return
	}
	said := message("Objective %q matches no open task", lint.Clip(text, 50))
	if len(plan.open) == 0 {
		said = message("Objective %q has no open task: all are done", lint.Clip(text, 50))
	}
	d := lint.Diagnostic{Message: said, Subject: text, Path: state.Path, Range: state.Range(heading.At)}
	if plan.list != nil {
		d.Path, d.Range = plan.list.Path, plan.list.Range(plan.at)
		d.Related = []lint.Related{seen(state, heading.At, "the Objective")}
	} else {
		d.Related = []lint.Related{{Path: plan.files[0].Path, Message: "an active change"}}
	}
	p.Report(d)
}

// A plan is the work that a workspace lists beside its state.
type plan struct {
	files []*lint.File
	open  []string      // what the open tasks and the active changes are about
	list  *lint.File    // the task list of the workspace itself, or nil
	at    markdown.Span // its first open task; empty at its start when there is none
	done  bool          // there are tasks that are done
}

// empty reports whether the plan names no work at all, open or done.
func (p *plan) empty() bool { return len(p.open) == 0 && !p.done }

func planOf(w *lint.Workspace) plan {
	var p plan
	for _, f := range w.Of(protocol.Tasks) {
		if f.Wide() == "" {
			p.list = f
			p.add(f, true)
		}
	}
	seen := ""
	for _, f := range w.Of(protocol.Change) {
		if f.Wide() != "" {
			continue
		}
		// Of an active change, done or not, its name and its proposal tell what
		// is being worked on until it is archived.
		if dir := path.Dir(f.Path); dir != seen {
			seen = dir
			p.open = append(p.open, path.Base(dir))
		}
		p.add(f, len(f.Doc().Tasks(f.Doc().Whole())) > 0)
	}
	return p
}

// add reads the tasks of a file. Without any boxes the entries of a list are
// the tasks; any other text tells by its title and first paragraph what it is
// about.
func (p *plan) add(f *lint.File, list bool) {
	p.files = append(p.files, f)
	doc := f.Doc()
	outline := outline{sections: doc.Sections}
	tasks := doc.Tasks(doc.Whole())
	for _, t := range tasks {
		if t.Done {
			p.done = true
		} else {
			p.task(f, &outline, t.Text, t.Span)
		}
	}
	if len(tasks) > 0 {
		return
	}
	items := f.Items(doc.Whole())
	if !list {
		if len(doc.Sections) > 0 {
			p.open = append(p.open, doc.Sections[0].Title)
		}
		items = items[:min(1, len(items))]
	}
	for _, item := range items {
		p.task(f, &outline, doc.Text(item), item)
	}
}

// task adds an open task, together with the headings it stands under.
func (p *plan) task(f *lint.File, outline *outline, text string, at markdown.Span) {
	if f == p.list && p.at == (markdown.Span{}) {
		p.at = at
	}
	p.open = append(p.open, text+"\n"+strings.Join(outline.over(at.Start), "\n"))
}

// An outline gives the headings over places that are asked for in order.
type outline struct {
	sections []markdown.Section // those that begin further down
	open     []markdown.Section
}

// over lists the titles of the sections around the offset, the outermost first.
func (o *outline) over(offset int) (titles []string) {
	for len(o.sections) > 0 && o.sections[0].Body.Start <= offset {
		o.open, o.sections = append(o.open, o.sections[0]), o.sections[1:]
	}
	o.open = slices.DeleteFunc(o.open, func(s markdown.Section) bool { return s.Body.End <= offset })
	for _, s := range o.open {
		titles = append(titles, s.Title)
	}
	return titles
}
