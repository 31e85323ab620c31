/** Checklist items of all voters: claimed ones exist, required ones are claimed, each by one subtask. */
import type { Facts } from '../facts.ts';
import { nameAt, namesAt } from '../words.ts';
import { at, idsAt, quote, type Raised, WORKSPACE } from './check.ts';

/** Item id -> positions that claim it. */
export function claims({ candidate }: Pick<Facts, 'candidate'>): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [position, { checklistCoverageIds }] of candidate.subtasks.entries()) {
    for (const id of checklistCoverageIds) found.set(id, [...(found.get(id) ?? []), position]);
  }
  return found;
}

export function checkUnknownItem(facts: Facts): readonly Raised[] {
  const known = knownItems(facts);
  const raised: Raised[] = [];
  for (const [position, { candidateId, checklistCoverageIds }] of facts.candidate.subtasks.entries()) {
    for (const [place, id] of checklistCoverageIds.entries()) {
      if (known.has(id)) continue;
      raised.push({
        code: 'unknown_checklist_item',
        message: `${nameAt(facts, position)} claims ${quote(id)}, which no enabled playbook lists.`,
        raisedBy: WORKSPACE,
        path: at(position, 'checklistCoverageIds', place),
        candidateIds: [candidateId],
        key: id,
      });
    }
  }
  return raised;
}

export function checkUncoveredItem(facts: Facts): readonly Raised[] {
  const claimed = claims(facts);
  const raised: Raised[] = [];
  for (const { sidekick } of facts.voters) {
    for (const item of sidekick.active.playbook.checklist) {
      if (!item.required || claimed.has(item.id)) continue;
      raised.push({
        code: 'required_item_uncovered',
        message: `No subtask covers ${quote(item.id)}, which ${quote(sidekick.id)} requires: ${item.text}`,
        raisedBy: sidekick.id,
        path: '/subtasks',
        candidateIds: [],
        ruleId: item.id,
        key: item.id,
      });
    }
  }
  return raised;
}

export function checkClaimedTwice(facts: Facts): readonly Raised[] {
  const known = knownItems(facts);
  return [...claims(facts)]
    .filter(([id, positions]) => positions.length > 1 && known.has(id))
    .map(([id, positions]) => ({
      code: 'item_claimed_twice',
      message: `${quote(id)} is claimed by ${positions.length} subtasks: ${namesAt(facts, positions)}.`,
      raisedBy: WORKSPACE,
      path: at(positions[1] as number, 'checklistCoverageIds'),
      candidateIds: idsAt(facts, positions),
      key: id,
    }));
}

/** A sidekick may be assigned without applying: its items are known, though nobody requires them. */
function knownItems({ state }: Facts): ReadonlySet<string> {
  const known = new Set<string>();
  for (const { enabled, active } of state.tables.sidekick.values()) {
    if (enabled && active) for (const item of active.playbook.checklist) known.add(item.id);
  }
  return known;
}
