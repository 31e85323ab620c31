/** Errors of stated times: against dependencies, against the subtask's own due, against fixed commitments. */
import { holding } from '../../workspace/working-time.ts';
import type { Facts } from '../facts.ts';
import { boundsOf, statedEnd } from '../times.ts';
import { inZone, moment, nameAt } from '../words.ts';
import { at, idAt, idsAt, quote, type Raised, WORKSPACE } from './check.ts';

export function checkStartOrder(facts: Facts): readonly Raised[] {
  const raised: Raised[] = [];
  for (const [position, { startMs }] of facts.times.entries()) {
    if (startMs === null) continue;
    for (const bound of boundsOf(position, facts.graph, facts.times)) {
      if (bound.ms > startMs) raised.push(tooEarly(facts, position, startMs, bound));
    }
  }
  return raised;
}

function tooEarly(facts: Facts, position: number, startMs: number, bound: { position: number; ms: number }): Raised {
  const direct = facts.graph.waitsFor[position]?.includes(bound.position);
  const verb = facts.times[bound.position]?.endMs === null ? 'starts' : 'ends';
  const other = `${nameAt(facts, bound.position)}, which ${verb} at ${moment(facts, bound.ms)}`;
  return {
    code: 'start_before_dependency_end',
    message: `${nameAt(facts, position)} starts at ${moment(facts, startMs)}, before ${direct ? '' : '(further up) '}${other} ${inZone(facts)}.`,
    raisedBy: WORKSPACE,
    path: at(position, 'plannedStart'),
    candidateIds: idsAt(facts, [position, bound.position]),
    key: JSON.stringify([idAt(facts, position), idAt(facts, bound.position)]),
  };
}

export function checkDueOrder(facts: Facts): readonly Raised[] {
  const raised: Raised[] = [];
  for (const [position, times] of facts.times.entries()) {
    const end = statedEnd(times);
    if (times.dueMs === null || end === null || times.dueMs >= end) continue;
    const verb = times.endMs === null ? 'starts' : 'is planned to end';
    raised.push({
      code: 'due_before_end',
      message: `${nameAt(facts, position)} is due at ${moment(facts, times.dueMs)} and ${verb} at ${moment(facts, end)} ${inZone(facts)}.`,
      raisedBy: WORKSPACE,
      path: at(position, 'dueAt'),
      candidateIds: [idAt(facts, position)],
    });
  }
  return raised;
}

export function checkStartInCommitment(facts: Facts): readonly Raised[] {
  const raised: Raised[] = [];
  for (const [position, { startMs }] of facts.times.entries()) {
    if (startMs === null) continue;
    if (!holding(facts.owner.fixedSpans, startMs)) continue;
    const inside = facts.owner.fixed.find((span) => span.from <= startMs && startMs < span.to);
    if (!inside) continue;
    const until = moment(facts, inside.to);
    raised.push({
      code: 'start_in_commitment',
      message: `${nameAt(facts, position)} starts at ${moment(facts, startMs)}, inside ${quote(inside.commitment.title)} until ${until} ${inZone(facts)}.`,
      raisedBy: WORKSPACE,
      path: at(position, 'plannedStart'),
      candidateIds: [idAt(facts, position)],
    });
  }
  return raised;
}
