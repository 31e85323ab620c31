/** What a person gives the workspace for runs: folders, agents, limits. At the desk only. */
import { type Refusal, refuse } from '../../kit/result.ts';
import { cut } from '../../kit/text.ts';
import { created, edited } from '../state/apply.ts';
import { type Context, type Decision, decided } from '../state/decision.ts';
import type { EventDraft } from '../state/event.ts';
import type { State } from '../state/state.ts';
import type { DelegationLimits } from '../workspace/workspace.ts';
import type { AgentEntry } from './agent.ts';
import { activeRuns, closeWaits, liesIn, limitsOf } from './find-run.ts';
import { judgePathProblems } from './judge-path.ts';
import type { Root } from './root.ts';

const unknownRoot: Refusal = {
  code: 'not_found',
  message: 'No root has that id.',
  next: 'Read the delegation page again.',
};

export type RootInput = Pick<
  Root,
  'path' | 'label' | 'defaultAgentId' | 'prepare' | 'caches' | 'testPaths' | 'manifests'
>;

/** `path` is resolved and known to be a folder; `stateFolder` must not be handed to workers. */
export function addRoot(
  state: State,
  input: RootInput & Pick<Root, 'repository'> & { readonly stateFolder: string },
  context: Context,
): Decision<{ id: string }> {
  const { stateFolder, ...fields } = input;
  if (liesIn(stateFolder, fields.path)) {
    return refuse({
      code: 'invalid_root',
      message: 'That folder is the data of Sidekicks itself.',
      next: 'Choose the folder of a project.',
    });
  }
  const unwatched = whyUnwatched(fields);
  if (unwatched) return refuse(unwatched);
  const known = [...state.tables.root.values()].find((root) => root.path === fields.path && root.removedAt === null);
  if (known) {
    const { repository = null } = fields;
    return (known.repository ?? null) === repository
      ? decided({ id: known.id })
      : decided({ id: known.id }, rootChanged(known, { repository }));
  }
  const root: Root = { ...fields, id: context.nextId(), createdAt: context.at, removedAt: null };
  return decided(
    { id: root.id },
    {
      type: 'root.added',
      summary: `gave the folder ${cut(root.path, 120)}`,
      changes: [created('root', root)],
      raisesVersion: false,
    },
  );
}

export function changeRoot(
  state: State,
  input: { readonly rootId: string; readonly set: Partial<Omit<RootInput, 'path'>> },
): Decision<null> {
  const root = state.tables.root.get(input.rootId);
  if (!root || root.removedAt !== null) return refuse(unknownRoot);
  const unwatched = whyUnwatched(input.set);
  return unwatched ? refuse(unwatched) : decided(null, rootChanged(root, input.set));
}

function whyUnwatched({ testPaths = [], manifests = [] }: Partial<RootInput>): Refusal | null {
  const problems = [...judgePathProblems('testPaths', testPaths), ...judgePathProblems('manifests', manifests)];
  const [first] = problems;
  if (!first) return null;
  const rest = problems.length > 1 ? ` So it is with ${problems.length - 1} more.` : '';
  return {
    code: 'invalid_root',
    message: `${first.path.slice(1)}: ${first.message}${rest}`,
    next: first.fix,
    problems,
  };
}

function rootChanged(root: Root, set: Partial<Root>): EventDraft {
  return {
    type: 'root.changed',
    summary: `changed the folder ${cut(root.label, 60)}`,
    changes: [edited('root', root, set)],
    raisesVersion: false,
  };
}

/** Runs that are on go on; none starts there any more, since no grant of a removed root is asked. */
export function removeRoot(state: State, rootId: string, context: Context): Decision<null> {
  const root = state.tables.root.get(rootId);
  if (!root) return refuse(unknownRoot);
  if (root.removedAt !== null) return decided(null);
  const grants = [...state.tables.grant.values()].filter(
    (grant) => grant.rootId === rootId && grant.revokedAt === null,
  );
  return decided(null, {
    type: 'root.removed',
    summary: `took back the folder ${cut(root.path, 120)}`,
    changes: [
      edited('root', root, { removedAt: context.at }),
      ...grants.map((grant) => edited('grant', grant, { revokedAt: context.at })),
    ],
    raisesVersion: false,
  });
}

/** Adds or changes a person's entry for an agent. */
export function setAgent(state: State, entry: AgentEntry): Decision<{ id: string }> {
  const known = state.tables.agent.get(entry.id);
  const { id, ...set } = entry;
  return decided(
    { id },
    {
      type: 'agent.changed',
      summary: `${entry.allowed ? 'allowed' : 'disallowed'} the agent ${cut(id, 60)}`,
      changes: [known ? edited('agent', known, set) : created('agent', entry)],
      raisesVersion: false,
    },
  );
}

export function changeLimits(state: State, set: Partial<DelegationLimits>): Decision<null> {
  const delegation = { ...limitsOf(state), ...set };
  return decided(null, {
    type: 'limits.changed',
    summary: 'changed the limits of delegation',
    changes: [edited('workspace', state.workspace, { delegation })],
    raisesVersion: false,
  });
}

/** The kill switch. What has no process ends here; the rest is cancelling, and the daemon kills it. */
export function stopRuns(state: State, context: Context): Decision<{ runs: readonly string[] }> {
  const runs = activeRuns(state);
  const reason = `Stopped by ${context.author.label}.`;
  const changes = runs.flatMap((run) => [
    run.launchedAt === null
      ? edited('run', run, { status: 'cancelled', code: 'stopped', reason, endedAt: context.at })
      : edited('run', run, { status: 'cancelling', reason }),
    ...closeWaits(state, run.id),
  ]);
  const delegation = { ...limitsOf(state), stopped: true };
  return decided(
    { runs: runs.map((run) => run.id) },
    {
      type: 'runs.stopped',
      summary: `stopped all runs (${runs.length}); nothing starts until a person lets it`,
      changes: [edited('workspace', state.workspace, { delegation }), ...changes],
      raisesVersion: false,
    },
  );
}
