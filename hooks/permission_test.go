//go:build unix

package hooks

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// unprivileged reports whether the test is to go on in this process. Root,
// which permissions do not stop, runs it in another one that is not root.
func unprivileged(t *testing.T) bool {
	t.Helper()
	const marker, nobody = "HOOKS_TEST_UNPRIVILEGED", 65534
	if os.Geteuid() != 0 {
		return true
	}
	if os.Getenv(marker) != "" {
		for _, err := range []error{syscall.Setgroups(nil), syscall.Setgid(nobody), syscall.Setuid(nobody)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		return true
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.v", "-test.run=^"+regexp.QuoteMeta(t.Name())+"$")
	cmd.Env = append(os.Environ(), marker+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("as another user: %v\n%s", err, out)
	}
	return false
}

func TestPermissions(t *testing.T) {
	if !unprivileged(t) {
		return
	}
	r := newRepo(t)
	r.write(hook, theirs, 0o755)
	r.check(os.Chmod(r.path(".git/hooks"), 0o555))
	o := r.options()
	o.Chain = true
	if err := r.refuses(o, "permission denied"); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("not a permission error: %v", err)
	}
	r.check(os.Chmod(r.path(".git/hooks"), 0o755))
	r.check(os.Chmod(r.path(hook), 0o111))
	if _, err := Install(context.Background(), o); err == nil || !strings.Contains(err.Error(), "read hook: ") {
		t.Errorf("an unreadable hook: %v", err)
	}
	r.check(os.Chmod(r.path(hook), 0o755))
	t.Log("a folder that can be written but not listed")
	r.check(os.Chmod(r.path(".git/hooks"), 0o300))
	_, err := Install(context.Background(), o)
	r.check(os.Chmod(r.path(".git/hooks"), 0o755))
	text, e := os.ReadFile(r.path(hook))
	if r.check(e); err == nil || string(text) != theirs || exists(r.path(hook+chainedSuffix)) {
		t.Errorf("%v, left\n%s", err, r.snapshot(".git/hooks"))
	}
}
