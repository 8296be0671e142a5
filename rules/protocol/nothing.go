package protocol

// Nothing lists the ways in which "nothing here" was met in the field, and
// their nearest relatives.
func Nothing() Words {
	return Words{
		None: []string{
			"none", "none found", "n/a", "n.a", "na", "nil", "null", "nothing", "empty", "not applicable", "-", "–", "—",
			"nenhum", "nenhuma", "nada", "não há", "sem bloqueios", "vazio", "ninguno", "ninguna", "ningún", "sin bloqueos", "sin novedades", "vacío",
			"aucun", "aucune", "rien", "néant", "pas de blocage", "vide", "keine", "kein", "keiner", "keins", "nichts", "entfällt", "leer",
			"nessuno", "nessuna", "nessun", "niente", "vuoto", "geen", "brak", "ingen", "inga", "нет", "ничего", "отсутствуют", "пусто", "немає",
			"无", "無", "暂无", "暫無", "没有", "沒有", "尚无", "尚無", "無し", "なし", "特になし", "変更なし", "該当なし", "ありません", "特にありません",
			"없음", "해당 없음", "해당없음", "없습니다",
		},
		No: []string{"no", "sin", "sem", "pas de", "без"},
		Subjects: []string{
			"blocker", "blockers", "decision", "decisions", "result", "results", "note", "notes", "question", "questions", "open questions",
			"risk", "risks", "issue", "issues", "item", "items", "archived items", "action items", "task", "tasks", "change", "changes",
			"update", "updates", "progress", "concerns", "dependencies", "findings", "follow-ups", "errors",
			"bloqueio", "bloqueios", "pendência", "pendências", "resultado", "resultados", "bloqueo", "bloqueos", "pendientes",
			"blocage", "blocages", "résultat", "résultats", "tâches", "blockaden", "blockade", "punkte", "ergebnisse", "ergebnis", "aufgaben", "fragen",
			"阻塞", "阻碍", "阻礙", "问题", "問題", "风险", "風險", "变更", "變更", "结果", "結果", "事项", "事項", "任务", "任務", "待办", "待辦",
			"ブロッカー", "課題", "блокеров", "результатов", "задач", "вопросов", "결과", "이슈",
		},
		Qualifiers: []string{
			"yet", "as yet", "to date", "since the last session", "all surfaced", "hay", "es gibt", "current", "currently", "at present", "at this time", "at the moment", "for now", "right now", "now", "recorded", "active",
			"so far", "known", "pending", "blocked", "blocking", "in flight", "in progress", "open", "outstanding", "unresolved", "unsurfaced", "reported",
			"found", "remaining", "left", "waiting", "to report", "to surface", "to show", "to note", "as of", "as of today", "as of now",
			"today", "identified", "verified", "currently verified", "needed", "required", "new", "else", "is", "are", "there is", "there are", "there's",
			"por ahora", "de momento", "por el momento", "pendiente", "pendientes", "por enquanto", "no momento", "pendente", "pendentes",
			"pour l'instant", "pour le moment", "actuellement", "en attente", "en cours",
			"derzeit", "aktuell", "aktuelle", "aktuellen", "zurzeit", "momentan", "bekannt", "bekannten", "offen", "offene", "offenen", "ausstehend", "ausstehenden",
			"пока", "открытых", "目前", "当前", "當前", "未上报", "未上報", "未呈现", "未呈現", "未回报", "未回報", "未汇报", "未匯報", "待回报", "待回報", "待上报", "待汇报", "待匯報",
			"未解决", "未解決", "待处理", "待處理", "的", "未報告の", "未解決の", "現在", "現時点", "現時点では", "今のところ", "は", "も", "が", "현재", "보류 중인",
		},
		Stamps: StampWords().Last,
	}
}
