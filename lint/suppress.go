package lint

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/memorylint/memorylint/markdown"
)

// The rules whose findings come from reading suppressions.
const (
	unknownRule = "suppression/unknown"
	unusedRule  = "suppression/unused"
	reasonRule  = "suppression/reason"
)

// A suppression is one rule name of one comment.
type suppression struct {
	comment  markdown.Span
	verb     string // "disable-next-line", "disable", "disable-file"
	name     string // a rule or a module
	from, to int    // lines, both included; a whole file: 0 and the largest int
	used     bool
}

const wholeFile = int(^uint(0) >> 1)

// suppressions are those of one file.
type suppressions struct {
	all    []*suppression
	byLine map[int][]*suppression // of one line each
	ranges []*suppression         // of several lines
}

func (s *suppressions) add(one *suppression) {
	s.all = append(s.all, one)
	if one.from == one.to {
		s.byLine[one.from] = append(s.byLine[one.from], one)
	} else {
		s.ranges = append(s.ranges, one)
	}
}

// suppress takes out the findings that comments in their files take out, and
// adds what is to be said about those comments.
func (r *runner) suppress(w *Workspace, found []Diagnostic) (kept, suppressed []Diagnostic) {
	byFile := map[string]*suppressions{}
	for _, f := range w.Files {
		if w.shows(f.Path) && !f.Document.JSON && bytes.Contains(f.Source(), []byte("memorylint-")) && f.Wide() == "" {
			list, said := r.read(f)
			byFile[f.Path] = list
			found = append(found, said...)
		}
	}
	if len(byFile) == 0 {
		return found, nil
	}
	for _, d := range found {
		if r.taken(byFile[d.Path], d, nil) {
			suppressed = append(suppressed, d)
		} else {
			kept = append(kept, d)
		}
	}
	for _, f := range w.Files {
		// Those that suppress the finding made here come last: by then it is
		// known whether they had anything to suppress.
		known := byFile[f.Path]
		if known == nil {
			continue
		}
		list := slices.Clone(known.all)
		slices.SortStableFunc(list, func(a, b *suppression) int { return cmp.Compare(a.late(), b.late()) })
		for _, s := range list {
			d, ok := r.unused(f, s)
			switch {
			case !ok:
			case r.taken(known, d, s):
				suppressed = append(suppressed, d)
			default:
				kept = append(kept, d)
			}
		}
	}
	return kept, suppressed
}

func (s *suppression) late() int {
	if covers(s.name, unusedRule) {
		return 1
	}
	return 0
}

// taken marks and reports whether a suppression, other than but, covers the
// finding.
func (r *runner) taken(list *suppressions, d Diagnostic, but *suppression) bool {
	a, ok := r.find(d.Rule)
	if list == nil || !ok || a.Fixed {
		return false
	}
	line, taken := d.Range.normal().Start.Line, false
	try := func(s *suppression) {
		if s != but && s.from <= line && line <= s.to && covers(s.name, d.Rule) {
			s.used, taken = true, true
		}
	}
	for _, s := range list.byLine[line] {
		try(s)
	}
	for _, s := range list.ranges {
		try(s)
	}
	return taken
}

// covers reports whether name is the rule or its module.
func covers(name, rule string) bool {
	return name == rule || strings.HasPrefix(rule, name+"/")
}

// unused is the finding about a suppression that took nothing out. Rules that
// did not run cannot have been suppressed in vain.
func (r *runner) unused(f *File, s *suppression) (Diagnostic, bool) {
	if s.used || !slices.ContainsFunc(r.rules, func(a active) bool { return covers(s.name, a.ID) }) {
		return Diagnostic{}, false
	}
	message := fmt.Sprintf("%s %s suppresses nothing", s.verb, s.name)
	if a, ok := r.find(s.name); ok && a.Fixed {
		message = fmt.Sprintf("%s cannot be suppressed here, only in the configuration", s.name)
	}
	return r.said(f, unusedRule, s.comment, message, s.verb+" "+s.name)
}

