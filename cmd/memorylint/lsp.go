package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/config"
	"github.com/memorylint/memorylint/lint/lsp"
	"github.com/memorylint/memorylint/rules"
)

func newLSP(std streams) *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "lsp",
		Short: "Serve an editor: diagnostics while you type, by the language server protocol",
		Long: `Serve an editor by the language server protocol, on standard input and output.

Findings are those of lint, for the documents as the editor holds them. The
exit code is the protocol's: 0 after a shutdown, 1 when the editor is gone
without one.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			o.read(c)
			if o.given["config"] && o.noConfig {
				return errors.New("--config and --no-config exclude each other")
			}
			return serve(c.Context(), std, o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.config, "config", "", "use this configuration file")
	f.BoolVar(&o.noConfig, "no-config", false, "use no configuration file")
	// Clients add these by custom.
	f.Bool("stdio", true, "use standard input and output, as is always done")
	f.Int("clientProcessId", 0, "the editor's process, which initialize names too")
	return c
}

func serve(ctx context.Context, std streams, o options) error {
	dir, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("find the current folder: %w", err)
	}
	e := &editor{std: std, opts: o, dir: dir, now: time.Now}
	e.std.err = &once{w: std.err, written: map[string]bool{}}
	serving := lsp.Defaults()
	serving.Version, serving.Check, serving.Page = version, e.check, rulePage
	err = lsp.Serve(ctx, stdio{std}, serving)
	if errors.Is(err, lsp.ErrAbandoned) {
		return found(1)
	}
	return err
}

// stdio are the streams between an editor and its server.
type stdio struct{ streams }

func (s stdio) Read(p []byte) (int, error)  { return s.in.Read(p) }
func (s stdio) Write(p []byte) (int, error) { return s.out.Write(p) }

func (s stdio) Close() error {
	var errs []error
	for _, stream := range []any{s.in, s.out} {
		if c, ok := stream.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}

// once passes on each line once: an editor keeps what a server says, and the
// server says the same at every check.
type once struct {
	mu      sync.Mutex
	w       io.Writer
	written map[string]bool
}

func (o *once) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.written[string(p)] {
		return len(p), nil
	}
	o.written[string(p)] = true
	return o.w.Write(p)
}

// rulePage is the page of a rule, or "".
func rulePage(id string) string {
	for _, r := range rules.All() {
		if r.ID == id {
			return pageText(r)
		}
	}
	return ""
}

// An editor has its documents checked as lint checks files.
type editor struct {
	std  streams
	opts options
	dir  string // outside of the editor's folders, documents are looked at from here
	now  func() time.Time
}

// A batch are documents that are checked in one run.
type batch struct {
	folder string
	file   string // the config file in force
	names  []named
	given  map[string]string // how the editor names a document, by its real path
	texts  map[string][]byte // what is not as on disk, by real path
	second bool              // another batch has the same file, by another name and maybe with another text
}

// drafts are the texts of all documents, with the batch's own before others of
// the same files.
func (b *batch) drafts(all map[string][]byte) map[string][]byte {
	out := maps.Clone(all)
	for _, n := range b.names {
		delete(out, n.path)
	}
	maps.Copy(out, b.texts)
	return out
}

// check checks open documents, those of one configuration together: a document
// may speak of another one that is not saved either.
func (e *editor) check(ctx context.Context, open []lsp.Document) (*lsp.Report, error) {
	c := &editorCheck{
		editor: e, now: e.now(), drafts: map[string][]byte{}, given: map[string]string{},
		report: &lsp.Report{Memory: map[string]bool{}, Text: readRegular},
	}
	var batches []*batch
	for _, d := range open {
		if err := c.add(&batches, d); err != nil {
			c.trouble(err)
		}
	}
	for _, b := range batches {
		if err := c.run(ctx, b); err != nil {
			c.trouble(err)
		}
	}
	return c.report, ctx.Err()
}

// editorCheck is one check of all open documents.
type editorCheck struct {
	*editor
	now    time.Time
	drafts map[string][]byte
	given  map[string]string // how the editor names a document first, by its real path
	report *lsp.Report
}

// add puts a document into the batch it is checked with.
func (c *editorCheck) add(batches *[]*batch, d lsp.Document) error {
	folder := d.Folder
	if folder == "" {
		folder = c.dir
	}
	folder = existing(folder) // one may be opened that is not there yet
	j, err := newJobIn(c.std, c.opts, folder, c.now)
	if err != nil {
		return err
	}
	n, err := unsaved(d.Path)
	if err != nil {
		return err
	}
	file, err := j.configFile(n)
	if err != nil {
		return err
	}
	_, second := c.given[n.path]
	i := slices.IndexFunc(*batches, func(b *batch) bool { return !second && !b.second && b.folder == folder && b.file == file })
	if i < 0 {
		i = len(*batches)
		*batches = append(*batches, &batch{
			folder: folder, file: file, second: second, given: map[string]string{}, texts: map[string][]byte{},
		})
	}
	b := (*batches)[i]
	b.names, b.given[n.path] = append(b.names, n), d.Path
	if text, differs := unlikeDisk(n.path, d.Text); differs || d.Edited {
		b.texts[n.path] = text
	}
	if !second {
		c.given[n.path] = d.Path
		maps.Copy(c.drafts, b.texts)
	}
	return nil
}

// unlikeDisk is an editor's text with the byte-order mark that editors keep to
// themselves, and whether that is something else than the file. Bytes that are
// no UTF-8 are U+FFFD in an editor, one or one for each.
func unlikeDisk(file string, text []byte) ([]byte, bool) {
	mark, instead := []byte("\xef\xbb\xbf"), []byte("\ufffd")
	saved := readRegular(file)
	if bytes.HasPrefix(saved, mark) && !bytes.HasPrefix(text, mark) {
		text = append(mark, text...)
	}
	if saved == nil || bytes.Equal(saved, text) {
		return text, saved == nil
	}
	if !bytes.Contains(text, instead) || utf8.Valid(saved) {
		return text, true
	}
	// Valid text is never changed: with an invalid byte at each of them, runs
	// of U+FFFD are one, whatever they were made of.
	one := func(b []byte) []byte { return bytes.ToValidUTF8(bytes.ReplaceAll(b, instead, []byte{0xff}), instead) }
	return text, !bytes.Equal(one(saved), one(text))
}

// run checks a batch as lint would.
func (c *editorCheck) run(ctx context.Context, b *batch) error {
	j, err := newJobIn(c.std, c.opts, b.folder, c.now)
	if err != nil {
		return err
	}
	j.names, j.drafts = b.names, b.drafts(c.drafts)
	result, err := j.check(ctx, false)
	if err != nil {
		return c.placed(j, err)
	}
	place := func(shown string) string {
		path := j.absolute(shown)
		if given, ok := b.given[path]; ok {
			return given
		}
		return cmp.Or(c.given[path], path)
	}
	for _, d := range result.Diagnostics {
		if _, own := b.given[j.absolute(d.Path)]; b.second && !own {
			continue // another batch says it
		}
		d.Path = place(d.Path)
		related := make([]lint.Related, len(d.Related))
		for i, r := range d.Related {
			r.Path = place(r.Path)
			related[i] = r
		}
		d.Related = related
		c.report.Diagnostics = append(c.report.Diagnostics, d)
	}
	for _, n := range b.names {
		c.report.Memory[b.given[n.path]] = true
	}
	for _, shown := range append(result.Skipped, result.Excluded...) {
		delete(c.report.Memory, place(shown))
	}
	return nil
}

// placed makes trouble of what is wrong in a configuration, and returns any other
// error.
func (c *editorCheck) placed(j *job, err error) error {
	var wrong config.Errors
	if !errors.As(err, &wrong) {
		return err
	}
	for _, e := range wrong {
		c.report.Troubles = append(c.report.Troubles, lsp.Trouble{
			Message: e.Message, Path: j.absolute(e.File), Line: e.Line, Column: e.Column,
		})
	}
	return nil
}

func (c *editorCheck) trouble(err error) {
	for _, e := range each(err) {
		c.report.Troubles = append(c.report.Troubles, lsp.Trouble{Message: strings.ReplaceAll(e.Error(), "\n", " ")})
	}
}
