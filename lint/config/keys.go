package config

import "strings"

// A Type says what the value of a key must be.
type Type uint8

// The types of values.
const (
	Flag        Type = iota // true or false
	Count                   // a whole number, not below 0
	Word                    // one of Key.Words
	WordList                // a list of Key.Words
	Text                    // not empty, one line
	TextList                // a list of Text
	Name                    // lower-case letters, digits and dashes
	NameList                // a list of Name
	Duration                // as time.ParseDuration reads it, not negative
	GlobList                // a list of doublestar globs
	GlobOrList              // one glob or a list of them, not empty
	Group                   // a mapping with the keys that the table has below this one
	Map                     // a mapping with names of its own; the entry "*" is its values
	Groups                  // a list of groups
	NameOrGroup             // a list of names or groups; a name stands for a group with that name
)

// A Key is one key of the config file.
type Key struct {
	Path     string // "." between levels, "[]" for each item of a list, "*" for any name: "documents[].glob"
	Type     Type
	Words    []string // for Word and WordList
	Default  string   // as JSON; "" where there is none or it hangs on others
	Required bool     // in its mapping
	Pattern  string   // of a Text, as a regular expression; "": any
	Doc      Doc

	decode func(*decoder, value)
}

// A Doc is one sentence in each language, no full stop.
type Doc struct{ English, TraditionalChinese string }

func severityWords() []string { return []string{off, "info", "warning", "critical"} }
func slotWords() []string {
	return []string{"square", "curly", "angle", "bare", "moment", "anywhere"}
}
func languageWords() []string { return []string{Auto, English, TraditionalChinese} }

// off is the severity word of a rule that does not run.
const off = "off"

