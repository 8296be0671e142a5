// Asks the memorylint program. Nothing is decided here: the event goes in as
// JSON, and what comes back is handed on as it is.
import { spawn } from "node:child_process";

const MAX_ANSWER = 1 << 20; // more than any answer has, in characters

/**
 * The object that memorylint answers an event with, or undefined when it has
 * nothing to say. Whatever goes wrong is told to warn, and is no answer.
 */
export function ask(event, input, options = {}) {
  const { binary = "memorylint", config, timeoutMs = 2000, warn = console.warn } = options;
  const args = ["hook", "run", "openclaw", event];
  if (config) args.push("--config", config);
  return new Promise((resolve) => {
    let child, timer, out = "", said = "", settled = false;
    const settle = (answer, trouble) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      if (trouble) warn(`memorylint: ${event}: ${trouble}`);
      resolve(answer);
    };
    const end = (trouble) => {
      kill(child);
      settle(undefined, trouble);
    };
    try {
      const text = JSON.stringify(input);
      // A group of its own, so that what a script has started ends with it.
      child = spawn(binary, args, { stdio: ["pipe", "pipe", "pipe"], detached: process.platform !== "win32" });
      child.on("error", (error) => settle(undefined, `cannot run ${binary}: ${error.message}`));
      child.stdin.on("error", () => {}); // it may end before it has read all
      child.stdin.end(text);
      child.stdout.setEncoding("utf8").on("data", (more) => {
        out += more;
        if (out.length > MAX_ANSWER) end("the answer is too long");
      });
      child.stderr.setEncoding("utf8").on("data", (more) => (said = (said + more).slice(0, 2000)));
    } catch (error) {
      if (child?.pid) kill(child);
      return settle(undefined, `cannot run ${binary}: ${error.message}`);
    }
    timer = setTimeout(() => end(`no answer within ${timeoutMs} ms`), timeoutMs);
    child.on("close", (code, signal) => {
      if (code !== 0) return settle(undefined, said.trim() || `ended with ${code ?? signal}`);
      if (out.trim() === "") return settle(undefined, said.trim());
      try {
        const answer = JSON.parse(out);
        if (answer === null || typeof answer !== "object" || Array.isArray(answer)) throw new Error("no object");
        settle(answer, said.trim());
      } catch (error) {
        settle(undefined, `the answer is broken: ${error.message}`);
      }
    });
  });
}

/** Ends a program and all that it has started, and what it still has to say. */
function kill(child) {
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
  for (const stream of child.stdio) stream?.destroy();
}
