// The plugin and the hook against a program that plays memorylint.
import { test } from "node:test";
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ask } from "../ask.js";
import plugin from "../index.js";
import bootstrap from "../bootstrap/handler.js";

const here = path.dirname(new URL(import.meta.url).pathname);
const root = path.dirname(here);

/** A program that runs the given JavaScript; args and input are at hand. */
function program(t, body) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "memory lint-"));
  t.after(() => fs.rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, "memorylint");
  fs.writeFileSync(file, `#!${process.execPath}
const args = process.argv.slice(2), input = require("node:fs").readFileSync(0, "utf8");
const answer = (o) => process.stdout.write(JSON.stringify(o));
${body}
`, { mode: 0o755 });
  return file;
}

/** The plugin's handlers, and the lines that were logged. */
function registered(pluginConfig) {
  const handlers = {}, lines = [];
  plugin.register({
    pluginConfig,
    logger: { warn: (line) => lines.push(line) },
    on: (name, handler) => { handlers[name] = handler; },
  });
  return { handlers, lines };
}

test("the event goes in as JSON and the answer is handed on", async (t) => {
  const binary = program(t, `answer({ prependContext: [args, JSON.parse(input)] });`);
  const { handlers, lines } = registered({ binary, config: "/etc/gate.json" });
  assert.deepEqual(Object.keys(handlers).sort(), ["before_agent_finalize", "before_prompt_build"]);
  const built = await handlers.before_prompt_build({ prompt: "hi", wrapperResult: { taskState: "complete" } }, { workspaceDir: "/ws" });
  assert.deepEqual(built.prependContext, [
    ["hook", "run", "openclaw", "before_prompt_build", "--config", "/etc/gate.json"],
    { cwd: "/ws", wrapperResult: { taskState: "complete" } },
  ]);
  const final = await handlers.before_agent_finalize({ cwd: "/elsewhere", stopHookActive: true }, {});
  assert.deepEqual(final.prependContext[1], { cwd: "/elsewhere", stop_hook_active: true });
  assert.deepEqual(lines, []);
});

test("nothing to say is nothing injected, and nothing logged", async (t) => {
  const { handlers, lines } = registered({ binary: program(t, "") });
  assert.equal(await handlers.before_prompt_build({}, { workspaceDir: "/ws" }), undefined);
  assert.deepEqual(lines, []);
});

const troubles = {
  "a code that is not 0": [`answer({ prependContext: "x" }); process.stderr.write("memorylint: no luck\\n"); process.exitCode = 3;`, /no luck/],
  "the code of a crash": [`answer({ action: "revise" }); process.exitCode = 2;`, /ended with 2/],
  "broken JSON": [`process.stdout.write("{\\"prependContext\\": ");`, /the answer is broken/],
  "text": [`process.stdout.write("all is well");`, /the answer is broken/],
  "a list": [`answer([{ prependContext: "x" }]);`, /no object/],
  "an answer without end": [`const s = "x".repeat(1 << 16); const more = () => process.stdout.write(s, more); more();`, /too long/],
  "no answer": [`setInterval(() => {}, 1000);`, /no answer within 300 ms/],
};
for (const [name, [body, want]] of Object.entries(troubles)) {
  test(`${name} is logged and injects nothing`, async (t) => {
    const { handlers, lines } = registered({ binary: program(t, body), timeoutMs: name === "no answer" ? 300 : 5000 });
    const began = Date.now();
    assert.equal(await handlers.before_agent_finalize({}, { workspaceDir: "/ws" }), undefined);
    assert.ok(Date.now() - began < 4500);
    assert.equal(lines.length, 1);
    assert.match(lines[0], want);
  });
}

test("a missing program is logged and injects nothing", async () => {
  const { handlers, lines } = registered({ binary: "/nowhere/memorylint" });
  assert.equal(await handlers.before_prompt_build({}, { workspaceDir: "/ws" }), undefined);
  assert.match(lines.join("\n"), /^memorylint: before_prompt_build: cannot run \/nowhere\/memorylint: .*ENOENT/);
});

test("an event without a workspace is logged and asks nobody", async (t) => {
  const { handlers, lines } = registered({ binary: program(t, `answer({ action: "revise" });`) });
  assert.equal(await handlers.before_agent_finalize({}, {}), undefined);
  assert.match(lines.join("\n"), /^memorylint: before_agent_finalize: the event names no workspace$/);
});

const unfit = {
  "a file in the place of a folder": "/etc/passwd/memorylint",
  "a name that is too long": "/" + "x".repeat(300),
  "no name": "",
  "a name with NUL": "a\0b",
};
for (const [name, binary] of Object.entries(unfit)) {
  test(`${name} is logged and injects nothing`, async () => {
    const lines = [];
    assert.equal(await ask("before_prompt_build", {}, { binary, warn: (l) => lines.push(l) }), undefined);
    assert.equal(lines.length, 1);
    assert.match(lines[0], /^memorylint: before_prompt_build: cannot run /);
  });
}

