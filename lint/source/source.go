// Package source holds what a run can read: the working tree, one file of it as
// an editor holds it, the index, and commits; each with the true modification
// time of its files. Beside them are the traces that agent runtimes leave
// outside of a repository.
//
// Nothing here writes. Git is asked through its command line only, by commands
// that read objects and the index, start no hook, filter or helper and take no
// lock; where git is not installed the working tree can still be read, without
// the history of its files.
package source
