package lint

import "bytes"

// wideSample is how many bytes of a file without a byte-order mark are looked
// at. It is a multiple of four.
const wideSample = 1024

// Wide names the encoding of a file whose characters take two or four bytes
// each: "UTF-16LE", "UTF-16BE", "UTF-32LE" or "UTF-32BE". It is "" for all
// other files, among them those of zero bytes alone. Without a byte-order mark
// the zero bytes of ASCII characters decide, so text that has none of those is
// not recognised.
func (f *File) Wide() string {
	for _, mark := range [...]struct{ bytes, name string }{
		{"\xff\xfe\x00\x00", "UTF-32LE"}, // before UTF-16LE, whose mark it begins with
		{"\x00\x00\xfe\xff", "UTF-32BE"},
		{"\xff\xfe", "UTF-16LE"},
		{"\xfe\xff", "UTF-16BE"},
	} {
		if bytes.HasPrefix(f.Source(), []byte(mark.bytes)) {
			return mark.name
		}
	}
	sample := f.Source()[:min(len(f.Source()), wideSample)]
	if bytes.IndexByte(sample, 0) < 0 {
		return ""
	}
	return wideByZeros(sample)
}

// wideByZeros judges by where the zero bytes stand. Stray ones in a narrow
// file are fewer than four, or stand at even and at odd places, or are far from
// a quarter of all characters.
func wideByZeros(sample []byte) string {
	sample = sample[:len(sample)&^3]
	var zeros [4]int
	for i, b := range sample {
		if b == 0 {
			zeros[i&3]++
		}
	}
	quads := len(sample) / 4
	few := func(n int) bool { return n*16 <= quads }
	all := func(n int) bool { return few(quads - n) }
	even, odd := zeros[0]+zeros[2], zeros[1]+zeros[3]
	switch {
	case even+odd < 4:
		return ""
	case all(zeros[2]) && all(zeros[3]) && few(zeros[0]):
		return "UTF-32LE"
	case all(zeros[0]) && all(zeros[1]) && few(zeros[3]):
		return "UTF-32BE"
	case even == 0 && odd*2 >= quads:
		return "UTF-16LE"
	case odd == 0 && even*2 >= quads:
		return "UTF-16BE"
	}
	return ""
}
