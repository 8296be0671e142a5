//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package memory

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/memorylint/memorylint/rules/protocol"
)

// childJob tells the test binary, run again, what to do instead of tests.
const childJob = "MEMORY_TEST_JOB"

func TestMain(m *testing.M) {
	jobs := map[string]func(dir string){"once": once, "write on": writeOn, "no room": noRoom}
	if job, ok := jobs[os.Getenv(childJob)]; ok {
		job(os.Args[1])
		return
	}
	os.Exit(m.Run())
}

func child(t testing.TB, job, dir string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, dir)
	cmd.Env = append(os.Environ(), childJob+"="+job)
	cmd.Stderr = os.Stderr
	return cmd
}

func once(dir string) {
	if _, err := Snapshot(context.Background(), dir, Handoff{Now: noon}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// writeOn writes one snapshot after the other and says so, until it is killed.
func writeOn(dir string) {
	for {
		did, err := Snapshot(context.Background(), dir, Handoff{Now: noon})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(path.Base(did.Path))
	}
}

// Runs in the same second, and at the same time, take one second each.
func TestManyProcesses(t *testing.T) {
	dir := started(t)
	var running []*exec.Cmd
	for range 16 {
		cmd := child(t, "once", dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		running = append(running, cmd)
	}
	for _, cmd := range running {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	if got := agreed(t, dir); len(got) != 17 || got[16] != "2026-05-04T12-00-15Z.md" {
		t.Errorf("snapshots %v", got)
	}
}

// Writers are killed at random moments: what they had reported is there, and
// the next run puts right what they left.
func TestKilledWriters(t *testing.T) {
	kills := 40
	if testing.Short() {
		kills = 8
	}
	dir := started(t)
	random := rand.New(rand.NewPCG(3, 4))
	var reported []string
	for range kills {
		reported = append(reported, killed(t, child(t, "write on", dir), random.IntN(3), time.Duration(random.IntN(8_000_000)))...)
	}
	if _, err := Snapshot(context.Background(), dir, Handoff{Now: noon}); err != nil {
		t.Fatal(err)
	}
	there := agreed(t, dir)
	for _, name := range reported {
		if !slices.Contains(there, name) {
			t.Errorf("reported and lost: %s", name)
		}
	}
	if len(reported) < kills/2 {
		t.Errorf("%d snapshots in %d runs: the writers hardly wrote", len(reported), kills)
	}
}

// killed starts a writer, kills it a moment after it reported so many snapshots
// and returns all that it reported.
func killed(t *testing.T, cmd *exec.Cmd, after int, moment time.Duration) (names []string) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	arm := func() { time.AfterFunc(moment, func() { _ = cmd.Process.Kill() }) }
	if after == 0 {
		arm()
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if names = append(names, lines.Text()); len(names) == after {
			arm()
		}
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != -1 {
		t.Errorf("the writer was not killed: %v", err)
	}
	return names
}

// noRoom writes where the system does not let it finish.
func noRoom(dir string) {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 300, Max: 300}); err != nil {
		fmt.Println("limit:", err)
		return
	}
	_, err := Snapshot(context.Background(), dir, Handoff{Now: noon})
	fmt.Println("too large:", errors.Is(err, syscall.EFBIG))
}

func TestNoRoom(t *testing.T) {
	dir := started(t)
	before := tree(t, dir)
	out, err := child(t, "no room", dir).Output()
	if err != nil || string(out) != "too large: true\n" {
		t.Errorf("child: %s, %v", out, err)
	}
	if after := tree(t, dir); after != before {
		t.Errorf("changed:\n%s", after)
	}
	agreed(t, dir)
}

// unprivileged reports whether the test is to go on in this process. Root,
// which permissions do not stop, runs it in another one that is not root.
func unprivileged(t *testing.T) bool {
	t.Helper()
	const marker, nobody = "MEMORY_TEST_UNPRIVILEGED", 65534
	if os.Geteuid() != 0 {
		return true
	}
	if os.Getenv(marker) != "" {
		if err := errors.Join(syscall.Setgroups(nil), syscall.Setgid(nobody), syscall.Setuid(nobody)); err != nil {
			t.Fatal(err)
		}
		return true
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.v", "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), marker+"=1")
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("as another user: %v\n%s", err, out)
	}
	return false
}

func TestReadOnlyFolder(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	dir := started(t)
	for _, name := range []string{protocol.MemoryDir, protocol.SnapshotDir} {
		full := dir + "/" + name
		before := tree(t, dir)
		if err := os.Chmod(full, 0o555); err != nil {
			t.Fatal(err)
		}
		_, err := Snapshot(context.Background(), dir, Handoff{Now: noon})
		if e := os.Chmod(full, 0o755); e != nil {
			t.Fatal(e)
		}
		if !errors.Is(err, os.ErrPermission) || tree(t, dir) != before {
			t.Errorf("%s: %v", name, err)
		}
	}
	agreed(t, dir)
}

// A run that waits for another one too long gives up and says so.
func TestLocked(t *testing.T) {
	dir := started(t)
	s := storeIn(t, dir, &trap{})
	if err := s.memories.(trapped).Lock(context.Background()); err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if _, err := Snapshot(soon, dir, Handoff{Now: noon}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	agreed(t, dir)
}
