/**
 * The last look at a run's authority, when its process is made. Between the launch and that moment lie seconds: a grant
 * revoked, a folder taken back or an agent changed in them starts nothing.
 */
import { canonicalJson } from '../../kit/json.ts';
import type { Refusal } from '../../kit/result.ts';
import { edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { State } from '../state/state.ts';
import type { AgentEntry } from './agent.ts';
import { isLive } from './covering-grant.ts';
import { limitsOf, namedRun } from './find-run.ts';
import { isOn, type Lease, type Run } from './run.ts';

/** What the launch answers whose process may not be made: the run itself went back to wait. */
export const notAnyMore: Refusal = {
  code: 'grant_revoked',
  message: 'What let it start does not hold any more.',
  next: 'Wait until a person grants the run again.',
};

/** Null = the process may be made; else why not, for people. `entry`: the agent as it is being launched. */
function whyNot(state: State, run: Run, entry: AgentEntry, nowMs: number): string | null {
  const grant = state.tables.grant.get(run.grantId ?? '');
  if (limitsOf(state).stopped) return 'all runs were stopped';
  if (!grant || !isLive(grant, nowMs)) return grant?.revokedAt === null ? 'its grant ran out' : 'its grant was revoked';
  const rootId = state.tables.conversation.get(run.conversationId)?.rootId ?? '';
  if (state.tables.root.get(rootId)?.removedAt !== null) return 'its folder was taken back';
  const now = state.tables.agent.get(run.agentId);
  return now?.allowed && canonicalJson(now) === canonicalJson(entry) ? null : 'its agent was changed';
}

/** Writes the process down (null: none is there yet), or puts the run back and says no: what was made is ended then. */
export function passGate(
  state: State,
  runId: string,
  { lease, entry }: { readonly lease: Lease | null; readonly entry: AgentEntry },
  context: Context,
): Decision<boolean> {
  const run = state.tables.run.get(runId);
  if (!run || !isOn(run)) return decided(false);
  const why = whyNot(state, run, entry, context.nowMs);
  // One that is being cancelled ends as cancelled, and its process is known until then.
  if (why === null || run.status === 'cancelling') {
    if (lease === null) return decided(true);
    return decided(true, {
      type: 'run.moved',
      summary: `started a process for ${namedRun(run)}`,
      changes: [edited('run', run, { lease })],
      raisesVersion: false,
    });
  }
  if (run.status !== 'starting') return decided(false);
  return decided(false, {
    type: 'run.moved',
    summary: `holds ${namedRun(run)}: ${why}`,
    changes: [edited('run', run, putBack)],
    raisesVersion: false,
  });
}

/** Nothing of it ran: its launch is given back too. */
const putBack = {
  status: 'waiting_grant',
  grantId: null,
  launchedAt: null,
  lease: null,
} satisfies Partial<Run>;
