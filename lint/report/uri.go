package report

import (
	"fmt"
	"path/filepath"
	"strings"
)

// baseID is the name by which GitHub, among others, knows the repository.
const baseID = "%SRCROOT%"

type sarifArtifact struct {
	URI  string `json:"uri"`
	Base string `json:"uriBaseId,omitempty"`
}

// artifact is where a shown path leads. Only a path outside the base is
// absolute, and only on Windows does it begin with a drive.
func artifact(path string) sarifArtifact {
	switch {
	case !filepath.IsAbs(filepath.FromSlash(path)):
		return sarifArtifact{encoded(path), baseID}
	case strings.HasPrefix(path, "//"): // a share
		return sarifArtifact{URI: "file:" + encoded(path)}
	case strings.HasPrefix(path, "/"):
		return sarifArtifact{URI: "file://" + encoded(path)}
	}
	return sarifArtifact{URI: "file:///" + path[:2] + encoded(path[2:])}
}

// encoded is a path as part of a URI (RFC 3986). Every byte but those that are
// never special is percent-encoded, whether it is UTF-8 or not: a colon too,
// which in a first segment would end a scheme.
func encoded(path string) string {
	var out strings.Builder
	for i := range len(path) {
		switch c := path[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~/", c) >= 0:
			out.WriteByte(c)
		default:
			fmt.Fprintf(&out, "%%%02X", c)
		}
	}
	return out.String()
}
