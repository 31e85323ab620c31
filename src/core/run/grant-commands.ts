/** What a person permits, at the desk only. Nothing here is a tool. */
import { type Refusal, refuse } from '../../kit/result.ts';
import { cut } from '../../kit/text.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { Change } from '../state/event.ts';
import type { State } from '../state/state.ts';
import { isLive, whyNotCovered } from './covering-grant.ts';
import { activeRuns } from './find-run.ts';
import type { Grant } from './grant.ts';
import type { Run } from './run.ts';

export type NewGrant = Omit<Grant, 'id' | 'createdAt' | 'createdBy' | 'revokedAt'>;

const unknownGrant: Refusal = {
  code: 'not_found',
  message: 'No grant has that id.',
  next: 'Read the delegation page again.',
};

/** Refused when it names what is not there. What it would let start is in the value, so a preview is the same call. */
export function makeGrant(
  state: State,
  input: NewGrant,
  context: Context,
): Decision<{ grant: Grant; starts: string[] }> {
  const refusal = whyNotGranted(state, input, context);
  if (refusal) return refuse(refusal);
  const grant: Grant = {
    ...input,
    id: context.nextId(),
    createdAt: context.at,
    createdBy: context.author.id,
    revokedAt: null,
  };
  const starts = waitingRuns(state).filter((run) => covers(state, grant, run, context.nowMs));
  const event = {
    type: 'grant.made' as const,
    summary: `granted ${grant.modes.join(', ')} to ${grant.agentIds.join(', ')}: at most ${grant.maxLaunches} launches`,
    changes: [created('grant', grant)],
    raisesVersion: false,
  };
  return decided({ grant, starts: starts.map((run) => run.id) }, event);
}

function whyNotGranted(state: State, input: NewGrant, context: Context): Refusal | null {
  const root = state.tables.root.get(input.rootId);
  if (!root || root.removedAt !== null) return invalid('That root is gone.', 'Choose one of the listed roots.');
  const unknown = input.agentIds.find((id) => state.tables.agent.get(id)?.allowed !== true);
  if (unknown !== undefined) {
    return invalid(`The agent ${cut(unknown, 60)} is not allowed here.`, 'Allow it under Agents first.');
  }
  if (Date.parse(input.until) <= context.nowMs) return invalid('Its end has passed.', 'Choose a later end.');
  if (input.runId !== null && !state.tables.run.has(input.runId))
    return invalid('That run is gone.', 'Read the inbox again.');
  return null;
}

function invalid(message: string, next: string): Refusal {
  return { code: 'invalid_grant', message, next };
}

function waitingRuns(state: State): Run[] {
  return activeRuns(state).filter((run) => run.status === 'waiting_grant');
}

function covers(state: State, grant: Grant, run: Run, nowMs: number): boolean {
  const conversation = state.tables.conversation.get(run.conversationId);
  if (!conversation) return false;
  const wish = { runId: run.id, rootId: conversation.rootId, agentId: run.agentId, mode: run.mode };
  return whyNotCovered(state, grant, wish, nowMs) === null;
}

/** Launches under it stop at once: what was granted by it and has no process yet waits again. */
export function revokeGrant(state: State, id: string, context: Context): Decision<null> {
  const grant = state.tables.grant.get(id);
  if (!grant) return refuse(unknownGrant);
  if (!isLive(grant, context.nowMs) && grant.revokedAt !== null) return decided(null);
  const back: Change[] = activeRuns(state)
    .filter((run) => run.grantId === id && run.status === 'starting' && run.launchedAt === null)
    .map((run) => edited('run', run, { status: 'waiting_grant', grantId: null }));
  return decided(null, {
    type: 'grant.revoked',
    summary: `revoked the grant for ${grant.agentIds.join(', ')}`,
    changes: [edited('grant', grant, { revokedAt: context.at }), ...back],
    raisesVersion: false,
  });
}
