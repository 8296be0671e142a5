package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"memorylint": main, "memorylint-briefed": briefed})
}

// TestScripts runs what a user sees: the real program, real git.
// Without git the scripts that need it are skipped, which CI must not accept.
func TestScripts(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil && os.Getenv("CI") == "true" {
		t.Fatal("scripts need git, and CI skips nothing: ", err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join(root, "testdata/script"),
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               hermetic,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "bytes": writeBytes, "touch": touch},
	})
}

// hermetic gives a script a home, a git identity and a clock of its own.
func hermetic(env *testscript.Env) error {
	home := filepath.Join(env.WorkDir, ".home")
	if err := os.MkdirAll(home, 0o777); err != nil {
		return err
	}
	for _, v := range []string{
		"CONTINUITY=" + filepath.Join(root, "testdata/continuity"),
		"HOME=" + home, "USERPROFILE=" + home, "CLAUDE_CONFIG_DIR=", "OPENCLAW_STATE_DIR=", "NO_COLOR=", "LC_ALL=C", "TERM=dumb",
		"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_CEILING_DIRECTORIES=" + filepath.Dir(env.WorkDir),
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.invalid", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.invalid",
		"GIT_AUTHOR_DATE=2026-05-01T10:00:00Z", "GIT_COMMITTER_DATE=2026-05-01T10:00:00Z",
	} {
		name, value, _ := strings.Cut(v, "=")
		env.Setenv(name, value)
	}
	return nil
}
