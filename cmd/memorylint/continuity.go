package main

import (
	"errors"
	"fmt"

	"github.com/memorylint/memorylint/lint/config"
	"github.com/memorylint/memorylint/rules/continuity"
)

// maxConfig bounds what is read of a continuity configuration, in bytes.
const maxConfig = 1 << 20

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
	if config.HasContinuity(file, src) {
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
