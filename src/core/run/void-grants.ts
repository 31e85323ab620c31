/**
 * What `recover` and `restore` do to delegation. Grants end; what only the backup knows of folders and agents is taken
 * back; runs that claim to be on are interrupted and their leases forgotten, so that no crafted backup names a process
 * for the sweep to end.
 */
import { created, edited } from '../state/apply.ts';
import type { Context } from '../state/decision.ts';
import type { Change } from '../state/event.ts';
import type { State } from '../state/state.ts';
import type { AgentEntry } from './agent.ts';
import { activeRuns, closeWaits } from './find-run.ts';
import type { Root } from './root.ts';
import { hasEnded } from './run.ts';

/** What the home keeps of its own. */
export interface KeptPlaces {
  readonly roots: ReadonlyMap<string, Root>;
  readonly agents: ReadonlyMap<string, AgentEntry>;
}

export function voidGrants(state: State, context: Context): Change[] {
  const grants = [...state.tables.grant.values()].filter((grant) => grant.revokedAt === null);
  return [
    ...grants.map((grant) => edited('grant', grant, { revokedAt: context.at })),
    ...activeRuns(state).flatMap((run) => [
      edited('run', run, {
        status: 'interrupted',
        code: 'authority_void',
        reason: 'Its grant went with a recovery or a restore.',
        endedAt: context.at,
        lease: null,
      }),
      ...closeWaits(state, run.id),
    ]),
    ...[...state.tables.run.values()]
      .filter((run) => hasEnded(run) && run.lease !== null)
      .map((run) => edited('run', run, { lease: null })),
  ];
}

/** Folders and agents of a backup carry no authority: the home's own take their place. */
export function keepPlaces(state: State, kept: KeptPlaces, context: Context): Change[] {
  const changes: Change[] = [];
  for (const root of state.tables.root.values()) {
    if (!kept.roots.has(root.id) && root.removedAt === null)
      changes.push(edited('root', root, { removedAt: context.at }));
  }
  for (const agent of state.tables.agent.values()) {
    if (!kept.agents.has(agent.id) && agent.allowed) changes.push(edited('agent', agent, { allowed: false }));
  }
  for (const root of kept.roots.values()) {
    const known = state.tables.root.get(root.id);
    changes.push(known ? edited('root', known, root) : created('root', root));
  }
  for (const agent of kept.agents.values()) {
    const known = state.tables.agent.get(agent.id);
    changes.push(known ? edited('agent', known, agent) : created('agent', agent));
  }
  return changes;
}
