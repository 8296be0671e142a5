package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/memorylint/memorylint/lint/config"
	"github.com/memorylint/memorylint/rules/continuity"
)

// maxConfig is the longest configuration that is read, in bytes.
const maxConfig = 64 << 10

// continuityConfig is the configuration that gate and dispatch obey: the file
// named, which is a continuity configuration of its own or a memorylint
// configuration, else what the memorylint configuration in force says.
func continuityConfig(std streams, file string) (continuity.Config, error) {
	if file == "" {
		j, err := configured(std, "", nil)
		if err != nil {
			return continuity.Config{}, err
		}
		return j.config.Continuity, nil
	}
	src, err := readBounded(nil, file, maxConfig)
	if err != nil {
		return continuity.Config{}, fmt.Errorf("read config: %w", err)
	}
	if !separate(file, src) {
		c, err := config.Parse(file, src, config.Known{Rules: ruleIDs()})
		if err != nil {
			return continuity.Config{}, err
		}
		return c.Continuity, nil
	}
	c, faults := continuity.ParseConfig(src)
	var errs []error
	for _, f := range faults {
		errs = append(errs, fmt.Errorf("%s:%w", file, f))
	}
	return c, errors.Join(errs...)
}

// separate reports whether a file is a continuity configuration of its own: it
// is JSON, and names no key of the other.
func separate(file string, src []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(src, " \t\r\n"), []byte("{")) && !config.HasContinuity(file, src)
}

// given refuses flags that were written down and are empty, as an unset
// variable of a shell makes them.
func given(c *cobra.Command, flags ...string) error {
	for _, name := range flags {
		if f := c.Flags().Lookup(name); f.Changed && f.Value.String() == "" {
			return fmt.Errorf("--%s is empty", name)
		}
	}
	return nil
}
