package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// noWait keeps the opening of a named pipe from waiting for its writer, should
// one have taken a file's place since it was looked at.
const noWait = os.O_RDONLY | syscall.O_NONBLOCK

// errTooLarge is why a file is not read whole.
var errTooLarge = errors.New("file is too large")

// A kindError says what stands where a regular file was wanted.
type kindError fs.FileMode

func (e kindError) Error() string {
	return "is " + e.kind() + ", not a regular file"
}

func (e kindError) kind() string {
	switch m := fs.FileMode(e); {
	case m&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeCharDevice != 0:
		return "a character device"
	case m&fs.ModeDevice != 0:
		return "a block device"
	case m&fs.ModeDir != 0:
		return "a folder"
	case m&fs.ModeSymlink != 0:
		return "a link"
	}
	return "something special"
}

// openRegular opens a regular file anywhere on the machine; links are followed.
func openRegular(name string) (*os.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: kindError(info.Mode())}
	}
	f, err := os.OpenFile(name, noWait, 0)
	if err != nil {
		return nil, err
	}
	return f, nil
}

// readBounded reads a regular file of at most limit bytes.
func readBounded(name string, limit int64) ([]byte, error) {
	f, err := openRegular(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f, name, limit)
}

// readAll reads f to its end, which must not lie beyond limit bytes.
func readAll(f fs.File, name string, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if int64(len(data)) > limit {
		return nil, &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("%w: more than %d bytes", errTooLarge, limit)}
	}
	return data, nil
}
