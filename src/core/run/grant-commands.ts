/** What a person permits, at the desk only. Nothing here is a tool. */
import { canonicalJson, sha256 } from '../../kit/json.ts';
import { done, type Refusal, type Result, refuse } from '../../kit/result.ts';
import { counted, cut } from '../../kit/text.ts';
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

/** What a person is shown before it counts. */
export interface GrantPreview {
  /** Waiting runs that it would let start. */
  readonly starts: readonly string[];
  /** Names exactly this: the permission, its folder and what it starts. */
  readonly shown: string;
}

/** Refused when it names what is not there. */
export function previewGrant(state: State, input: NewGrant, nowMs: number): Result<GrantPreview> {
  const refusal = whyNotGranted(state, input, nowMs);
  if (refusal) return refuse(refusal);
  const starts = waitingRuns(state)
    .filter((run) => covers(state, { ...input, ...unmade }, run, nowMs))
    .map((run) => run.id);
  const folder = state.tables.root.get(input.rootId)?.path;
  return done({ starts, shown: sha256(canonicalJson({ ...input, folder, starts })) });
}

const unmade = { id: '', createdAt: '', createdBy: '', revokedAt: null };

/** What was previewed and nothing else: `shown` is the preview's. */
export function makeGrant(
  state: State,
  { shown, ...input }: NewGrant & { readonly shown: string | null },
  context: Context,
): Decision<GrantPreview & { readonly grant: Grant }> {
  const preview = previewGrant(state, input, context.nowMs);
  if (!preview.ok) return preview;
  if (shown !== preview.value.shown) return refuse(previewNeeded);
  const { id: createdBy } = context.author;
  const grant: Grant = { ...input, id: context.nextId(), createdAt: context.at, createdBy, revokedAt: null };
  return decided(
    { ...preview.value, grant },
    {
      type: 'grant.made',
      summary: `granted ${grant.modes.join(', ')} to ${grant.agentIds.join(', ')}: at most ${counted(grant.maxLaunches, 'run')}`,
      changes: [created('grant', grant)],
      raisesVersion: false,
    },
  );
}

const previewNeeded: Refusal = {
  code: 'preview_needed',
  message: 'This is not what was previewed: the grant, or the runs that it would start, are others now.',
  next: 'Preview it again, read what it allows, and send its shown.',
};

function whyNotGranted(state: State, input: NewGrant, nowMs: number): Refusal | null {
  const root = state.tables.root.get(input.rootId);
  if (!root || root.removedAt !== null) return invalid('That root is gone.', 'Choose one of the listed roots.');
  const unknown = input.agentIds.find((id) => state.tables.agent.get(id)?.allowed !== true);
  if (unknown !== undefined) {
    return invalid(`The agent ${cut(unknown, 60)} is not allowed here.`, 'Allow it under Agents first.');
  }
  if (Date.parse(input.until) <= nowMs) return invalid('Its end has passed.', 'Choose a later end.');
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
