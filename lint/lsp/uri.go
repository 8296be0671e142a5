package lsp

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
)

// pathOf is the file of a URI, absolute and in the system's form; false for a
// URI that is no file's.
func pathOf(uri string) (path string, ok bool) {
	u, err := url.Parse(uri)
	if err != nil || !strings.EqualFold(u.Scheme, "file") || u.Opaque != "" || strings.Contains(u.Path, "\x00") {
		return "", false
	}
	name := u.Path
	if runtime.GOOS == "windows" {
		name = strings.TrimPrefix(name, "/") // of /C:/folder
		if u.Host != "" {
			name = "//" + u.Host + u.Path
		}
	} else if u.Host != "" && !strings.EqualFold(u.Host, "localhost") {
		return "", false
	}
	name = filepath.FromSlash(name)
	return filepath.Clean(name), filepath.IsAbs(name)
}

// uriOf is the URI of an absolute path.
func uriOf(path string) string {
	name := filepath.ToSlash(path)
	if rest, ok := strings.CutPrefix(name, "//"); ok && runtime.GOOS == "windows" {
		host, share, _ := strings.Cut(rest, "/")
		return (&url.URL{Scheme: "file", Host: host, Path: "/" + share}).String()
	}
	if !strings.HasPrefix(name, "/") {
		name = "/" + name
	}
	return (&url.URL{Scheme: "file", Path: name}).String()
}
