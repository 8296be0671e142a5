package lint

// Nearest is the known word most like word: about a third of its letters at most,
// and never more than three, are other ones. It is "" when none is so near;
// among equals the first counts.
func Nearest(word string, known []string) string {
	best, limit := "", min(3, (len([]rune(word))+1)/3)
	for _, k := range known {
		if n := distance([]rune(word), []rune(k), limit); n <= limit {
			best, limit = k, n-1
		}
	}
	return best
}

// distance is the number of letters to insert, drop, change or swap with a
// neighbour to turn a into b; more than limit when it is more than limit.
func distance(a, b []rune, limit int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	older, old, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range old {
		old[j] = j
	}
	for i := range a {
		row[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(old[j+1]+1, row[j]+1, old[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], older[j-1]+1)
			}
		}
		older, old, row = old, row, older
	}
	return old[len(b)]
}
