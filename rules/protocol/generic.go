package protocol

// Generic lists words that say nothing about what a task is about: function
// words of the languages met in the field, and what is done in every task.
// Lower case. In Chinese and Japanese they are pairs of characters.
func Generic() []string {
	return []string{
		// English
		"a", "an", "the", "this", "that", "these", "those", "it", "its", "we", "our", "us", "you", "your", "they", "their", "them", "i", "my", "me", "he", "she",
		"and", "or", "but", "nor", "not", "no", "if", "then", "else", "so", "as", "than", "too", "also", "only", "just", "all", "any", "each", "every", "both", "some",
		"of", "in", "on", "at", "by", "to", "from", "for", "with", "without", "into", "onto", "over", "under", "up", "down", "out", "off", "about", "after", "before",
		"between", "during", "until", "via", "per", "through", "again", "once", "here", "there", "where", "when", "while", "how", "what", "which", "who", "why",
		"is", "are", "was", "were", "be", "been", "being", "am", "do", "does", "did", "done", "has", "have", "had", "can", "could", "will", "would", "should", "must", "may", "might",
		"get", "got", "go", "let", "more", "most", "less", "least", "new", "old", "next", "last", "first", "same", "other", "one", "two", "three", "still", "yet", "now", "today",
		"add", "adds", "added", "adding", "fix", "fixed", "fixes", "fixing", "make", "makes", "making", "made", "write", "writes", "writing", "wrote", "written",
		"update", "updates", "updated", "updating", "use", "uses", "used", "using", "work", "works", "working", "finish", "finished", "finishing", "start", "started",
		"check", "checks", "checking", "implement", "implemented", "implementing", "create", "created", "creating", "change", "changes", "changed", "task", "tasks", "step", "steps",
		"todo", "tbd", "thing", "things", "stuff", "etc", "eg", "ie", "vs", "ok", "wip",
		// Portuguese, Spanish, French, Italian
		"o", "os", "as", "um", "uma", "el", "la", "los", "las", "un", "una", "uno", "le", "les", "une", "des", "il", "lo", "gli", "de", "do", "da", "dos", "das", "del", "du", "di",
		"e", "y", "et", "ou", "em", "na", "nos", "nas", "en", "dans", "por", "para", "pour", "par", "per", "com", "con", "avec", "sem", "sin", "sans", "que", "se", "ao", "aos", "al", "au", "aux",
		"é", "es", "est", "são", "son", "sur", "sobre", "não", "ne", "pas", "antes", "avant", "fazer", "hacer", "faire", "escrever", "escribir",
		// German, Dutch
		"der", "die", "das", "den", "dem", "des", "ein", "eine", "einen", "einem", "einer", "und", "oder", "aber", "nicht", "mit", "ohne", "für", "von", "vom", "zu", "zum", "zur",
		"im", "in", "an", "am", "auf", "aus", "bei", "bis", "vor", "nach", "über", "unter", "ist", "sind", "het", "een", "van", "voor", "met", "naar", "niet",
		// Russian
		"и", "в", "во", "на", "не", "с", "со", "к", "по", "из", "за", "от", "до", "для", "что", "как", "это", "или", "но", "при", "над", "под", "об",
		// Chinese and Japanese
		"完成", "进行", "進行", "开始", "開始", "添加", "新增", "增加", "修改", "修复", "修復", "更新", "编写", "編寫", "撰写", "实现", "實現", "处理", "處理", "检查", "檢查",
		"一个", "一個", "这个", "這個", "可以", "需要", "以及", "之前", "之后", "之後", "任务", "任務",
		"追加", "修正", "作成", "対応", "実装", "実施", "確認", "処理",
		// Korean
		"합니", "니다", "하기", "하는", "하고", "에서", "으로", "까지", "부터", "에게", "작업", "추가", "수정", "완료",
	}
}
