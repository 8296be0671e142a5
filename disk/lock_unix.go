//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package disk

import (
	"context"
	"errors"
	"syscall"
	"time"
)

// Lock keeps other processes that lock the folder waiting until it is closed,
// or this process ends in any way. It waits for them until ctx ends. Where the
// file system has no locks it does nothing.
func (f *Folder) Lock(ctx context.Context) error {
	for {
		err := syscall.Flock(int(f.self.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case !errors.Is(err, syscall.EWOULDBLOCK):
			return nil // ours, or there are none here
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(10 * time.Millisecond):
		}
	}
}
