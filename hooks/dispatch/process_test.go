//go:build unix

package dispatch

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/memorylint/memorylint/rules/continuity"
)

// childJob tells the test binary, run again, what to do instead of tests.
const childJob = "DISPATCH_TEST_JOB"

func TestMain(m *testing.M) {
	jobs := map[string]func(dir, worker string){
		"contend": contend, "write on": writeOn, "no room": noRoom,
	}
	if job, ok := jobs[os.Getenv(childJob)]; ok {
		job(os.Args[1], os.Args[2])
		return
	}
	os.Exit(m.Run())
}

// child prepares a process that does a job in a folder.
func child(t testing.TB, job, dir, worker string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, dir, worker)
	cmd.Env = append(os.Environ(), childJob+"="+job)
	cmd.Stderr = os.Stderr
	return cmd
}

const rounds = 6

// contend writes, in each round, a receipt that all workers write, one that
// only this worker writes, and one whose name all workers want for different
// contents. It prints what became of each.
func contend(dir, worker string) {
	s := New(dir)
	for round := range rounds {
		run := fmt.Sprint("r", round)
		for _, r := range []*continuity.Node{receipt("same", run, "t"), receipt("own-"+worker, run, "t"), receipt("wanted", run, worker)} {
			switch path, err := s.Write(r); {
			case err == nil:
				fmt.Println("ok", filepath.Base(path), worker)
			case errors.Is(err, ErrConflict):
				fmt.Println("conflict", r.Get(continuity.KeyPlanID).Text, worker)
			default:
				fmt.Println("error", err)
			}
		}
	}
}

func TestManyProcesses(t *testing.T) {
	workers := 64
	if testing.Short() {
		workers = 8
	}
	dir := filepath.Join(t.TempDir(), "store")
	outputs := make([]strings.Builder, workers)
	var running []*exec.Cmd
	for i := range workers {
		cmd := child(t, "contend", dir, fmt.Sprint(i))
		cmd.Stdout = &outputs[i]
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
	written, winner, conflicts := map[string]int{}, map[string]string{}, 0
	for i := range outputs {
		for line := range strings.Lines(outputs[i].String()) {
			words := strings.Fields(line)
			switch words[0] {
			case "ok":
				written[words[1]]++
				winner[words[1]] = words[2]
			case "conflict":
				conflicts++
				if words[1] != "wanted" {
					t.Errorf("worker %d: %s", i, line)
				}
			default:
				t.Errorf("worker %d: %s", i, line)
			}
		}
	}
	if want := rounds * (workers - 1); conflicts != want {
		t.Errorf("%d conflicts, want %d", conflicts, want)
	}
	if want := rounds * (workers + 2); len(written) != want {
		t.Errorf("%d names written, want %d", len(written), want)
	}
	for name, count := range written {
		want := 1
		if strings.HasPrefix(name, "receipt-same-") {
			want = workers
		}
		if count != want {
			t.Errorf("%s: %d writers succeeded, want %d", name, count, want)
		}
	}
	for name, r := range whole(t, dir, false) {
		if strings.HasPrefix(name, "receipt-wanted-") && r.CurrentTask != winner[name] {
			t.Errorf("%s holds the receipt of %s, %s was told that it is its own", name, r.CurrentTask, winner[name])
		}
		delete(written, name)
	}
	if len(written) > 0 {
		t.Errorf("lost: %v", written)
	}
}

// whole reads everything in a folder, which must be valid receipts and, where
// the system writes them at all and they are allowed, temporary files.
func whole(t *testing.T, dir string, temps bool) map[string]continuity.Receipt {
	t.Helper()
	s, receipts := New(dir), map[string]continuity.Receipt{}
	for _, name := range files(t, dir) {
		if temps && strings.HasPrefix(name, ".memorylint-") {
			continue
		}
		r, err := s.Read(name)
		if err != nil {
			t.Error(err)
		}
		receipts[name] = r
	}
	return receipts
}

// writeOn writes one receipt after the other and says so, until it is killed.
func writeOn(dir, worker string) {
	s := New(dir)
	for i := 0; ; i++ {
		path, err := s.Write(receipt("plan-"+worker, fmt.Sprint(i), strings.Repeat("task ", 4000)))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(filepath.Base(path))
	}
}

// TestKilledWriters kills writers at random moments: what they had reported is
// there, and what is there is whole.
func TestKilledWriters(t *testing.T) {
	kills := 200
	if testing.Short() {
		kills /= 10
	}
	dir := filepath.Join(t.TempDir(), "store")
	random := rand.New(rand.NewPCG(3, uint64(kills)))
	var names []string
	for i := range kills {
		names = append(names, killed(t, child(t, "write on", dir, fmt.Sprint(i)), random.IntN(4), time.Duration(random.IntN(4_000_000)))...)
	}
	receipts := whole(t, dir, true)
	for _, name := range names {
		if _, ok := receipts[name]; !ok {
			t.Errorf("reported and lost: %s", name)
		}
	}
	if len(names) < kills/4 {
		t.Errorf("%d receipts in %d runs: the writers hardly wrote", len(names), kills)
	}
	t.Logf("%d kills, %d receipts reported, %d there", kills, len(names), len(receipts))
}

// killed starts a writer, kills it a moment after it reported so many receipts
// and returns all that it reported.
func killed(t *testing.T, cmd *exec.Cmd, after int, moment time.Duration) (names []string) {
	t.Helper()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	arm := func() { time.AfterFunc(moment, func() { cmd.Process.Kill() }) }
	if after == 0 {
		arm()
	}
	for lines.Scan() {
		names = append(names, lines.Text())
		if len(names) == after {
			arm()
		}
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != -1 {
		t.Errorf("the writer was not killed: %v", err)
	}
	return names
}

// noRoom writes a receipt that the system does not let it finish, both ways.
func noRoom(dir, _ string) {
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 100, Max: 100}); err != nil {
		fmt.Println("limit:", err)
		return
	}
	_, err := New(dir).Write(receipt("p", "r", "t"))
	fmt.Println("too large:", errors.Is(err, syscall.EFBIG))
}

func TestWriteFailsHalfWay(t *testing.T) {
	dir := t.TempDir()
	out, err := child(t, "no room", dir, "").Output()
	if err != nil || string(out) != "too large: true\n" {
		t.Errorf("child: %s, %v", out, err)
	}
	if left := files(t, dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
