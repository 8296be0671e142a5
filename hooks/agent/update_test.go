package agent_test

import "flag"

// go test ./... -update reaches every package, and here nothing is generated.
var _ = flag.Bool("update", false, "write goldens and generated files")
