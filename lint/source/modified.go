package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"runtime"
	"slices"
	"sync"
	"time"
)

// Modified gives the moment each named file was last modified (SPEC 4.1). For
// a file that equals HEAD it is the committer time of the commit that gave it
// this content, since a checkout leaves no trace of that on disk; for one that
// was changed since, is untracked, a link, or in no repository, it is the
// file's own time (for a link, that of the file it leads to).
//
// A file equals HEAD when it holds the same bytes, or would with CRLF turned
// into LF; filters such as Git LFS are not run. A name has no entry when it
// names no regular file, or when its last change lies beyond the end of a
// shallow or partial clone. Where git is not installed all times are the files'
// own; a repository that git refuses is an error.
//
// It costs at most two git processes for each repository, however many the
// names: ask for all of them at once.
func (w *Worktree) Modified(ctx context.Context, names []string) (map[string]time.Time, error) {
	times := make(map[string]time.Time, len(names))
	tracked := make(map[*repository][]string)
	var order []*repository
	for _, name := range names {
		info, err := w.Lstat(name)
		if err != nil {
			continue
		}
		link := info.Mode()&fs.ModeSymlink != 0
		if link {
			info, err = w.Stat(name)
		}
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		times[name] = info.ModTime()
		repo := w.owner(path.Dir(name))
		if repo == nil || link {
			continue
		}
		if tracked[repo] == nil {
			order = append(order, repo)
		}
		tracked[repo] = append(tracked[repo], name)
	}
	for _, repo := range order {
		if err := w.committed(ctx, repo, tracked[repo], times); err != nil {
			return nil, fmt.Errorf("find when files of %s were modified: %w", repo.top, err)
		}
	}
	return times, nil
}

// committed replaces the times of the names that equal the repository's HEAD.
func (w *Worktree) committed(ctx context.Context, repo *repository, names []string, times map[string]time.Time) error {
	paths := make(map[string]string, len(names)) // to names
	for _, name := range names {
		paths[repo.inside(name)] = name
	}
	blobs, err := repo.blobs(ctx, paths)
	if errors.Is(err, errNoGit) || errors.Is(err, errNoCommit) {
		return nil
	}
	if err != nil {
		return err
	}
	blobs = w.unchanged(blobs, paths)
	for p := range blobs {
		delete(times, paths[p])
	}
	changed, err := repo.changed(ctx, "HEAD", blobs)
	for p, t := range changed {
		times[paths[p]] = t
	}
	return err
}

// unchanged keeps those of the blobs that the files hold. Files that cannot be
// read count as changed.
func (w *Worktree) unchanged(blobs, names map[string]string) map[string]string {
	todo := make(chan string)
	var mu sync.Mutex
	same := make(map[string]string, len(blobs))
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(blobs)) {
		workers.Go(func() {
			for p := range todo {
				if ok, err := w.holds(names[p], blobs[p]); err == nil && ok {
					mu.Lock()
					same[p] = blobs[p]
					mu.Unlock()
				}
			}
		})
	}
	for _, p := range slices.Sorted(maps.Keys(blobs)) { // in the order of the disk: folders stay open
		todo <- p
	}
	close(todo)
	workers.Wait()
	return same
}
