/**
 * Which grant lets a run start. A grant that fits in part lets nothing start.
 *
 * A ceiling that cannot be measured cannot be held: once a run under it ended with an unknown cost, it covers no more.
 */
import type { State } from '../state/state.ts';
import { limitsOf } from './find-run.ts';
import type { Grant } from './grant.ts';
import type { Mode, Run } from './run.ts';
import { believable } from './usage.ts';

export interface Wish {
  /** Null before the run exists (preflight). */
  readonly runId: string | null;
  readonly rootId: string;
  readonly agentId: string;
  readonly mode: Mode;
}

export interface Use {
  readonly launches: number;
  /** Sum of the known costs, US dollars. */
  readonly costUsd: number;
  /** Runs that ended without a known cost. */
  readonly unknownCosts: number;
}

export function spentOf(state: State, grant: Grant): Use {
  const ids = state.index.launchesOf.get(grant.id) ?? [];
  let costUsd = 0;
  let unknownCosts = 0;
  for (const id of ids) {
    const run = state.tables.run.get(id);
    const cost = run?.usage ? believable(run.usage).costUsd : null;
    if (cost !== null) costUsd += cost;
    else if (run && run.endedAt !== null) unknownCosts += 1;
  }
  return { launches: ids.length, costUsd, unknownCosts };
}

export function isLive(grant: Grant, nowMs: number): boolean {
  return grant.revokedAt === null && Date.parse(grant.until) > nowMs;
}

/** Null = it covers the wish; else why not, for people. */
export function whyNotCovered(state: State, grant: Grant, wish: Wish, nowMs: number): string | null {
  if (!isLive(grant, nowMs)) return grant.revokedAt === null ? 'it ran out' : 'it was revoked';
  if (grant.runId !== null && grant.runId !== wish.runId) return 'it is for another run';
  if (grant.rootId !== wish.rootId) return 'it is for another folder';
  if (!grant.agentIds.includes(wish.agentId)) return `it does not name the agent ${wish.agentId}`;
  if (!grant.modes.includes(wish.mode)) return `it does not allow ${wish.mode}`;
  const launches = state.index.launchesOf.get(grant.id)?.length ?? 0;
  if (launches >= grant.maxLaunches) return 'its launches are used up';
  if (grant.costCeilingUsd === null) return null;
  const { costUsd, unknownCosts } = spentOf(state, grant);
  if (unknownCosts > 0) return 'the cost of an earlier run is unknown, so its ceiling cannot be checked';
  return costUsd >= grant.costCeilingUsd ? 'its cost ceiling is reached' : null;
}

/** The grant for this run alone first, then the one that ends first. */
export function coveringGrant(state: State, wish: Wish, nowMs: number): Grant | null {
  if (limitsOf(state).stopped) return null;
  let best: Grant | null = null;
  for (const grant of state.tables.grant.values()) {
    if (whyNotCovered(state, grant, wish, nowMs) !== null) continue;
    if (grant.runId !== null) return grant;
    if (best === null || Date.parse(grant.until) < Date.parse(best.until)) best = grant;
  }
  return best;
}

/**
 * A live grant of the root that names the command's digest, one that says unsandboxed before others: what is permitted
 * is permitted. Words of a check are never permission to run it.
 */
export function commandGrant(
  state: State,
  run: Run | null,
  rootId: string,
  digest: string,
  nowMs: number,
): Grant | null {
  if (limitsOf(state).stopped) return null;
  let found: Grant | null = null;
  for (const grant of state.tables.grant.values()) {
    if (!isLive(grant, nowMs) || grant.rootId !== rootId) continue;
    if (grant.runId !== null && grant.runId !== run?.id) continue;
    if (!grant.commandDigests.includes(digest)) continue;
    if (grant.unsandboxed) return grant;
    found ??= grant;
  }
  return found;
}
