/**
 * Who waits for whom. Subtasks are meant by position: candidate ids may repeat, and then a dependency means every subtask
 * of that id, so that the order in which subtasks are listed decides nothing.
 */
import { compareText } from '../../kit/compare.ts';
import type { Subtask } from './candidate.ts';

export interface Graph {
  readonly positionsOf: ReadonlyMap<string, readonly number[]>;
  /** Per position: the known positions it waits for, without itself. */
  readonly waitsFor: readonly (readonly number[])[];
  /** Groups of two and more that all wait for each other. */
  readonly cycles: readonly (readonly number[])[];
  /** `waitsFor` without what lies inside a cycle: there is no first among those. */
  readonly comesAfter: readonly (readonly number[])[];
  /** Every position, after all that it comes after; ties by candidateId. */
  readonly order: readonly number[];
}

export function graphOf(subtasks: readonly Subtask[]): Graph {
  const positionsOf = positions(subtasks);
  const waitsFor = subtasks.map((subtask) => known(subtask, positionsOf));
  const reach = reachable(waitsFor);
  const ranked = rank(subtasks);
  const together = (one: number, other: number) => reach[one]?.[other] === true && reach[other]?.[one] === true;
  const comesAfter = waitsFor.map((list, position) => list.filter((other) => !together(position, other)));
  return { positionsOf, waitsFor, cycles: cyclesOf(ranked, together), comesAfter, order: sorted(ranked, comesAfter) };
}

function positions(subtasks: readonly Subtask[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [position, { candidateId }] of subtasks.entries()) {
    const list = found.get(candidateId);
    if (list) list.push(position);
    else found.set(candidateId, [position]);
  }
  return found;
}

function known(subtask: Subtask, positionsOf: ReadonlyMap<string, readonly number[]>): readonly number[] {
  const found: number[] = [];
  for (const id of subtask.dependencyCandidateIds) {
    if (id !== subtask.candidateId) found.push(...(positionsOf.get(id) ?? []));
  }
  return found;
}

/** Warshall's closure; at most 20 subtasks, so 8,000 steps. */
function reachable(waitsFor: readonly (readonly number[])[]): readonly (readonly boolean[])[] {
  const reach = waitsFor.map((list) => {
    const row = new Array<boolean>(waitsFor.length).fill(false);
    for (const other of list) row[other] = true;
    return row;
  });
  for (const [through, onwards] of reach.entries()) {
    for (const row of reach) {
      if (row[through]) for (let to = 0; to < row.length; to += 1) row[to] = row[to] === true || onwards[to] === true;
    }
  }
  return reach;
}

/** Positions by candidateId; those of one id by their content, so that equal plans in another order rank alike. */
function rank(subtasks: readonly Subtask[]): readonly number[] {
  const content = (position: number) => JSON.stringify(subtasks[position]);
  return [...subtasks.keys()].sort(
    (one, other) =>
      compareText((subtasks[one] as Subtask).candidateId, (subtasks[other] as Subtask).candidateId) ||
      compareText(content(one), content(other)),
  );
}

function cyclesOf(ranked: readonly number[], together: (one: number, other: number) => boolean): readonly number[][] {
  const groups: number[][] = [];
  const placed = new Set<number>();
  for (const position of ranked) {
    if (placed.has(position)) continue;
    const group = ranked.filter((other) => other === position || together(position, other));
    for (const member of group) placed.add(member);
    if (group.length > 1) groups.push(group);
  }
  return groups;
}

function sorted(ranked: readonly number[], comesAfter: readonly (readonly number[])[]): readonly number[] {
  const order: number[] = [];
  const done = new Set<number>();
  while (order.length < ranked.length) {
    const next = ranked.find((at) => !done.has(at) && comesAfter[at]?.every((other) => done.has(other)));
    if (next === undefined) throw new Error('a graph without its cycles has an order');
    done.add(next);
    order.push(next);
  }
  return order;
}
