package lint

// A Position is a place in a file.
type Position struct {
	Offset int `json:"offset"` // in bytes, from 0
	Line   int `json:"line"`   // from 1
	Column int `json:"column"` // in code points, from 1
}

// A Range is half-open. A finding about a whole file has the empty range at
// 1:1, which is what the zero Range is turned into.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// A Diagnostic is one finding.
type Diagnostic struct {
	Rule      string
	Severity  Severity // set by the engine from rule and config, never by a rule's code
	Path      string   // rules: relative to the workspace; in a Result: as Location.Path shows it; slash-separated
	Workspace string   // set by the engine: the workspace's folder, as shown; "." for the current one
	Range     Range
	Message   string // at most 100 code points, no final full stop
	Doctor    string // the doctor's wording where the seed fixes one; else empty
	Subject   string // the text it is about, for the fingerprint: no line numbers, counts or ages
	Related   []Related
	Advisory  bool // shown, but fails no commit; set by the engine

	// Fingerprint identifies the finding across edits elsewhere in the file:
	// path, rule and subject, and which one of equals it is. Set by the engine.
	Fingerprint string
}

// Related is another place that explains a finding.
type Related struct {
	Path    string // as Diagnostic.Path
	Range   Range
	Message string
}
