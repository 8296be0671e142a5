package continuity

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestParseConfigValid(t *testing.T) {
	with := func(change func(*Config)) Config {
		c := Defaults()
		change(&c)
		return c
	}
	tests := []struct {
		name, text string
		want       Config
	}{
		{"nothing configured", `{}`, Defaults()},
		{"the defaults", `{"enabled":true,"planMatchers":["**"],"legalTerminalStates":["waiting_user","blocked","pending_verification"],
			"receiptDir":"state/approved-plan-continuity","requireRealDispatchReceipt":true,"allowReplyClosureWithoutDispatch":false,"debug":false,
			"adapter":{"forceRecall":{"enabled":true,"injectBlockLabel":"APPROVED_PLAN_CONTINUITY_GATE"}}}`, Defaults()},
		{"receipt folder", `{"receiptDir":"var/receipts"}`, with(func(c *Config) { c.ReceiptDir = "var/receipts" })},
		{"terminal states", `{"legalTerminalStates":["parked"]}`, with(func(c *Config) { c.LegalTerminalStates = []string{"parked"} })},
		{"an empty list is a value", `{"legalTerminalStates":[],"planMatchers":[]}`, with(func(c *Config) { c.LegalTerminalStates, c.PlanMatchers = []string{}, []string{} })},
		{"everything else", `{"enabled":false,"planMatchers":["a-*"],"requireRealDispatchReceipt":false,"allowReplyClosureWithoutDispatch":true,"debug":true,
			"adapter":{"forceRecall":{"enabled":false,"injectBlockLabel":"GATE_2"}}}`, Config{
			PlanMatchers: []string{"a-*"}, LegalTerminalStates: Defaults().LegalTerminalStates, ReceiptDir: Defaults().ReceiptDir,
			AllowReplyClosureWithoutDispatch: true, Debug: true, Adapter: Adapter{ForceRecall{InjectBlockLabel: "GATE_2"}},
		}},
		{"part of the adapter", `{"adapter":{"forceRecall":{"enabled":false}}}`, with(func(c *Config) { c.Adapter.ForceRecall.Enabled = false })},
		{"empty adapter", `{"adapter":{}}`, Defaults()},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, errs := ParseConfig([]byte(test.text))
			if len(errs) > 0 || !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, %v\nwant %+v", got, errs, test.want)
			}
		})
	}
	if c, errs := DecodeConfig(nil); len(errs) > 0 || !reflect.DeepEqual(c, Defaults()) {
		t.Errorf("no tree: %+v, %v", c, errs)
	}
}

