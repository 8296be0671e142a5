package memory

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/memorylint/memorylint/disk"
	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// A Handoff is what Snapshot is told. Empty fields are written n/a.
type Handoff struct {
	Scope    string // "": the memory's own Context Scope
	Owner    string
	Issue    string
	Worktree string
	Branch   string
	Now      time.Time

	// Refuse says why the memory may not be frozen; nil: it may. It is asked
	// when there is a memory, and nothing was changed yet.
	Refuse func() error
}

// A Frozen is what Snapshot did. Paths are slash-separated and from the
// workspace.
type Frozen struct {
	Path    string
	Created []string // documents that were missing, from their templates
	Mended  []string // snapshots of runs that were killed, whose rows were added now
	Carried Carried
}

// An UnfitError says that the index, or the memory, is in no state to be built
// upon. Nothing was changed.
type UnfitError struct {
	Path string
	Err  error
}

// Error names the file and what is the matter with it.
func (e *UnfitError) Error() string { return fmt.Sprintf("%s cannot be built upon: %v", e.Path, e.Err) }

// Unwrap gives what is the matter.
func (e *UnfitError) Unwrap() error { return e.Err }

// A folder is a disk.Folder; tests put one with faults in its place.
type folder interface {
	Read(name string, limit int64) ([]byte, error)
	Mode(name string) (fs.FileMode, error)
	Names() ([]string, error)
	Publish(name string, data []byte, mode fs.FileMode) error
	Chmod(name string, mode fs.FileMode) error
	Rename(from, to string) error
	Remove(name string) error
	Sync() error
}

// Snapshot freezes the memory of the folder dir as a snapshot with a row in the
// index: both, or neither. A process that is killed between the two leaves a
// note beside the index by which the next Snapshot adds the row. Runs at the
// same time wait for each other.
func Snapshot(ctx context.Context, dir string, h Handoff) (Frozen, error) {
	var did Frozen
	memories, err := disk.Open(dir, filepath.FromSlash(protocol.MemoryDir), true)
	if err != nil {
		return did, fmt.Errorf("open %s: %w", protocol.MemoryDir, err)
	}
	defer memories.Close()
	if err := memories.Lock(ctx); err != nil {
		return did, fmt.Errorf("lock %s: another memorylint is at work there: %w", protocol.MemoryDir, err)
	}
	if _, err := memories.Mode(path.Base(protocol.MemoryPath)); err == nil && h.Refuse != nil {
		if err := h.Refuse(); err != nil {
			return did, err
		}
	}
	made, err := Init(dir, Start{Protocols: []string{protocol.Agentic}, Now: h.Now})
	did.Created = made.Created
	if err != nil {
		return did, err
	}
	snapshots, err := disk.Open(dir, filepath.FromSlash(protocol.SnapshotDir), true)
	if err != nil {
		return did, fmt.Errorf("open %s: %w", protocol.SnapshotDir, err)
	}
	defer snapshots.Close()
	s := store{memories: memories, snapshots: snapshots}
	if did.Mended, err = s.mend(); err != nil {
		return did, err
	}
	did.Path, did.Carried, err = s.freeze(h)
	return did, err
}

// A store writes snapshots and their rows.
type store struct{ memories, snapshots folder }

var (
	memoryName = path.Base(protocol.MemoryPath)
	indexName  = path.Base(protocol.IndexPath)
)

