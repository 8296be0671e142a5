package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/memorylint/memorylint/lint"
	"github.com/memorylint/memorylint/lint/config"
	"github.com/memorylint/memorylint/rules/protocol"
)

// A part is what is named and obeys one configuration.
type part struct {
	file  string // the config file; "" for none
	names []named
}

// parts splits what is named by the config file in force for it, the deepest
// file first: of a workspace that is reached by two, its own counts.
func (j *job) parts() ([]part, error) {
	var out []part
	files := map[string]string{} // by folder
	for _, n := range j.names {
		file, ok := files[n.folder()]
		if !ok {
			var err error
			if file, err = j.configFile(n); err != nil {
				return nil, err
			}
			files[n.folder()] = file
		}
		i := slices.IndexFunc(out, func(p part) bool { return p.file == file })
		if i < 0 {
			i, out = len(out), append(out, part{file: file})
		}
		out[i].names = append(out[i].names, n)
	}
	slices.SortStableFunc(out, func(a, b part) int { return len(filepath.Dir(b.file)) - len(filepath.Dir(a.file)) })
	return out, nil
}

// configFile is the config file in force: the one named, else the nearest one
// from the linted folder up to the repository's root, or to the current folder
// outside git. It is "" when there is none.
func (j *job) configFile(n named) (string, error) {
	switch {
	case j.opts.noConfig:
		return "", nil
	case j.opts.config != "":
		return j.absoluteConfig()
	}
	if j.commit != nil {
		name, _, err := config.Find(func(name string) ([]byte, error) {
			_, err := j.commit.tree.Lstat(slash(j.commit.top, filepath.FromSlash(name)))
			return nil, err
		}, filepath.ToSlash(n.folder()), filepath.ToSlash(j.commit.top))
		return filepath.FromSlash(name), err
	}
	stop := n.top
	if stop == "" {
		stop = n.folder()
		if contains(j.cwd, stop) {
			stop = j.cwd
		}
	}
	there := func(name string) ([]byte, error) {
		_, err := os.Lstat(filepath.FromSlash(name))
		return nil, err
	}
	name, _, err := config.Find(there, filepath.ToSlash(n.folder()), filepath.ToSlash(stop))
	return filepath.FromSlash(name), err
}

// absoluteConfig is the file that --config names, in the terms of the current
// folder's real name: the one by which the folder was reached may lead through
// links, and would hide that the file is the repository's own.
func (j *job) absoluteConfig() (string, error) {
	file := j.opts.config
	if !filepath.IsAbs(file) {
		file = filepath.Join(j.cwd, file)
	}
	if real, err := onDisk(filepath.Clean(file)); err == nil {
		return real, nil
	}
	return file, nil
}

// configure reads a config file; "" is the default configuration.
func (j *job) configure(file string) (err error) {
	c := config.Default()
	if file != "" {
		if c, err = j.parseConfig(file); err != nil {
			return err
		}
	}
	j.config, j.configured = c, c.Documents()
	return nil
}

func (j *job) parseConfig(file string) (*config.Config, error) {
	src, err := j.readConfig(file)
	if err != nil {
		return nil, fmt.Errorf("read config: %w", err)
	}
	j.file, j.configDir = file, filepath.Dir(file)
	return config.Parse(j.show(file), src, config.Known{Rules: ruleIDs()})
}

// readConfig reads a config file from the source that is linted. One that is
// named and lies outside of the repository, or is no part of it, is read from
// disk.
func (j *job) readConfig(file string) ([]byte, error) {
	if j.commit != nil && contains(j.commit.top, file) {
		src, err := j.commit.read(file)
		if len(src) > maxConfig {
			return nil, fmt.Errorf("%s is larger than %d bytes", j.show(file), maxConfig)
		}
		if j.opts.config == "" || !errors.Is(err, fs.ErrNotExist) {
			return src, err
		}
		j.std.note("%s is not in %s: it is read from disk", j.show(file), j.commit)
	}
	return readBounded(nil, file, maxConfig)
}

// show is how the output names a path: relative to the repository's root, or
// to the current folder outside git; absolute when it lies elsewhere.
func (j *job) show(path string) string {
	if contains(j.base, path) {
		return slash(j.base, path)
	}
	return filepath.ToSlash(path)
}

// known are the documents that are looked for.
func (j *job) known() []protocol.Document {
	if j.documents != nil {
		return j.documents
	}
	return j.configured
}

// settings is what rules and discovery are told of the configuration.
func (j *job) settings(root string) *lint.Settings {
	s := &lint.Settings{
		Documents: j.known(), Require: j.config.Require, Strict: j.config.Strict,
		Live: j.config.CurrentState.Live, Characters: j.config.Limits.Characters,
		Committed: j.commit != nil,
	}
	if j.configDir != "" && len(j.config.Exclude) > 0 {
		s.Excluded = func(name string) bool {
			full := filepath.Join(root, filepath.FromSlash(name))
			return contains(j.configDir, full) && j.config.Excluded(slash(j.configDir, full))
		}
	}
	return s
}
