package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/memorylint/memorylint/lint/config"
	"github.com/memorylint/memorylint/rules/continuity"
)

func readExample(t *testing.T, name string) []byte {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(root, "testdata/continuity", name))
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// The example configuration keeps the schema, is read without an error, names
// every key and holds the defaults.
func TestExampleConfig(t *testing.T) {
	src := readExample(t, "memorylint.json")
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(config.Schema(config.Known{Rules: ruleIDs()})))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("config.json", schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("config.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(value); err != nil {
		t.Error(err)
	}
	parsed, err := config.Parse("memorylint.json", src, config.Known{Rules: ruleIDs()})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := parsed.Show(), config.Default().Show(); !bytes.Equal(got, want) {
		t.Errorf("not the defaults:\n%s", got)
	}
	for _, o := range continuity.Options() {
		n, err := continuity.Parse(src, continuity.MaxInput)
		if err != nil {
			t.Fatal(err)
		}
		n = n.Get("continuity")
		for _, part := range bytes.Split([]byte(o.Key), []byte(".")) {
			n = n.Get(string(part))
		}
		if n == nil {
			t.Errorf("the example does not name %s", o.Key)
		}
	}
	// What the inner mapping says may also stand in a file of its own.
	var whole map[string]json.RawMessage
	if err := json.Unmarshal(src, &whole); err != nil {
		t.Fatal(err)
	}
	if _, errs := continuity.ParseConfig(whole["continuity"]); len(errs) > 0 {
		t.Error(errs)
	}
}

// The example receipt is one that the store takes, under its own name.
func TestExampleReceipt(t *testing.T) {
	const name = "receipt-queue-migration-run-20260504-0915.json"
	n, err := continuity.Parse(readExample(t, name), continuity.MaxReceipt)
	if err != nil {
		t.Fatal(err)
	}
	v := continuity.ValidateReceipt(n)
	if !v.OK {
		t.Fatal(v.Errors)
	}
	if v.Receipt.FileName() != name {
		t.Errorf("its name is %s", v.Receipt.FileName())
	}
}
