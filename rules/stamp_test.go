package rules

import (
	"testing"
	"time"
)

func TestReadStamp(t *testing.T) {
	const dateOnly, minutes = "2006-01-02", "2006-01-02T15:04:05Z07:00"
	for _, c := range []struct {
		text    string
		reading reading
		when    string // the day, or the moment in its zone
	}{
		// Moments.
		{"2026-04-11T03:10:58.027Z", moment, "2026-04-11T03:10:58Z"},
		{"2026-04-11T03:10:00.000Z", moment, "2026-04-11T03:10:00Z"},
		{"2026-04-11T03:10Z", moment, "2026-04-11T03:10:00Z"},
		{"2026-04-11t03:10:00z", moment, "2026-04-11T03:10:00Z"},
		{"2026-04-11T07:02:00+10:00", moment, "2026-04-11T07:02:00+10:00"},
		{"2026-04-11T20:39:55-0330", moment, "2026-04-11T20:39:55-03:30"},
		{"2026-04-11 13:05 UTC", moment, "2026-04-11T13:05:00Z"},
		{"2026-04-11 13:05 (UTC)", moment, "2026-04-11T13:05:00Z"},
		{"2026-04-11 13:05 GMT+8", moment, "2026-04-11T13:05:00+08:00"},
		{"2026-04-11 13:50 +05", moment, "2026-04-11T13:50:00+05:00"},
		{"2026-04-11 22:44 PST", moment, "2026-04-11T22:44:00-08:00"},
		{"2026-04-11, 13:05 UTC", moment, "2026-04-11T13:05:00Z"},
		{"2026-04-11 at 13:05 UTC", moment, "2026-04-11T13:05:00Z"},
		{"2026-04-11 — 13:05 UTC, by the builder", moment, "2026-04-11T13:05:00Z"},
		{"April 11, 2026 06:00 AM UTC", moment, "2026-04-11T06:00:00Z"},
		{"April 11, 2026 12:30 pm UTC", moment, "2026-04-11T12:30:00Z"},
		{"Sat, 11 Apr 2026 13:05:00 GMT", moment, "2026-04-11T13:05:00Z"},
		{"2026年4月11日 13:05 JST", moment, "2026-04-11T13:05:00+09:00"},

		// Days, and moments in a zone that is not known or means several.
		{"2026-04-11", day, "2026-04-11"},
		{"2026-4-1", day, "2026-04-01"},
		{"2026/04/11", day, "2026-04-11"},
		{"2026.04.11", day, "2026-04-11"},
		{"20260411", day, "2026-04-11"},
		{"2026-04-11 12:05", day, "2026-04-11"},
		{"2026-04-11T12:05:00", day, "2026-04-11"},
		{"2026-04-11 18:40 CT", day, "2026-04-11"},
		{"2026-04-11 14:06 CST", day, "2026-04-11"},
		{"2026-04-11 23:30 IST", day, "2026-04-11"},
		{"2026-04-11 WET", day, "2026-04-11"},
		{"2026-04-11 15:01 Australia/Brisbane", day, "2026-04-11"},
		{"July 24, 2026", day, "2026-07-24"},
		{"Mar 5, 2026", day, "2026-03-05"},
		{"Sept. 5th, 2026", day, "2026-09-05"},
		{"March 9, 2026 06:00 AM CST", day, "2026-03-09"},
		{"Monday, May 4, 2026", day, "2026-05-04"},
		{"4 May 2026", day, "2026-05-04"},
		{"4th of May, 2026", day, "2026-05-04"},
		{"04-May-2026", day, "2026-05-04"},
		{"4. Mai 2026", day, "2026-05-04"},
		{"4 de maio de 2026", day, "2026-05-04"},
		{"1er août 2026", day, "2026-08-01"},
		{"4 мая 2026 г.", day, "2026-05-04"},
		{"2026年4月11日", day, "2026-04-11"},
		{"2026 年", unreadable, ""},
		{"2026년 4월 11일", day, "2026-04-11"},
		{"截至2026年4月11日", day, "2026-04-11"},
		{"25/08/2026", day, "2026-08-25"},
		{"08/25/2026", day, "2026-08-25"},
		{"05/05/2026", day, "2026-05-05"},
		{"06.02.2026", day, "2026-02-06"},
		{"（2026-04-11）", day, "2026-04-11"},
		{"【2026-04-11】", day, "2026-04-11"},
		{"[2026-04-11]", day, "2026-04-11"},
		{"**2026-04-11**", day, "2026-04-11"},
		{"`2026-04-11`", day, "2026-04-11"},
		{`"2026-04-11"`, day, "2026-04-11"},
		{"session 14 (2026-04-11)", day, "2026-04-11"},
		{"2026-04-11 | **Phase:** 3", day, "2026-04-11"},
		{"2026-04-11 (13 tasks, 4:1 ratio)", day, "2026-04-11"},
		{"2024-02-29", day, "2024-02-29"},
		{"06/02/2026, that is 6 February 2026", day, "2026-02-06"},

		// Day or month first.
		{"06/02/2026", ambiguous, ""},
		{"06/02/2026 15:51:18", ambiguous, ""},
		{"6-2-2026", ambiguous, ""},

		// No calendar has them.
		{"2026-02-30", unreal, ""},
		{"2026-13-01", unreal, ""},
		{"2026-04-31T10:00:00Z", unreal, ""},
		{"13/13/2026", unreal, ""},
		{"February 29, 2026", unreal, ""},

		// No day in them.
		{"23:30 IST", dayless, ""},
		{"09:15", dayless, ""},
		{"May 2026", dayless, ""},
		{"2026-05", dayless, ""},

		// Nobody has set them.
		{"", unset, ""},
		{"—", unset, ""},
		{"...", unset, ""},
		{"???", unset, ""},
		{"1970-01-01T00:00:00Z", unset, ""},
		{"0001-01-01", unset, ""},
		{"TBD", unset, ""},
		{"TBD (before 2026-06-01)", unset, ""},
		{"*tbd*", unset, ""},
		{"[DATE_TIME]", unset, ""},
		{"[ISO timestamp]", unset, ""},
		{"[timestamp]", unset, ""},
		{"{timestamp}", unset, ""},
		{"{{ date }}", unset, ""},
		{"<date>", unset, ""},
		{"YYYY-MM-DDTHH:MM:SSZ", unset, ""},
		{"YYYYMMDD", unset, ""},
		{"Not yet initialized", unset, ""},
		{"Not yet configured", unset, ""},
		{"Pas encore configuré", unset, ""},
		{"never", unset, ""},
		{"n/a", unset, ""},
		{"尚未設定", unset, ""},

		// Not understood.
		{"yesterday", unreadable, ""},
		{"see git log", unreadable, ""},
		{"todos.md was split", unreadable, ""},
		{"nevertheless", unreadable, ""},
		{"version 2026.4", unreadable, ""},
		{"04/05/26", unreadable, ""},
		{"2026-04-1122", unreadable, ""},
		{"May I ask?", unreadable, ""},
		{"12345678", unreadable, ""},
		{"99:99", unreadable, ""},
	} {
		v := readStamp(c.text)
		if v.reading != c.reading {
			t.Errorf("%q: reading %d, want %d", c.text, v.reading, c.reading)
			continue
		}
		layout := minutes
		if c.reading == day {
			layout = dateOnly
		}
		if got := v.when.Format(layout); v.reading >= day && got != c.when {
			t.Errorf("%q: %s, want %s", c.text, got, c.when)
		}
	}
}

