/** Sidekicks that the candidate names exist and are switched on. */

import { pointer } from '../../../kit/pointer.ts';
import type { Facts } from '../facts.ts';
import { nameAt } from '../words.ts';
import { at, quote, type Raised, WORKSPACE } from './check.ts';

export function checkConsulted(facts: Facts): readonly Raised[] {
  const raised: Raised[] = [];
  for (const [place, id] of facts.candidate.consultedSidekickIds.entries()) {
    const reason = whyNot(facts, id);
    if (reason === null) continue;
    raised.push({
      code: 'unknown_consulted_sidekick',
      message: `${quote(id)} cannot have been consulted: ${reason}.`,
      raisedBy: WORKSPACE,
      path: pointer('consultedSidekickIds', place),
      candidateIds: [],
      key: id,
    });
  }
  return raised;
}

export function checkAssigned(facts: Facts): readonly Raised[] {
  const raised: Raised[] = [];
  for (const [position, { candidateId, assignedSidekickIds }] of facts.candidate.subtasks.entries()) {
    for (const [place, id] of assignedSidekickIds.entries()) {
      const reason = whyNot(facts, id);
      if (reason === null) continue;
      raised.push({
        code: 'unknown_sidekick',
        message: `${nameAt(facts, position)} is assigned to ${quote(id)}: ${reason}.`,
        raisedBy: WORKSPACE,
        path: at(position, 'assignedSidekickIds', place),
        candidateIds: [candidateId],
        key: id,
      });
    }
  }
  return raised;
}

function whyNot({ state }: Facts, id: string): string | null {
  const sidekick = state.tables.sidekick.get(id);
  if (!sidekick) return 'no sidekick has that id';
  if (!sidekick.enabled) return 'it is switched off';
  return sidekick.active === null ? 'no version of it is active' : null;
}
