package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// fingerprint sets the fingerprints of sorted findings. Equal findings in one
// file are told apart by their order.
func fingerprint(diagnostics []Diagnostic) {
	seen := map[string]int{}
	for i := range diagnostics {
		d := &diagnostics[i]
		key := d.Path + "\x00" + d.Rule + "\x00" + d.Subject
		n := seen[key]
		seen[key]++
		sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(n)))
		d.Fingerprint = hex.EncodeToString(sum[:16])
	}
}