// Keys are all keys of the config file, in the order in which they are shown;
// a group stands before its keys. The result is the caller's.
func Keys() []Key {
	keys := []Key{
		{
			Path: "$schema", Type: Text,
			Doc:    Doc{"where an editor finds the JSON schema; not read", "編輯器尋找 JSON schema 的位置；本程式不讀取"},
			decode: func(d *decoder, v value) { d.text(v, new(string)) },
		},
		{
			Path: "rules", Type: Map, Default: `{}`,
			Doc:    Doc{"severity by rule or module; a rule's own entry wins over its module's", "依規則或模組設定嚴重程度；規則優先於模組"},
			decode: (*decoder).group,
		},
		{
			Path: "rules.*", Type: Word, Words: severityWords(),
			Doc:    Doc{"the severity; `off` switches the rule off", "嚴重程度；`off` 表示停用該規則"},
			decode: (*decoder).rule,
		},
		{
			Path: "exclude", Type: GlobList, Default: `[]`,
			Doc:    Doc{"files and folders that are not looked at, relative to this file", "不檢查的檔案與資料夾，相對於此設定檔"},
			decode: func(d *decoder, v value) { d.globs(v, &d.config.Exclude) },
		},
		{
			Path: "protocols", Type: WordList, Words: builtinProtocols(), Default: `["current-state", "agentic", "approved-plan"]`,
			Doc:    Doc{"built-in protocols that are known at all", "要啟用的內建協定"},
			decode: (*decoder).protocols,
		},
		{
			Path: "require", Type: NameList, Default: `[]`,
			Doc:    Doc{"protocols, built in or declared, that must be there and be followed", "必須存在且必須遵守的協定（內建或自行宣告）"},
			decode: (*decoder).require,
		},
		{
			Path: "strict", Type: Flag, Default: `false`,
			Doc:    Doc{"advisory findings fail a commit too", "提交時，建議性的發現也視為失敗"},
			decode: func(d *decoder, v value) { d.flag(v, &d.config.Strict) },
		},
		{
			Path: "current-state", Type: Group,
			Doc:    Doc{"about the protocol of that name", "同名協定的設定"},
			decode: (*decoder).group,
		},
		{
			Path: "current-state.aliases", Type: Map, Default: `{}`,
			Doc:    Doc{"further spellings of the protocol's sections, by section", "各區段標題可接受的其他寫法"},
			decode: (*decoder).aliases,
		},
		{
			Path: "current-state.aliases.*", Type: TextList,
			Doc:    Doc{"the spellings of this section", "此區段的其他寫法"},
			decode: (*decoder).alias,
		},
		{
			Path: "current-state.sessions", Type: GlobList, Default: `[]`,
			Doc:    Doc{"further files that show a session ran, from the workspace", "其他可證明工作階段曾執行的檔案，相對於工作區"},
			decode: func(d *decoder, v value) { d.globs(v, &d.config.CurrentState.Sessions) },
		},
		{
			Path: "current-state.live", Type: Duration, Default: `"5m"`,
			Doc:    Doc{"a session file changed this recently is still being written and shows nothing", "在此時間內變更過的工作階段檔案視為仍在寫入，不作為證據"},
			decode: func(d *decoder, v value) { d.duration(v, &d.config.CurrentState.Live) },
		},
		{
			Path: "documents", Type: Groups, Default: `[]`,
			Doc:    Doc{"documents of your own", "自行宣告的文件"},
			decode: (*decoder).documents,
		},
		{
			Path: "documents[].protocol", Type: Name, Default: `"` + DeclaredProtocol + `"`,
			Doc:    Doc{"the protocol it belongs to", "所屬協定"},
			decode: func(d *decoder, v value) { d.name(v, &d.document.Protocol) },
		},
		{
			Path: "documents[].kind", Type: Name, Required: true,
			Doc:    Doc{"the part it plays", "文件的角色"},
			decode: (*decoder).kind,
		},
		{
			Path: "documents[].glob", Type: GlobOrList, Required: true,
			Doc:    Doc{"its files, from the workspace", "對應的檔案，相對於工作區"},
			decode: (*decoder).glob,
		},
		{
			Path: "documents[].exclude", Type: GlobList, Default: `[]`,
			Doc:    Doc{"files that the glob matches and that are not meant", "符合 glob 但應排除的檔案"},
			decode: func(d *decoder, v value) { d.globs(v, &d.document.Exclude) },
		},
		{
			Path: "documents[].sections", Type: NameOrGroup, Default: `[]`,
			Doc:    Doc{"its sections, in order", "區段，依順序"},
			decode: (*decoder).sections,
		},
		{
			Path: "documents[].sections[].name", Type: Text, Required: true,
			Doc:    Doc{"the heading", "標題"},
			decode: (*decoder).sectionName,
		},
		{
			Path: "documents[].sections[].aliases", Type: TextList, Default: `[]`,
			Doc:    Doc{"further spellings", "其他寫法"},
			decode: func(d *decoder, v value) { d.spellings(v, &d.section.Aliases) },
		},
		{
			Path: "documents[].sections[].optional", Type: Flag, Default: `false`,
			Doc:    Doc{"it may be missing", "可以省略"},
			decode: func(d *decoder, v value) { d.flag(v, &d.section.Optional) },
		},
		{
			Path: "documents[].sections[].none", Type: Flag, Default: `false`,
			Doc:    Doc{"with nothing in it, it must say None", "沒有內容時必須寫 None"},
			decode: func(d *decoder, v value) { d.flag(v, &d.section.None) },
		},
		{
			Path: "documents[].sections[].work", Type: Flag, Default: `false`,
			Doc:    Doc{"with nothing in it there is no work to recover", "沒有內容即無法恢復工作"},
			decode: func(d *decoder, v value) { d.flag(v, &d.section.Work) },
		},
		{
			Path: "documents[].slots", Type: WordList, Words: slotWords(), Default: `["square", "curly", "angle", "bare", "moment"]`,
			Doc:    Doc{"the forms of template text that count as left over", "視為未填寫範本文字的形式"},
			decode: (*decoder).slots,
		},
		{
			Path: "documents[].lines", Type: Count,
			Doc:    Doc{"the most lines it should have, 0 for any; else the limit of its kind", "行數上限，0 表示不限；未設定時採用該角色的上限"},
			decode: (*decoder).lines,
		},
		{
			Path: "documents[].bytes", Type: Count, Default: `0`,
			Doc:    Doc{"what a runtime loads of it, in bytes; 0 for what `limits.characters` says", "執行環境載入的位元組數；0 表示依 `limits.characters`"},
			decode: func(d *decoder, v value) { d.count(v, &d.document.Bytes) },
		},
		{
			Path: "documents[].labels", Type: Flag, Default: `false`,
			Doc:    Doc{"a line `Name: text` is as good a section as a heading", "`名稱: 內容` 形式的行等同區段標題"},
			decode: func(d *decoder, v value) { d.flag(v, &d.document.Labels) },
		},
		{
			Path: "documents[].links", Type: Flag, Default: `true`,
			Doc:    Doc{"relative links in it must lead somewhere", "其中的相對連結必須有效"},
			decode: func(d *decoder, v value) { d.flag(v, &d.document.Links) },
		},
		{
			Path: "documents[].lists", Type: Name,
			Doc:    Doc{"the kind of documents that it lists: each row links to one, and each of them has a row", "它所列出的文件角色：每一列都連到其中一份，且每一份都有一列"},
			decode: (*decoder).lists,
		},
		{
			Path: "documents[].stamp", Type: Flag, Default: `false`,
			Doc:    Doc{"it says when it was last updated", "須註明最後更新時間"},
			decode: func(d *decoder, v value) { d.flag(v, &d.document.Stamped) },
		},
		{
			Path: "documents[].marker", Type: Flag, Default: `true`,
			Doc:    Doc{"a folder that holds it is a workspace", "含有此文件的資料夾即為工作區"},
			decode: func(d *decoder, v value) { d.flag(v, &d.document.Marker) },
		},
		{
			Path: "limits", Type: Group,
			Doc:    Doc{"what `size/lines` measures with", "`size/lines` 的上限"},
			decode: (*decoder).group,
		},
		{
			Path: "limits.lines", Type: Map,
			Doc:    Doc{"the most lines, by kind of document; kinds not named keep theirs", "各文件角色的行數上限；未列出者維持預設"},
			decode: (*decoder).group,
		},
		{
			Path: "limits.lines.*", Type: Count,
			Doc:    Doc{"the most lines, 0 for any", "行數上限，0 表示不限"},
			decode: (*decoder).kindLines,
		},
		{
			Path: "limits.characters", Type: Count, Default: `20000`,
			Doc:    Doc{"what a runtime loads of one file, 0 for all of it", "執行環境從單一檔案載入的字元數，0 表示全部"},
			decode: func(d *decoder, v value) { d.count(v, &d.config.Limits.Characters) },
		},
		{
			Path: "language", Type: Word, Words: languageWords(), Default: `"auto"`,
			Doc:    Doc{"the language of the summaries that `memorylint rules` lists; `auto` follows the locale", "`memorylint rules` 所列摘要的語言；`auto` 依系統語系"},
			decode: func(d *decoder, v value) { d.word(v, &d.config.Language) },
		},
	}
	return append(keys, continuityKeys()...)
}

// name is the last part of the path: "glob" of "documents[].glob".
func (k *Key) name() string { return k.Path[strings.LastIndex(k.Path, ".")+1:] }

// parent is the path of the mapping it stands in: "documents[]", "" for the
// top level.
func (k *Key) parent() string {
	i := strings.LastIndex(k.Path, ".")
	return k.Path[:max(i, 0)]
}
