import { expect, test } from 'vitest';
import type { InboxItem } from '../../../protocol/delegation-views.ts';
import type { ProposalCard } from '../../../protocol/views.ts';
import { entriesOf } from './order.ts';

const at = (minute: number) => `2026-12-02T10:${String(minute).padStart(2, '0')}:00Z`;
const card = (id: string, minute: number) => ({ id, updatedAt: at(minute) }) as ProposalCard;
const grant = (id: string, minute: number) =>
  ({ kind: 'grant', at: at(minute), deadline: null, run: { id } }) as unknown as InboxItem;
const result = (id: string, minute: number) => ({ ...grant(id, minute), kind: 'apply' }) as InboxItem;
const question = (id: string, minute: number, deadline: number) =>
  ({ kind: 'question', at: at(minute), deadline: at(deadline), question: { id } }) as unknown as InboxItem;

test('the oldest deadline first, then what holds somebody up, plans among it, then results; each the oldest first', () => {
  const entries = entriesOf(
    [card('late', 9), card('early', 1)],
    [grant('g', 5), result('old', 0), question('second', 0, 30), question('first', 8, 20)],
  );
  expect(entries.map(({ key }) => key)).toEqual([
    'question first',
    'question second',
    'proposal early',
    'grant g',
    'proposal late',
    'apply old',
  ]);
});
