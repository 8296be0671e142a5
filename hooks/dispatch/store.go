// Package dispatch stores the receipts of approved-plan dispatches, one file
// each. It is the only code that writes receipts.
//
// A receipt appears under its name at once and whole, or not at all, however
// many processes write and whenever one of them is killed; a name that is
// taken is never written again.
package dispatch

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/memorylint/memorylint/disk"
	"github.com/memorylint/memorylint/rules/continuity"
)

// ErrConflict says that the name of a receipt is taken by another receipt.
var ErrConflict = errors.New("another receipt has this name")

// ErrNotRegular says that a receipt's name belongs to a folder, a link, a pipe
// or a device, which are neither read nor replaced.
var ErrNotRegular = disk.ErrNotRegular

// An InvalidError says that a receipt does not keep the store's contract.
type InvalidError struct{ Errors []continuity.FieldError }

// Error names the first fault and how many more there are.
func (e *InvalidError) Error() string {
	message := "invalid receipt: " + e.Errors[0].Message
	if more := len(e.Errors) - 1; more > 0 {
		message += fmt.Sprintf(" (and %d more)", more)
	}
	return message
}

// A Store is a folder of receipts. It holds nothing open and may be used by
// several goroutines and processes at once.
type Store struct {
	base string // when set, dir is relative to it and may not lead out of it
	dir  string
}

// New returns the store in a folder that the user named, wherever it is. Links
// on the way to the folder are followed; the folder need not exist.
func New(dir string) *Store { return &Store{dir: dir} }

// FromConfig returns the store in the configured folder below base. Since the
// configuration comes with the repository, links on the way to the folder are
// followed only as far as they stay below base.
func FromConfig(base string, c continuity.Config) *Store {
	return &Store{base: filepath.Clean(base), dir: c.ReceiptDir}
}

// Path returns the path of a name in the store: relative where the store's
// folder was given relative.
func (s *Store) Path(name string) string { return filepath.Join(s.base, s.dir, name) }

// Resolve returns the path at which the receipt of a plan and run is, or would
// be, stored: a plain name in the store's folder whatever the ids hold.
func (s *Store) Resolve(planID, runID string) string {
	return s.Path(continuity.FileName(planID, runID))
}

// Write stores a receipt in its normal form and returns its path. It touches
// nothing, and creates no folder, when the receipt is invalid (*InvalidError)
// or too large to be read again (*continuity.SyntaxError). The same receipt
// once more is a success that changes nothing; a name that another receipt has
// is ErrConflict, one that is no regular file ErrNotRegular. When Write
// succeeds, receipt and folder are on disk.
func (s *Store) Write(receipt *continuity.Node) (path string, err error) {
	v := continuity.ValidateReceipt(receipt)
	if !v.OK {
		return "", &InvalidError{v.Errors}
	}
	name := v.Receipt.FileName()
	data := append(v.Receipt.Node().JSON(false), '\n')
	if _, err := continuity.Parse(data, continuity.MaxReceipt); err != nil {
		return "", fmt.Errorf("encode receipt %s: %w", name, err)
	}
	f, err := s.open(true)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if err := put(f, name, data, v.Receipt); err != nil {
		return "", fmt.Errorf("write receipt %s: %w", s.Path(name), err)
	}
	return s.Path(name), nil
}

// put publishes data under a name unless that name holds the same receipt.
func put(f *disk.Folder, name string, data []byte, r continuity.Receipt) error {
	err := compare(f, name, r)
	if errors.Is(err, fs.ErrNotExist) {
		if err = f.Publish(name, data, 0o600); errors.Is(err, fs.ErrExist) {
			err = compare(f, name, r) // another writer was faster
		}
	}
	if err != nil {
		return err
	}
	return f.Sync()
}

// compare returns nil when the name holds this receipt and ErrConflict when it
// holds anything else.
func compare(f *disk.Folder, name string, r continuity.Receipt) error {
	old, err := readReceipt(f, name)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, ErrNotRegular), errors.As(err, new(*fs.PathError)):
		return err
	case err != nil:
		return fmt.Errorf("%w, which cannot be read: %w", ErrConflict, err)
	case !continuity.Equal(old.Node(), r.Node()):
		return ErrConflict
	}
	return nil
}

// List returns the names of all receipts in the store, sorted. It judges by
// name alone: Read says what is wrong with what is there. A folder that does
// not exist holds none.
func (s *Store) List() ([]string, error) {
	f, err := s.open(false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.Names()
	if err != nil {
		return nil, fmt.Errorf("list receipts in %s: %w", s.Path(""), err)
	}
	var names []string
	for _, name := range entries {
		if continuity.IsFileName(name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// Read returns the receipt under a name in the store. Its error wraps
// ErrNotRegular, a *continuity.SyntaxError or an *InvalidError when what
// stands there is no valid receipt.
func (s *Store) Read(name string) (continuity.Receipt, error) {
	f, err := s.open(false)
	if err != nil {
		return continuity.Receipt{}, err
	}
	defer f.Close()
	r, err := readReceipt(f, name)
	if err != nil {
		return r, fmt.Errorf("read receipt %s: %w", s.Path(name), err)
	}
	return r, nil
}

// open opens the store's folder, after creating it where it is missing if
// create says so.
func (s *Store) open(create bool) (*disk.Folder, error) {
	f, err := disk.Open(s.base, s.dir, create)
	if err != nil {
		return nil, fmt.Errorf("open receipt folder %s: %w", s.Path(""), err)
	}
	return f, nil
}

func readReceipt(f *disk.Folder, name string) (continuity.Receipt, error) {
	data, err := f.Read(name, continuity.MaxReceipt)
	if err != nil {
		return continuity.Receipt{}, err
	}
	n, err := continuity.Parse(data, continuity.MaxReceipt)
	if err != nil {
		return continuity.Receipt{}, err
	}
	v := continuity.ValidateReceipt(n)
	if !v.OK {
		return continuity.Receipt{}, &InvalidError{v.Errors}
	}
	return v.Receipt, nil
}
