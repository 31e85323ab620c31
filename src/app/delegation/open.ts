/** Opens what carries runs out: supervisor and observer over the runner. Closes in the other order. */
import type { Author } from '../../core/access/author.ts';
import type { Parts } from '../parts.ts';
import type { Blobs, RunLogs } from '../ports.ts';
import type { Runner } from '../runner.ts';
import type { Delegation } from './delegation.ts';
import { openObserver } from './observe.ts';
import { openSupervisor } from './supervisor.ts';

export interface OpenDelegation {
  readonly runner: Runner;
  readonly blobs: Blobs;
  readonly logs: RunLogs;
  readonly stateFolder: string;
  readonly log: (message: string) => void;
}

export async function openDelegation(
  base: Parts,
  given: OpenDelegation | undefined,
): Promise<{ readonly parts: Parts; close(): Promise<void> }> {
  if (!given) return { parts: base, close: async () => undefined };
  const { runner, blobs, logs, stateFolder, log } = given;
  // Supervisor and observer read the parts that hold them: the object is made first and completed here, once.
  const delegation = { runner, blobs, logs, stateFolder } as Delegation;
  const parts: Parts = { ...base, delegation };
  const observer = openObserver(parts, { runner, blobs }, log);
  const supervisor = await openSupervisor(parts, log);
  Object.assign(delegation, { observer, supervisor });
  return {
    parts,
    async close() {
      await supervisor.close();
      await observer.close();
      await runner.close();
      await logs.close();
    },
  };
}

/** The worker of a conversation's run of the moment. The socket is its credential; it dies with the run. */
export function workerCall(parts: Parts, conversationId: string): Author | null {
  const runId = parts.delegation?.supervisor.runOf(conversationId) ?? null;
  const run = runId === null ? undefined : parts.kernel.state.tables.run.get(runId);
  return run ? { kind: 'worker', id: run.id, label: `${run.agentId} (worker)`, via: 'worker' } : null;
}
