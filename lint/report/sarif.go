package report

import (
	"bufio"
	"io"
	"strings"

	"github.com/memorylint/memorylint/lint"
)

// home is where the program and its pages live.
const home = "https://github.com/memorylint/memorylint"

// SARIF writes a log of version 2.1.0 with one run. Columns count code points,
// and the log says so. Paths are URIs relative to %SRCROOT%, the root of the
// repository (or the current folder outside git); what lies elsewhere has a
// file URI. The invocation holds the exit code, Summary as its description,
// and what was named and not looked at.
func SARIF(w io.Writer, r *lint.Result, o Options) error {
	out := bufio.NewWriter(w)
	if err := encode(out, newSARIF(r, &o)); err != nil {
		return written(err)
	}
	return written(out.Flush())
}

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool            `json:"tool"`
	Invocations []sarifInvocation    `json:"invocations"`
	Bases       map[string]sarifBase `json:"originalUriBaseIds"`
	ColumnKind  string               `json:"columnKind"`
	NewLines    []string             `json:"newlineSequences"`
	Results     []sarifResult        `json:"results"`
	Properties  sarifCounts          `json:"properties"`
}

type sarifBase struct {
	Description sarifText `json:"description"`
}

type sarifInvocation struct {
	Successful  bool                `json:"executionSuccessful"`
	ExitCode    int                 `json:"exitCode"`
	Description string              `json:"exitCodeDescription"`
	Asides      []sarifNotification `json:"toolExecutionNotifications"`
}

type sarifNotification struct {
	Level   string    `json:"level"`
	Message sarifText `json:"message"`
}

type sarifCounts struct {
	Files      int `json:"files"`
	Workspaces int `json:"workspaces"`
	Suppressed int `json:"suppressed"`
}

type sarifText struct {
	Text     plainText `json:"text"`
	Markdown plainText `json:"markdown,omitempty"`
}

type sarifResult struct {
	Rule         string            `json:"ruleId"`
	RuleIndex    int               `json:"ruleIndex"`
	Level        string            `json:"level"`
	Message      sarifText         `json:"message"`
	Locations    []sarifLocation   `json:"locations"`
	Related      []sarifLocation   `json:"relatedLocations,omitempty"`
	Fingerprints map[string]string `json:"partialFingerprints,omitempty"`
	Properties   *sarifAdvisory    `json:"properties,omitempty"`
}

type sarifAdvisory struct {
	Advisory bool `json:"advisory"`
}

type sarifLocation struct {
	ID       int           `json:"id,omitempty"`
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifText    `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   sarifRegion   `json:"region"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"` // of the position after the last, as in Range
}

func newSARIF(r *lint.Result, o *Options) *sarifLog {
	rules := newSARIFRules(r, o)
	run := sarifRun{
		Tool: sarifTool{sarifDriver{Name: "memorylint", Version: o.Version, URI: home, Rules: rules.list}},
		Invocations: []sarifInvocation{{
			Successful: true, ExitCode: o.Exit, Description: Summary(r, *o), Asides: []sarifNotification{},
		}},
		Bases:      map[string]sarifBase{baseID: {sarifText{Text: "The root of the repository, or the current folder outside git."}}},
		ColumnKind: "unicodeCodePoints",
		NewLines:   []string{"\r\n", "\n"},
		Results:    make([]sarifResult, 0, len(r.Diagnostics)),
		Properties: sarifCounts{r.Files, len(r.Workspaces), r.Suppressed},
	}
	for _, aside := range asides(r) {
		run.Invocations[0].Asides = append(run.Invocations[0].Asides, sarifNotification{"note", plain(aside)})
	}
	for i := range r.Diagnostics {
		run.Results = append(run.Results, newSARIFResult(&r.Diagnostics[i], rules))
	}
	return &sarifLog{
		Schema:  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		Version: "2.1.0", Runs: []sarifRun{run},
	}
}

func newSARIFResult(d *lint.Diagnostic, rules *sarifRules) sarifResult {
	res := sarifResult{
		Rule: d.Rule, RuleIndex: rules.index[d.Rule], Level: level(d.Severity), Message: plain(message(d)),
		Locations: []sarifLocation{{Physical: physical(where(d), d.Range)}},
	}
	for i := range d.Related {
		rel := &d.Related[i]
		place := sarifLocation{ID: i + 1, Physical: physical(whereRelated(d, rel), rel.Range)}
		if rel.Message != "" {
			text := plain(escape(rel.Message))
			place.Message = &text
		}
		res.Related = append(res.Related, place)
	}
	if d.Fingerprint != "" {
		res.Fingerprints = map[string]string{"memorylint/v1": d.Fingerprint}
	}
	if d.Advisory {
		res.Properties = &sarifAdvisory{true}
	}
	return res
}

// plain is a message of escaped text. A viewer makes a link of "[text](1)",
// which no text from a file may become.
func plain(text string) sarifText {
	return sarifText{Text: plainText(strings.ReplaceAll(text, "](", `]\x28`))}
}

func physical(path string, at lint.Range) sarifPhysical {
	at = normal(at)
	return sarifPhysical{
		Artifact: artifact(path),
		Region:   sarifRegion{at.Start.Line, at.Start.Column, at.End.Line, at.End.Column},
	}
}

func level(s lint.Severity) string {
	switch s {
	case lint.Critical:
		return "error"
	case lint.Warning:
		return "warning"
	case lint.Info:
		return "note"
	}
	return "none"
}
