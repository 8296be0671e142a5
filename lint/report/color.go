package report

import (
	"github.com/fatih/color"

	"github.com/memorylint/memorylint/lint"
)

// UseColor decides about colour. Mode is "always", "never" or "auto"; noColor
// is the value of NO_COLOR; terminal says whether the output goes to one. In
// auto, colour is for terminals whose user has not set NO_COLOR.
func UseColor(mode, noColor string, terminal bool) bool {
	switch mode {
	case "always":
		return true
	case "never":
		return false
	}
	return terminal && noColor == ""
}

// A palette colours words, or leaves them alone. It belongs to one report;
// the colour library's globals have no say in it.
type palette struct {
	critical, warning, info, ok, dim *color.Color
}

func newPalette(on bool) *palette {
	p := &palette{
		critical: color.New(color.FgRed, color.Bold),
		warning:  color.New(color.FgYellow),
		info:     color.New(color.FgCyan),
		ok:       color.New(color.FgGreen),
		dim:      color.New(color.Faint),
	}
	for _, c := range []*color.Color{p.critical, p.warning, p.info, p.ok, p.dim} {
		if on {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
	}
	return p
}

// severity colours a word for a severity.
func (p *palette) severity(s lint.Severity, word string) string {
	switch s {
	case lint.Critical:
		return p.critical.Sprint(word)
	case lint.Warning:
		return p.warning.Sprint(word)
	case lint.Info:
		return p.info.Sprint(word)
	}
	return p.ok.Sprint(word)
}

func (p *palette) faint(s string) string { return p.dim.Sprint(s) }
