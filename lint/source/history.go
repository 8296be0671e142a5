package source

import (
	"context"
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxPathspecs bounds what one git command is told to look at: git compares
// every entry of a tree with every pathspec.
const maxPathspecs = 64

// blobs gives the ids of those of the paths (the map's keys) that HEAD holds
// as files.
func (r *repository) blobs(ctx context.Context, paths map[string]string) (map[string]string, error) {
	args := append([]string{"ls-tree", "-r", "-z", "HEAD", "--"}, pathspecs(paths)...)
	ids := make(map[string]string)
	for record, err := range r.records(ctx, nil, args...) {
		if err != nil {
			return nil, err
		}
		meta, p, _ := strings.Cut(record, "\t") // mode SP type SP id
		if _, ok := paths[p]; ok && strings.HasPrefix(meta, "100") {
			ids[p] = meta[strings.LastIndexByte(meta, ' ')+1:]
		}
	}
	return ids, nil
}

// changed gives, for each path of a commit, the time of the last commit that
// gave it the blob it has there: that one differs in the path from all of its
// parents. A path whose commit lies at or beyond the end of a shallow or
// partial history has no entry. The history is read until all are found.
func (r *repository) changed(ctx context.Context, rev string, blobs map[string]string) (map[string]time.Time, error) {
	times := make(map[string]time.Time, len(blobs))
	if len(blobs) == 0 {
		return times, nil
	}
	cut := boundary(r.data)
	missing := len(blobs)
	found := make(map[string]bool, len(blobs))
	var c commit
	for record, err := range r.records(ctx, revisions(rev, blobs), logArgs()...) {
		if errors.Is(err, errNotHere) {
			return times, nil
		}
		if err != nil {
			return nil, err
		}
		p, id, ok := c.next(record)
		if !ok || found[p] || blobs[p] != id {
			continue
		}
		found[p] = true
		if !cut[c.id] {
			times[p] = c.time
		}
		if missing--; missing == 0 {
			break
		}
	}
	return times, nil
}

// logArgs pins everything that a config file could change about git log: it
// follows no renames, draws and decorates nothing, and starts no pager, diff
// program, text converter or signature check. A merge is shown with the paths
// in which it differs from all parents.
func logArgs() []string {
	return []string{
		"-c", "log.follow=false", "-c", "log.showRoot=true", "-c", "log.showSignature=false", "-c", "log.mailmap=false",
		"log", "--stdin", "--format=tformat:%H %ct", "-c", "--raw", "-z", "--no-abbrev", "-O/dev/null",
		"--no-renames", "--no-ext-diff", "--no-textconv", "--no-color", "--no-decorate", "--no-notes",
	}
}

// revisions is what git log --stdin is to read.
func revisions[V any](rev string, paths map[string]V) *strings.Reader {
	var b strings.Builder
	b.WriteString(rev + "\n--\n")
	for _, p := range pathspecs(paths) {
		b.WriteString(p + "\n")
	}
	return strings.NewReader(b.String())
}

// A commit reads the records of the log: "id time", followed for each path
// that the commit changed by ":modes ids status" and the path itself.
type commit struct {
	id   string
	time time.Time

	blob   string // of the path to come
	isPath bool   // the next record is a path
}

// next takes one record. It answers with a path and the blob the commit gave
// it, once both are known.
func (c *commit) next(record string) (p, blob string, ok bool) {
	if c.isPath {
		c.isPath = false
		return record, c.blob, true
	}
	record = strings.TrimLeft(record, "\n")
	if meta := strings.TrimLeft(record, ":"); len(meta) < len(record) {
		parents := len(record) - len(meta)
		fields := strings.Fields(meta) // a mode and an id for each parent and the commit, each its last
		c.isPath, c.blob = true, ""
		if i := 2*parents + 1; i < len(fields) {
			c.blob = fields[i]
		}
		return "", "", false
	}
	if id, seconds, ok := strings.Cut(record, " "); ok {
		n, _ := strconv.ParseInt(seconds, 10, 64)
		c.id, c.time = id, time.Unix(n, 0)
	}
	return "", "", false
}

// pathspecs covers paths, the map's keys, by a few names of files and folders,
// sorted. None stand for everything.
func pathspecs[V any](paths map[string]V) []string {
	specs := make([]string, 0, len(paths))
	for p := range paths {
		for strings.ContainsAny(p, "\r\n") { // git reads them line by line
			p = path.Dir(p)
		}
		specs = append(specs, p)
	}
	for {
		slices.Sort(specs)
		specs = slices.Compact(specs)
		if slices.Contains(specs, ".") {
			return nil
		}
		if len(specs) <= maxPathspecs {
			return specs
		}
		lift(specs)
	}
}

// lift replaces the deepest names by their folders.
func lift(specs []string) {
	deepest := 0
	for _, s := range specs {
		deepest = max(deepest, strings.Count(s, "/"))
	}
	for i, s := range specs {
		if strings.Count(s, "/") == deepest {
			specs[i] = path.Dir(s)
		}
	}
}
