/**
 * What one token may leave behind in a day. Every proposal and every revision is kept for ever, also a withdrawn one, so
 * an agent that stages and withdraws in a loop would fill the disk: 70 KB with each of the longest plans.
 */
import { DAY_MS } from '../../kit/durations.ts';
import type { Refusal } from '../../kit/result.ts';
import { isPerson } from '../access/author.ts';
import type { Context } from '../state/decision.ts';
import type { State } from '../state/state.ts';
import { revisionsOf } from './find.ts';

/** Proposals that it withdrew itself, of all its tasks together. */
export const WITHDRAWN_A_DAY = 50;
/** Revisions, of all its proposals together. */
export const REVISIONS_A_DAY = 500;

/** Why the author may stage nothing more today, or null. */
export function refusalOfDay(state: State, { author, nowMs }: Context): Refusal | null {
  if (isPerson(author)) return null;
  const isToday = (at: string) => Date.parse(at) > nowMs - DAY_MS;
  let withdrawn = 0;
  let revisions = 0;
  for (const proposal of state.tables.proposal.values()) {
    if (proposal.author.id !== author.id || !isToday(proposal.updatedAt)) continue;
    if (proposal.status === 'withdrawn') withdrawn += 1;
    for (const one of revisionsOf(state, proposal.id)) if (isToday(one.at) && one.editOf === null) revisions += 1;
  }
  if (withdrawn >= WITHDRAWN_A_DAY) return tooMany(`You withdrew ${withdrawn} proposals within a day`);
  return revisions >= REVISIONS_A_DAY ? tooMany(`You staged ${revisions} plans within a day`) : null;
}

function tooMany(what: string): Refusal {
  return {
    code: 'too_many_proposals',
    message: `${what}, and no more may be kept.`,
    next: 'Find the right plan with evaluate_task_plan, which keeps none; stage it tomorrow, or ask the person for another token.',
  };
}