// said makes a finding of one of the suppression rules, if it runs.
func (r *runner) said(f *File, rule string, at markdown.Span, message, subject string) (Diagnostic, bool) {
	a, ok := r.find(rule)
	return Diagnostic{
		Rule: rule, Severity: a.severity, Path: f.Path, Range: f.Range(at), Message: message, Subject: subject,
	}, ok
}

// read reads the suppressions of a file.
func (r *runner) read(f *File) (list *suppressions, said []Diagnostic) {
	list = &suppressions{byLine: map[int][]*suppression{}}
	say := func(rule string, at markdown.Span, message, subject string) {
		if d, ok := r.said(f, rule, at, message, subject); ok {
			said = append(said, d)
		}
	}
	for _, c := range f.Doc().Comments() {
		directive, ok := strings.CutPrefix(c.Text, "memorylint-")
		if !ok {
			continue
		}
		verb, rest := directive, ""
		if i := strings.IndexAny(directive, " \t\r\n"); i >= 0 {
			verb, rest = directive[:i], directive[i:]
		}
		names, reason, _ := strings.Cut(rest, "--")
		if !slices.Contains([]string{"disable-next-line", "disable", "enable", "disable-file"}, verb) {
			say(unknownRule, c.Span, fmt.Sprintf("unknown suppression memorylint-%s", Clip(verb, 40)), verb)
			continue
		}
		if verb != "enable" && strings.TrimSpace(reason) == "" {
			say(reasonRule, c.Span, fmt.Sprintf("%s without a reason suppresses nothing; write -- and the reason", verb), c.Text)
			continue
		}
		r.apply(f, list, c, verb, names, say)
	}
	return list, said
}

// apply reads the names of one comment: new suppressions, or the end of
// earlier ones.
func (r *runner) apply(f *File, list *suppressions, c markdown.Comment, verb, names string, say func(string, markdown.Span, string, string)) {
	first, _ := f.Doc().Position(c.Span.Start)
	last, _ := f.Doc().Position(max(c.Span.Start, c.Span.End-1))
	fields := strings.FieldsFunc(names, func(c rune) bool { return c == ',' || c == ' ' || c == '\t' || c == '\n' || c == '\r' })
	if len(fields) == 0 {
		say(unknownRule, c.Span, fmt.Sprintf("%s names no rule", verb), c.Text)
	}
	for _, name := range fields {
		if !slices.Contains(r.names(), name) {
			message := fmt.Sprintf("unknown rule %q in %s", Clip(name, 30), verb)
			if near := Nearest(name, r.names()); near != "" {
				message += fmt.Sprintf("; did you mean %s?", near)
			}
			say(unknownRule, c.Span, message, name)
			continue
		}
		s := &suppression{comment: c.Span, verb: verb, name: name}
		switch verb {
		case "disable-file":
			s.from, s.to = 0, wholeFile
		case "disable":
			s.from, s.to = first, wholeFile
		case "disable-next-line":
			s.from, s.to = last+1, last+1
		case "enable":
			if !list.end(name, first) {
				say(unusedRule, c.Span, fmt.Sprintf("enable %s ends no suppression", name), "enable "+name)
			}
			continue
		}
		list.add(s)
	}
}

// end ends the open regions of a name at a line; false when there are none.
func (s *suppressions) end(name string, line int) bool {
	ended := false
	for _, e := range s.ranges {
		if e.verb == "disable" && e.name == name && e.to == wholeFile {
			e.to, ended = line, true
		}
	}
	return ended
}

// names are the ids of all rules and modules.
func (r *runner) names() []string {
	r.naming.Do(func() {
		ids := r.opts.Known
		if ids == nil {
			for _, a := range r.rules {
				ids = append(ids, a.ID)
			}
		}
		r.named = slices.Clone(ids)
		for _, id := range ids {
			if module, _, ok := strings.Cut(id, "/"); ok && !slices.Contains(r.named, module) {
				r.named = append(r.named, module)
			}
		}
	})
	return r.named
}
