package memory

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/memorylint/memorylint/disk"
	"github.com/memorylint/memorylint/rules/protocol"
)

// A Start is what Init is told.
type Start struct {
	Protocols []string // whose documents are wanted
	Now       time.Time
	History   *History // rich: objective and decisions are derived from it; nil: they are not
}

// Made is what Init found and did. Paths are slash-separated and from the
// workspace.
type Made struct {
	Created []string
	Kept    []string // was there, and was not touched
	Derived []string // of those created: with sections derived from the history
}

// Init creates those of the protocols' documents that are missing in the
// folder dir, each whole or not at all. What stands in a document's place,
// whatever it is, stays as it is. On an error Made is what was done before it.
func Init(dir string, s Start) (Made, error) {
	var made Made
	for _, t := range beginnings {
		if !slices.Contains(s.Protocols, t.protocol) {
			continue
		}
		created, err := t.create(dir, s.fill(t))
		switch {
		case err != nil:
			return made, fmt.Errorf("create %s: %w", t.path, err)
		case !created:
			made.Kept = append(made.Kept, t.path)
			if t.kind != protocol.Index {
				continue
			}
			// Whoever made the index was stopped, or the folder was lost.
			created, err := snapshots(dir)
			if err != nil {
				return made, fmt.Errorf("create %s: %w", protocol.SnapshotDir, err)
			}
			if created {
				made.Created = append(made.Created, protocol.SnapshotDir)
			}
			continue
		}
		made.Created = append(made.Created, t.path)
		if s.History != nil && t.kind != protocol.Index {
			made.Derived = append(made.Derived, t.path)
		}
	}
	return made, nil
}

func (s Start) fill(t template) []byte {
	with := filling{labels: map[string]string{protocol.LabelUpdated: stamp(s.Now), protocol.LabelUpdatedMemory: stamp(s.Now)}}
	if s.History != nil && t.kind != protocol.Index {
		with.sections = s.History.sections(t.protocol)
	}
	return t.fill(with)
}

// create writes a document that does not exist.
func (t template) create(dir string, text []byte) (created bool, err error) {
	folder, err := disk.Open(dir, path.Dir(t.path), true)
	if err != nil {
		return false, err
	}
	defer folder.Close()
	name := path.Base(t.path)
	if _, err := folder.Mode(name); err == nil {
		return false, nil
	}
	err = folder.Publish(name, text, 0o666)
	if errors.Is(err, fs.ErrExist) {
		return false, nil // it came meanwhile
	}
	if err != nil {
		return false, err
	}
	if t.kind == protocol.Index {
		if _, err := snapshots(dir); err != nil {
			return true, err
		}
	}
	return true, folder.Sync()
}

// snapshots makes the folder of what an index lists.
func snapshots(dir string) (created bool, err error) {
	_, err = os.Lstat(filepath.Join(dir, filepath.FromSlash(protocol.SnapshotDir)))
	created = errors.Is(err, fs.ErrNotExist)
	folder, err := disk.Open(dir, protocol.SnapshotDir, true)
	if err != nil {
		return false, err
	}
	folder.Close()
	return created, nil
}
