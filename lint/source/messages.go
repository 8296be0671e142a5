package source

import (
	"bytes"
	"errors"
	"io/fs"
	"strings"
)

// messages takes what git writes to its standard error.
type messages struct {
	first  beginning
	unread error // the first folder that git could not read; nil: none

	line beginning // the last one, as far as it has come
}

func (m *messages) Write(p []byte) (int, error) {
	n := len(p)
	_, _ = m.first.Write(p)
	for {
		text, rest, ended := bytes.Cut(p, []byte("\n"))
		_, _ = m.line.Write(text)
		if !ended {
			return n, nil
		}
		if m.unread == nil {
			m.unread = unread(string(m.line))
		}
		m.line, p = m.line[:0], rest
	}
}

// unread is the failure that a line of git tells of when it passes over a
// folder. One that is gone meanwhile is none.
func unread(line string) error {
	line, ok := strings.CutPrefix(strings.TrimSpace(line), "warning: could not open directory '")
	if !ok {
		return nil
	}
	i := strings.LastIndex(line, "': ")
	if i < 0 {
		return &fs.PathError{Op: "open folder", Path: line, Err: errors.New("unknown reason")}
	}
	dir, reason := line[:i], line[i+len("': "):]
	err := &fs.PathError{Op: "open folder", Path: dir, Err: errors.New(reason)}
	switch reason {
	case "No such file or directory", "Not a directory":
		return nil
	case "Permission denied", "Operation not permitted":
		err.Err = fs.ErrPermission
	}
	return err
}

// trust is the command by which git says that a repository of another owner is
// to be allowed; empty when that is not the matter.
func trust(said string) string {
	for line := range strings.Lines(said) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "git config --global --add safe.directory ") {
			return line
		}
	}
	return ""
}

// beginning keeps the first few kilobytes of what is written to it.
type beginning []byte

func (b *beginning) Write(p []byte) (int, error) {
	*b = append(*b, p[:min(len(p), 4096-len(*b))]...)
	return len(p), nil
}
