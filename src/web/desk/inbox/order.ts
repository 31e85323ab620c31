/** One list of all that waits: the oldest deadline first, then what has waited longest. */
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
  const [a, b] = [one.item?.deadline ?? null, other.item?.deadline ?? null];
  if (a !== b) return a === null ? 1 : b === null ? -1 : Date.parse(a) - Date.parse(b);
  return Date.parse(since(one)) - Date.parse(since(other));
}

function since({ item, card }: Entry): string {
  return item?.at ?? card?.updatedAt ?? '';
}
