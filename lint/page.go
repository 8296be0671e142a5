package lint

import "strings"

// A Page is a rule's documentation, cut out of its module's page. All parts
// are Markdown without their headings, trimmed.
type Page struct {
	Summary   string // one sentence
	SummaryZH string // the same in Traditional Chinese
	Why       string
	Example   string // the fenced example's content, a txtar archive
	Output    string // the fenced output's content
	Fix       string
	Beyond    string // what the rule does not look at
}

// Help is the short way out: the first paragraph of Fix on one line.
func (p Page) Help() string {
	first, _, _ := strings.Cut(p.Fix, "\n\n")
	return strings.Join(strings.Fields(first), " ")
}

// Page cuts the rule's part out of Doc. Parts that the page lacks are empty.
func (r *Rule) Page() Page {
	var p Page
	for heading, body := range parts(r.Doc, r.ID) {
		switch heading {
		case "":
			p.Summary, p.SummaryZH = summaries(body)
		case "Why":
			p.Why = body
		case "Example":
			p.Example = fenced(body)
		case "Output":
			p.Output = fenced(body)
		case "How to fix":
			p.Fix = body
		case "Not looked at":
			p.Beyond = body
		}
	}
	return p
}

// parts splits the rule's part of a module page at its second-level headings;
// "" is what stands before the first. Headings inside fences are text.
func parts(doc, id string) map[string]string {
	out := map[string]string{}
	inside, fence, heading := false, false, ""
	var body strings.Builder
	flush := func() {
		if inside {
			out[heading] = strings.TrimSpace(body.String())
		}
		body.Reset()
	}
	for line := range strings.Lines(doc) {
		text := strings.TrimRight(line, "\n")
		if strings.HasPrefix(text, "```") {
			fence = !fence
		}
		switch {
		case !fence && strings.HasPrefix(text, "# "):
			flush()
			inside, heading = text == "# "+id, ""
		case !fence && strings.HasPrefix(text, "## "):
			flush()
			heading = text[3:]
		default:
			body.WriteString(line)
		}
	}
	flush()
	return out
}

func summaries(body string) (en, zh string) {
	for paragraph := range strings.SplitSeq(body, "\n\n") {
		paragraph = strings.Join(strings.Fields(paragraph), " ")
		if text, ok := strings.CutPrefix(paragraph, "zh-TW: "); ok {
			zh = text
		} else if en == "" {
			en = paragraph
		}
	}
	return en, zh
}

func fenced(body string) string {
	_, rest, ok := strings.Cut(body, "```")
	if !ok {
		return ""
	}
	_, rest, _ = strings.Cut(rest, "\n")
	text, _, _ := strings.Cut(rest, "\n```")
	if strings.HasPrefix(rest, "```") {
		return ""
	}
	return text
}
