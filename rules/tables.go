package rules

import (
	"github.com/memorylint/memorylint/markdown"
)

// A grid is a table whose columns are asked for by name.
type grid struct {
	columns map[string]int
	width   int
}

// gridOf finds the named columns in a table's header.
func gridOf(t *markdown.Table, names ...string) *grid {
	g := &grid{columns: map[string]int{}, width: len(t.Header.Cells)}
	lists := make([][]string, len(names))
	for i, name := range names {
		lists[i] = []string{name}
	}
	for i, c := range t.Header.Cells {
		if at, _ := markdown.Find(c.Text, lists); at >= 0 {
			if _, ok := g.columns[names[at]]; !ok {
				g.columns[names[at]] = i
			}
		}
	}
	return g
}

// has reports whether the table has the column.
func (g *grid) has(name string) bool {
	_, ok := g.columns[name]
	return ok
}

// cell is a row's cell in the named column; empty where there is none.
func (g *grid) cell(r markdown.Row, name string) markdown.Cell {
	if i, ok := g.columns[name]; ok && i < len(r.Cells) {
		return r.Cells[i]
	}
	return markdown.Cell{}
}
