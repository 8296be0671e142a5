package continuity

import (
	"strconv"
	"strings"
)

// Equal reports whether two values are the same JSON: the order of keys and
// the spelling of numbers and strings do not count. It expects no key twice.
func Equal(a, b *Node) bool {
	if a.missing() || b.missing() {
		return a.missing() && b.missing()
	}
	if a.Kind != b.Kind || len(a.Items) != len(b.Items) || len(a.Fields) != len(b.Fields) {
		return false
	}
	if a.Kind == Number {
		return a.Text == b.Text || decimal(a.Text) == decimal(b.Text)
	}
	if a.Text != b.Text {
		return false
	}
	for i := range a.Items {
		if !Equal(a.Items[i], b.Items[i]) {
			return false
		}
	}
	if len(a.Fields) == 0 {
		return true
	}
	values := make(map[string]*Node, len(b.Fields))
	for _, f := range b.Fields {
		values[f.Key] = f.Value
	}
	for _, f := range a.Fields {
		other, ok := values[f.Key]
		if !ok || !Equal(f.Value, other) {
			return false
		}
	}
	return true
}

// decimal brings a JSON number to one form, sign, digits without outer zeros
// and power of ten, so that 1, 1.0 and 10e-1 are the same and 2^64 and its
// neighbour are not. Numbers with an absurd exponent keep their own spelling.
func decimal(number string) string {
	mantissa, power := strings.ToLower(number), 0
	if i := strings.IndexByte(mantissa, 'e'); i >= 0 {
		p, err := strconv.ParseInt(mantissa[i+1:], 10, 32)
		if err != nil {
			return number
		}
		mantissa, power = mantissa[:i], int(p)
	}
	digits, negative := strings.CutPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	digits = strings.TrimLeft(whole+fraction, "0")
	power -= len(fraction)
	short := strings.TrimRight(digits, "0")
	if short == "" {
		return "0"
	}
	power += len(digits) - len(short)
	if negative {
		short = "-" + short
	}
	return short + "e" + strconv.Itoa(power)
}
