/** Which subtask claims which checklist item of the voters. */
import { idsAt } from './checks/check.ts';
import { claims } from './checks/checklist.ts';
import type { CoverageItem } from './evaluation.ts';
import type { Facts } from './facts.ts';

/** What is missing first: required items that nobody claims, then other open ones, then covered ones. */
export function coverageOf(facts: Facts): readonly CoverageItem[] {
  const claimed = claims(facts);
  const items = facts.voters.flatMap(({ sidekick }) =>
    sidekick.active.playbook.checklist.map((item) => ({
      sidekickId: sidekick.id,
      itemId: item.id,
      text: item.text,
      required: item.required,
      coveredBy: idsAt(facts, claimed.get(item.id) ?? []),
    })),
  );
  return items.sort((one, other) => weight(one) - weight(other));
}

function weight({ required, coveredBy }: CoverageItem): number {
  if (coveredBy.length > 0) return 2;
  return required ? 0 : 1;
}
