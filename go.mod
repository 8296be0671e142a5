module github.com/memorylint/memorylint

go 1.25.0

require (
	github.com/bmatcuk/doublestar/v4 v4.10.4
	github.com/goccy/go-yaml v1.19.2
	github.com/yuin/goldmark v1.8.7
)
