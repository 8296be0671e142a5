package hooks

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// A Kind says what stands where git looks for a hook.
type Kind uint8

const (
	Missing Kind = iota // nothing
	Ours                // a script that memorylint wrote, of this or another version
	Edited              // such a script, changed by somebody else
	Foreign             // another hook, or a link that leads nowhere
	Blocked             // no file: a folder, a pipe
)

// maxScript is more than any script of ours will ever have.
const maxScript = 1 << 16

// A place is where git looks for one hook.
type place struct {
	hook, path string
	kind       Kind
	link       bool // it is a symbolic link
	executable bool // git would run it
	mode       fs.FileMode
	text       string // what was read of it
	script     script // when the kind is Ours
}

// chained is the path under which a foreign hook is kept.
func (p *place) chained() string { return p.path + chainedSuffix }

// look sees what stands at path.
func look(hook, path string) (*place, error) {
	p := &place{hook: hook, path: path}
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return p, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for a hook: %w", err)
	}
	if p.link = info.Mode()&fs.ModeSymlink != 0; p.link {
		info, err = os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			p.kind = Foreign
			return p, nil
		}
		if err != nil {
			return nil, fmt.Errorf("look for a hook: %w", err)
		}
	}
	if !info.Mode().IsRegular() {
		p.kind = Blocked
		return p, nil
	}
	p.mode, p.executable = info.Mode().Perm(), executable(info)
	if p.text, err = beginning(path); err != nil {
		return nil, fmt.Errorf("read hook: %w", err)
	}
	var by authorship
	p.script, by = parse(p.text)
	p.kind = map[authorship]Kind{foreign: Foreign, edited: Edited, ours: Ours}[by]
	return p, nil
}

// beginning reads as much of a file as a script of ours can have.
func beginning(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxScript))
	return string(text), err
}

// follows is the other hook to which this one is a link; "" when it is none.
// What is installed there runs here as well.
func (p *place) follows() string {
	if !p.link {
		return ""
	}
	for _, other := range Types() {
		if other != p.hook && sameFile(p.path, filepath.Join(filepath.Dir(p.path), other)) {
			return other
		}
	}
	return ""
}

// unstartable reports whether the first line ends in CR, which makes it part
// of the interpreter's name.
func (p *place) unstartable() bool {
	first, _, _ := strings.Cut(p.text, "\n")
	return runtime.GOOS != "windows" && strings.HasPrefix(first, "#!") && strings.HasSuffix(first, "\r")
}

// executable reports whether git would run the file. Windows has no such mode.
func executable(info fs.FileInfo) bool {
	return runtime.GOOS == "windows" || info.Mode()&0o111 != 0
}

// runnable reports whether path leads to a program.
func runnable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && executable(info)
}

// exists reports whether there is anything at path, a dangling link included.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
