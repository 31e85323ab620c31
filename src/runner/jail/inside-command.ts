/** What is started inside a jail, as argv. Pure; the files it names are bound by every jail. */
import { inside } from './spec.ts';

/** The launcher brings up the way to the relay, then starts the agent. `loopbackPorts`: models that keep their port. */
export function launched(options: {
  readonly node: string;
  readonly agent: readonly string[];
  readonly loopbackPorts: readonly number[];
}): readonly string[] {
  const kept = options.loopbackPorts.flatMap((port) => ['--keep', String(port)]);
  return [options.node, inside.launcher, '--relay', inside.relay, ...kept, '--', ...options.agent];
}

/** The worker's MCP server as `session/new` names it: stdio in the jail, the bound socket behind it. */
export function shimCommand(node: string): { readonly command: string; readonly args: readonly string[] } {
  return { command: node, args: [inside.shim, inside.worker] };
}
