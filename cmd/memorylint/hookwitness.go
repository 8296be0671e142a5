package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/memorylint/memorylint/hooks/agent"
	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/config"
	"github.com/memorylint/memorylint/lint/report"
	"github.com/memorylint/memorylint/lint/source"
	"github.com/memorylint/memorylint/rules"
	"github.com/memorylint/memorylint/rules/continuity"
	"github.com/memorylint/memorylint/rules/protocol"
)

// A witness says what the answer to an agent's event needs to know of memory.
type witness struct {
	ctx    context.Context
	std    streams
	input  string // absolute; "": the gate is told what the memory says
	config string // absolute; "": the one in force for the workspace
}

func (w *witness) brief(dir string) (string, error) {
	dir, err := workspaceAt(dir)
	if err != nil {
		return "", err
	}
	return sessionBrief(w.std, dir, w.lintConfig())
}

func (w *witness) gate(dir string, context *continuity.Node) (agent.Verdict, error) {
	dir, err := workspaceAt(dir)
	if err != nil {
		return agent.Verdict{}, err
	}
	cfg, own, err := w.continuity(dir)
	if err != nil {
		return agent.Verdict{}, err
	}
	var input *continuity.Node
	switch {
	case w.input != "":
		input, err = w.handed()
	case context != nil:
		input = continuity.FromForceRecall(context)
	default:
		input, err = w.remembered(dir, cfg, own)
	}
	if err != nil {
		return agent.Verdict{}, err
	}
	r := continuity.Evaluate(input, cfg)
	return agent.Verdict{Failed: !r.OK, Block: continuity.Block(r, cfg)}, nil
}

// continuity is the configuration of the gate; own is the memorylint
// configuration that was named, "" when what was named is none.
func (w *witness) continuity(dir string) (cfg continuity.Config, own string, err error) {
	if w.config == "" {
		j, err := w.job(dir, "")
		if err != nil {
			return cfg, "", err
		}
		if err := j.here(); err != nil {
			return cfg, "", err
		}
		return j.config.Continuity, "", nil
	}
	cfg, err = continuityConfig(w.std, w.config)
	if err != nil {
		return cfg, "", err
	}
	return cfg, w.lintConfig(), nil
}

// lintConfig is the file of --config when it is a memorylint configuration.
func (w *witness) lintConfig() string {
	if w.config == "" {
		return ""
	}
	src, err := readBounded(nil, w.config, maxConfig)
	if err == nil && separate(w.config, src) {
		return ""
	}
	return w.config
}

// job is a run in dir, as if it were the current folder.
func (w *witness) job(dir, config string) (*job, error) {
	return newJobIn(w.std, options{format: "text", color: "never", failOn: "never", config: config}, dir, time.Now())
}

// handed is the input of --input: the gate's own, or a force-recall context.
func (w *witness) handed() (*continuity.Node, error) {
	n, err := readInput(nil, w.input, func(n *continuity.Node) *continuity.SyntaxError {
		if continuity.IsForceRecall(n) {
			return continuity.ContextFault(n)
		}
		return continuity.InputFault(n)
	})
	if err == nil && continuity.IsForceRecall(n) {
		n = continuity.FromForceRecall(n)
	}
	return n, err
}

// remembered is what the memory of a workspace says to the gate.
func (w *witness) remembered(dir string, cfg continuity.Config, own string) (input *continuity.Node, err error) {
	j, err := w.job(dir, own)
	if err != nil {
		return nil, err
	}
	j.self = true
	var unread error
	j.choose = func([]*lint.Rule) []*lint.Rule {
		return []*lint.Rule{{ID: "gate/input", Severity: lint.Info, Check: func(p *lint.Pass) error {
			input, unread = rules.GateInput(p.Workspace, cfg)
			return nil
		}}}
	}
	if err := j.patient(dir); err != nil {
		return nil, err
	}
	defer j.closeGits()
	_, err = j.check(w.ctx, false)
	return input, errors.Join(err, unread)
}

// before are the findings of a file as it would be after a change.
func (w *witness) before(dir string, c agent.Change) ([]agent.Finding, error) {
	// The gate speaks about the work: a turn may not end like that, but a step
	// may well be called complete before its next one is dispatched.
	j, file, err := w.about(dir, c, func(r *lint.Rule) bool { return !r.Advisory && !strings.HasPrefix(r.ID, "gate/") })
	if j == nil || err != nil {
		return nil, err
	}
	defer j.closeGits()
	have, err := readBounded(nil, file, maxDraft)
	exists := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !c.Whole() {
		return nil, err
	}
	text, ok := c.Apply(string(have))
	if !ok {
		return nil, nil // the tool will say so itself
	}
	if len(text) > maxDraft {
		return nil, fmt.Errorf("%s would be larger than %d bytes", j.show(file), maxDraft)
	}
	found, err := w.findings(j, file, lint.Critical, func() error { return j.lay(file, []byte(text)) })
	if err != nil || len(found) == 0 || !exists {
		return told(found), err
	}
	// What is broken already must not keep the agent from mending it.
	known, err := w.findings(j, file, lint.Critical, func() error { return j.lay(file, have) })
	return told(slices.DeleteFunc(found, func(d lint.Diagnostic) bool {
		return slices.ContainsFunc(known, func(k lint.Diagnostic) bool { return k.Fingerprint == d.Fingerprint })
	})), err
}

