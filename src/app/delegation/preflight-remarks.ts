/** What a preflight remarks that refuses nothing and that the caller would miss later. */
import type { Check, Contract } from '../../core/contract/contract.ts';
import { demandsNothing } from '../../core/coverage/demands.ts';
import type { AgentEntry, AgentState } from '../../core/run/agent.ts';
import type { Grant } from '../../core/run/grant.ts';
import { exposes, type Root, repositoryAbove } from '../../core/run/root.ts';
import type { Mode } from '../../core/run/run.ts';
import type { State } from '../../core/state/state.ts';
import { counted } from '../../kit/text.ts';
import type { GitHead, Runner } from '../runner.ts';
import { headFor } from './head-for.ts';
import { hiddenFromRun } from './hidden-paths.ts';

export interface Remark {
  readonly code:
    | 'exposes_repository'
    | 'mode_has_no_shell'
    | 'mode_cannot_write'
    | 'not_a_git_root'
    | 'no_bytes'
    | 'no_jail'
    | 'needs_open_network'
    | 'jail_hides'
    | 'no_units'
    | 'left_out'
    | 'not_given'
    | 'has_subtasks'
    | 'blocked';
  readonly message: string;
}

/** Of the contract, whatever the mode. */
export function needsOf(contract: Contract | null, checks: readonly Check[]) {
  return {
    write: (contract?.requirements.requires_write ?? false) || (contract?.scope.owned_files.length ?? 0) > 0,
    shell: (contract?.requirements.requires_shell ?? false) || checks.some((check) => check.requires_shell),
  };
}

interface Looked {
  readonly state: State;
  readonly mode: Mode;
  readonly contract: Contract | null;
  readonly checks: readonly Check[];
  readonly cwd: string;
  readonly root: Root;
  /** In mode work. */
  readonly head: GitHead | null;
  readonly agentId: string;
  readonly entry: AgentEntry | undefined;
  readonly agent: AgentState | undefined;
  /** That would start it; null = none yet. */
  readonly grant: Grant | null;
}

export async function remarksOf(runner: Runner, looked: Looked): Promise<readonly Remark[]> {
  const { mode, contract, checks, root, head } = looked;
  const above = repositoryAbove(root.path, head?.repository ?? null);
  const owned = contract?.scope.owned_files.length ?? 0;
  const found: (Remark | null)[] = [
    above === null ? null : { code: 'exposes_repository', message: exposes(above) },
    needsOf(contract, checks).shell ? shellRemark(looked) : null,
    mode === 'work' || owned === 0
      ? null
      : {
          code: 'mode_cannot_write',
          message: `The contract owns ${counted(owned, 'file')}, and ${mode} writes none: ask for mode work.`,
        },
    checks.some(({ command }) => command !== null) ? await bytesRemark(runner, looked) : null,
    jailRemark(runner, looked),
    networkRemark(runner, looked),
    unitsRemark(contract),
    ...(await hiddenRemarks(runner, looked)),
  ];
  return found.filter((one) => one !== null);
}

/** As the launch decides it. A program that is not there fails before its walls. */
export function blockedByJail({ jail }: Runner, { mode, agent, grant }: Looked): boolean {
  if (jail.works || grant?.unsandboxed === true) return false;
  return agent?.available === true ? !agent.modes.includes(mode) : mode === 'work';
}

function jailRemark(runner: Runner, looked: Looked): Remark | null {
  if (!blockedByJail(runner, looked)) return null;
  const message = `Only a jail holds ${looked.agentId} in mode ${looked.mode}, and none works here: the run would fail with no_jail unless a grant says unsandboxed.`;
  return { code: 'no_jail', message };
}

function networkRemark({ jail }: Runner, { agentId, agent, grant }: Looked): Remark | null {
  const far = agent?.needsOpenNetwork ?? null;
  if (far === null || !jail.works || grant?.openNetwork === true) return null;
  const message = `${agentId} is not known to heed the relay, and its model at ${far} is beyond this computer: the run would fail with needs_open_network unless a grant says open network.`;
  return { code: 'needs_open_network', message };
}

async function hiddenRemarks(runner: Runner, { entry, root, checks }: Looked): Promise<readonly Remark[]> {
  const commands = checks.flatMap(({ id, command }) => (command === null ? [] : [{ id, command }]));
  const found = await hiddenFromRun(runner, { entry, root, commands });
  return found.map((message) => ({ code: 'jail_hides', message }));
}

function unitsRemark(contract: Contract | null): Remark | null {
  const nothing = contract && demandsNothing(contract);
  return nothing ? { code: 'no_units', message: nothing } : null;
}

function shellRemark({ mode, agentId, checks, agent }: Looked): Remark | null {
  const has = mode === 'think' ? false : (agent?.shell[mode] ?? null);
  if (has === true || (has === null && mode === 'work')) return null;
  const what = checks.length > 0 ? `${counted(checks.length, 'check')} of the contract` : 'the contract';
  const who = `${agentId} in mode ${mode}`;
  const message =
    has === false
      ? `${who} has no shell, which ${what} need${checks.length > 1 ? '' : 's'}: the worker can run none of it.`
      : `Nobody knows whether ${who} has a shell, which ${what} need${checks.length > 1 ? '' : 's'}.`;
  return { code: 'mode_has_no_shell', message };
}

/** Sidekicks runs a check on a commit; work was refused already where there is none. */
async function bytesRemark(runner: Runner, { state, mode, cwd }: Looked): Promise<Remark | null> {
  if (mode === 'work') return null;
  if (mode === 'think') return { code: 'no_bytes', message: 'think sees no project: no check can be observed.' };
  const head = await headFor(state, runner, cwd);
  if (!head.ok) return { code: 'not_a_git_root', message: `No check can be observed: ${head.refusal.message}` };
  return null;
}
