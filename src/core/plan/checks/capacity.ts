/** The work fits into the owner's free time, as a whole and on each day. */
import { formatInstant } from '../../workspace/time.ts';
import type { Load } from '../capacity.ts';
import type { Facts } from '../facts.ts';
import { at, idsAt, type Raised, WORKSPACE } from './check.ts';

export function checkCapacity(facts: Facts, { load }: { readonly load: Load }): readonly Raised[] {
  return [...whole(facts, load), ...byDay(facts, load)];
}

function whole(facts: Facts, { fits, neededMinutes, untilMs }: Load): readonly Raised[] {
  if (fits !== false) return [];
  const limit = facts.deadline === null ? 'within 366 days' : `before the deadline ${formatInstant(facts.deadline)}`;
  const placed = untilMs === null ? 'nor within 366 days' : `only by ${formatInstant(untilMs)}`;
  return [
    {
      code: 'over_capacity',
      message: `${neededMinutes} working minutes do not fit ${limit}${facts.deadline === null ? '' : `, ${placed}`}.`,
      raisedBy: WORKSPACE,
      path: '/subtasks',
      candidateIds: [],
      key: 'whole',
    },
  ];
}

function byDay(facts: Facts, { overfullDays, crowded }: Load): readonly Raised[] {
  const first = overfullDays[0];
  if (!first) return [];
  const more = overfullDays.length > 1 ? `, and ${overfullDays.length - 1} more such days` : '';
  return [
    {
      code: 'over_capacity',
      message: `${first.date} holds ${first.plannedMinutes} planned minutes and has ${first.freeMinutes} free${more}.`,
      raisedBy: WORKSPACE,
      path: at(Math.min(...crowded), 'plannedStart'),
      candidateIds: idsAt(facts, crowded),
      key: 'day',
    },
  ];
}
