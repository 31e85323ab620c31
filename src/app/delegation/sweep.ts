/** What a start finds of the daemon before it. */
import { systemAuthor } from '../../core/access/author.ts';
import { endCheck, notRun } from '../../core/run/check-commands.ts';
import { activeRuns } from '../../core/run/find-run.ts';
import { droppedWorktree } from '../../core/run/result-commands.ts';
import { hasEnded, isDropping } from '../../core/run/run.ts';
import { type Ended, endRun, forgetLeases } from '../../core/run/run-life.ts';
import type { Parts } from '../parts.ts';

/** For people, of a run and of a check. */
const DAEMON_DIED = 'The daemon ended while it ran.';

/**
 * What claims to run and has no driver: its daemon died. Never restarted by itself. Processes that were kept for a next
 * turn go too.
 */
export async function sweep(parts: Parts): Promise<void> {
  const left = activeRuns(parts.kernel.state).filter((run) => run.launchedAt !== null);
  const leased = [...parts.kernel.state.tables.run.values()].filter((run) => run.lease !== null);
  const { tables } = parts.kernel.state;
  const checks = [...tables.check.values()].filter((check) => check.running === true);
  const folders = checks.flatMap(({ runId }) => {
    const place = tables.conversation.get(tables.run.get(runId)?.conversationId ?? '');
    return place ? [place.cwd] : [];
  });
  const leases = [...leased, ...checks].flatMap(({ lease }) => lease ?? []);
  await parts.delegation?.runner.sweep(leases, folders);
  for (const { id } of checks) {
    await parts.kernel.execute(systemAuthor, (state, context) => endCheck(state, id, notRun(DAEMON_DIED), context));
  }
  for (const run of left) {
    const ended: Ended = {
      status: 'interrupted',
      code: 'daemon_died',
      reason: DAEMON_DIED,
      usage: null,
    };
    await parts.kernel.execute(systemAuthor, (state, context) => endRun(state, run.id, ended, context));
  }
  for (const { id: conversationId } of [...tables.conversation.values()].filter(isDropping)) {
    const left = { conversationId, removed: false };
    await parts.kernel.execute(systemAuthor, (state, context) => droppedWorktree(state, left, context));
  }
  const kept = leased.filter(hasEnded).map((run) => run.id);
  await parts.kernel.execute(systemAuthor, (state) => forgetLeases(state, kept));
}
