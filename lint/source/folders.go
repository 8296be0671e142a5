package source

import (
	"os"
	"sync"
)

// folders keeps the folders that were last looked into open, since os.Root
// walks to a file from the root one folder at a time, each time.
type folders struct {
	mu   sync.Mutex
	open [16]folder
	next int // the slot to use again
}

type folder struct {
	name string
	root *os.Root // nil: the slot is free
}

// in gives the folder of that name below root. It may be closed at any time: what fails with it is to be tried with
// root itself.
func (f *folders) in(root *os.Root, name string) (*os.Root, error) {
	if name == "." {
		return root, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, o := range f.open {
		if o.root != nil && o.name == name {
			return o.root, nil
		}
	}
	r, err := root.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	slot := &f.open[f.next]
	if slot.root != nil {
		slot.root.Close()
	}
	*slot = folder{name, r}
	f.next = (f.next + 1) % len(f.open)
	return r, nil
}

func (f *folders) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := range f.open {
		if f.open[i].root != nil {
			f.open[i].root.Close()
		}
		f.open[i] = folder{}
	}
}
