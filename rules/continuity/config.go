package continuity

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// A Config is the continuity configuration. The zero Config is disabled; start
// from Defaults.
type Config struct {
	Enabled                          bool
	PlanMatchers                     []string // doublestar globs over plan ids
	LegalTerminalStates              []string // exact words
	ReceiptDir                       string   // local: never leads out of the folder it is relative to
	RequireRealDispatchReceipt       bool
	AllowReplyClosureWithoutDispatch bool
	Debug                            bool
	Adapter                          Adapter
}

// Adapter holds the settings of the agent adapters.
type Adapter struct{ ForceRecall ForceRecall }

// ForceRecall holds the settings of the block that agents are shown.
type ForceRecall struct {
	Enabled          bool
	InjectBlockLabel string // [A-Z0-9_]+
}

// Defaults returns the configuration in force where nothing is configured.
func Defaults() Config {
	return Config{
		Enabled:                    true,
		PlanMatchers:               []string{"**"},
		LegalTerminalStates:        []string{"waiting_user", "blocked", "pending_verification"},
		ReceiptDir:                 "state/approved-plan-continuity",
		RequireRealDispatchReceipt: true,
		Adapter: Adapter{ForceRecall{
			Enabled:          true,
			InjectBlockLabel: "APPROVED_PLAN_CONTINUITY_GATE",
		}},
	}
}

// An Option is one key of the configuration. Decoding, schema and
// documentation are all made from the same table of them.
type Option struct {
	Key     string // its path, joined by dots
	Pattern string // regular expression for the whole string; "": none
	Filled  bool   // a string, or each string of the list, must not be blank
	Doc     string // what it means, one sentence
	DocZH   string // the same in Traditional Chinese

	field func(*Config) any // a *bool, *string or *[]string
	fault func(string) string
}

// Of returns the option's value in c: a bool, a string or a []string.
func (o Option) Of(c Config) any {
	switch p := o.field(&c).(type) {
	case *bool:
		return *p
	case *string:
		return *p
	default:
		return slices.Clone(*p.(*[]string))
	}
}

// Default returns the option's default value.
func (o Option) Default() any { return o.Of(Defaults()) }

// Options returns the nine keys in the order of the documentation.
func Options() []Option {
	return []Option{
		{
			Key:   "enabled",
			Doc:   "Whether the gate judges at all; false lets everything pass and silences the adapters.",
			DocZH: "是否啟用閘門；false 表示一律放行，轉接器也不輸出。",
			field: func(c *Config) any { return &c.Enabled },
		},
		{
			Key: "planMatchers", Filled: true, fault: badGlob,
			Doc:   "Globs over planId: which plans are governed. Others pass and give no block.",
			DocZH: "比對 planId 的 glob 樣式：列出受管的計畫；其餘一律放行，也不產生區塊。",
			field: func(c *Config) any { return &c.PlanMatchers },
		},
		{
			Key: "legalTerminalStates", Filled: true,
			Doc:   "Closure states, compared word for word, in which a reply may end without a receipt.",
			DocZH: "無需收據即可結束回覆的結束狀態，逐字比對。",
			field: func(c *Config) any { return &c.LegalTerminalStates },
		},
		{
			Key: "receiptDir", Filled: true, fault: notLocal,
			Doc:   "Folder of the dispatch receipts, relative to the workspace and inside it.",
			DocZH: "派工收據的資料夾，相對於工作區且不得離開工作區。",
			field: func(c *Config) any { return &c.ReceiptDir },
		},
		{
			Key:   "requireRealDispatchReceipt",
			Doc:   "Whether a receipt must hold the gate's four fields; false lets any JSON object count.",
			DocZH: "收據是否必須具備閘門要求的四個欄位；false 表示任何 JSON 物件都算數。",
			field: func(c *Config) any { return &c.RequireRealDispatchReceipt },
		},
		{
			Key:   "allowReplyClosureWithoutDispatch",
			Doc:   "true: the gate never fails for want of a receipt.",
			DocZH: "true 表示閘門絕不因缺少收據而失敗。",
			field: func(c *Config) any { return &c.AllowReplyClosureWithoutDispatch },
		},
		{
			Key:   "debug",
			Doc:   "Whether the block also carries planId=, closure= and nextAction= lines.",
			DocZH: "區塊是否另外列出 planId=、closure= 與 nextAction= 各行。",
			field: func(c *Config) any { return &c.Debug },
		},
		{
			Key:   "adapter.forceRecall.enabled",
			Doc:   "Whether agents are shown the block.",
			DocZH: "是否向代理程式顯示區塊。",
			field: func(c *Config) any { return &c.Adapter.ForceRecall.Enabled },
		},
		{
			Key: "adapter.forceRecall.injectBlockLabel", Filled: true, Pattern: "^[A-Z0-9_]+$", fault: badLabel,
			Doc:   "Label of the block: capital letters, digits and underscores.",
			DocZH: "區塊的標籤：只能用大寫字母、數字與底線。",
			field: func(c *Config) any { return &c.Adapter.ForceRecall.InjectBlockLabel },
		},
	}
}

// The faults of single values, worded to follow the key; "" is none.

func badGlob(s string) string {
	switch {
	case strings.HasPrefix(s, "!"):
		return "must not begin with !, nothing can be taken out: " + quote(s)
	case !doublestar.ValidatePattern(s):
		return "is no valid glob: " + quote(s)
	}
	return ""
}

func notLocal(s string) string {
	first, _, _ := strings.Cut(filepath.ToSlash(filepath.Clean(s)), "/")
	switch {
	case !filepath.IsLocal(s):
		return "must be relative and stay inside the workspace, not " + quote(s)
	case first == ".git":
		return "must not lie in .git"
	}
	return ""
}

func badLabel(s string) string {
	if strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == "" {
		return ""
	}
	return "must be [A-Z0-9_]+, not " + quote(s)
}
