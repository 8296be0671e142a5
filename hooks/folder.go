package hooks

import (
	"context"
	"fmt"
	"path/filepath"
)

// A folder is where git looks for the hooks of a repository.
type folder struct {
	repo    *repository
	path    string // absolute, links resolved as far as it exists
	setting string // core.hooksPath, "" when it is not set
	outside string // why the folder is not this repository's own; "": it is
	places  []*place
}

// open finds the folder and looks at the hooks in it.
func open(ctx context.Context, dir string, hooks []string) (*folder, error) {
	repo, err := find(ctx, dir)
	if err != nil {
		return nil, err
	}
	f := &folder{repo: repo}
	for _, hook := range hooks {
		file, err := repo.hookFile(ctx, hook)
		if err != nil {
			return nil, err
		}
		f.path = filepath.Dir(file)
		p, err := look(hook, file)
		if err != nil {
			return nil, err
		}
		f.places = append(f.places, p)
	}
	setting, origin, set := repo.hooksPath(ctx)
	f.setting = setting
	switch {
	case repo.holds(f.path):
	case set:
		f.outside = fmt.Sprintf("core.hooksPath points outside this repository: it is %q (set in %s)", setting, origin)
	default:
		f.outside = "the hooks folder leads outside this repository, to " + f.path
	}
	return f, nil
}

// refuse is the refusal to change anything outside the repository, nil inside.
func (f *folder) refuse() error {
	if f.outside == "" {
		return nil
	}
	return &Refusal{
		Reason: f.outside + ", where other repositories may share it, so nothing was changed: " +
			"let core.hooksPath name a folder of this repository, or add these two lines to the hooks there by hand",
		Lines: byHand(),
	}
}