// after are the findings of a file as it is.
func (w *witness) after(dir string, c agent.Change) ([]agent.Finding, error) {
	j, file, err := w.about(dir, c, func(r *lint.Rule) bool { return !r.Advisory })
	if j == nil || err != nil {
		return nil, err
	}
	defer j.closeGits()
	found, err := w.findings(j, file, lint.Warning, func() (err error) {
		j.names, err = resolve(j.cwd, []string{file})
		return err
	})
	return told(found), err
}

// about is a run over the file that a change is about; nil when that is no
// memory. Where the configuration cannot be read, only the built-in protocols
// say what is memory: it is not to stop work on anything else.
func (w *witness) about(dir string, c agent.Change, wanted func(*lint.Rule) bool) (*job, string, error) {
	file := c.Path
	folder, err := folderOf(dir)
	switch {
	case err != nil && !filepath.IsAbs(file):
		return nil, "", err
	case err != nil: // it is not needed
		folder = existing(filepath.Dir(filepath.Clean(file)))
	case !filepath.IsAbs(file):
		file = filepath.Join(folder, file)
	}
	if file, err = onDisk(filepath.Clean(file)); err != nil {
		return nil, "", err
	}
	j, err := w.job(folder, w.lintConfig())
	if err != nil {
		return nil, "", err
	}
	j.choose = func(all []*lint.Rule) []*lint.Rule {
		return slices.DeleteFunc(all, func(r *lint.Rule) bool { return !wanted(r) })
	}
	n := named{path: file, file: true}
	n.top, _ = source.Repository(existing(filepath.Dir(file)))
	conf, err := j.configFile(n)
	if err == nil {
		err = j.configure(conf)
	}
	documents := config.Default().Documents()
	if err == nil {
		documents = j.known()
	}
	if _, memory := lint.WorkspaceOf(filepath.ToSlash(file), documents); !memory {
		if err != nil {
			w.std.note("%v", err)
		}
		return nil, "", nil
	}
	return j, file, err
}

// findings checks the file that name names, and gives those that are as bad as
// least.
func (w *witness) findings(j *job, file string, least lint.Severity, name func() error) ([]lint.Diagnostic, error) {
	if err := name(); err != nil {
		return nil, err
	}
	result, err := j.check(w.ctx, false)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(result.Diagnostics, func(d lint.Diagnostic) bool {
		return d.Severity < least || d.Path != j.show(file)
	}), nil
}

// told are findings as agents read them: the lines of the text report.
func told(found []lint.Diagnostic) []agent.Finding {
	var out []agent.Finding
	for _, d := range found {
		var text bytes.Buffer
		_ = report.Text(&text, &lint.Result{Diagnostics: []lint.Diagnostic{d}}, report.Options{}) // a buffer takes all
		line, _, _ := strings.Cut(text.String(), "\n")                                            // the one behind it counts files
		out = append(out, agent.Finding{Line: line, Critical: d.Severity == lint.Critical})
	}
	return out
}

// folderOf is the folder an event names, or the current one.
func folderOf(dir string) (string, error) {
	full, err := filepath.Abs(dir)
	if err == nil {
		full, err = filepath.EvalSymlinks(full)
	}
	if err != nil {
		return "", fmt.Errorf("find the event's folder: %w", err)
	}
	return full, nil
}

// workspaceAt is the nearest folder with memory at or above the one that an
// event names, not above its repository's root; without any, that folder.
func workspaceAt(dir string) (string, error) {
	folder, err := folderOf(dir)
	if err != nil {
		return "", err
	}
	top, ok := source.Repository(folder)
	if !ok {
		top = folder
	}
	for at := folder; ; at = filepath.Dir(at) {
		for _, mark := range []string{protocol.StatePath, protocol.ArchiveDir, protocol.MemoryDir, protocol.ReceiptDir} {
			if _, err := os.Lstat(filepath.Join(at, filepath.FromSlash(mark))); err == nil {
				return at, nil
			}
		}
		if at == top || at == filepath.Dir(at) {
			return folder, nil
		}
	}
}