func TestReadStampSaysWhatItRead(t *testing.T) {
	for text, want := range map[string]string{
		"2026-04-11":                       "2026-04-11",
		"**2026-04-11** — by the builder":  "2026-04-11",
		"2026-04-11 13:05 UTC (session 3)": "2026-04-11 13:05 UTC",
		"2026-04-11 14:06 CST":             "2026-04-11 14:06",
		"2026-04-11 three things":          "2026-04-11",
		"on Mar 5, 2026.":                  "Mar 5, 2026",
		"1970-01-01T00:00:00Z":             "1970-01-01T00:00:00Z",
		"06/02/2026 15:51:18 or so":        "06/02/2026 15:51:18",
		"（2026年4月11日）":                     "2026年4月11日",
	} {
		if v := readStamp(text); text[v.start:v.end] != want {
			t.Errorf("%q: read %q, want %q", text, text[v.start:v.end], want)
		}
	}
}

func TestLabelAt(t *testing.T) {
	for _, c := range []struct {
		text, label string
		rank        rank
	}{
		{"Last updated: x", "Last updated", rankLast},
		{"Last Updated", "Last Updated", rankLast},
		{"LastUpdated: x", "LastUpdated", rankLast},
		{"last_updated: x", "last_updated", rankLast},
		{"last-update = x", "last-update", rankLast},
		{"Last update: x", "Last update", rankLast},
		{"Last Updated (UTC): x", "Last Updated", rankLast},
		{"Última atualização: x", "Última atualização", rankLast},
		{"Última actualización: x", "Última actualización", rankLast},
		{"Dernière mise à jour : x", "Dernière mise à jour", rankLast},
		{"最后更新：x", "最后更新", rankLast},
		{"最后更新时间：x", "最后更新时间", rankLast},
		{"最后更新2026年", "最后更新", rankLast},
		{"最后整理：x", "最后整理", rankLast},
		{"Updated: x", "Updated", rankUpdated},
		{"updated_at: x", "updated_at", rankUpdated},
		{"Atualizado: x", "Atualizado", rankUpdated},
		{"MAJ : x", "MAJ", rankUpdated},
		{"Обновлено: x", "Обновлено", rankUpdated},
		{"Updated by: x", "Updated by", rankDated},
		{"Last reviewed: x", "Last reviewed", rankDated},
		{"Last Verified: x", "Last Verified", rankDated},
		{"Frozen: x", "Frozen", rankDated},
		{"Generated: x", "Generated", rankDated},
		{"Date: x", "Date", rankDated},
		{"Snapshot as of x", "Snapshot as of", rankDated},
		{"Fecha: x", "Fecha", rankDated},
		{"Updates: x", "", noLabel},
		{"Dates", "", noLabel},
		{"Lastly updated", "", noLabel},
		{"Objective: x", "", noLabel},
		{"", "", noLabel},
	} {
		n, rank := labelAt(c.text)
		if c.text[:n] != c.label || rank != c.rank {
			t.Errorf("%q: label %q of rank %d, want %q of %d", c.text, c.text[:n], rank, c.label, c.rank)
		}
	}
}

