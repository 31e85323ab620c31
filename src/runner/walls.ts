/** Which walls a launch gets, decided before anything starts, and said as it is. Pure. */
import type { JailState, Launch } from '../app/runner.ts';
import type { AgentEntry } from '../core/run/agent.ts';
import type { Held, Mode } from '../core/run/run.ts';
import { done, type Refusal, type Result, refuse } from '../kit/result.ts';
import type { AgentBase } from './agents/base.ts';
import { type LaunchPlan, modelHostsOf } from './agents/plan.ts';
import { parseAuthority, type RelayTarget } from './jail/targets.ts';

export type Walls =
  | { readonly kind: 'none'; readonly held: Held }
  | { readonly kind: 'jail'; readonly network: 'open'; readonly held: Held }
  | { readonly kind: 'jail'; readonly network: 'relay'; readonly targets: readonly RelayTarget[]; readonly held: Held };

type Wish = Pick<Launch, 'mode' | 'openNetwork' | 'unsandboxed'>;

const loopback = new Set(['127.0.0.1', 'localhost', '::1']);
const project = { think: 'hidden', analyze: 'read_only', work: 'worktree' } as const;

/** A jail that works is used, whatever the grant allows. Refused `no_jail`, `needs_open_network`. */
export function chooseWalls(jail: JailState, wish: Wish, plan: LaunchPlan): Result<Walls> {
  const { mode } = wish;
  if (!jail.works) return withoutJail(jail, wish, plan);
  const held = { jail: 'bubblewrap', project: project[mode], notes: [plan.note, ...alsoShown(plan)] } as const;
  if (wish.openNetwork) return done({ kind: 'jail', network: 'open', held: { ...held, network: 'open' } });
  const targets = targetsOf(plan.modelHosts);
  const far = beyondTheRelay(plan.base, targets);
  if (far !== null) return refuse(needsOpenNetwork(plan, far));
  return done({ kind: 'jail', network: 'relay', targets, held: { ...held, network: 'relay' } });
}

/** What a person named in the agent's entry, beyond what its mode shows. */
function alsoShown({ readOnly }: LaunchPlan): readonly string[] {
  return readOnly.length === 0 ? [] : [`besides, the jail shows read-only: ${readOnly.join(', ')}`];
}

function withoutJail(jail: JailState, { mode, unsandboxed }: Wish, plan: LaunchPlan): Result<Walls> {
  if (!unsandboxed && onlyJailHolds(mode, plan.heldBy)) return refuse(noJail(jail, mode));
  const notes = [plan.note, ...jail.reasons];
  return done({ kind: 'none', held: { jail: 'unsandboxed', network: 'open', project: 'unprotected', notes } });
}

/** What the agent does not reach by the relay; null = nothing. */
function beyondTheRelay({ honours }: AgentBase, targets: readonly RelayTarget[]): RelayTarget | null {
  return honours.proxy ? null : (targets.find(({ host }) => !loopback.has(host)) ?? null);
}

/** The same, before anything is planned: `host:port`. */
export function beyond(base: AgentBase, entry: Pick<AgentEntry, 'modelHosts'>): string | null {
  const far = beyondTheRelay(base, targetsOf(modelHostsOf(base, entry)));
  return far && `${far.host}:${far.port}`;
}

/** Whether a mode needs the jail: without one it is refused, unless a grant says unsandboxed. */
export function onlyJailHolds(mode: Mode, heldBy: LaunchPlan['heldBy']): boolean {
  return mode === 'work' || heldBy === 'jail';
}

function targetsOf(hosts: readonly string[]): readonly RelayTarget[] {
  return hosts.flatMap((text) => {
    const target = parseAuthority(text);
    if (target === null) return [];
    // The jail's launcher asks for a loopback port by its number alone.
    return target.host === 'localhost' ? [target, { ...target, host: '127.0.0.1' }] : [target];
  });
}

/** Ports of models on this machine, which keep their number inside. */
export function loopbackPorts(targets: readonly RelayTarget[]): readonly number[] {
  return [...new Set(targets.filter(({ host }) => loopback.has(host)).map(({ port }) => port))];
}

export function noJail({ reasons }: JailState, what: string): Refusal {
  return {
    code: 'no_jail',
    message: `Nothing can hold ${what} on this machine: ${reasons.join(' ') || 'there is no working jail'}`,
    next: 'Make bubblewrap work (`sidekicks doctor` says what is missing), or ask a person to grant `unsandboxed`.',
    data: { reasons },
  };
}

function needsOpenNetwork({ title }: LaunchPlan, { host, port }: RelayTarget): Refusal {
  return {
    code: 'needs_open_network',
    message: `${title} is not known to heed the relay, and ${host}:${port} is beyond this computer.`,
    next: 'Ask a person for a grant that names the open network.',
  };
}
