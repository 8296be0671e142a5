package rules

import (
	_ "embed"
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/rules/continuity"
	"github.com/memorylint/memorylint/rules/protocol"
)

//go:embed receipts.md
var receiptsDoc string

var receiptsJSON = &lint.Rule{
	ID: "receipts/json", Severity: lint.Critical, Doc: receiptsDoc,
	Kinds: []protocol.Kind{protocol.Receipt},
	Check: checkReceiptJSON,
}

var receiptsFields = &lint.Rule{
	ID: "receipts/fields", Severity: lint.Warning, Doc: receiptsDoc,
	Kinds: []protocol.Kind{protocol.Receipt},
	Check: checkReceiptFields,
}

var receiptsName = &lint.Rule{
	ID: "receipts/name", Severity: lint.Warning, Doc: receiptsDoc,
	Kinds: []protocol.Kind{protocol.Receipt},
	Check: checkReceiptName,
}

var receiptsTime = &lint.Rule{
	ID: "receipts/time", Severity: lint.Warning, Doc: receiptsDoc,
	Kinds: []protocol.Kind{protocol.Receipt},
	Check: checkReceiptTime,
}

var receiptsConflict = &lint.Rule{
	ID: "receipts/conflict", Severity: lint.Warning, Doc: receiptsDoc,
	Kinds: []protocol.Kind{protocol.Receipt},
	Check: checkReceiptConflict,
}

func receiptsClosure(c continuity.Config) *lint.Rule {
	return &lint.Rule{
		ID: "receipts/closure", Severity: lint.Info, Doc: receiptsDoc,
		Kinds: []protocol.Kind{protocol.Receipt},
		Check: func(p *lint.Pass) error { return checkReceiptClosure(p, c) },
	}
}

// A stored is a receipt as it was read: one of the two is set.
type stored struct {
	node *continuity.Node
	err  *continuity.SyntaxError
}

// receipt reads the file, once, by the function that the store reads with.
func receipt(f *lint.File) stored {
	return f.Once(func(f *lint.File) any {
		if f.Irregular != "" {
			return stored{}
		}
		src := f.Source()
		if f.Cut() { // a byte more than is allowed tells the reader that there is more
			src = append(slices.Clip(src), ' ')
		}
		n, err := continuity.Parse(src, continuity.MaxReceipt)
		var s stored
		if !errors.As(err, &s.err) {
			s.node = n
		}
		return s
	}).(stored)
}

func checkReceiptJSON(p *lint.Pass) error {
	if p.File.Irregular != "" {
		p.Filef(p.File.Irregular, "the receipt is %s; the store writes and reads regular files alone", p.File.Irregular)
		return nil
	}
	if err := receipt(p.File).err; err != nil {
		p.Report(lint.Diagnostic{Range: point(err.Position), Message: message("%s", err.Message), Subject: err.Code})
	}
	return nil
}

// point is the empty range at a place in a receipt.
func point(at continuity.Position) lint.Range {
	return lint.Range{Start: lint.Position(at), End: lint.Position(at)}
}

func checkReceiptFields(p *lint.Pass) error {
	n := receipt(p.File).node
	if n == nil {
		return nil
	}
	for _, e := range continuity.ValidateReceipt(n).Errors {
		said := e.Message
		if !strings.HasPrefix(said, e.Field) { // an id that gives no file name goes by a name of its own
			said = e.Field + ": " + said
		}
		p.Report(lint.Diagnostic{Range: point(e.Position), Message: message("%s", said), Subject: e.Field + " " + e.Code})
	}
	return nil
}

// ids are the plan and run of a receipt; false when they give no file name.
func ids(n *continuity.Node) (plan, run string, ok bool) {
	p, r := n.Get(continuity.KeyPlanID), n.Get(continuity.KeyDispatchRunID)
	if p == nil || r == nil || p.Kind != continuity.String || r.Kind != continuity.String {
		return "", "", false
	}
	return p.Text, r.Text, continuity.SafeSegment(p.Text) != "" && continuity.SafeSegment(r.Text) != ""
}

