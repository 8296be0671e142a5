package main

import (
	"os"
	"strings"

	"github.com/memorylint/memorylint/lint/config"
)

// chinese reports whether summaries are wanted in Traditional Chinese: said
// outright, or by the locale of the environment.
func chinese(language string) bool {
	if language != config.Auto {
		return language == config.TraditionalChinese
	}
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale := os.Getenv(name); locale != "" {
			locale = strings.ReplaceAll(locale, "-", "_")
			return strings.HasPrefix(locale, "zh_TW") || strings.HasPrefix(locale, "zh_HK") || strings.HasPrefix(locale, "zh_Hant")
		}
	}
	return false
}
