package continuity

import (
	"fmt"
	"strings"
	"unicode"
)

// Keys of receipts and of the gate's input.
const (
	KeyPlanID            = "planId"
	KeyCurrentTask       = "currentTask"
	KeyTaskState         = "taskState"
	KeyNextDerivedAction = "nextDerivedAction"
	KeyDerivedAction     = "derivedAction"
	KeyDispatchedAt      = "dispatchedAt"
	KeyDispatchRunID     = "dispatchRunId"
	KeyChildSessionKey   = "childSessionKey"
	KeyReplyClosureState = "replyClosureState"
	KeyDispatchReceipt   = "dispatchReceipt"
)

// A receiptField is a key of a receipt and what its value must be.
type receiptField struct {
	key  string
	kind Kind
}

// What the store writes and what the gate lets pass are two contracts, and
// differ on purpose: the gate asks for four fields, the store for all seven.
var (
	storeFields = [...]receiptField{
		{KeyPlanID, String},
		{KeyCurrentTask, String},
		{KeyNextDerivedAction, Object},
		{KeyDispatchedAt, String},
		{KeyDispatchRunID, String},
		{KeyChildSessionKey, String},
		{KeyReplyClosureState, String},
	}
	gateFields = [...]receiptField{
		{KeyPlanID, String},
		{KeyCurrentTask, String},
		{KeyNextDerivedAction, Object},
		{KeyDispatchedAt, String},
	}
)

// Codes of a FieldError.
const (
	CodeMissing  = "receipt.missing"  // absent or null
	CodeEmpty    = "receipt.empty"    // a string with nothing but white space
	CodeType     = "receipt.type"     // not the kind of value that is wanted
	CodeMiscased = "receipt.miscased" // absent, and another key is it but for case or separators
	CodeUnsafe   = "receipt.unsafe"   // an id of which nothing is left for a file name
	CodeTooLong  = "receipt.too_long" // an id that makes the file name too long
)

// safeSuffix makes the name under which an unsafe id is reported.
const safeSuffix = "_filesystem_safe"

// A FieldError is one fault of a receipt.
type FieldError struct {
	Field    string // the key that is wanted; planId_filesystem_safe for an unsafe planId
	Code     string
	Message  string // names the field; at most 100 code points
	Position        // the value's, the mis-cased key's, or the object's when the field is missing
}

// Error gives the message.
func (e FieldError) Error() string { return e.Message }

// A Receipt is a valid receipt in its normal form: the seven fields, in the
// order of the contract, and no other.
type Receipt struct {
	PlanID            string
	CurrentTask       string
	NextDerivedAction *Node // an Object
	DispatchedAt      string
	DispatchRunID     string
	ChildSessionKey   string
	ReplyClosureState string
}

// Node returns the receipt as an object.
func (r Receipt) Node() *Node {
	n := &Node{Kind: Object}
	n.set(KeyPlanID, Text(r.PlanID))
	n.set(KeyCurrentTask, Text(r.CurrentTask))
	n.set(KeyNextDerivedAction, r.NextDerivedAction)
	n.set(KeyDispatchedAt, Text(r.DispatchedAt))
	n.set(KeyDispatchRunID, Text(r.DispatchRunID))
	n.set(KeyChildSessionKey, Text(r.ChildSessionKey))
	n.set(KeyReplyClosureState, Text(r.ReplyClosureState))
	return n
}

// FileName returns the name under which the receipt is stored.
func (r Receipt) FileName() string { return FileName(r.PlanID, r.DispatchRunID) }

// A Validation is the answer to ValidateReceipt.
type Validation struct {
	OK      bool
	Errors  []FieldError // in the order of the contract, unsafe ids last
	Receipt Receipt      // the normal form; zero unless OK
}

// Missing lists what a dispatch reports under "missing": every faulty field,
// then the ids that give no file name, among them those that are faulty
// themselves.
func (v Validation) Missing() []string {
	var fields, unsafe []string
	for _, e := range v.Errors {
		switch {
		case strings.HasSuffix(e.Field, safeSuffix):
			unsafe = append(unsafe, e.Field)
			continue
		case e.Field == KeyPlanID, e.Field == KeyDispatchRunID:
			unsafe = append(unsafe, e.Field+safeSuffix)
		}
		fields = append(fields, e.Field)
	}
	return append(fields, unsafe...)
}

// ValidateReceipt checks a receipt against the store's contract. Further keys
// are allowed. Anything but an object, nil too, lacks all fields.
func ValidateReceipt(receipt *Node) Validation { return validate(receipt, receipt) }

// IsValidReceipt reports whether the store would take the receipt.
func IsValidReceipt(receipt *Node) bool { return ValidateReceipt(receipt).OK }

// BindReceipt makes the receipt of a dispatch from its input, the next action
// being nextDerivedAction or else derivedAction, and validates it. The receipt
// always has all seven keys; what the input lacks is null.
func BindReceipt(input *Node) (receipt *Node, v Validation) {
	receipt = &Node{Kind: Object}
	for _, f := range storeFields {
		value := input.Get(f.key)
		if f.key == KeyNextDerivedAction {
			value = NextAction(input)
		}
		receipt.set(f.key, value.or(&Node{}))
	}
	return receipt, validate(receipt, input)
}

