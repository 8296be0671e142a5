package config

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzParse: no input makes Parse panic, an error always has a place in the
// file and a fit message, and what is read can be shown and read again.
func FuzzParse(f *testing.F) {
	for _, src := range goodInputs() {
		f.Add([]byte(src))
	}
	for _, tt := range badInputs() {
		f.Add([]byte(tt.src[:min(len(tt.src), 500)]))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		c, err := Parse("f", src, testRules())
		if err == nil {
			again, err := Parse("shown", c.Show(), testRules())
			if err != nil || !reflect.DeepEqual(c, again) {
				t.Fatalf("%v\n%s", err, c.Show())
			}
			return
		}
		errs := err.(Errors)
		lines := 1 + strings.Count(string(src), "\n") + strings.Count(string(src), "\r")
		for _, e := range errs {
			if e.Line < 1 || e.Line > lines || e.Column < 1 || e.Code == "" || e.Message == "" || utf8.RuneCountInString(e.Message) > 100 {
				t.Errorf("%+v", *e)
			}
		}
	})
}
