package protocol

// Stamps says how a document tells when it was last updated. Words are lower
// case; a space in a label stands for any run of spaces, hyphens and
// underscores, also for none: "last updated" is lastUpdated and last_updated.
type Stamps struct {
	Last    []string // labels of the stamp, wherever they stand
	Updated []string // labels that mean the same at the top of a document
	Dated   []string // labels whose date tells the age of the document, if no better one does
	Lead    []string // may stand between label and value: "on", "as of"
	Unset   []string // values, or how they begin, that say nobody has set it yet
}

// StampWords lists the words that were met in the field.
func StampWords() Stamps {
	return Stamps{
		Last: []string{
			"last updated", "last update", "last modified", "last changed", "last edited",
			"última atualização", "ultima atualização", "ultima atualizacao", "última modificação", "atualizado em",
			"última actualización", "ultima actualización", "ultima actualizacion", "última modificación", "actualizado el",
			"dernière mise à jour", "derniere mise a jour", "ultimo aggiornamento", "laatst bijgewerkt",
			"letzte aktualisierung", "zuletzt aktualisiert", "zuletzt geändert",
			"последнее обновление", "последние изменения",
			"最后更新", "最后更新时间", "最近更新", "最后整理", "最後更新", "最後更新時間", "更新时间", "更新時間", "更新日期", "最后更新日期", "最後更新日期", "最后更新于", "最後更新於",
			"最終更新", "最終更新日", "最終更新日時", "更新日時", "마지막 업데이트", "최종 업데이트", "최종 수정",
		},
		Updated: []string{
			"updated", "updated at", "updated on", "update", "modified",
			"atualizado", "atualização", "actualizado", "actualización", "mis à jour", "mise à jour", "maj",
			"aktualisiert", "aggiornato", "bijgewerkt", "обновлено", "更新", "更新日", "업데이트",
		},
		Dated: []string{
			"updated by", "last reviewed", "last verified", "reviewed", "verified", "frozen", "generated", "generated at",
			"date", "timestamp", "snapshot", "snapshot as of", "as of", "state as of", "status as of", "current as of",
			"data", "fecha", "datum", "stand", "дата", "日期", "日付", "날짜",
		},
		Lead: []string{"on", "as of", "at", "am", "em", "el", "le"},
		Unset: []string{
			"tbd", "tba", "todo", "fixme", "not yet", "not set", "never", "none", "n/a", "unset", "pending", "yyyy", "xxxx",
			"ainda não", "aún no", "todavía no", "pas encore", "noch nicht", "jamais", "nie", "ещё не", "еще не",
			"尚未", "未设置", "未設定", "还没有", "還沒有", "まだ", "아직",
		},
	}
}

// Months lists the names and short forms of the months, January first, in
// lower case and without a final full stop.
func Months() [12][]string {
	return [12][]string{
		{"january", "jan", "janeiro", "enero", "ene", "janvier", "janv", "januar", "jänner", "gennaio", "января", "янв"},
		{"february", "feb", "fevereiro", "fev", "febrero", "février", "fevrier", "févr", "februar", "febbraio", "февраля", "фев"},
		{"march", "mar", "março", "marco", "marzo", "mars", "märz", "mär", "марта", "мар"},
		{"april", "apr", "abril", "abr", "avril", "avr", "aprile", "апреля", "апр"},
		{"may", "maio", "mai", "mayo", "maggio", "мая", "май"},
		{"june", "jun", "junho", "junio", "juin", "juni", "giugno", "июня", "июн"},
		{"july", "jul", "julho", "julio", "juillet", "juil", "juli", "luglio", "июля", "июл"},
		{"august", "aug", "agosto", "ago", "août", "aout", "августа", "авг"},
		{"september", "sep", "sept", "setembro", "set", "septiembre", "septembre", "settembre", "сентября", "сен"},
		{"october", "oct", "outubro", "out", "octubre", "octobre", "oktober", "okt", "ottobre", "октября", "окт"},
		{"november", "nov", "novembro", "noviembre", "novembre", "ноября", "ноя"},
		{"december", "dec", "dezembro", "dez", "diciembre", "dic", "décembre", "decembre", "déc", "dezember", "dicembre", "декабря", "дек"},
	}
}

// A Zone is a time zone abbreviation that means one offset only. CST and IST
// are not among them: they stand for several.
type Zone struct {
	Name    string
	Minutes int // east of UTC
}

// Zones lists the abbreviations that are understood.
func Zones() []Zone {
	return []Zone{
		{"Z", 0}, {"UTC", 0}, {"GMT", 0}, {"WET", 0}, {"WEST", 60}, {"CET", 60}, {"CEST", 120}, {"EET", 120}, {"EEST", 180}, {"MSK", 180},
		{"HKT", 480}, {"SGT", 480}, {"JST", 540}, {"KST", 540}, {"AEST", 600}, {"AEDT", 660}, {"NZST", 720}, {"NZDT", 780},
		{"PST", -480}, {"PDT", -420}, {"MDT", -360}, {"EDT", -240},
	}
}