// read reads a document of the memory whole.
func (s store) read(f folder, name string) ([]byte, error) {
	data, err := f.Read(name, markdown.MaxSize)
	if err == nil && len(data) > markdown.MaxSize {
		err = fmt.Errorf("it is larger than %d bytes", markdown.MaxSize)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return data, nil
}

// freeze writes a snapshot at the next second that is free.
func (s store) freeze(h Handoff) (string, Carried, error) {
	src, err := s.read(s.memories, memoryName)
	if err != nil {
		return "", Carried{}, err
	}
	index, err := s.read(s.memories, indexName)
	if err != nil {
		return "", Carried{}, err
	}
	memory := lint.NewFile(protocol.MemoryPath, document(protocol.Memory), src)
	for now := h.Now.UTC().Truncate(time.Second); ; now = now.Add(time.Second) {
		name := now.Format(protocol.SnapshotName)
		if _, err := s.snapshots.Mode(name); err == nil || listed(index, name) {
			continue
		}
		snapshot, did, err := compose(memory, path.Join(protocol.SnapshotDir, name), h.labels(memory, now))
		if err != nil {
			return "", did, &UnfitError{protocol.MemoryPath, err}
		}
		err = s.put(name, snapshot, index)
		if errors.Is(err, fs.ErrExist) {
			continue // another program was faster
		}
		if err != nil {
			return "", did, err
		}
		return snapshot.Path, did, nil
	}
}

func (h Handoff) labels(memory *lint.File, now time.Time) map[string]string {
	scope := h.Scope
	if scope == "" {
		scope = labelled(memory, protocol.LabelContext)
	}
	out := map[string]string{protocol.LabelTimestamp: stamp(now)}
	for name, value := range map[string]string{
		protocol.ColumnScope: scope, protocol.ColumnOwner: h.Owner, protocol.ColumnWorktree: h.Worktree,
		protocol.ColumnBranch: h.Branch, protocol.LabelIssue: h.Issue,
	} {
		if out[name] = line(value, 300); out[name] == "" {
			out[name] = unknown
		}
	}
	return out
}

// A note beside the index, the index as it is to be, tells that a snapshot's
// row is on its way.
const (
	noteStart = ".index."
	noteEnd   = ".pending"
)

// put publishes a snapshot and its row. All that can fail for want of room has
// been written before anything can be seen; from then on there is one name to
// create and one to replace, and the first is taken back when the second fails.
func (s store) put(name string, snapshot *lint.File, index []byte) error {
	note := noteStart + name + noteEnd
	if err := s.prepare(note, snapshot, index); err != nil {
		return err
	}
	if err := s.snapshots.Publish(name, snapshot.Source(), 0o666); err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", snapshot.Path, err), gone(s.memories.Remove(note)))
	}
	err := s.snapshots.Sync()
	if err == nil {
		err = s.replace(note, index)
	}
	if err != nil {
		if e := gone(s.snapshots.Remove(name)); e != nil {
			return errors.Join(err, e) // the note stays, and the next run adds the row
		}
		return errors.Join(err, gone(s.memories.Remove(note)))
	}
	if err := s.memories.Sync(); err != nil {
		return fmt.Errorf("bring %s to disk: %w", protocol.IndexPath, err)
	}
	return nil
}

// prepare writes the index as it is to be under the note's name.
func (s store) prepare(note string, snapshot *lint.File, index []byte) error {
	next, err := appendRow(index, rowOf(snapshot))
	if err != nil {
		return &UnfitError{protocol.IndexPath, err}
	}
	mode, err := s.memories.Mode(indexName)
	if err == nil {
		err = s.memories.Publish(note, next, mode.Perm())
	}
	if err == nil {
		// The umask has had its part already when the index was made.
		err = errors.Join(s.memories.Chmod(note, mode.Perm()), s.memories.Sync())
		if err != nil {
			err = errors.Join(err, gone(s.memories.Remove(note)))
		}
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", protocol.IndexPath, err)
	}
	return nil
}

// replace puts the note in the index's place, unless the index is another one
// by now than the one it was made from.
func (s store) replace(note string, index []byte) error {
	now, err := s.read(s.memories, indexName)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, index) {
		return fmt.Errorf("write %s: another program changed it meanwhile; try again", protocol.IndexPath)
	}
	if err := s.memories.Rename(note, indexName); err != nil {
		return fmt.Errorf("write %s: %w", protocol.IndexPath, err)
	}
	return nil
}

// gone forgives that what was to be removed is not there.
func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// mend finishes what killed runs began: a snapshot that they published gets
// its row, from what it says itself.
func (s store) mend() ([]string, error) {
	names, err := s.memories.Names()
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", protocol.MemoryDir, err)
	}
	var mended []string
	for _, note := range names {
		if !strings.HasPrefix(note, noteStart) || !strings.HasSuffix(note, noteEnd) {
			continue
		}
		name := note[len(noteStart) : len(note)-len(noteEnd)]
		added, err := s.finish(note, name)
		if err != nil {
			return mended, fmt.Errorf("finish the snapshot %s of a run that was killed: %w", name, err)
		}
		if added {
			mended = append(mended, path.Join(protocol.SnapshotDir, name))
		}
	}
	return mended, nil
}

func (s store) finish(note, name string) (added bool, err error) {
	index, err := s.read(s.memories, indexName)
	if err != nil {
		return false, err
	}
	src, err := s.read(s.snapshots, name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && listed(index, name) {
		return false, gone(s.memories.Remove(note))
	}
	if err != nil {
		return false, err
	}
	snapshot := lint.NewFile(path.Join(protocol.SnapshotDir, name), document(protocol.Snapshot), src)
	again := note + ".again" // the note itself stays until the row is there
	if err := gone(s.memories.Remove(again)); err != nil {
		return false, err
	}
	if err := s.prepare(again, snapshot, index); err != nil {
		return false, err
	}
	if err := s.replace(again, index); err != nil {
		return false, errors.Join(err, gone(s.memories.Remove(again)))
	}
	return true, errors.Join(gone(s.memories.Remove(note)), s.memories.Sync())
}
