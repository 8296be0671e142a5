package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/config"
	"github.com/memorylint/memorylint/rules"
)

func newRules(std streams) *cobra.Command {
	var language string
	c := &cobra.Command{
		Use:   "rules [RULE]",
		Short: "List the rules, or explain one",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return explain(std.out, args[0])
			}
			if language == "" {
				j, err := configured(std, "", nil)
				if err != nil {
					return err
				}
				language = j.config.Language
			} else if err := oneOf("language", language, languages); err != nil {
				return err
			}
			return listRules(std.out, chinese(language))
		},
		ValidArgsFunction: completeRules,
	}
	c.Flags().StringVar(&language, "language", "", "language of the summaries: auto, en or zh-TW (default: the configuration's)")
	return c
}

var languages = []string{config.Auto, config.English, config.TraditionalChinese}

func completeRules(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return ruleIDs(), cobra.ShellCompDirectiveNoFileComp
}

func ruleIDs() []string {
	var ids []string
	for _, r := range rules.All() {
		ids = append(ids, r.ID)
	}
	return ids
}

func listRules(w io.Writer, zh bool) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, r := range rules.All() {
		page := r.Page()
		summary := page.Summary
		if zh {
			summary = page.SummaryZH
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", r.ID, r.Severity, summary)
	}
	return table.Flush()
}

// explain prints a rule's page, or those of a module's rules.
func explain(w io.Writer, name string) error {
	var pages []string
	for _, r := range rules.All() {
		if r.ID == name || strings.HasPrefix(r.ID, name+"/") {
			pages = append(pages, pageText(r))
		}
	}
	if len(pages) == 0 {
		return unknownRule(name)
	}
	_, err := io.WriteString(w, strings.Join(pages, "\n"))
	return err
}

func unknownRule(name string) error {
	if near := lint.Nearest(name, append(ruleIDs(), modules()...)); near != "" {
		return fmt.Errorf("unknown rule %q; did you mean %s?", name, near)
	}
	return fmt.Errorf("unknown rule %q; memorylint rules lists them", name)
}

// modules are the first parts of the rules' ids, each once.
func modules() []string {
	var out []string
	for _, id := range ruleIDs() {
		if module, _, _ := strings.Cut(id, "/"); !slices.Contains(out, module) {
			out = append(out, module)
		}
	}
	return out
}

func pageText(r *lint.Rule) string {
	p := r.Page()
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\n%s\n\nSeverity: %s\n", r.ID, p.Summary, p.SummaryZH, r.Severity)
	for _, part := range []struct{ heading, text string }{
		{"Why", p.Why},
		{"Example", "```txtar\n" + p.Example + "\n```"},
		{"Output", "```text\n" + p.Output + "\n```"},
		{"How to fix", p.Fix},
		{"Not looked at", p.Beyond},
	} {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", part.heading, part.text)
	}
	return b.String()
}