func TestAgree(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"2026-04-11", "2026-04-11", true},
		{"2026-04-11", "April 11, 2026", true},
		{"2026-04-11", "2026-04-12", false},
		{"2026-04-11", "2026-04-11T23:50:00Z", true},
		{"2026-04-11", "2026-04-12T01:00:00+09:00", true},
		{"2026-04-12", "2026-04-12T01:00:00+09:00", true},
		{"2026-04-11T01:00:00Z", "2026-04-11T10:00:00+09:00", true},
		{"2026-04-11T01:00:27.5Z", "2026-04-11T01:00:27Z", true},
		{"2026-04-11T01:00:27Z", "2026-04-11 01:00 UTC", true},
		{"2026-04-11T01:00:27Z", "2026-04-11T01:00:28Z", false},
		{"2026-04-11T01:00:00Z", "2026-04-11T01:00:00+09:00", false},
		{"2026-04-11 10:00", "2026-04-11 12:00", true},
	} {
		if got := agree(readStamp(c.a), readStamp(c.b)); got != c.want {
			t.Errorf("agree(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

func TestAge(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Minute:                    "0s",
		0:                               "0s",
		45*time.Second + 999_999_999:    "45s",
		time.Minute:                     "1m",
		59*time.Minute + 59*time.Second: "59m",
		time.Hour:                       "1h",
		2*time.Hour + 59*time.Minute:    "2h",
		24 * time.Hour:                  "1d",
		90 * time.Hour:                  "3d",
	} {
		if got := age(d); got != want {
			t.Errorf("age(%s) = %s, want %s", d, got, want)
		}
	}
}
