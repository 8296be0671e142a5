//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package disk

import (
	"context"
	"errors"
	"testing"
	"time"
)

// Two locks exclude each other, whoever holds them: Flock goes by open file.
func TestLock(t *testing.T) {
	dir := t.TempDir()
	first, second := open(t, dir), open(t, dir)
	defer second.Close()
	if err := first.Lock(context.Background()); err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	if err := second.Lock(soon); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the second got it too: %v", err)
	}
	first.Close()
	if err := second.Lock(context.Background()); err != nil {
		t.Errorf("after the first let go: %v", err)
	}
	if got := files(t, dir); len(got) > 0 {
		t.Errorf("left behind: %v", got)
	}
}
