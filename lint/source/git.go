package source

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Ways in which git has nothing to say; none of them is a failure.
var (
	errNoGit    = errors.New("git is not installed")
	errNoCommit = errors.New("no commit yet")
	errNotHere  = errors.New("this clone is partial and lacks what is needed: git fetch --refetch --no-filter gets all")
)

// found is where git was found last, and on which PATH.
var found struct {
	sync.Mutex
	path, program string
}

// program is the git to run, errNoGit when there is none. PATH is searched once.
func program() (string, error) {
	found.Lock()
	defer found.Unlock()
	path := os.Getenv("PATH")
	if found.program == "" || found.path != path {
		program, err := exec.LookPath("git")
		if err != nil {
			return "", errNoGit
		}
		found.path, found.program = path, program
	}
	return found.program, nil
}

// records runs one git command at the top of the repository and yields the
// NUL-terminated records of its output. An error comes last; a folder that git
// could not read is one, though git itself goes on without it. Whoever stops
// early ends the process; it is gone when the loop is left.
func (r *repository) records(ctx context.Context, input io.Reader, args ...string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		program, err := program()
		if err != nil {
			yield("", err)
			return
		}
		running, stop := context.WithCancel(ctx)
		defer stop()
		cmd := r.command(running, program, args...)
		cmd.Stdin = input
		var said messages
		cmd.Stderr = &said
		output, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			yield("", fmt.Errorf("start git: %w", err))
			return
		}
		in := bufio.NewReaderSize(output, 1<<16)
		for {
			record, err := in.ReadString(0)
			if err != nil {
				break
			}
			if !yield(record[:len(record)-1], nil) {
				stop()
				_ = cmd.Wait() // it was told to stop: how it ends says nothing
				return
			}
		}
		err = cmd.Wait()
		if ctx.Err() != nil {
			err = context.Cause(ctx)
		} else if err != nil {
			err = failure(args[0], string(said.first), err)
		} else if said.unread != nil {
			err = fmt.Errorf("git %s: %w", args[0], said.unread)
		}
		if err != nil {
			yield("", err)
		}
	}
}

// command is a git command at the top of the repository, not started yet.
func (r *repository) command(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, append([]string{"--no-pager", "-c", "core.fsmonitor=false"}, args...)...)
	cmd.Dir, cmd.Env = r.top, r.env
	cmd.WaitDelay = 2 * time.Second
	return cmd
}

// failure turns what git said into an error that names the command.
func failure(command, said string, err error) error {
	line := complaint(said)
	switch {
	case strings.HasPrefix(line, "Not a valid object name HEAD"):
		return errNoCommit
	case strings.Contains(said, "promisor"), strings.Contains(said, "lazy fetching"):
		return errNotHere
	case line == "":
		return fmt.Errorf("git %s: %w", command, err)
	}
	if cure := trust(said); cure != "" {
		line += "; to allow it: " + cure
	}
	return fmt.Errorf("git %s: %s (%w)", command, line, err)
}

// complaint is the line that says why git failed: the first fatal one, else
// the first of all.
func complaint(said string) string {
	first := ""
	for line := range strings.Lines(said) {
		line = strings.TrimSpace(line)
		if reason, ok := strings.CutPrefix(line, "fatal: "); ok {
			return reason
		}
		if first == "" {
			first = line
		}
	}
	return first
}
