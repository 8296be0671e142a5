package source

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// OpenClaw is what an OpenClaw installation says about its agents.
type OpenClaw struct {
	Agents []Agent // each id once; agents.list in its order, then agents.entries by id

	homes Homes
	state string // the state folder
	known []openClawAgent
}

// An Agent is one agent of an OpenClaw installation.
type Agent struct {
	ID        string // as OpenClaw folds it: lower case
	Workspace string // its folder, absolute; it need not exist
}

// openClawAgent is an agent with all that is known about its folders.
type openClawAgent struct {
	id         string
	dir        string   // where it keeps its database
	workspaces []string // candidates, best first; never empty
}

// mainAgent is the agent that runs when none is configured.
const mainAgent = "main"

// OpenClaw reads the installation's config file: the one given, else the one
// OpenClaw itself would read (OPENCLAW_CONFIG_PATH, then openclaw.json in the
// state folder). A missing default is no error: without a state folder there
// are no agents, and with one there is the agent "main". A file that cannot be
// read is an error with its name, and with line and column where it is not
// JSON5 of the right shape.
func (h Homes) OpenClaw(config string) (*OpenClaw, error) {
	h = h.ofOpenClaw()
	o := &OpenClaw{homes: h, state: h.stateDir()}
	file := h.namedConfig()
	if config != "" {
		file = absolute(config)
		// A file from elsewhere speaks of the state that lies beside it.
		if beside := filepath.Dir(file); h.variable(stateVariables()...) == "" && isFolder(filepath.Join(beside, "agents")) {
			o.state = beside
		}
	}
	if file == "" {
		if o.state == "" || !isFolder(o.state) {
			return o, nil
		}
		file = defaultConfig(o.state)
	}
	var c openClawConfig
	if file != "" {
		if err := c.read(file, h.show(file)); err != nil {
			return nil, err
		}
	}
	o.list(&c)
	return o, nil
}

// OpenClawConfig is the config file that OpenClaw itself reads, or makes when it
// has none: absolute, "" without a home.
func (h Homes) OpenClawConfig() string {
	h = h.ofOpenClaw()
	file := h.namedConfig()
	if state := h.stateDir(); file == "" && state != "" {
		file = cmp.Or(defaultConfig(state), filepath.Join(state, "openclaw.json"))
	}
	if file == "" {
		return ""
	}
	return absolute(file)
}

// ofOpenClaw are the homes as OpenClaw sees them.
func (h Homes) ofOpenClaw() Homes {
	if home := h.variable("OPENCLAW_HOME"); home != "" {
		h.Home = h.expand(home)
	}
	return h
}

// namedConfig is the config file that a variable names, or "".
func (h Homes) namedConfig() string {
	file := h.variable("OPENCLAW_CONFIG_PATH", "CLAWDBOT_CONFIG_PATH")
	if file == "" {
		return ""
	}
	return h.expand(file)
}

func stateVariables() []string { return []string{"OPENCLAW_STATE_DIR", "CLAWDBOT_STATE_DIR"} }

// stateDir is where OpenClaw keeps its state: where it is told to, else
// ~/.openclaw or the profile's own folder, else one from before it had that
// name. "" without a home.
func (h Homes) stateDir() string {
	if dir := h.variable(stateVariables()...); dir != "" {
		return h.expand(dir)
	}
	if h.Home == "" {
		return ""
	}
	names := []string{".openclaw", ".clawdbot", ".moldbot", ".moltbot"}
	if profile := h.profile(); profile != "" {
		names = slices.Insert(names, 0, ".openclaw-"+profile)
	}
	for _, name := range names {
		if dir := filepath.Join(h.Home, name); isFolder(dir) {
			return dir
		}
	}
	return filepath.Join(h.Home, ".openclaw")
}

// profile is the name of the profile in use; "" for the default one.
func (h Homes) profile() string {
	if name := h.variable("OPENCLAW_PROFILE"); !strings.EqualFold(name, "default") {
		return name
	}
	return ""
}

