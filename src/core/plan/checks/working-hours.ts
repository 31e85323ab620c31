/** A planned start lies within working hours. Ends do by construction: work is laid over them. */
import { formatInstant } from '../../workspace/time.ts';
import { isWorking } from '../../workspace/working-time.ts';
import type { Facts } from '../facts.ts';
import { at, idAt, quote, type Raised, WORKSPACE } from './check.ts';

export function checkWorkingHours(facts: Facts): readonly Raised[] {
  const raised: Raised[] = [];
  for (const [position, { startMs }] of facts.times.entries()) {
    if (startMs === null || isWorking(facts.calendar, startMs)) continue;
    raised.push({
      code: 'outside_working_hours',
      message: `${quote(idAt(facts, position))} starts at ${formatInstant(startMs)}, outside working hours (${facts.calendar.zone}).`,
      raisedBy: WORKSPACE,
      path: at(position, 'plannedStart'),
      candidateIds: [idAt(facts, position)],
    });
  }
  return raised;
}
