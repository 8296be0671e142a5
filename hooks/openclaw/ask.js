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
    const child = spawn(binary, args, { stdio: ["pipe", "pipe", "pipe"] });
    let out = "", said = "", settled = false;
    const settle = (answer, trouble) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      if (trouble) warn(`memorylint: ${event}: ${trouble}`);
      resolve(answer);
    };
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      settle(undefined, `no answer within ${timeoutMs} ms`);
    }, timeoutMs);
    child.on("error", (error) => settle(undefined, `cannot run ${binary}: ${error.message}`));
    child.stdin.on("error", () => {}); // it may end before it has read all
    child.stdin.end(JSON.stringify(input));
    child.stdout.setEncoding("utf8").on("data", (text) => {
      out += text;
      if (out.length > MAX_ANSWER) {
        child.kill("SIGKILL");
        settle(undefined, "the answer is too long");
      }
    });
    child.stderr.setEncoding("utf8").on("data", (text) => (said = (said + text).slice(0, 2000)));
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