// defaultConfig is the config file in a state folder; "" when there is none.
func defaultConfig(state string) string {
	for _, name := range []string{"openclaw.json", "clawdbot.json", "moldbot.json", "moltbot.json"} {
		if file := filepath.Join(state, name); exists(file) {
			return file
		}
	}
	return ""
}

// list works out the agents of a config and their folders.
func (o *OpenClaw) list(c *openClawConfig) {
	entries := c.entries()
	first := 0
	for i, e := range entries {
		if e.Default {
			first = i
			break
		}
	}
	for i, e := range entries {
		a := openClawAgent{id: e.ID, dir: filepath.Join(o.state, "agents", e.ID, "agent")}
		if e.AgentDir != "" {
			a.dir = o.homes.expandVariables(e.AgentDir)
		}
		switch {
		case strings.TrimSpace(e.Workspace) != "":
			a.workspaces = []string{o.homes.expandVariables(e.Workspace)}
		case i == first:
			a.workspaces = o.mainWorkspaces(c, e.ID)
		default:
			a.workspaces = o.otherWorkspaces(c, e.ID)
		}
		o.known = append(o.known, a)
		o.Agents = append(o.Agents, Agent{ID: a.id, Workspace: a.workspace()})
	}
}

// mainWorkspaces is where the default agent works when its entry does not say.
func (o *OpenClaw) mainWorkspaces(c *openClawConfig, id string) []string {
	if dir := c.Agents.Defaults.Workspace; strings.TrimSpace(dir) != "" {
		return []string{o.homes.expandVariables(dir)}
	}
	if dir := o.homes.variable("OPENCLAW_WORKSPACE_DIR"); dir != "" {
		return []string{o.homes.expand(dir)}
	}
	var out []string
	if profile := o.homes.profile(); profile != "" {
		out = append(out, filepath.Join(o.state, "workspace-"+profile))
	}
	return append(out,
		filepath.Join(o.state, "workspace"),
		filepath.Join(o.state, "workspace", id),
		filepath.Join(o.state, "workspaces", id))
}

// otherWorkspaces is where any other agent works when its entry does not say.
func (o *OpenClaw) otherWorkspaces(c *openClawConfig, id string) []string {
	var out []string
	if dir := c.Agents.Defaults.Workspace; strings.TrimSpace(dir) != "" {
		out = append(out, filepath.Join(o.homes.expandVariables(dir), id))
	}
	return append(out,
		filepath.Join(o.state, "workspace-"+id),
		filepath.Join(o.state, "workspaces", id))
}

// workspace is the first candidate that exists, else the first.
func (a *openClawAgent) workspace() string {
	for _, dir := range a.workspaces {
		if isFolder(dir) {
			return dir
		}
	}
	return a.workspaces[0]
}

// Transcripts lists what the agents that work in the folder dir wrote: session
// files, also those that were reset, set aside or marked as deleted, and the
// session database. Newest first. Only metadata is read.
func (o *OpenClaw) Transcripts(dir string) []Transcript {
	folder, err := os.Stat(dir)
	if err != nil {
		return nil
	}
	var out []Transcript
	for _, a := range o.known {
		if !slices.ContainsFunc(a.workspaces, func(w string) bool { return sameFolder(folder, w) }) {
			continue
		}
		out = append(out, o.homes.transcripts(filepath.Join(o.state, "agents", a.id, "sessions"), isSessionFile)...)
		for _, name := range []string{"openclaw-agent.sqlite", "openclaw-agent.sqlite-wal"} {
			out = o.homes.transcript(out, filepath.Join(a.dir, name))
		}
	}
	return newestFirst(out)
}

// isSessionFile reports whether a file name is that of a transcript:
// <id>.jsonl, and <id>.jsonl.deleted.<time>, .reset. and .bak.
func isSessionFile(name string) bool {
	_, rest, ok := strings.Cut(name, ".jsonl")
	if !ok || rest == "" {
		return ok
	}
	for _, kind := range []string{".deleted", ".reset", ".bak"} {
		if after, ok := strings.CutPrefix(rest, kind); ok && (after == "" || after[0] == '.') {
			return true
		}
	}
	return false
}