test("what is no JSON is logged and injects nothing", async (t) => {
  const lines = [], circle = {};
  circle.circle = circle;
  assert.equal(await ask("before_prompt_build", circle, { binary: program(t, ""), warn: (l) => lines.push(l) }), undefined);
  assert.equal(lines.length, 1);
});

test("what a script has started ends with it", async (t) => {
  const dir = path.dirname(program(t, ""));
  const binary = path.join(dir, "script"), pid = path.join(dir, "pid");
  fs.writeFileSync(binary, `#!/bin/sh\nsleep 600 &\necho $! >'${pid}'\nwait\n`, { mode: 0o755 });
  const lines = [];
  assert.equal(await ask("before_prompt_build", {}, { binary, warn: (l) => lines.push(l), timeoutMs: 1000 }), undefined);
  assert.match(lines[0], /no answer within 1000 ms/);
  const gone = () => { // or waits for somebody to ask how it ended
    try { return / Z /.test(fs.readFileSync(`/proc/${fs.readFileSync(pid, "utf8").trim()}/stat`, "utf8")); } catch { return true; }
  };
  for (let n = 0; n < 100 && !gone(); n++) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.ok(gone());
});

test("a program that reads nothing is no trouble", async (t) => {
  const dir = path.dirname(program(t, ""));
  const binary = path.join(dir, "deaf");
  fs.writeFileSync(binary, `#!/bin/sh\nexec 0<&-\necho '{"a": 1}'\n`, { mode: 0o755 });
  const lines = [];
  const answer = await ask("before_prompt_build", { text: "x".repeat(1 << 20) }, { binary, warn: (l) => lines.push(l), timeoutMs: 5000 });
  assert.deepEqual(answer, { a: 1 });
  assert.deepEqual(lines, []);
});

test("what memorylint notes is logged beside the answer", async (t) => {
  const { handlers, lines } = registered({ binary: program(t, `process.stderr.write("memorylint: a note\\n"); answer({});`) });
  assert.deepEqual(await handlers.before_prompt_build({}, { workspaceDir: "/ws" }), {});
  assert.match(lines[0], /a note/);
});

test("the hook adds the answered files to the bootstrap files", async (t) => {
  const binary = program(t, `answer({ bootstrapFiles: [{ name: "MEMORYLINT.md", content: JSON.parse(input).cwd }, { name: 1 }] });`);
  const context = { workspaceDir: "/ws", bootstrapFiles: [{ name: "SOUL.md" }], cfg: { plugins: { entries: { memorylint: { config: { binary } } } } } };
  await bootstrap({ type: "agent", action: "bootstrap", context });
  assert.deepEqual(context.bootstrapFiles, [
    { name: "SOUL.md" },
    { name: "MEMORYLINT.md", path: path.join("/ws", "MEMORYLINT.md"), content: "/ws", missing: false },
  ]);
});

test("the hook leaves other events and a missing program alone", async (t) => {
  t.mock.method(console, "warn", () => {});
  const context = { workspaceDir: "/ws", bootstrapFiles: [], cfg: { plugins: { entries: { memorylint: { config: { binary: "/nowhere/memorylint" } } } } } };
  await bootstrap({ type: "command", action: "new", context });
  assert.equal(console.warn.mock.callCount(), 0);
  await bootstrap({ type: "agent", action: "bootstrap", context });
  assert.equal(console.warn.mock.callCount(), 1);
  assert.deepEqual(context.bootstrapFiles, []);
  await bootstrap(undefined);
});

// OpenClaw installs the plugin and the hook as two packages.
test("both packages ask in the same way", () => {
  assert.equal(fs.readFileSync(path.join(root, "bootstrap/ask.js"), "utf8"), fs.readFileSync(path.join(root, "ask.js"), "utf8"));
});

test("manifest, packages and example agree", () => {
  const read = (name) => JSON.parse(fs.readFileSync(path.join(root, name), "utf8"));
  const manifest = read("openclaw.plugin.json"), example = read("examples/openclaw.json");
  const entry = example.plugins.entries[manifest.id];
  assert.equal(plugin.id, manifest.id);
  assert.equal(manifest.configSchema.additionalProperties, false);
  assert.equal(entry.hooks.allowConversationAccess, true);
  for (const key of Object.keys(entry.config)) assert.ok(manifest.configSchema.properties[key], key);
  assert.equal(read("package.json").version, read("bootstrap/package.json").version);
  for (const file of read("package.json").files) assert.ok(fs.existsSync(path.join(root, file)), file);
});
