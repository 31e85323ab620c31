/**
 * Which sidekicks a task calls for. Deterministic, offline, no model: the same state, task and minute give the same
 * answer, and every answer carries the facts that made it.
 *
 * Invariants:
 * 1. Only an enabled sidekick with an active version applies. A recorded match keeps it applying when the task's text
 *    moves on, not when a person switches the sidekick off.
 * 2. Whoever applies votes; the answer to a match selects three of them, and names the rest with what they require.
 */
import { compareText } from '../../kit/compare.ts';
import type { State } from '../state/state.ts';
import { aliasOf } from '../state/state.ts';
import type { Task } from '../workspace/task.ts';
import { type MatchSubject, matchSubject, scoreOf } from './applies.ts';
import type { Playbook, Sidekick } from './playbook.ts';

/** A sidekick that may act: a person has activated a version of it. */
export interface ActiveSidekick extends Sidekick {
  readonly active: NonNullable<Sidekick['active']>;
}

export interface Applicable {
  readonly sidekick: ActiveSidekick;
  readonly score: number;
  readonly facts: readonly string[];
  /** Matched to this task earlier, by any caller. */
  readonly recorded: boolean;
}

export interface SidekickMatch {
  readonly sidekickId: string;
  readonly name: string;
  readonly summary: string;
  readonly score: number;
  readonly threshold: number;
  readonly facts: readonly string[];
  readonly mandatory: boolean;
}

interface AlsoVoting {
  readonly sidekickId: string;
  /** Of its checklist. */
  readonly requiredItemIds: readonly string[];
}

export interface MatchAnswer {
  readonly matches: readonly SidekickMatch[];
  /** Those that apply as well and found no place: they vote, so what they require is said. */
  readonly alsoVoting: readonly AlsoVoting[];
  /** Why these, or why none. */
  readonly reason: string;
}

export const MATCH_PLACES = 3;

/** Highest score first, ties by id. `nowMs` is a whole minute. */
export function applicableSidekicks(state: State, task: Task, nowMs: number): readonly Applicable[] {
  const subject = matchSubject(state, task, nowMs);
  const recorded = new Set(task.matches.map((match) => match.sidekickId));
  const found: Applicable[] = [];
  for (const sidekick of state.tables.sidekick.values()) {
    if (!mayAct(sidekick)) continue;
    const applicable = weigh(sidekick, subject, recorded.has(sidekick.id));
    if (applicable) found.push(applicable);
  }
  return found.sort(byScore);
}

/** The answer of `match_sidekicks_to_task`: applicable mandatory sidekicks take the places first. */
export function matchSidekicks(state: State, task: Task, nowMs: number): MatchAnswer {
  const applicable = applicableSidekicks(state, task, nowMs);
  const ordered = [
    ...applicable.filter(({ sidekick }) => sidekick.mandatory),
    ...applicable.filter(({ sidekick }) => !sidekick.mandatory),
  ];
  const others = ordered.slice(MATCH_PLACES);
  const ids = others.map(({ sidekick }) => sidekick.id);
  return {
    matches: ordered.slice(0, MATCH_PLACES).map(matchOf),
    alsoVoting: others.map(alsoVotingOf),
    reason: ordered.length === 0 ? reasonForNone(state, task, nowMs) : reasonForThese(ordered.length, ids),
  };
}

function alsoVotingOf({ sidekick: { id, active } }: Applicable): AlsoVoting {
  const required = active.playbook.checklist.filter((item) => item.required);
  return { sidekickId: id, requiredItemIds: required.map((item) => item.id) };
}

function mayAct(sidekick: Sidekick): sidekick is ActiveSidekick {
  return sidekick.enabled && sidekick.active !== null;
}

function weigh(sidekick: ActiveSidekick, subject: MatchSubject, recorded: boolean): Applicable | null {
  const { playbook } = sidekick.active;
  const { score, facts } = scoreOf(playbook, subject);
  if (score >= playbook.match.threshold) return { sidekick, score, facts, recorded };
  return recorded ? { sidekick, score, facts: [...facts, 'matched to this task earlier'], recorded } : null;
}

function byScore(one: Applicable, other: Applicable): number {
  return other.score - one.score || compareText(one.sidekick.id, other.sidekick.id);
}

function matchOf({ sidekick, score, facts }: Applicable): SidekickMatch {
  const { playbook } = sidekick.active;
  const { name, summary, match } = playbook;
  return {
    sidekickId: sidekick.id,
    name,
    summary,
    score,
    threshold: match.threshold,
    facts,
    mandatory: sidekick.mandatory,
  };
}

function reasonForThese(total: number, others: readonly string[]): string {
  const reached = `${total} enabled ${total === 1 ? 'sidekick applies' : 'sidekicks apply'}`;
  if (others.length === 0) return `${reached}: their match rules reach the threshold, or a match was recorded earlier.`;
  const rest = others.slice(0, 20).join(', ');
  return `${reached}; mandatory ones come first, then the highest scores. Without a place, though they vote too: ${rest}.`;
}

/** By how near each enabled sidekick came. */
function reasonForNone(state: State, task: Task, nowMs: number): string {
  const subject = matchSubject(state, task, nowMs);
  const near = [...state.tables.sidekick.values()]
    .filter(mayAct)
    .map(({ id, active }) => closeness(id, active.playbook, subject));
  const closest = near.sort((one, other) => other.share - one.share || compareText(one.id, other.id))[0];
  if (!closest) return 'No sidekick is enabled in this workspace. A person enables them at the desk.';
  const alias = aliasOf(task);
  if (closest.score === 0) {
    return `Nothing in ${alias} (title, description, tags, priority, deadline, estimate, blockers) speaks for any of ${near.length} enabled sidekicks.`;
  }
  const facts = closest.facts.join('; ');
  return `No enabled sidekick reaches its threshold for ${alias}. Closest: ${closest.id} with ${closest.score} of ${closest.threshold}: ${facts}.`;
}

function closeness(id: string, playbook: Playbook, subject: MatchSubject) {
  const { score, facts } = scoreOf(playbook, subject);
  const { threshold } = playbook.match;
  return { id, score, facts, threshold, share: score / threshold };
}
