/** Leaves a checklist item with the first subtask, in order of dependency, that claims it. */
import type { Subtask } from '../candidate.ts';
import { quote } from '../checks/check.ts';
import { checkClaimedTwice, claims } from '../checks/checklist.ts';
import type { Facts } from '../facts.ts';
import { nameAt } from '../words.ts';
import type { Draft } from './draft.ts';

export function mendClaims(facts: Facts): readonly Draft[] {
  const claimed = claims(facts);
  return checkClaimedTwice(facts).map(({ key: item = '' }) => {
    const positions = claimed.get(item) ?? [];
    const keeper = facts.graph.order.find((position) => positions.includes(position)) as number;
    const changes = new Map<number, (subtask: Subtask) => Subtask>();
    for (const position of positions) if (position !== keeper) changes.set(position, withoutClaim(item));
    return {
      changes,
      summary: `Let ${nameAt(facts, keeper)} alone claim ${quote(item)}.`,
      settles: (raised) => raised.code === 'item_claimed_twice' && raised.key === item,
    };
  });
}

function withoutClaim(item: string): (subtask: Subtask) => Subtask {
  return (subtask) => ({
    ...subtask,
    checklistCoverageIds: subtask.checklistCoverageIds.filter((id) => id !== item),
  });
}
