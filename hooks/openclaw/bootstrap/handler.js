// The hook: adds the files that memorylint answers with to the bootstrap files.
import path from "node:path";
import { ask } from "./ask.js";

export default async function bootstrap(event) {
  const context = event?.context;
  if (event?.type !== "agent" || event?.action !== "bootstrap" || !Array.isArray(context?.bootstrapFiles)) return;
  if (context.workspaceDir === undefined) return; // where the gateway runs is nobody's workspace
  // What the plugin of this name is configured with counts here too.
  const plugin = context.cfg?.plugins?.entries?.memorylint?.config;
  const binary = process.env.MEMORYLINT_BINARY || plugin?.binary;
  const answer = await ask("agent:bootstrap", { cwd: context.workspaceDir }, { ...plugin, binary });
  for (const file of answer?.bootstrapFiles ?? []) {
    if (typeof file?.name !== "string" || typeof file?.content !== "string") continue;
    context.bootstrapFiles.push({
      name: file.name,
      path: path.join(context.workspaceDir, file.name),
      content: file.content,
      missing: false,
    });
  }
}