func TestParseConfigRefuses(t *testing.T) {
	tests := []struct {
		name, text string
		want       string // code key nearest line:column, joined by semicolons
	}{
		{"terminal states as a word", `{"legalTerminalStates":"blocked"}`, "config.type legalTerminalStates  1:24"},
		{"empty receipt folder", `{"receiptDir":""}`, "config.empty receiptDir  1:15"},
		{"blank receipt folder", `{"receiptDir":" \t"}`, "config.empty receiptDir  1:15"},
		{"receipt folder outside", `{"receiptDir":"../r"}`, "config.value receiptDir  1:15"},
		{"absolute receipt folder", `{"receiptDir":"/var/r"}`, "config.value receiptDir  1:15"},
		{"terminal states of other types", `{"legalTerminalStates":["a",7,null,["b"]]}`,
			"config.type legalTerminalStates[1]  1:29;config.type legalTerminalStates[2]  1:31;config.type legalTerminalStates[3]  1:36"},
		{"empty terminal state", `{"legalTerminalStates":["a",""]}`, "config.empty legalTerminalStates[1]  1:29"},
		{"adapter as a boolean", `{"adapter":false}`, "config.type adapter  1:12"},
		{"adapter as null", `{"adapter":null}`, "config.type adapter  1:12"},
		{"forceRecall as a list", `{"adapter":{"forceRecall":[]}}`, "config.type adapter.forceRecall  1:27"},
		{"disabled adapter, malformed", `{"adapter":{"forceRecall":{"enabled":"false"}}}`, "config.type adapter.forceRecall.enabled  1:38"},
		{"boolean as null", `{"debug":null}`, "config.type debug  1:10"},
		{"boolean as a number", `{"enabled":1}`, "config.type enabled  1:12"},
		{"broken glob", `{"planMatchers":["ok","[a"]}`, "config.value planMatchers[1]  1:23"},
		{"label in lower case", `{"adapter":{"forceRecall":{"injectBlockLabel":"gate]"}}}`, "config.value adapter.forceRecall.injectBlockLabel  1:47"},
		{"label with a line break behind", `{"adapter":{"forceRecall":{"injectBlockLabel":"GATE\n"}}}`, "config.value adapter.forceRecall.injectBlockLabel  1:47"},
		{"empty label", `{"adapter":{"forceRecall":{"injectBlockLabel":""}}}`, "config.empty adapter.forceRecall.injectBlockLabel  1:47"},
		{"misspelt key", "{\n\"receiptDir\":\"r\",\n\"legalTerminalState\":[]}", "config.unknown_key legalTerminalState legalTerminalStates 3:1"},
		{"key in another case", `{"LegalTerminalStates":["parked"]}`, "config.unknown_key LegalTerminalStates legalTerminalStates 1:2"},
		{"misplaced key", `{"injectBlockLabel":"X"}`, "config.unknown_key injectBlockLabel adapter.forceRecall.injectBlockLabel 1:2"},
		{"misplaced group", `{"forceRecall":{}}`, "config.unknown_key forceRecall adapter.forceRecall 1:2"},
		{"group left out", `{"adapter":{"enabled":true}}`, "config.unknown_key adapter.enabled adapter.forceRecall.enabled 1:13"},
		{"misplaced in the adapter", `{"adapter":{"forceRecall":{"debug":true}}}`, "config.unknown_key adapter.forceRecall.debug debug 1:28"},
		{"path as a key", `{"adapter.forceRecall.enabled":true}`, "config.unknown_key adapter.forceRecall.enabled adapter.forceRecall.enabled 1:2"},
		{"nothing like it", `{"x":1,"colour":2}`, "config.unknown_key x  1:2;config.unknown_key colour  1:8"},
		{"key twice", `{"debug":true,"debug":true}`, "config.duplicate_key debug  1:15"},
		{"key twice in the adapter", `{"adapter":{"forceRecall":{"enabled":true,"enabled":false}}}`, "config.duplicate_key adapter.forceRecall.enabled  1:43"},
		{"not JSON", "{\n\"debug\": yes}", "config.syntax   2:10"},
		{"data behind", `{} {}`, "config.syntax   1:4"},
		{"empty file", "", "config.syntax   1:1"},
		{"a list", `[]`, "config.type   1:1"},
		{"null", `null`, "config.type   1:1"},
		{"all at once", `{"debug":"no","enabledd":true,"receiptDir":"","planMatchers":{},"debug":0,"adapter":{"forceRecall":{"injectBlockLabel":7,"x":1}}}`,
			"config.type debug  1:10;config.unknown_key enabledd enabled 1:15;config.empty receiptDir  1:44;config.type planMatchers  1:62;" +
				"config.duplicate_key debug  1:65;config.type adapter.forceRecall.injectBlockLabel  1:120;config.unknown_key adapter.forceRecall.x  1:122"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, errs := ParseConfig([]byte(test.text))
			var got []string
			for _, e := range errs {
				got = append(got, fmt.Sprintf("%s %s %s %d:%d", e.Code, e.Key, e.Nearest, e.Line, e.Column))
				if len([]rune(e.Message)) > 100 || strings.Contains(e.Message, "\n") || !strings.Contains(e.Message, e.Nearest) {
					t.Errorf("message: %s", e.Message)
				}
			}
			if list := strings.Join(got, ";"); list != test.want {
				t.Errorf("got  %s\nwant %s", list, test.want)
			}
			if !reflect.DeepEqual(c, Config{}) {
				t.Errorf("a configuration in spite of errors: %+v", c)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	keys := []string{"enabled", "planMatchers", "legalTerminalStates", "receiptDir", "requireRealDispatchReceipt",
		"allowReplyClosureWithoutDispatch", "debug", "adapter.forceRecall.enabled", "adapter.forceRecall.injectBlockLabel"}
	var got []string
	for _, o := range Options() {
		got = append(got, o.Key)
		if o.Doc == "" || o.DocZH == "" || o.Doc == o.DocZH {
			t.Errorf("%s lacks documentation in one language", o.Key)
		}
		if s, ok := o.Default().(string); ok && o.Pattern != "" && !regexp.MustCompile(o.Pattern).MatchString(s) {
			t.Errorf("%s: default %q is not of the form %s", o.Key, s, o.Pattern)
		}
	}
	if !slices.Equal(got, keys) {
		t.Errorf("keys: %v", got)
	}
	c := Defaults()
	c.Debug, c.PlanMatchers = true, []string{"x"}
	if o := Options(); o[6].Of(c) != true || !slices.Equal(o[1].Of(c).([]string), []string{"x"}) || o[6].Default() != false {
		t.Error("Of gives other values than the configuration holds")
	}
	Options()[1].Of(c).([]string)[0] = "changed"
	if c.PlanMatchers[0] != "x" {
		t.Error("Of hands out the configuration's own list")
	}
}

func FuzzParseConfig(f *testing.F) {
	for _, s := range []string{
		`{"debug":true,"Debug":1}`, `{"adapter":{"forceRecall":{"enabled":true,"injectBlockLabel":"A"}}}`,
		`{"planMatchers":["**","[",7],"receiptDir":"../x"}`, `{"debug":true,"debug":false}`, `[]`, ``,
	} {
		f.Add([]byte(s))
	}
	label := regexp.MustCompile(`^[A-Z0-9_]+$`)
	f.Fuzz(func(t *testing.T, data []byte) {
		c, errs := ParseConfig(data)
		for _, e := range errs {
			if e.Code == "" || e.Line < 1 || e.Column < 1 || len([]rune(e.Message)) > 200 || strings.Contains(e.Message, "\n") {
				t.Fatalf("error %+v", e)
			}
		}
		if len(errs) > 0 {
			return
		}
		if _, err := Parse(data, MaxInput); err != nil {
			t.Fatalf("took what the reader refuses: %v", err)
		}
		if c.ReceiptDir == "" || !label.MatchString(c.Adapter.ForceRecall.InjectBlockLabel) || slices.Contains(c.LegalTerminalStates, "") {
			t.Fatalf("took %+v", c)
		}
	})
}
