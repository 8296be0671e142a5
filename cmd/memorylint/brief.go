package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/memorylint/memorylint/memory"
)

func newBrief(std streams) *cobra.Command {
	var (
		w    workflow
		most int
	)
	c := &cobra.Command{
		Use:   "brief [dir]",
		Short: "Print what a new session must know, and nothing else",
		Long: `Print what a new session must know, and nothing else: objective, decisions, open
risks, next steps, blockers, unsurfaced results and the newest snapshots, from
memory/CURRENT_STATE.md and .agentic/memories/, whichever there is.

Exit codes: 0 told, also when there is nothing to tell, 1 something could not be
read, which is said, 3 the work could not be done.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if most < memory.LeastLines {
				return fmt.Errorf("--max-lines %d: want %d or more", most, memory.LeastLines)
			}
			j, err := w.open(std, args)
			if err != nil {
				return err
			}
			defer j.close()
			b, err := j.brief()
			if err != nil {
				return err
			}
			if err := tellBrief(std.out, w, j.show(j.dir()), b.Fit(most)); err != nil {
				return err
			}
			if len(b.Trouble) > 0 {
				return found(exitWarnings)
			}
			return nil
		},
	}
	w.register(c)
	c.Flags().IntVar(&most, "max-lines", memory.BriefLines, "print at most this many lines; items that do not fit are counted")
	return c
}

// brief reads the memory of the folder.
func (j *job) brief() (*memory.Brief, error) {
	root := j.names[0].root(j.cwd, j.known())
	tree, err := j.openWorktree(root)
	if err != nil {
		return nil, err
	}
	return memory.NewBrief(tree, slash(root, j.dir()), j.settings(root)), nil
}

// sessionBrief is what a new session must know about the workspace in dir; ""
// when there is nothing to tell. It is what brief prints, by the configuration
// that is named, or the one in force.
func sessionBrief(std streams, dir, config string) (string, error) {
	w := workflow{format: formatText, config: config}
	j, err := w.open(std, []string{dir})
	if err != nil {
		return "", err
	}
	defer j.close()
	b, err := j.brief()
	if err != nil || !b.Says() && len(b.Trouble) == 0 {
		return "", err
	}
	return b.Fit(memory.BriefLines).Text(), nil
}

func tellBrief(out io.Writer, w workflow, workspace string, b *memory.Brief) error {
	if w.format == formatText {
		_, err := io.WriteString(out, b.Text())
		return err
	}
	type (
		item struct {
			Text string `json:"text"`
			Path string `json:"path"`
			Line int    `json:"line"`
			Cut  int    `json:"cut"`
		}
		section struct {
			Name    string `json:"name"`
			Items   []item `json:"items"`
			LeftOut int    `json:"leftOut"`
		}
		pointer struct {
			Path      string `json:"path"`
			Timestamp string `json:"timestamp"`
			Objective string `json:"objective"`
			Missing   bool   `json:"missing"`
		}
	)
	value := struct {
		Version   int       `json:"version"`
		Workspace string    `json:"workspace"`
		Found     bool      `json:"found"`
		Read      []string  `json:"read"`
		Sections  []section `json:"sections"`
		Snapshots []pointer `json:"snapshots"`
		LeftOut   int       `json:"leftOut"`
		Foreign   []string  `json:"foreign"`
		Trouble   []string  `json:"trouble"`
	}{
		Version: outputVersion, Workspace: workspace, Found: b.Found, Read: list(b.Read),
		Sections: []section{}, Snapshots: []pointer{}, LeftOut: b.LeftOut, Foreign: list(b.Foreign), Trouble: list(b.Trouble),
	}
	for _, s := range b.Sections {
		told := section{Name: s.Name, Items: []item{}, LeftOut: s.LeftOut}
		for _, i := range s.Items {
			told.Items = append(told.Items, item(i))
		}
		value.Sections = append(value.Sections, told)
	}
	for _, p := range b.Snapshots {
		value.Snapshots = append(value.Snapshots, pointer(p))
	}
	return printJSON(out, value)
}
