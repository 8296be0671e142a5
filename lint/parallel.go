package lint

import (
	"runtime"
	"sync"
)

// parallel calls do with each index below n, several at once, and returns when
// all calls have. A single call is made right here: it needs no second thread.
func parallel(n int, do func(i int)) {
	if n == 1 {
		do(0)
		return
	}
	work := make(chan int)
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		group.Go(func() {
			for i := range work {
				do(i)
			}
		})
	}
	for i := range n {
		work <- i
	}
	close(work)
	group.Wait()
}
