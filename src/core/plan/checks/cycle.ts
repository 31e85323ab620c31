/** No circles: one issue for each group that waits for itself, with a shortest circle named. */
import type { Facts } from '../facts.ts';
import { nameAt } from '../words.ts';
import { at, idsAt, type Raised, WORKSPACE } from './check.ts';

const NAMED = 8;

export function checkCycle(facts: Facts): readonly Raised[] {
  return facts.graph.cycles.map((group) => {
    const path = shortestCircle(group, facts.graph.waitsFor).map((position) => nameAt(facts, position));
    const shown =
      path.length > NAMED ? [...path.slice(0, NAMED - 1), `${path.length - NAMED} more`, path.at(-1)] : path;
    return {
      code: 'dependency_cycle',
      message: `Waits in a circle: ${shown.join(' -> ')}.`,
      raisedBy: WORKSPACE,
      path: at(group[0] as number, 'dependencyCandidateIds'),
      candidateIds: idsAt(facts, group),
    };
  });
}

/** From the group's first member back to it, each waiting for the next; breadth first. */
function shortestCircle(group: readonly number[], waitsFor: readonly (readonly number[])[]): readonly number[] {
  const start = group[0] as number;
  const cameFrom = new Map<number, number>();
  const queue = [start];
  for (const position of queue) {
    // In the group's own order, so that the list order of the subtasks decides nothing.
    for (const next of group) {
      if (cameFrom.has(next) || !waitsFor[position]?.includes(next)) continue;
      cameFrom.set(next, position);
      if (next === start) return traced(start, cameFrom);
      queue.push(next);
    }
  }
  return group;
}

function traced(start: number, cameFrom: ReadonlyMap<number, number>): readonly number[] {
  const path = [start];
  let position = cameFrom.get(start);
  while (position !== undefined && position !== start) {
    path.unshift(position);
    position = cameFrom.get(position);
  }
  return [start, ...path];
}
