/** Every assigned sidekick must permit the recommendation type of the subtask. */
import type { Facts } from '../facts.ts';
import { nameAt } from '../words.ts';
import { at, names, quote, type Raised, WORKSPACE } from './check.ts';

export function checkRecommendation(facts: Facts): readonly Raised[] {
  return [...facts.candidate.subtasks.keys()].flatMap((position) => onSubtask(facts, position));
}

function onSubtask(facts: Facts, position: number): readonly Raised[] {
  const subtask = facts.candidate.subtasks[position];
  const type = subtask?.recommendationType;
  if (!subtask || type === undefined) return [];
  const raised: Raised[] = [];
  for (const id of subtask.assignedSidekickIds) {
    const permitted = permittedBy(facts, id);
    if (!permitted || permitted.includes(type)) continue;
    raised.push({
      code: 'recommendation_not_permitted',
      message: `${quote(id)} permits no ${quote(type)} on ${nameAt(facts, position)}, only ${names(permitted) || 'nothing'}.`,
      // Only voters vote: what another assigned sidekick forbids is the workspace's objection.
      raisedBy: facts.voters.some(({ sidekick }) => sidekick.id === id) ? id : WORKSPACE,
      path: at(position, 'recommendationType'),
      candidateIds: [subtask.candidateId],
      key: id,
    });
  }
  return raised;
}

/** Undefined for a sidekick that nobody may assign: `unknown_sidekick` says so. */
function permittedBy({ state }: Facts, id: string): readonly string[] | undefined {
  const sidekick = state.tables.sidekick.get(id);
  return sidekick?.enabled ? sidekick.active?.playbook.recommendations : undefined;
}
