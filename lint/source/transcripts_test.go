package source_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/memorylint/memorylint/lint/source"
)

// newHome makes a home folder and an environment of these variables, where "~"
// stands for that folder's path.
func newHome(t *testing.T, env map[string]string) (*repo, source.Homes) {
	t.Helper()
	r := newFolder(t)
	return r, source.Homes{Home: r.dir, Getenv: func(name string) string { return strings.ReplaceAll(env[name], "~", r.dir) }}
}

// wrote writes a file that was last changed on the n-th day.
func (r *repo) wrote(n int, name string) {
	r.t.Helper()
	r.write(name, "")
	r.touch(name, day(n))
}

func wantTranscripts(t *testing.T, got []source.Transcript, want ...string) {
	t.Helper()
	var names []string
	for i, g := range got {
		names = append(names, g.Path)
		if i > 0 && g.Time.After(got[i-1].Time) {
			t.Errorf("%s is newer than the one before", g.Path)
		}
	}
	if !slices.Equal(names, want) {
		t.Errorf("\n got %q\nwant %q", names, want)
	}
}

func TestClaude(t *testing.T) {
	home, h := newHome(t, nil)
	home.mkdir("my_work.d/ws")
	home.link("my_work.d/ws", "alias")
	slug := strings.NewReplacer("/", "-", ".", "-", ":", "-", `\`, "-").Replace(home.path("my_work.d/ws"))
	projects := ".claude/projects/"
	home.wrote(1, projects+slug+"/one.jsonl")
	home.wrote(3, projects+slug+"/two.jsonl")
	home.wrote(2, projects+slug+"/two/subagents/agent-1.jsonl")
	home.wrote(4, projects+slug+"/two/subagents/notes.txt")
	home.wrote(4, projects+slug+"/memory/MEMORY.md")
	home.wrote(5, projects+slug+"-other/x.jsonl")
	home.mkdir(projects + slug + "/folder.jsonl")
	newer := strings.ReplaceAll(slug, "_", "-")
	home.wrote(4, projects+newer+"/three.jsonl")

	want := []string{"~/" + projects + newer + "/three.jsonl", "~/" + projects + slug + "/two.jsonl", "~/" + projects + slug + "/two/subagents/agent-1.jsonl", "~/" + projects + slug + "/one.jsonl"}
	wantTranscripts(t, h.Claude(home.path("my_work.d/ws")), want...)
	wantTranscripts(t, h.Claude(home.path("alias")), want...)
	wantTranscripts(t, h.Claude(home.path("my_work.d")))
	if got := h.Claude(home.path("alias"))[0].Time; !got.Equal(day(4)) {
		t.Errorf("time %v", got)
	}
}

func TestClaudeConfigDir(t *testing.T) {
	home, h := newHome(t, map[string]string{"CLAUDE_CONFIG_DIR": "~/conf"})
	ws := home.path("ws")
	slug := strings.NewReplacer("/", "-", ".", "-").Replace(ws)
	home.wrote(1, "conf/projects/"+slug+"/a.jsonl")
	home.wrote(2, ".claude/projects/"+slug+"/b.jsonl")
	wantTranscripts(t, h.Claude(ws), "~/conf/projects/"+slug+"/a.jsonl")
	wantTranscripts(t, source.Homes{Home: home.dir}.Claude(ws), "~/.claude/projects/"+slug+"/b.jsonl")
	wantTranscripts(t, source.Homes{}.Claude(ws))
}

func TestOpenClawAgents(t *testing.T) {
	for _, tt := range []struct {
		name   string
		config string
		dirs   []string // that exist
		env    map[string]string
		want   string // id=workspace ...
	}{
		{name: "empty", config: `{}`, want: "main=~/.openclaw/workspace"},
		{name: "list", config: `{agents: {list: [{id: 'b', workspace: '~/b'}, {id: "a", workspace: "/srv/a"}]}}`, want: "b=~/b a=/srv/a"},
		{name: "entries", config: `{agents: {entries: {z: {workspace: "~/z"}, y: {workspace: "~"}}}}`, want: "y=~ z=~/z"},
		{name: "both, and one twice", config: `{agents: {list: [{id: "B", workspace: "~/b"}, {id: "b"}, {}, null], entries: {b: {}, a: {workspace: "~/a"}}}}`, want: "b=~/b a=~/a"},
		{name: "defaults", config: `{agents: {defaults: {workspace: "~/ws"}, list: [{id: "one"}, {id: "two"}]}}`, want: "one=~/ws two=~/ws/two"},
		{name: "another default agent", config: `{agents: {defaults: {workspace: "~/ws"}, list: [{id: "one"}, {id: "two", default: true}]}}`, want: "one=~/ws/one two=~/ws"},
		{name: "no defaults", config: `{agents: {list: [{id: "one"}, {id: "two"}]}}`, want: "one=~/.openclaw/workspace two=~/.openclaw/workspace-two"},
		{name: "what exists", config: `{agents: {defaults: {workspace: "~/ws"}, list: [{id: "one"}, {id: "two"}, {id: "three"}]}}`,
			dirs: []string{".openclaw/workspace-two", ".openclaw/workspaces/three"}, want: "one=~/ws two=~/.openclaw/workspace-two three=~/.openclaw/workspaces/three"},
		{name: "main below workspace", config: `{}`, dirs: []string{".openclaw/workspaces/main"}, want: "main=~/.openclaw/workspaces/main"},
		{name: "relative, variables, space", config: `{agents: {list: [{id: "a", workspace: " ws/a "}, {id: "b", workspace: "${BASE}/b/${"}]}}`,
			env: map[string]string{"BASE": "/base"}, want: "a=~/ws/a b=/base/b/${"},
		{name: "workspace variable", config: `{}`, env: map[string]string{"OPENCLAW_WORKSPACE_DIR": "/elsewhere"}, want: "main=/elsewhere"},
		{name: "profile", config: `{}`, env: map[string]string{"OPENCLAW_PROFILE": "work"}, want: "main=~/.openclaw/workspace-work"},
		{name: "the default profile", config: `{}`, env: map[string]string{"OPENCLAW_PROFILE": "Default"}, want: "main=~/.openclaw/workspace"},
		{name: "ids that are no names", config: `{agents: {list: [{id: "../../x y", workspace: "/x"}, {id: "..", workspace: "/y"}]}}`, want: "x-y=/x"},
		{name: "JSON5", config: "\ufeff// comment\n{agents: {list: [{id: 'a', workspace: '/a',},],}, /* more */ gateway: {port: 0x10, mode: \"local\"}}", want: "a=/a"},
		{name: "no config", config: "", want: "main=~/.openclaw/workspace"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			home, h := newHome(t, tt.env)
			home.mkdir(".openclaw")
			if tt.config != "" {
				home.write(".openclaw/openclaw.json", tt.config)
			}
			for _, d := range tt.dirs {
				home.mkdir(d)
			}
			o, err := h.OpenClaw("")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, a := range o.Agents {
				got = append(got, a.ID+"="+strings.Replace(a.Workspace, home.dir, "~", 1))
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestOpenClawPlaces(t *testing.T) {
	config := func(ws string) string { return `{agents: {list: [{id: "a", workspace: "` + ws + `"}]}}` }
	for _, tt := range []struct {
		name  string
		files []string // each names its own folder as the workspace
		env   map[string]string
		arg   string
		want  string
	}{
		{name: "nothing", want: ""},
		{name: "the usual", files: []string{".openclaw/openclaw.json", ".clawdbot/clawdbot.json"}, want: ".openclaw/openclaw.json"},
		{name: "from before", files: []string{".clawdbot/clawdbot.json"}, want: ".clawdbot/clawdbot.json"},
		{name: "state", files: []string{".openclaw/openclaw.json", "s/openclaw.json"}, env: map[string]string{"OPENCLAW_STATE_DIR": "~/s"}, want: "s/openclaw.json"},
		{name: "config", files: []string{".openclaw/openclaw.json", "c.json"}, env: map[string]string{"OPENCLAW_CONFIG_PATH": "~/c.json"}, want: "c.json"},
		{name: "profile", files: []string{".openclaw/openclaw.json", ".openclaw-work/openclaw.json"}, env: map[string]string{"OPENCLAW_PROFILE": "work"}, want: ".openclaw-work/openclaw.json"},
		{name: "home", files: []string{".openclaw/openclaw.json", "h/.openclaw/openclaw.json"}, env: map[string]string{"OPENCLAW_HOME": "~/h"}, want: "h/.openclaw/openclaw.json"},
		{name: "argument", files: []string{"c.json", "d.json"}, env: map[string]string{"OPENCLAW_CONFIG_PATH": "~/c.json"}, arg: "d.json", want: "d.json"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			home, h := newHome(t, tt.env)
			for _, f := range tt.files {
				home.write(f, config("/"+f))
			}
			if tt.arg != "" {
				tt.arg = home.path(tt.arg)
			}
			o, err := h.OpenClaw(tt.arg)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, a := range o.Agents {
				got += strings.TrimPrefix(a.Workspace, "/")
			}
			if got != tt.want {
				t.Errorf("read %q, want %q", got, tt.want)
			}
		})
	}
}

func TestOpenClawErrors(t *testing.T) {
	for _, tt := range []struct{ name, config, want string }{
		{"syntax", "{\n  agents: {\n    'é': ]\n", "~/.openclaw/openclaw.json:3:10: "},
		{"cut off", "{\n  agents: {", "~/.openclaw/openclaw.json:2:11: "},
		{"shape", "{\n  agents: {\n    list: 'none',\n  }\n}", "~/.openclaw/openclaw.json:3:"},
	} {
		home, h := newHome(t, nil)
		home.write(".openclaw/openclaw.json", tt.config)
		if _, err := h.OpenClaw(""); err == nil || !strings.HasPrefix(err.Error(), "read OpenClaw config "+tt.want) {
			t.Errorf("%s: got %v, want %s", tt.name, err, tt.want)
		}
	}
	home, h := newHome(t, map[string]string{"OPENCLAW_CONFIG_PATH": "~/missing.json"})
	home.mkdir("folder.json")
	for _, file := range []string{"", home.path("gone.json"), home.path("folder.json")} {
		if _, err := h.OpenClaw(file); err == nil || !strings.Contains(err.Error(), ".json: ") {
			t.Errorf("%q: got %v, want an error that names the file", file, err)
		}
	}
}

func TestOpenClawTranscripts(t *testing.T) {
	home, h := newHome(t, nil)
	home.mkdir("ws/a")
	home.mkdir("ws/b")
	home.link("ws/a", "alias")
	home.write(".openclaw/openclaw.json", `{agents: {list: [{id: "a", workspace: "~/alias/"}, {id: "b", workspace: "~/ws/b"}, {id: "c", workspace: "~/ws/b", agentDir: "~/c"}]}}`)
	a := ".openclaw/agents/a/"
	for i, name := range []string{
		"sessions/1.jsonl", "sessions/1-topic-2.jsonl", "sessions/1.trajectory.jsonl", "sessions/2.jsonl.deleted.2026-03-01T00-00-00.000Z",
		"sessions/3.jsonl.reset.2026-03-01T00-00-00.000Z", "sessions/4.jsonl.bak", "agent/openclaw-agent.sqlite", "agent/openclaw-agent.sqlite-wal",
	} {
		home.wrote(20-i, a+name)
	}
	for _, name := range []string{"sessions/sessions.json", "sessions/1.jsonl.lock", "sessions/x.jsonlines", "sessions/1.jsonl.backup", "agent/auth-profiles.json", "agent/openclaw-agent.sqlite-shm"} {
		home.wrote(28, a+name)
	}
	home.mkdir(a + "sessions/folder.jsonl")
	home.wrote(1, ".openclaw/agents/b/sessions/b.jsonl")
	home.wrote(2, ".openclaw/agents/c/sessions/c.jsonl")
	home.wrote(3, "c/openclaw-agent.sqlite")

	o, err := h.OpenClaw("")
	if err != nil {
		t.Fatal(err)
	}
	ofA := []string{
		"sessions/1.jsonl", "sessions/1-topic-2.jsonl", "sessions/1.trajectory.jsonl", "sessions/2.jsonl.deleted.2026-03-01T00-00-00.000Z",
		"sessions/3.jsonl.reset.2026-03-01T00-00-00.000Z", "sessions/4.jsonl.bak", "agent/openclaw-agent.sqlite", "agent/openclaw-agent.sqlite-wal",
	}
	for i := range ofA {
		ofA[i] = "~/" + a + ofA[i]
	}
	wantTranscripts(t, o.Transcripts(home.path("ws/a")), ofA...)
	wantTranscripts(t, o.Transcripts(home.path("alias")), ofA...)
	wantTranscripts(t, o.Transcripts(home.path("ws/b")), "~/c/openclaw-agent.sqlite", "~/.openclaw/agents/c/sessions/c.jsonl", "~/.openclaw/agents/b/sessions/b.jsonl")
	wantTranscripts(t, o.Transcripts(home.path("ws")))
	wantTranscripts(t, o.Transcripts(home.path("missing")))

	t.Log("a copy of the state elsewhere: the config that lies in it is named")
	if err := os.Rename(home.path(".openclaw"), home.path("backup")); err != nil {
		t.Fatal(err)
	}
	o, err = h.OpenClaw(home.path("backup/openclaw.json"))
	if err != nil {
		t.Fatal(err)
	}
	if got := o.Transcripts(home.path("ws/a")); len(got) != 8 || got[0].Path != "~/backup/agents/a/sessions/1.jsonl" || !got[0].Time.Equal(day(20)) {
		t.Errorf("got %v", got)
	}
}

func TestNoRuntimeAtAll(t *testing.T) {
	home, h := newHome(t, nil)
	o, err := h.OpenClaw("")
	if err != nil || len(o.Agents) != 0 {
		t.Errorf("got %v, %v", o, err)
	}
	wantTranscripts(t, o.Transcripts(home.dir))
	wantTranscripts(t, h.Claude(home.dir))
	if o, err := (source.Homes{}).OpenClaw(""); err != nil || len(o.Agents) != 0 {
		t.Errorf("without a home: %v, %v", o, err)
	}
}
