package rules

import "testing"

func TestRelated(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Replace the upload queue before the spring release", "Set up the new queue", true},
		{"Replace the upload queue before the spring release", "Drain all QUEUES", true},
		{"Replace the upload queue before the spring release", "Sort the holiday photos", false},
		{"Replace the upload queue before the spring release", "Write it up", false},
		{"Replace the upload queue before the spring release", "uploader: retry on 503", true},
		{"Fix the API", "Document both APIs", true},
		{"Fix the API", "Fix the UI", false},
		{"Migrate the store", "Plan the migration", true},
		{"Close #482", "1.2 see #482", true},
		{"Ship 2026 roadmap", "Taxes 2026", false},
		{"Заменить очередь загрузки", "Проверить новую очереди", true},
		{"Заменить очередь загрузки", "Разобрать фотографии", false},
		{"Trocar a fila antiga", "Apagar a fila", true},
		{"Trocar a fila antiga", "Arrumar as fotos", false},
		{"把夜间任务迁移到新队列", "迁移测试", true},
		{"把夜间任务迁移到新队列", "整理度假照片", false},
		{"把夜间任务迁移到新队列", "完成任务清单", false},
		{"アップロードのキューを置き換える", "キューの監視", true},
		{"アップロードのキューを置き換える", "写真を整理する", false},
		{"キューを置き換える", "レビューをする", false},
		{"업로드 대기열을 교체한다", "새 대기열 설치", true},
		{"업로드 대기열을 교체한다", "휴가 사진을 정리", false},
		{"เปลี่ยนคิวอัปโหลดก่อนฤดูใบไม้ผลิ", "ทดสอบคิวอัปโหลด", true},
		{"เปลี่ยนคิวอัปโหลดก่อนฤดูใบไม้ผลิ", "จัดเรียงรูปถ่าย", false},
		{"把 importer 迁移到新队列", "Test the importer", true},
		{"", "Test the importer", false},
	} {
		if got := related(termsOf(c.a), termsOf(c.b)); got != c.want {
			t.Errorf("related(%q, %q) = %v; terms %v and %v", c.a, c.b, got, termsOf(c.a), termsOf(c.b))
		}
	}
}

func TestTermsAreBounded(t *testing.T) {
	text := ""
	for i := range 5000 {
		text += " word" + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676))
	}
	if n := len(termsOf(text)); n != maxTerms {
		t.Errorf("%d terms, want %d", n, maxTerms)
	}
}
