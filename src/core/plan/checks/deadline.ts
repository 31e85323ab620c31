/** Nothing ends or is due after the parent's deadline: one issue per stated time, one for all that we laid out. */
import type { Facts } from '../facts.ts';
import type { Layout } from '../schedule.ts';
import { statedEnd } from '../times.ts';
import { inZone, moment, nameAt, namesAt } from '../words.ts';
import { at, idAt, idsAt, type Raised, WORKSPACE } from './check.ts';

export function checkDeadline(facts: Facts, { layout }: { readonly layout: Layout }): readonly Raised[] {
  const { deadline } = facts;
  if (deadline === null) return [];
  return [...stated(facts, deadline), ...placed(facts, layout, deadline)];
}

function stated(facts: Facts, deadline: number): readonly Raised[] {
  const raised: Raised[] = [];
  for (const [position, times] of facts.times.entries()) {
    const end = statedEnd(times) ?? Number.NEGATIVE_INFINITY;
    const due = times.dueMs ?? Number.NEGATIVE_INFINITY;
    if (Math.max(end, due) <= deadline) continue;
    const verb = due > deadline ? `is due at ${moment(facts, due)}` : `runs until ${moment(facts, end)}`;
    raised.push({
      code: 'after_parent_deadline',
      message: `${nameAt(facts, position)} ${verb}, after the parent's deadline ${moment(facts, deadline)} ${inZone(facts)}.`,
      raisedBy: WORKSPACE,
      path: at(position, due > deadline ? 'dueAt' : 'plannedStart'),
      candidateIds: [idAt(facts, position)],
      key: 'stated',
    });
  }
  return raised;
}

function placed(facts: Facts, layout: Layout, deadline: number): readonly Raised[] {
  const late = [...layout.placed.keys()].filter((position) => {
    const { basis, endMs } = layout.placed[position] as Layout['placed'][number];
    const due = facts.times[position]?.dueMs ?? null;
    return basis === 'placed' && endMs !== null && endMs > deadline && (due === null || due <= deadline);
  });
  if (late.length === 0) return [];
  const ids = idsAt(facts, late);
  return [
    {
      code: 'after_parent_deadline',
      message: `Laid out in order of dependency, ${namesAt(facts, late)} would end after the parent's deadline ${moment(facts, deadline)} ${inZone(facts)}.`,
      raisedBy: WORKSPACE,
      path: '/subtasks',
      candidateIds: ids,
      key: 'placed',
    },
  ];
}
