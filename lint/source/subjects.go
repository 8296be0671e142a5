package source

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"
)

// A Commit is what the history says of one commit in a line.
type Commit struct {
	ID      string // in full
	Time    time.Time
	Author  string // as written in the commit; foreign text, as the subject
	Subject string
}

// Recent lists the newest commits of HEAD, merges left out, newest first: those
// that changed something in the folder dir, relative to the top; "." for all.
// Before the first commit there are none. It costs two git processes.
func (g *Git) Recent(ctx context.Context, dir string, most int) ([]Commit, error) {
	if _, err := g.objects.revision("HEAD"); errors.Is(err, errNoObject) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	args := []string{
		"-c", "log.follow=false", "-c", "log.showSignature=false", "-c", "log.mailmap=false",
		"log", "-z", "--format=tformat:%H%x00%ct%x00%an%x00%s", "--encoding=UTF-8", "--no-merges",
		"--max-count=" + strconv.Itoa(most), "--no-patch", "--no-renames", "--no-ext-diff", "--no-textconv",
		"--no-color", "--no-decorate", "--no-notes", "HEAD", "--",
	}
	if dir != "." {
		args = append(args, dir)
	}
	var out []Commit
	var fields []string
	for record, err := range g.repo.records(ctx, nil, args...) {
		if errors.Is(err, errNotHere) {
			return out, nil // a partial clone: what there is
		}
		if err != nil {
			return nil, err
		}
		if fields = append(fields, record); len(fields) == 4 {
			seconds, _ := strconv.ParseInt(fields[1], 10, 64)
			out = append(out, Commit{ID: fields[0], Time: time.Unix(seconds, 0).UTC(), Author: fields[2], Subject: fields[3]})
			fields = fields[:0]
		}
	}
	return out, nil
}

// Branch is the short name of the branch that is checked out, which may have
// no commit yet; "" when none is.
func (g *Git) Branch(ctx context.Context) (string, error) {
	out, err := g.repo.output(ctx, "symbolic-ref", "HEAD")
	if err != nil {
		if strings.Contains(err.Error(), "not a symbolic ref") {
			err = nil // a commit is checked out, and no branch
		}
		return "", err
	}
	return strings.TrimPrefix(strings.TrimSuffix(string(out), "\n"), "refs/heads/"), nil
}
