/**
 * Opens circles: walks from the subtask listed last along its dependencies and drops those that lead back to where the
 * walk came from. Agents list subtasks roughly in order, so this drops "the first waits for the last" and keeps the rest.
 */
import type { Subtask } from '../candidate.ts';
import { at, idAt } from '../checks/check.ts';
import type { Facts } from '../facts.ts';
import { nameAt } from '../words.ts';
import { without } from './dependencies.ts';
import type { Draft } from './draft.ts';

interface Edge {
  readonly from: number;
  readonly to: number;
}

export function mendCycles(facts: Facts): readonly Draft[] {
  return facts.graph.cycles.map((group) => {
    const edges = closingEdges(facts, group);
    const path = at(group[0] as number, 'dependencyCandidateIds');
    return {
      changes: changesOf(facts, edges),
      summary: summaryOf(facts, edges),
      settles: (raised) => raised.code === 'dependency_cycle' && raised.path === path,
    };
  });
}

function closingEdges(facts: Facts, group: readonly number[]): readonly Edge[] {
  const inside = new Set(group);
  const edges: Edge[] = [];
  const state = new Map<number, 'open' | 'done'>();
  const visit = (from: number) => {
    state.set(from, 'open');
    for (const to of lastFirst(facts.graph.waitsFor[from] ?? [])) {
      if (!inside.has(to) || state.get(to) === 'done') continue;
      if (state.get(to) === 'open') edges.push({ from, to });
      else visit(to);
    }
    state.set(from, 'done');
  };
  for (const position of lastFirst(group)) if (!state.has(position)) visit(position);
  return edges;
}

function lastFirst(positions: readonly number[]): readonly number[] {
  return [...positions].sort((one, other) => other - one);
}

function changesOf(facts: Facts, edges: readonly Edge[]): Draft['changes'] {
  const dropped = new Map<number, Set<string>>();
  for (const { from, to } of edges) {
    dropped.set(from, (dropped.get(from) ?? new Set<string>()).add(idAt(facts, to)));
  }
  const changes = new Map<number, (subtask: Subtask) => Subtask>();
  for (const [position, ids] of dropped) changes.set(position, without(ids));
  return changes;
}

function summaryOf(facts: Facts, edges: readonly Edge[]): string {
  const [{ from, to }] = edges as [Edge];
  const more = edges.length > 1 ? `, and ${edges.length - 1} more like it` : '';
  return `Open the circle: drop the dependency of ${nameAt(facts, from)} on ${nameAt(facts, to)}${more}.`;
}
