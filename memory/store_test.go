package memory

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/memorylint/memorylint/disk"
	"github.com/memorylint/memorylint/rules"
	"github.com/memorylint/memorylint/rules/protocol"
)

// agreed are the snapshots of a workspace, which must be those that the index
// lists, each once, with nothing else left in the folders.
func agreed(t testing.TB, dir string) []string {
	t.Helper()
	var listed []string
	for _, row := range rules.IndexRows(file(protocol.IndexPath, protocol.Index, read(t, dir, protocol.IndexPath))) {
		listed = append(listed, path.Base(row.Path))
	}
	there := names(t, dir, protocol.SnapshotDir)
	slices.Sort(listed)
	if !slices.Equal(listed, there) {
		t.Errorf("the index lists %v, there are %v", listed, there)
	}
	if got := names(t, dir, protocol.MemoryDir); !slices.Equal(got, []string{"MEMORY.md", "index.md", "snapshots"}) {
		t.Errorf("left behind: %v", got)
	}
	return there
}

func names(t testing.TB, dir, name string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func started(t testing.TB) (dir string) {
	t.Helper()
	dir = t.TempDir()
	place(t, dir, map[string]string{protocol.MemoryPath: sampleMemory, protocol.IndexPath: head + rule + older, protocol.SnapshotDir + "/2026-05-01T10-00-00Z.md": "old"})
	return dir
}

func TestSnapshot(t *testing.T) {
	dir := t.TempDir()
	for i, want := range []string{"2026-05-04T12-00-00Z.md", "2026-05-04T12-00-01Z.md", "2026-05-04T12-00-02Z.md"} {
		did, err := Snapshot(context.Background(), dir, Handoff{Now: noon.Add(300 * time.Millisecond)})
		if err != nil || did.Path != path.Join(protocol.SnapshotDir, want) || (len(did.Created) > 0) != (i == 0) {
			t.Fatalf("%+v, %v", did, err)
		}
	}
	if got := agreed(t, dir); len(got) != 3 {
		t.Errorf("snapshots %v", got)
	}
	if strings.Contains(read(t, dir, protocol.IndexPath), "{") {
		t.Error("the template's row is still there")
	}
}

func TestSnapshotKeepsTheIndexMode(t *testing.T) {
	dir := started(t)
	index := filepath.Join(dir, filepath.FromSlash(protocol.IndexPath))
	if err := os.Chmod(index, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Snapshot(context.Background(), dir, Handoff{Now: noon}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(index); err != nil || info.Mode().Perm() != 0o666 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
}

func TestSnapshotRefusedChangesNothing(t *testing.T) {
	no := errors.New("no")
	tests := map[string]struct {
		files  map[string]string
		refuse error
		path   string // of an UnfitError
	}{
		"by the linter": {map[string]string{protocol.MemoryPath: sampleMemory}, no, ""},
		"no table":      {map[string]string{protocol.MemoryPath: sampleMemory, protocol.IndexPath: "none\n"}, nil, protocol.IndexPath},
		"torn":          {map[string]string{protocol.MemoryPath: "## Next Concrete Steps\n\n```\nx\n", protocol.IndexPath: head + rule}, nil, protocol.MemoryPath},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			place(t, dir, test.files)
			before := tree(t, dir)
			_, err := Snapshot(context.Background(), dir, Handoff{Now: noon, Refuse: func() error { return test.refuse }})
			var unfit *UnfitError
			if errors.Is(err, no) != (test.refuse != nil) || errors.As(err, &unfit) != (test.path != "") || test.path != "" && unfit.Path != test.path {
				t.Errorf("error %v", err)
			}
			if after := tree(t, dir); after != before {
				t.Errorf("changed:\n%s\nto\n%s", before, after)
			}
		})
	}
}

// tree is all files below dir with their texts.
func tree(t testing.TB, dir string) string {
	t.Helper()
	var b strings.Builder
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			b.WriteString("-- " + name + " --\n" + read(t, dir, name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var errFault = &fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}

// A trap counts what is done in the folders of a store, and lets one thing
// fail. Dead, it lets nothing be done from there on, like a process that was
// killed.
type trap struct {
	left int
	dead bool
}

func (t *trap) step() error {
	if t.left--; t.left == 0 || t.dead && t.left < 0 {
		return errFault
	}
	return nil
}

type trapped struct {
	*disk.Folder
	*trap
}

func (f trapped) Read(name string, limit int64) ([]byte, error) {
	if err := f.step(); err != nil {
		return nil, err
	}
	return f.Folder.Read(name, limit)
}

func (f trapped) Publish(name string, data []byte, mode fs.FileMode) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.Folder.Publish(name, data, mode)
}

func (f trapped) Chmod(name string, mode fs.FileMode) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.Folder.Chmod(name, mode)
}

func (f trapped) Rename(from, to string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.Folder.Rename(from, to)
}

func (f trapped) Remove(name string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.Folder.Remove(name)
}

func (f trapped) Sync() error {
	if err := f.step(); err != nil {
		return err
	}
	return f.Folder.Sync()
}

func storeIn(t testing.TB, dir string, trap *trap) store {
	t.Helper()
	open := func(name string) trapped {
		f, err := disk.Open(dir, filepath.FromSlash(name), true)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(f.Close)
		return trapped{f, trap}
	}
	return store{memories: open(protocol.MemoryDir), snapshots: open(protocol.SnapshotDir)}
}

// Whatever fails, and wherever a process ends, index and snapshots agree: at
// once after a failure, after the next run where the process was killed.
func TestFaults(t *testing.T) {
	for _, dead := range []bool{false, true} {
		steps, failures := 0, 0
		for n := 1; ; n++ {
			dir := started(t)
			index := read(t, dir, protocol.IndexPath)
			fault := &trap{left: n, dead: dead}
			_, _, err := storeIn(t, dir, fault).freeze(Handoff{Now: noon})
			if fault.left > 0 {
				break // there were not so many steps
			}
			steps++
			if err != nil {
				failures++
			}
			if !dead {
				got := agreed(t, dir)
				if err != nil && len(got) == 1 && read(t, dir, protocol.IndexPath) != index {
					t.Errorf("step %d: failed and changed the index", n)
				}
			}
			did, err := Snapshot(context.Background(), dir, Handoff{Now: noon.Add(time.Hour)})
			if err != nil {
				t.Fatalf("step %d: the next run: %v", n, err)
			}
			got := agreed(t, dir)
			if want := 2 + len(did.Mended); len(got) < want || !slices.Contains(got, path.Base(did.Path)) {
				t.Errorf("step %d: %v after %+v", n, got, did)
			}
		}
		if steps < 8 || failures < steps-1 {
			t.Errorf("dead %v: %d steps, %d failures", dead, steps, failures)
		}
	}
}

// A snapshot that cannot be taken back keeps its note, and the next run adds
// its row.
func TestTakingBackFails(t *testing.T) {
	dir := started(t)
	s := storeIn(t, dir, &trap{})
	s.memories, s.snapshots = noRename{s.memories}, noRemove{s.snapshots}
	if _, _, err := s.freeze(Handoff{Now: noon}); !errors.Is(err, syscall.ENOSPC) || !errors.Is(err, syscall.EPERM) {
		t.Errorf("error %v", err)
	}
	did, err := Snapshot(context.Background(), dir, Handoff{Now: noon})
	if err != nil || !slices.Equal(did.Mended, []string{protocol.SnapshotDir + "/2026-05-04T12-00-00Z.md"}) {
		t.Errorf("%+v, %v", did, err)
	}
	agreed(t, dir)
}

type noRename struct{ folder }

func (noRename) Rename(string, string) error { return syscall.ENOSPC }

type noRemove struct{ folder }

func (noRemove) Remove(string) error { return syscall.EPERM }

// A name that the index lists is taken, whether its file is there or not.
func TestListedNameIsTaken(t *testing.T) {
	dir := t.TempDir()
	place(t, dir, map[string]string{protocol.MemoryPath: sampleMemory, protocol.IndexPath: head + rule + newer})
	did, err := Snapshot(context.Background(), dir, Handoff{Now: noon})
	if err != nil || path.Base(did.Path) != "2026-05-04T12-00-01Z.md" {
		t.Errorf("%+v, %v", did, err)
	}
}

// The run that mends may be killed, too.
func TestMendKilled(t *testing.T) {
	for n := 1; ; n++ {
		dir := started(t)
		// Killed right after the snapshot was published: the note, and no row.
		s := storeIn(t, dir, &trap{})
		memory := file(protocol.MemoryPath, protocol.Memory, sampleMemory)
		snapshot, _, err := compose(memory, protocol.SnapshotDir+"/2026-05-04T12-00-00Z.md", Handoff{}.labels(memory, noon))
		if err != nil {
			t.Fatal(err)
		}
		index := read(t, dir, protocol.IndexPath)
		if err := errors.Join(s.prepare(".index.2026-05-04T12-00-00Z.md.pending", snapshot, []byte(index)),
			s.snapshots.Publish("2026-05-04T12-00-00Z.md", snapshot.Source(), 0o666)); err != nil {
			t.Fatal(err)
		}
		// Meanwhile somebody else wrote into the index.
		edited := index + strings.ReplaceAll(strings.ReplaceAll(older, "05-01T10-00", "05-02T10-00"), "05-01T10:00", "05-02T10:00")
		place(t, dir, map[string]string{protocol.IndexPath: edited, protocol.SnapshotDir + "/2026-05-02T10-00-00Z.md": "x"})
		fault := &trap{left: n, dead: true}
		_, _ = storeIn(t, dir, fault).mend() // it is killed
		if _, err := Snapshot(context.Background(), dir, Handoff{Now: noon.Add(time.Hour)}); err != nil {
			t.Fatalf("step %d: %v", n, err)
		}
		if got := agreed(t, dir); len(got) != 4 {
			t.Errorf("step %d: %v", n, got)
		}
		if !strings.HasPrefix(read(t, dir, protocol.IndexPath), edited) {
			t.Errorf("step %d: what was written meanwhile is lost", n)
		}
		if fault.left > 0 {
			if n < 6 {
				t.Errorf("%d steps", n)
			}
			return
		}
	}
}

// Another program may change the index without asking for the lock.
func TestIndexChangedMeanwhile(t *testing.T) {
	dir := started(t)
	s := storeIn(t, dir, &trap{})
	memory := file(protocol.MemoryPath, protocol.Memory, sampleMemory)
	snapshot, _, err := compose(memory, protocol.SnapshotDir+"/2026-05-04T12-00-00Z.md", Handoff{}.labels(memory, noon))
	if err != nil {
		t.Fatal(err)
	}
	err = s.put("2026-05-04T12-00-00Z.md", snapshot, []byte(head+rule))
	if err == nil || !strings.Contains(err.Error(), "changed it meanwhile") {
		t.Errorf("error %v", err)
	}
	if got := agreed(t, dir); len(got) != 1 {
		t.Errorf("snapshots %v", got)
	}
}
