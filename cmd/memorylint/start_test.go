package main

import (
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"
)

// Every start pays for what packages prepare, and few starts use it: a regular
// expression alone is over 30 allocations. That our packages prepare next to
// nothing is counted, since times differ from one machine to the next.
func TestStartPreparesNothing(t *testing.T) {
	dir := ownPath(t)
	_, trace, code := execute(t, t.TempDir(), []string{"GODEBUG=inittrace=1"}, time.Minute, filepath.Join(dir, "memorylint"), "version")
	if code != 0 {
		t.Fatal(trace)
	}
	packages := regexp.MustCompile(`(?m)^init github\.com/memorylint/memorylint/(\S+) .* (\d+) allocs$`).FindAllStringSubmatch(trace, -1)
	if len(packages) < 3 {
		t.Fatalf("no trace of our packages: %s", trace)
	}
	for _, p := range packages {
		if p[1] == "cmd/memorylint" {
			continue // these tests are in it here
		}
		if n, err := strconv.Atoi(p[2]); err != nil || n > 12 {
			t.Errorf("%s: %s allocations at each start; prepare it where it is first used", p[1], p[2])
		}
	}
}
