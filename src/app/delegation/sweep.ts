/** What a start finds of the daemon before it. */
import { systemAuthor } from '../../core/access/author.ts';
import { activeRuns } from '../../core/run/find-run.ts';
import { hasEnded } from '../../core/run/run.ts';
import { type Ended, endRun, forgetLeases } from '../../core/run/run-life.ts';
import type { Parts } from '../parts.ts';

/**
 * What claims to run and has no driver: its daemon died. Never restarted by itself. Processes that were kept for a next
 * turn go too.
 */
export async function sweep(parts: Parts): Promise<void> {
  const left = activeRuns(parts.kernel.state).filter((run) => run.launchedAt !== null);
  const leased = [...parts.kernel.state.tables.run.values()].filter((run) => run.lease !== null);
  await parts.delegation?.runner.sweep(leased.flatMap((run) => run.lease ?? []));
  for (const run of left) {
    const ended: Ended = {
      status: 'interrupted',
      code: 'daemon_died',
      reason: 'The daemon ended while it ran.',
      usage: null,
    };
    await parts.kernel.execute(systemAuthor, (state, context) => endRun(state, run.id, ended, context));
  }
  const kept = leased.filter(hasEnded).map((run) => run.id);
  await parts.kernel.execute(systemAuthor, (state) => forgetLeases(state, kept));
}
