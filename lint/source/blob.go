package source

import (
	"bufio"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
)

// holds reports whether the named file holds the blob with this id: as it is,
// or with CRLF turned into LF, which is how git stores what it checks out with
// CRLF. The file is read as a stream.
func (w *Worktree) holds(name, id string) (bool, error) {
	f, err := w.open(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	sum := newBlob(id, info.Size())
	var pairs crlf
	if _, err := io.Copy(io.MultiWriter(sum, &pairs), f); err != nil {
		return false, err
	}
	if is(sum, id) {
		return true, nil
	}
	if pairs.n == 0 {
		return false, nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return false, err
	}
	sum = newBlob(id, info.Size()-pairs.n)
	if err := unixLines(sum, f); err != nil {
		return false, err
	}
	return is(sum, id), nil
}

// newBlob begins the hash of a blob of that many bytes, by the function that
// the length of the id tells.
func newBlob(id string, size int64) hash.Hash {
	sum := sha1.New()
	if len(id) == hex.EncodedLen(sha256.Size) {
		sum = sha256.New()
	}
	fmt.Fprintf(sum, "blob %d\x00", size)
	return sum
}

func is(sum hash.Hash, id string) bool {
	return hex.EncodeToString(sum.Sum(nil)) == id
}

// crlf counts the CRLF pairs of what is written to it.
type crlf struct {
	n  int64
	cr bool // the last byte was a CR
}

func (c *crlf) Write(p []byte) (int, error) {
	for _, b := range p {
		if b == '\n' && c.cr {
			c.n++
		}
		c.cr = b == '\r'
	}
	return len(p), nil
}

// unixLines copies r to w with each CRLF turned into LF.
func unixLines(w io.Writer, r io.Reader) error {
	in, out := bufio.NewReader(r), bufio.NewWriter(w)
	for {
		b, err := in.ReadByte()
		if err == io.EOF {
			return out.Flush()
		}
		if err != nil {
			return err
		}
		if b == '\r' {
			if next, err := in.Peek(1); err == nil && next[0] == '\n' {
				continue
			}
		}
		if err := out.WriteByte(b); err != nil {
			return err
		}
	}
}
