package continuity

// Words of the dispatch envelope.
const (
	BindingName    = "approved_plan_dispatch"
	StatusWritten  = "receipt_written"
	StatusMissing  = "missing_required_receipt_fields"
	StatusConflict = "receipt_conflict"
)

// GateEnvelope returns the answer of the gate command as JSON, keys in their
// fixed order and the input as it was read, without a line break at the end.
func GateEnvelope(r Result, input *Node, inputPath string, compact bool) []byte {
	e := &Node{Kind: Object}
	e.set("ok", Boolean(r.OK))
	e.set("status", Text(r.Status))
	e.set("verdict", Text(r.Verdict))
	if r.Reason != "" {
		e.set("reason", Text(r.Reason))
	}
	e.set("gate", Text(GateName))
	e.set("compact", Boolean(compact))
	e.set("inputPath", Text(inputPath))
	e.set("input", input.or(&Node{}))
	return e.JSON(compact)
}

// A Dispatch is what the dispatch command did.
type Dispatch struct {
	Status      string   // StatusWritten, StatusMissing or StatusConflict
	Receipt     *Node    // as BindReceipt made it
	Missing     []string // as Validation.Missing gives it
	ReceiptPath string   // where it was written; shown on success alone
	Input       *Node
	InputPath   string
}

// Envelope returns the answer of the dispatch command as JSON, keys in their
// fixed order and the input as it was read, without a line break at the end.
func (d Dispatch) Envelope(compact bool) []byte {
	written := d.Status == StatusWritten
	e := &Node{Kind: Object}
	e.set("ok", Boolean(written))
	e.set("status", Text(d.Status))
	e.set("binding", Text(BindingName))
	e.set("compact", Boolean(compact))
	e.set("inputPath", Text(d.InputPath))
	e.set("receipt", d.Receipt.or(&Node{}))
	path := Text(d.ReceiptPath)
	if !written {
		e.set("missing", Texts(d.Missing))
		path = &Node{}
	}
	e.set("receiptPath", path)
	e.set("input", d.Input.or(&Node{}))
	return e.JSON(compact)
}
