/** One list of all that waits: the oldest deadline first, then what holds somebody up, then what was made. */
import type { InboxItem } from '../../../protocol/delegation-views.ts';
import type { ProposalCard } from '../../../protocol/views.ts';
import { keyOf } from '../../runs/waiting.ts';

export type Entry =
  | { readonly key: string; readonly item: InboxItem; readonly card: null }
  | { readonly key: string; readonly item: null; readonly card: ProposalCard };

export function entriesOf(cards: readonly ProposalCard[], items: readonly InboxItem[]): readonly Entry[] {
  const plans = cards.map((card): Entry => ({ key: `proposal ${card.id}`, item: null, card }));
  const others = items.map((item): Entry => ({ key: keyOf(item), item, card: null }));
  return [...plans, ...others].sort(byUrgency);
}

function byUrgency(one: Entry, other: Entry): number {
  return (
    rank(one) - rank(other) ||
    Date.parse(one.item?.deadline ?? since(one)) - Date.parse(other.item?.deadline ?? since(other))
  );
}

/** As the daemon has it, so that a page that is read later adds below. A plan holds an agent up, as a missing grant does. */
function rank({ item }: Entry): number {
  if (item === null || item.kind === 'grant') return 1;
  return item.deadline === null ? 2 : 0;
}

function since({ item, card }: Entry): string {
  return item?.at ?? card?.updatedAt ?? '';
}
