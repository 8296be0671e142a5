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
    const about = (name, event, ctx, more) => {
      const cwd = ctx?.workspaceDir ?? event?.cwd, context = recall(event);
      // Where the gateway runs is nobody's workspace, or another agent's.
      if (cwd === undefined && Object.keys(context).length === 0) {
        warn(`memorylint: ${name}: the event names no workspace`);
        return undefined;
      }
      return ask(name, { cwd, ...more, ...context }, options);
    };
    api.on("before_prompt_build", (event, ctx) => about("before_prompt_build", event, ctx));
    api.on("before_agent_finalize", (event, ctx) =>
      about("before_agent_finalize", event, ctx, { stop_hook_active: event?.stopHookActive === true }));
  },
};

/** A force-recall context, where another part of the host put one into the event. */
function recall(event) {
  const parts = {};
  for (const key of ["wrapperResult", "autoChainPlanResult"]) {
    if (event?.[key] !== undefined) parts[key] = event[key];
  }
  return parts;
}
