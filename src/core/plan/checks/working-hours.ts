/** A planned start lies within working hours. Ends do by construction: work is laid over them. */
import { isWorking } from '../../workspace/working-time.ts';
import type { Facts } from '../facts.ts';
import { inZone, moment, nameAt } from '../words.ts';
import { at, idAt, type Raised, WORKSPACE } from './check.ts';

export function checkWorkingHours(facts: Facts): readonly Raised[] {
  const raised: Raised[] = [];
  for (const [position, { startMs }] of facts.times.entries()) {
    if (startMs === null || isWorking(facts.calendar, startMs)) continue;
    raised.push({
      code: 'outside_working_hours',
      message: `${nameAt(facts, position)} starts at ${moment(facts, startMs)}, outside working hours ${inZone(facts)}.`,
      raisedBy: WORKSPACE,
      path: at(position, 'plannedStart'),
      candidateIds: [idAt(facts, position)],
    });
  }
  return raised;
}
