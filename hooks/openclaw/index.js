// The plugin: two typed hooks, each of which asks memorylint and hands its
// answer on.
import { ask } from "./ask.js";

export default {
  id: "memorylint",
  name: "memorylint",
  description: "Holds a turn once while an approved plan's next step is not dispatched.",
  register(api) {
    const warn = (line) => (api.logger?.warn ?? console.warn)(line);
    const options = { ...api.pluginConfig, warn };
    api.on("before_prompt_build", (event, ctx) =>
      ask("before_prompt_build", { cwd: workspace(event, ctx), ...recall(event) }, options));
    api.on("before_agent_finalize", (event, ctx) =>
      ask("before_agent_finalize", {
        cwd: workspace(event, ctx),
        stop_hook_active: event?.stopHookActive === true,
        ...recall(event),
      }, options));
  },
};

/** The agent's workspace: without one, memorylint looks where the gateway runs. */
function workspace(event, ctx) {
  return ctx?.workspaceDir ?? event?.cwd;
}

/** A force-recall context, where another part of the host put one into the event. */
function recall(event) {
  const parts = {};
  for (const key of ["wrapperResult", "autoChainPlanResult"]) {
    if (event?.[key] !== undefined) parts[key] = event[key];
  }
  return parts;
}