// validForGate reports whether the gate takes a receipt: its strings must not
// be empty, no more.
func validForGate(receipt *Node) bool {
	for _, f := range gateFields {
		if v := receipt.Get(f.key); v.missing() || v.Kind != f.kind || f.kind == String && v.Text == "" {
			return false
		}
	}
	return true
}

// validate checks receipt; source is what a person wrote, where mis-cased keys
// are looked for and missing ones reported.
func validate(receipt, source *Node) Validation {
	var v Validation
	for _, f := range storeFields {
		if e, faulty := f.check(receipt.Get(f.key), source); faulty {
			v.Errors = append(v.Errors, e)
		}
	}
	v.Errors = append(v.Errors, twins(source)...)
	v.Errors = append(v.Errors, unsafeIDs(receipt)...)
	if len(v.Errors) > 0 {
		return v
	}
	v.OK = true
	v.Receipt = Receipt{
		PlanID:            receipt.Get(KeyPlanID).Text,
		CurrentTask:       receipt.Get(KeyCurrentTask).Text,
		NextDerivedAction: receipt.Get(KeyNextDerivedAction),
		DispatchedAt:      receipt.Get(KeyDispatchedAt).Text,
		DispatchRunID:     receipt.Get(KeyDispatchRunID).Text,
		ChildSessionKey:   receipt.Get(KeyChildSessionKey).Text,
		ReplyClosureState: receipt.Get(KeyReplyClosureState).Text,
	}
	return v
}

func (f receiptField) check(value, source *Node) (FieldError, bool) {
	e := FieldError{Field: f.key}
	if value != nil {
		e.Position = value.Position
	}
	switch {
	case value.missing():
		e.Code, e.Message = CodeMissing, f.key+" is missing"
		if e.Position == (Position{}) && source != nil {
			e.Position = source.Position
		}
		if twin, ok := source.miscased(f.key); ok {
			e.Code, e.Position = CodeMiscased, twin.Position
			e.Message = fmt.Sprintf("%s is missing: found %s", f.key, quote(twin.Key))
		}
	case value.Kind != f.kind:
		e.Code, e.Message = CodeType, fmt.Sprintf("%s must be %s, not %s", f.key, f.kind.describe(), value.Kind.describe())
	case f.kind == String && blank(value.Text):
		e.Code, e.Message = CodeEmpty, f.key+" is empty"
	default:
		return e, false
	}
	return e, true
}

// twins reports the keys that differ in case alone from one that is there too:
// a reader that folds case would take either.
func twins(n *Node) []FieldError {
	if n == nil {
		return nil
	}
	var errs []FieldError
	for _, f := range n.Fields {
		for _, field := range storeFields {
			if f.Key != field.key && strings.EqualFold(f.Key, field.key) && n.Get(field.key) != nil {
				errs = append(errs, FieldError{
					Field: field.key, Code: CodeMiscased, Position: f.Position,
					Message: fmt.Sprintf("%s is there twice: found %s too", field.key, quote(f.Key)),
				})
			}
		}
	}
	return errs
}

// miscased finds a key that differs from key by case, underscores or hyphens.
// It finds none when the exact key is there.
func (n *Node) miscased(key string) (Field, bool) {
	if n == nil || n.Get(key) != nil {
		return Field{}, false
	}
	separators := strings.NewReplacer("_", "", "-", "")
	for _, f := range n.Fields {
		if strings.EqualFold(separators.Replace(f.Key), key) {
			return f, true
		}
	}
	return Field{}, false
}

// blank reports whether nothing is left of s once JavaScript has trimmed it.
func blank(s string) bool {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' }) == ""
}

// unsafeIDs reports the ids from which no file name can be made. Ids that are
// faulty as fields have been reported already.
func unsafeIDs(receipt *Node) []FieldError {
	var errs []FieldError
	longest, bytes := FieldError{}, 0
	room := maxName - len(FileName("", ""))
	total := 0
	for _, key := range [...]string{KeyPlanID, KeyDispatchRunID} {
		id := receipt.Get(key)
		if id.missing() || id.Kind != String || blank(id.Text) {
			continue
		}
		e := FieldError{Field: key + safeSuffix, Position: id.Position}
		size := len(SafeSegment(id.Text))
		if size == 0 {
			e.Code, e.Message = CodeUnsafe, fmt.Sprintf("%s %s leaves nothing for a file name", key, quote(id.Text))
			errs = append(errs, e)
		}
		if size > bytes {
			e.Code, e.Message = CodeTooLong, fmt.Sprintf("%s is too long for a file name: %d bytes, both ids have %d", key, size, room)
			longest, bytes = e, size
		}
		total += size
	}
	if total > room {
		errs = append(errs, longest)
	}
	return errs
}
