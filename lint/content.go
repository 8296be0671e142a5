package lint

import (
	"io"
	"sync"

	"github.com/memorylint/memorylint/markdown"
	"github.com/memorylint/memorylint/rules/protocol"
)

// content is what a file holds, read when it is first asked for: of most files
// beside the one that is named nothing is ever needed.
type content struct {
	tree  Tree
	name  string // in the tree
	once  sync.Once
	bytes []byte
	cut   bool
	asked bool
	err   error
}

// NewFile is a file whose content is at hand.
func NewFile(path string, document *protocol.Document, source []byte) *File {
	f := &File{Path: path, Document: document}
	f.content.once.Do(func() { f.content.bytes, f.content.asked = source, true })
	return f
}

// ReadFile is a file of a tree, read now: name is its name there, path the one
// it has in its workspace. It must be a regular file.
func ReadFile(tree Tree, name, path string, document *protocol.Document) (*File, error) {
	f := &File{Path: path, Document: document, content: content{tree: tree, name: name}}
	f.Source()
	return f, f.content.err
}

// Source is the file's content, as far as Cut says: nil for a file that is
// evidence only or irregular, and for one that cannot be read, which ends the
// run with an error. It must not be changed.
func (f *File) Source() []byte {
	f.content.once.Do(func() {
		if f.Document.Evidence || f.Irregular != "" {
			return
		}
		f.content.asked = true
		f.content.err = f.content.read()
	})
	return f.content.bytes
}

// Cut reports whether the file is larger than markdown.MaxSize and Source ends
// there.
func (f *File) Cut() bool {
	f.Source()
	return f.content.cut
}

// Identifying is a Tree that knows a file's content by an id, which is "" for
// what it does not know.
type Identifying interface {
	ContentID(name string) string
}

// Unchanged reports whether the trees know both files to hold the same bytes.
// Nothing is read for it; files that are not known to may do so all the same.
func (f *File) Unchanged(from *File) bool {
	id := f.content.id()
	return id != "" && id == from.content.id()
}

func (c *content) id() string {
	if tree, ok := c.tree.(Identifying); ok {
		return tree.ContentID(c.name)
	}
	return ""
}

func (c *content) read() error {
	file, err := c.tree.Open(c.name)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	// One byte more than the file should have tells its end without growing.
	buf := make([]byte, min(info.Size(), markdown.MaxSize)+1)
	n, err := io.ReadFull(file, buf)
	for err == nil && n <= markdown.MaxSize { // it grew, or gave no size
		buf = append(buf, make([]byte, n)...)
		more, e := io.ReadFull(file, buf[n:])
		n, err = n+more, e
	}
	if err == nil || n > markdown.MaxSize {
		n, c.cut, err = markdown.MaxSize, true, nil
	}
	c.bytes = buf[:n]
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		err = nil
	}
	return err
}
