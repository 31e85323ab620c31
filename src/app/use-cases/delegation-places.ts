/** What a person gives the workspace for runs: folders, agents, limits, and the kill switch. At the desk only. */
import type { AgentEntry } from '../../core/run/agent.ts';
import { isLive, spentOf } from '../../core/run/covering-grant.ts';
import { limitsOf } from '../../core/run/find-run.ts';
import * as places from '../../core/run/place-commands.ts';
import { exposes, repositoryAbove } from '../../core/run/root.ts';
import { done, refuse } from '../../kit/result.ts';
import type { DelegationView } from '../../protocol/delegation-views.ts';
import { entryHides, prepareHides } from '../delegation/hidden-paths.ts';
import { delegationOf } from '../delegation/parts.ts';
import { act, stateOf, type UseCase } from '../parts.ts';

export const readDelegation: UseCase<'read_delegation'> = async (parts) => {
  const delegation = delegationOf(parts);
  if (!delegation.ok) return delegation;
  const state = stateOf(parts);
  const { runner } = delegation.value;
  const entries = [...state.tables.agent.values()];
  const states = new Map((await runner.agents(entries)).map((one) => [one.id, one]));
  const nowMs = parts.kernel.now();
  const view: DelegationView = {
    roots: await Promise.all(
      [...state.tables.root.values()]
        .filter((root) => root.removedAt === null)
        .map(async (root) => ({ ...root, warning: await prepareHides(runner, root) })),
    ),
    agents: await Promise.all(
      entries.map(async (entry) => ({
        ...{ ...unknownAgent, ...entry, ...states.get(entry.id) },
        warning: await entryHides(runner, entry),
      })),
    ),
    catalogue: runner.catalogue,
    jail: runner.jail,
    grants: [...state.tables.grant.values()]
      .reverse()
      .map((grant) => ({ ...grant, ...spentOf(state, grant), live: isLive(grant, nowMs) })),
    limits: limitsOf(state),
    contexts: [...state.tables.context.values()],
  };
  return done(view);
};

const unknownAgent = {
  available: false,
  version: null,
  reason: 'Nothing is known of it.',
  modes: [],
  honours: { model: false, thinking: false, proxy: false },
  needsOpenNetwork: null,
  shell: { think: null, analyze: null, work: null },
};

export const addRoot: UseCase<'add_root'> = async (parts, call, input) => {
  const delegation = delegationOf(parts);
  if (!delegation.ok) return delegation;
  const path = /^([/\\]|[A-Za-z]:)/.test(input.path) ? await delegation.value.runner.realFolder(input.path) : null;
  if (path === null) {
    return refuse({
      code: 'invalid_root',
      message: input.path.startsWith('~') ? '~ is not expanded here.' : 'There is no folder at that absolute path.',
      next: 'Give the absolute path of an existing folder.',
    });
  }
  const { stateFolder, runner } = delegation.value;
  const head = await runner.head(path);
  const repository = repositoryAbove(path, head.ok ? head.value.repository : null);
  const root = {
    path,
    repository,
    label: input.label ?? path.split(/[/\\]/).findLast((part) => part !== '') ?? path,
    defaultAgentId: input.defaultAgentId ?? null,
    prepare: input.prepare ?? null,
    caches: input.caches ?? [],
    testPaths: input.testPaths ?? [],
    manifests: input.manifests ?? [],
    stateFolder,
  };
  const warnings = [repository === null ? null : exposes(repository), await prepareHides(runner, root)];
  const warning = warnings.filter((one) => one !== null).join(' ') || null;
  return act(
    parts,
    call.author,
    (state, context) => places.addRoot(state, root, context),
    (value) => ({ ...value, repository, warning }),
  );
};

export const changeRoot: UseCase<'change_root'> = async (parts, call, { rootId, ...set }) => {
  const before = stateOf(parts).tables.root.get(rootId);
  const warning =
    before && parts.delegation ? await prepareHides(parts.delegation.runner, { ...before, ...set }) : null;
  return act(
    parts,
    call.author,
    (state) => places.changeRoot(state, { rootId, set }),
    () => ({ warning }),
  );
};

export const removeRoot: UseCase<'remove_root'> = (parts, call, { rootId }) =>
  act(parts, call.author, (state, context) => places.removeRoot(state, rootId, context));

export const setAgent: UseCase<'set_agent'> = async (parts, call, input) => {
  const before = stateOf(parts).tables.agent.get(input.agentId);
  const startSeconds = input.startSeconds === undefined ? before?.startSeconds : input.startSeconds;
  const entry: AgentEntry = {
    id: input.agentId,
    base: input.base,
    allowed: input.allowed,
    argv: input.argv ?? before?.argv ?? [],
    passEnv: input.passEnv ?? before?.passEnv ?? [],
    env: input.env ?? before?.env ?? {},
    files: input.files ?? before?.files ?? {},
    modelHosts: input.modelHosts ?? before?.modelHosts ?? [],
    readOnly: input.readOnly ?? before?.readOnly ?? [],
    ...(startSeconds !== undefined && { startSeconds }),
  };
  const warning = parts.delegation ? await entryHides(parts.delegation.runner, entry) : null;
  return act(
    parts,
    call.author,
    (state) => places.setAgent(state, entry),
    (value) => ({ ...value, warning }),
  );
};

export const changeLimits: UseCase<'change_limits'> = (parts, call, input) =>
  act(parts, call.author, (state) => places.changeLimits(state, input));

export const stopRuns: UseCase<'stop_runs'> = async (parts, call) => {
  const stopped = await act(parts, call.author, places.stopRuns, (value) => value);
  // After the fact is written: a check that was to begin meanwhile finds the switch, one that is on is ended here.
  if (stopped.ok) parts.delegation?.observer.stop();
  return stopped;
};
