// Command memorylint finds what is wrong with the memory that coding agents
// keep in a repository.
package main

import (
	"context"
	"os"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}
