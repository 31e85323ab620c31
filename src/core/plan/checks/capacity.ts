/** The work fits into the owner's free time, as a whole and on each day. */

import { durationWords } from '../../../kit/durations.ts';
import { counted } from '../../../kit/text.ts';
import type { Load } from '../capacity.ts';
import type { Facts } from '../facts.ts';
import { inZone, moment } from '../words.ts';
import { at, idsAt, type Raised, WORKSPACE } from './check.ts';

export function checkCapacity(facts: Facts, { load }: { readonly load: Load }): readonly Raised[] {
  return [...whole(facts, load), ...byDay(facts, load)];
}

function whole(facts: Facts, { fits, neededMinutes, untilMs }: Load): readonly Raised[] {
  if (fits !== false) return [];
  const limit = facts.deadline === null ? 'within 366 days' : `before the deadline ${moment(facts, facts.deadline)}`;
  const placed = untilMs === null ? 'nor within 366 days' : `only by ${moment(facts, untilMs)}`;
  return [
    {
      code: 'over_capacity',
      message: `${durationWords(neededMinutes)} of work do not fit ${limit}${facts.deadline === null ? '' : `, ${placed} ${inZone(facts)}`}.`,
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
  const more = overfullDays.length > 1 ? `, and ${counted(overfullDays.length - 1, 'more such day')}` : '';
  return [
    {
      code: 'over_capacity',
      message: `${first.date} holds ${durationWords(first.plannedMinutes)} of planned work and has ${durationWords(first.freeMinutes)} free${more}.`,
      raisedBy: WORKSPACE,
      path: at(Math.min(...crowded), 'plannedStart'),
      candidateIds: idsAt(facts, crowded),
      key: 'day',
    },
  ];
}
