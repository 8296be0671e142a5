// Package source holds what a run can read: today the working tree, with the
// true modification time of each file, and, beside it, the traces that agent
// runtimes leave outside of it.
//
// Nothing here writes. Git is asked through its command line only, by commands
// that read objects and the index, start no hook, filter or helper and take no
// lock; where git is not installed everything works but the history of files.
package source
