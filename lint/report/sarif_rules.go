package report

import (
	"strings"

	"github.com/memorylint/memorylint/lint"
)

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version,omitempty"`
	URI     string      `json:"informationUri"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID      string         `json:"id"`
	Short   *sarifText     `json:"shortDescription,omitempty"`
	Full    *sarifText     `json:"fullDescription,omitempty"`
	Help    *sarifText     `json:"help,omitempty"`
	HelpURI string         `json:"helpUri,omitempty"`
	Default *sarifSettings `json:"defaultConfiguration,omitempty"`
}

type sarifSettings struct {
	Level string `json:"level"`
}

// sarifRules are the rules that ran and those of the findings, each once.
type sarifRules struct {
	list  []sarifRule
	index map[string]int // place in list, by rule id
}

func newSARIFRules(r *lint.Result, o *Options) *sarifRules {
	rules := &sarifRules{list: make([]sarifRule, 0, len(r.Rules)), index: map[string]int{}}
	for _, rule := range r.Rules {
		rules.add(describe(rule, o))
	}
	for i := range r.Diagnostics {
		rules.add(sarifRule{ID: r.Diagnostics[i].Rule})
	}
	return rules
}

func (s *sarifRules) add(rule sarifRule) {
	if _, ok := s.index[rule.ID]; !ok {
		s.index[rule.ID] = len(s.list)
		s.list = append(s.list, rule)
	}
}

// describe says of a rule what its page says.
func describe(rule *lint.Rule, o *Options) sarifRule {
	out := sarifRule{ID: rule.ID, Default: &sarifSettings{level(rule.Severity)}}
	page := rule.Page()
	if page.Summary == "" {
		return out
	}
	why, _, _ := strings.Cut(page.Why, "\n\n")
	module, _, _ := strings.Cut(rule.ID, "/")
	out.Short = &sarifText{Text: plainText(page.Summary)}
	out.Full = &sarifText{Text: plainText(strings.Join(strings.Fields(page.Summary+" "+why), " "))}
	out.Help = &sarifText{Text: plainText(page.Summary), Markdown: markdown(page)}
	if help := o.help(rule.ID); help != "" {
		out.Help.Text = plainText(help)
	}
	out.HelpURI = home + "/blob/main/rules/" + strings.ReplaceAll(module, "-", "_") + ".md"
	return out
}

// markdown is the page without what shows how it looks in a terminal.
func markdown(page lint.Page) plainText {
	var b strings.Builder
	b.WriteString(page.Summary)
	for _, part := range []struct{ heading, text string }{
		{"Why", page.Why}, {"How to fix", page.Fix}, {"Not looked at", page.Beyond},
	} {
		if part.text != "" {
			b.WriteString("\n\n## " + part.heading + "\n\n" + part.text)
		}
	}
	return plainText(b.String())
}
