package config

import (
	"bytes"
	"fmt"
	"strings"
)

// Table is the table of keys as Markdown, for the README: English, or
// TraditionalChinese.
func Table(language string) []byte {
	chinese := language == TraditionalChinese
	head := [4]string{"key", "value", "default", "meaning"}
	if chinese {
		head = [4]string{"鍵", "值", "預設", "說明"}
	}
	var out bytes.Buffer
	row(&out, head)
	out.WriteString("| --- | --- | --- | --- |\n")
	for _, k := range Keys() {
		cells := [4]string{"`" + k.Path + "`", k.Type.describe(chinese), "", k.Doc.English}
		if len(k.Words) > 0 {
			cells[1] += " `" + strings.Join(k.Words, "`, `") + "`"
		}
		if k.Default != "" {
			cells[2] = "`" + strings.Trim(k.Default, `"`) + "`"
		}
		if chinese {
			cells[3] = k.Doc.TraditionalChinese
		}
		row(&out, cells)
	}
	return out.Bytes()
}

func row(out *bytes.Buffer, cells [4]string) {
	for _, cell := range cells {
		fmt.Fprintf(out, "| %s ", strings.ReplaceAll(cell, "|", `\|`))
	}
	out.WriteString("|\n")
}

// describe names the type; Word and WordList are followed by the words.
func (t Type) describe(chinese bool) string {
	english, zh := t.names()
	if chinese {
		return zh
	}
	return english
}

func (t Type) names() (english, chinese string) {
	switch t {
	case Flag:
		return "true or false", "true 或 false"
	case Count:
		return "whole number", "整數"
	case Word:
		return "one of", "其中之一："
	case WordList:
		return "list of", "清單："
	case Text:
		return "text", "文字"
	case TextList:
		return "list of texts", "文字清單"
	case Name:
		return "name", "名稱"
	case NameList:
		return "list of names", "名稱清單"
	case Duration:
		return "duration", "時間長度"
	case GlobList:
		return "list of globs", "glob 清單"
	case GlobOrList:
		return "glob or list of globs", "glob 或 glob 清單"
	case Group, Map:
		return "mapping", "對映"
	case Groups:
		return "list of mappings", "對映清單"
	case NameOrGroup:
		return "list of names or mappings", "名稱或對映的清單"
	}
	return "", ""
}