func checkReceiptName(p *lint.Pass) error {
	plan, run, ok := ids(receipt(p.File).node)
	if want := continuity.FileName(plan, run); ok && path.Base(p.File.Path) != want {
		p.Filef(want, "the receipt's ids give the name %s", lint.Clip(want, 70))
	}
	return nil
}

func checkReceiptTime(p *lint.Pass) error {
	at := receipt(p.File).node.Get(continuity.KeyDispatchedAt)
	if at == nil || at.Kind != continuity.String || at.Text == "" {
		return nil // receipts/fields says so
	}
	said := func(format string, args ...any) {
		p.Report(lint.Diagnostic{Range: point(at.Position), Message: message(format, args...), Subject: at.Text})
	}
	when, err := time.Parse(time.RFC3339, at.Text)
	switch {
	case zoneless(at.Text):
		said("dispatchedAt %q has no zone; end it with Z or an offset such as +08:00", lint.Clip(at.Text, 30))
	case err != nil || !strictMoment(at.Text):
		said("dispatchedAt %q is no RFC 3339 moment such as 2026-05-04T12:00:00Z", lint.Clip(at.Text, 30))
	case when.After(p.Workspace.Now.Add(stampGrace)):
		said("dispatchedAt %s lies in the future", at.Text)
	}
	return nil
}

// zoneless reports whether s would be a moment if a zone stood behind it.
func zoneless(s string) bool {
	_, err := time.Parse(time.RFC3339, s+"Z")
	return err == nil && strictMoment(s+"Z")
}

// strictMoment holds what time.Parse takes to the form: it lets "T7:59:20"
// and a comma before the fraction pass.
func strictMoment(s string) bool {
	const form = "0000-00-00T00:00:00"
	if len(s) <= len(form) {
		return false
	}
	for i := range form {
		digit := '0' <= s[i] && s[i] <= '9'
		if form[i] == '0' && !digit || form[i] != '0' && s[i] != form[i] {
			return false
		}
	}
	return s[len(form)] != ','
}

// byName gives the receipts of a workspace by the name that their ids give,
// each name's in the order of their paths.
func byName(w *lint.Workspace) map[string][]*lint.File {
	return w.Once(func(w *lint.Workspace) any {
		out := map[string][]*lint.File{}
		for _, f := range w.Of(protocol.Receipt) {
			if plan, run, ok := ids(receipt(f).node); ok {
				name := continuity.FileName(plan, run)
				out[name] = append(out[name], f)
			}
		}
		return out
	}).(map[string][]*lint.File)
}

// checkReceiptConflict names, for each receipt that shares its name, one of the
// others: which of them is the right one cannot be told.
func checkReceiptConflict(p *lint.Pass) error {
	plan, run, ok := ids(receipt(p.File).node)
	if !ok {
		return nil
	}
	same := byName(p.Workspace)[continuity.FileName(plan, run)]
	if len(same) < 2 {
		return nil
	}
	other := same[0]
	if other == p.File {
		other = same[1]
	}
	format := "plan %q, run %q share a file name with %s"
	if otherPlan, otherRun, _ := ids(receipt(other).node); plan == otherPlan && run == otherRun {
		format = "plan %q, run %q has another receipt: %s"
	}
	p.Report(lint.Diagnostic{
		Message: message(format, lint.Clip(plan, 16), lint.Clip(run, 16), lint.Clip(path.Base(other.Path), 30)),
		Subject: plan + "\n" + run,
		Related: []lint.Related{{Path: other.Path, Message: "the other receipt"}},
	})
	return nil
}

// closureCompleted is how a reply closes that needs no state to be legal.
const closureCompleted = "completed"

func checkReceiptClosure(p *lint.Pass, c continuity.Config) error {
	state := receipt(p.File).node.Get(continuity.KeyReplyClosureState)
	if state == nil || state.Kind != continuity.String || strings.TrimSpace(state.Text) == "" ||
		state.Is(closureCompleted) || slices.Contains(c.LegalTerminalStates, state.Text) {
		return nil
	}
	p.Report(lint.Diagnostic{
		Range:   point(state.Position),
		Message: message("replyClosureState %s is neither completed nor a legal terminal state", lint.Clip(strconv.Quote(state.Text), 32)),
		Subject: state.Text,
	})
	return nil
}
