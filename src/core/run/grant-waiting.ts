/** Waiting runs and the grants that let them start. */
import { counted } from '../../kit/text.ts';
import { edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { Change } from '../state/event.ts';
import type { State } from '../state/state.ts';
import { coveringGrant } from './covering-grant.ts';
import { activeRuns } from './find-run.ts';

/** Runs that a new grant covers start; the queue decides when they launch. */
export function grantWaiting(state: State, context: Context): Decision<readonly string[]> {
  const changes: Change[] = [];
  const ids: string[] = [];
  const places = placesOf(state);
  for (const run of activeRuns(state)) {
    if (run.status !== 'waiting_grant') continue;
    const place = state.tables.conversation.get(run.conversationId);
    const grant =
      place &&
      coveringGrant(
        state,
        { runId: run.id, rootId: place.rootId, agentId: run.agentId, mode: run.mode },
        context.nowMs,
      );
    // No more than it can still launch: the rest would only be put back, one by one.
    const left = places.get(grant?.id ?? '') ?? 0;
    if (!grant || left <= 0) continue;
    places.set(grant.id, left - 1);
    changes.push(edited('run', run, { status: 'starting', grantId: grant.id }));
    ids.push(run.id);
  }
  if (ids.length === 0) return decided([]);
  return decided(ids, {
    type: 'run.granted',
    summary: `let ${counted(ids.length, 'run')} start under a grant`,
    changes,
    raisesVersion: false,
  });
}

/** How many more each grant can launch, beside what waits in the queue under it. */
function placesOf(state: State): Map<string, number> {
  const places = new Map<string, number>();
  for (const { id, maxLaunches } of state.tables.grant.values()) {
    places.set(id, maxLaunches - (state.index.launchesOf.get(id)?.length ?? 0));
  }
  for (const { status, launchedAt, grantId } of activeRuns(state)) {
    if (status !== 'starting' || launchedAt !== null || grantId === null) continue;
    places.set(grantId, (places.get(grantId) ?? 0) - 1);
  }
  return places;
}
