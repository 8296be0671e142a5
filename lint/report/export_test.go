package report

// Visible is what is shown of foreign text.
var Visible = escape

// ArtifactURI is the URI of a shown path, and the base that it counts from.
func ArtifactURI(path string) (uri, base string) {
	a := artifact(path)
	return a.URI, a.Base
}
