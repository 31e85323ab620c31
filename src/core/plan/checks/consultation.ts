/**
 * Whom the candidate should have consulted. The list of consulted sidekicks is its own claim: these checks hold it against
 * who is mandatory, who was matched to the parent, and who is assigned.
 */
import type { Facts } from '../facts.ts';
import { namesAt } from '../words.ts';
import { at, idsAt, quote, type Raised, WORKSPACE } from './check.ts';

const PATH = '/consultedSidekickIds';

export function checkMandatory({ voters, candidate }: Facts): readonly Raised[] {
  return voters
    .filter(({ sidekick }) => sidekick.mandatory && !candidate.consultedSidekickIds.includes(sidekick.id))
    .map(({ sidekick }) => ({
      code: 'mandatory_not_consulted',
      message: `${quote(sidekick.id)} is mandatory for this task and was not consulted.`,
      raisedBy: sidekick.id,
      path: PATH,
      candidateIds: [],
    }));
}

/** Matched means once matched by a call; a mandatory one is an error already. */
export function checkMatched({ voters, candidate }: Facts): readonly Raised[] {
  return voters
    .filter(({ sidekick, recorded }) => recorded && !sidekick.mandatory)
    .filter(({ sidekick }) => !candidate.consultedSidekickIds.includes(sidekick.id))
    .map(({ sidekick }) => ({
      code: 'matched_not_consulted',
      message: `${quote(sidekick.id)} was matched to this task and was not consulted.`,
      raisedBy: sidekick.id,
      path: PATH,
      candidateIds: [],
    }));
}

export function checkAssignedConsulted(facts: Facts): readonly Raised[] {
  const { candidate, state, voters } = facts;
  // Only these may be consulted: nobody is told to do what would be refused.
  const consultable = new Set(
    voters.filter(({ sidekick, recorded }) => recorded || sidekick.mandatory).map(({ sidekick }) => sidekick.id),
  );
  const assignedTo = new Map<string, number[]>();
  for (const [position, subtask] of candidate.subtasks.entries()) {
    for (const id of subtask.assignedSidekickIds) {
      if (candidate.consultedSidekickIds.includes(id) || !state.tables.sidekick.get(id)?.enabled) continue;
      assignedTo.set(id, [...(assignedTo.get(id) ?? []), position]);
    }
  }
  return [...assignedTo].map(([id, positions]) => ({
    code: 'assigned_not_consulted',
    message: consultable.has(id)
      ? `${quote(id)} is assigned to ${namesAt(facts, positions)} and was not consulted.`
      : `${quote(id)} is assigned to ${namesAt(facts, positions)}, but was not matched to this task, so nobody can consult it for this task.`,
    raisedBy: WORKSPACE,
    path: at(positions[0] as number, 'assignedSidekickIds'),
    candidateIds: idsAt(facts, positions),
    key: id,
  }));
}
