package lint

import "fmt"

// A Severity ranks findings. The order is the rank; the zero value is the
// mildest.
type Severity uint8

// OK is the severity of a check that found nothing.
const (
	OK Severity = iota
	Info
	Warning
	Critical
)

var severityNames = [...]string{"ok", "info", "warning", "critical"}

// String gives the word used in config files, JSON and the doctor.
func (s Severity) String() string {
	if int(s) < len(severityNames) {
		return severityNames[s]
	}
	return fmt.Sprintf("severity(%d)", s)
}

// MarshalText implements encoding.TextMarshaler.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// ParseSeverity reads "info", "warning" or "critical".
func ParseSeverity(word string) (Severity, error) {
	for s := Info; s <= Critical; s++ {
		if word == severityNames[s] {
			return s, nil
		}
	}
	return OK, fmt.Errorf("unknown severity %q: want info, warning or critical", word)
}
