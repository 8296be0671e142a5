package lsp

import "encoding/json"

// The part of the protocol (3.17) that is spoken here. Names are the
// protocol's own.

// position counts lines from 0, and characters from 0 in units of the encoding
// that was agreed on.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type span struct {
	Start position `json:"start"` // included
	End   position `json:"end"`   // not included
}

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

type diagnostic struct {
	Range              span                 `json:"range"`
	Severity           int                  `json:"severity"`
	Code               string               `json:"code,omitempty"`
	Source             string               `json:"source"`
	Message            string               `json:"message"`
	RelatedInformation []relatedInformation `json:"relatedInformation,omitempty"`
}

type relatedInformation struct {
	Location location `json:"location"`
	Message  string   `json:"message"`
}

type publishDiagnosticsParams struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"` // only of open documents
	Diagnostics []diagnostic `json:"diagnostics"`
}

type folder struct {
	URI string `json:"uri"`
}

type initializeParams struct {
	ProcessID        *int               `json:"processId"`
	RootURI          string             `json:"rootUri"`
	WorkspaceFolders []folder           `json:"workspaceFolders"`
	Capabilities     clientCapabilities `json:"capabilities"`
}

type clientCapabilities struct {
	General struct {
		PositionEncodings []encoding `json:"positionEncodings"`
	} `json:"general"`
	Workspace struct {
		WorkspaceEdit struct {
			DocumentChanges bool `json:"documentChanges"`
		} `json:"workspaceEdit"`
		DidChangeWatchedFiles struct {
			DynamicRegistration bool `json:"dynamicRegistration"`
		} `json:"didChangeWatchedFiles"`
	} `json:"workspace"`
	TextDocument struct {
		Hover struct {
			ContentFormat []string `json:"contentFormat"`
		} `json:"hover"`
		PublishDiagnostics struct {
			RelatedInformation bool `json:"relatedInformation"`
		} `json:"publishDiagnostics"`
	} `json:"textDocument"`
}

type textDocumentItem struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
	Text    string `json:"text"`
}

type didOpenParams struct {
	TextDocument textDocumentItem `json:"textDocument"`
}

type didChangeParams struct {
	TextDocument   textDocumentItem `json:"textDocument"` // without a text
	ContentChanges []contentChange  `json:"contentChanges"`
}

type contentChange struct {
	Range *span  `json:"range"` // nil: Text is the whole document
	Text  string `json:"text"`
}

type didSaveParams struct {
	TextDocument textDocumentItem `json:"textDocument"` // without a text
}

type foldersParams struct {
	Event struct {
		Added   []folder `json:"added"`
		Removed []folder `json:"removed"`
	} `json:"event"`
}

type cancelParams struct {
	ID json.RawMessage `json:"id"`
}

// questionParams are those of every request about a document.
type questionParams struct {
	TextDocument textDocumentItem `json:"textDocument"` // the URI alone
	Position     position         `json:"position"`
	Range        span             `json:"range"`
	Context      struct {
		Only []string `json:"only"`
	} `json:"context"`
}

type hover struct {
	Contents markup `json:"contents"`
	Range    span   `json:"range"`
}

type markup struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

type codeAction struct {
	Title       string        `json:"title"`
	Kind        string        `json:"kind"`
	Diagnostics []diagnostic  `json:"diagnostics"`
	Edit        workspaceEdit `json:"edit"`
}

// A workspaceEdit has one of the two, by what the client can read.
type workspaceEdit struct {
	Changes         map[string][]textEdit `json:"changes,omitempty"`
	DocumentChanges []textDocumentEdit    `json:"documentChanges,omitempty"`
}

type textDocumentEdit struct {
	TextDocument versioned  `json:"textDocument"`
	Edits        []textEdit `json:"edits"`
}

type versioned struct {
	URI     string `json:"uri"`
	Version int    `json:"version"`
}

type textEdit struct {
	Range   span   `json:"range"`
	NewText string `json:"newText"`
}

type documentSymbol struct {
	Name           string            `json:"name"`
	Kind           int               `json:"kind"`
	Range          span              `json:"range"`
	SelectionRange span              `json:"selectionRange"`
	Children       []*documentSymbol `json:"children,omitempty"`
}

type showMessageParams struct {
	Type    int    `json:"type"`
	Message string `json:"message"`
}

// Numbers and words of the protocol.
const (
	severityError       = 1
	severityWarning     = 2
	severityInformation = 3

	messageError = 1

	syncIncremental = 2

	symbolString = 15 // what Markdown outlines use for headings

	quickFix = "quickfix"

	codeServerNotInitialized = -32002
	codeRequestCancelled     = -32800
	codeContentModified      = -32801
)
