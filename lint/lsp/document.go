package lsp

import (
	"slices"
	"strings"
	"time"
)

// A document is what an editor holds. Its fields change under the server's
// mutex; texts never change.
type document struct {
	uri     string
	path    string // "": no file, so no memory
	version int
	text    *text
	since   uint64 // the event that brought the text
}

func (s *server) didOpen(p didOpenParams) {
	d := &document{uri: p.TextDocument.URI, version: p.TextDocument.Version, text: newText([]byte(p.TextDocument.Text))}
	if path, ok := pathOf(d.uri); ok {
		d.path = path
	}
	s.happened(func() time.Duration {
		d.since, s.open[d.uri] = s.events, d
		return 0
	})
}

func (s *server) didChange(p didChangeParams) {
	s.happened(func() time.Duration {
		if d := s.open[p.TextDocument.URI]; d != nil {
			for _, c := range p.ContentChanges {
				d.text = d.text.apply(c, s.encoding)
			}
			d.version, d.since = p.TextDocument.Version, s.events
		}
		return s.options.Quiet
	})
}

func (s *server) didClose(p didSaveParams) {
	s.happened(func() time.Duration {
		delete(s.open, p.TextDocument.URI)
		return 0
	})
}

// happened takes note of what may change findings, and has all that is open
// checked after the time that do says; at once without do.
func (s *server) happened(do func() time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	after := time.Duration(0)
	if do != nil {
		after = do()
	}
	s.events++
	if after == 0 {
		s.poke()
	} else if !s.ended {
		s.timer.Reset(after)
	}
}

// poke starts a check, or another one after that under way.
func (s *server) poke() {
	select {
	case s.wake <- struct{}{}:
	default: // one is waiting already
	}
}

// latest are the files that are open, by path: of one that is open under several
// URIs the document that changed last.
func (s *server) latest() map[string]*document {
	out := map[string]*document{}
	for _, d := range s.open {
		if other := out[d.path]; d.path != "" && (other == nil || other.since < d.since) {
			out[d.path] = d
		}
	}
	return out
}

// documents are the files that are open, as Check takes them, sorted by path.
func (s *server) documents() []Document {
	var out []Document
	for _, d := range s.latest() {
		out = append(out, Document{Path: d.path, Folder: s.folderOf(d.path), Text: d.text.src})
	}
	slices.SortFunc(out, func(a, b Document) int { return strings.Compare(a.Path, b.Path) })
	return out
}
