import { expect, test } from 'vitest';
import type { InboxItem } from '../../protocol/delegation-views.ts';
import type { ProposalCard } from '../../protocol/views.ts';
import { newAmong, waitingOf } from './waiting.ts';

const run = { id: 'run', goal: 'Write it' };
const question = { kind: 'question', run, question: { id: 'q', text: 'Which?' } } as unknown as InboxItem;
const grant = { kind: 'grant', run } as unknown as InboxItem;
const plan = (status: string, revision = 1) =>
  ({ id: 'p', revision, status, author: { label: 'claude' }, title: 'Press note' }) as unknown as ProposalCard;

test('plans that wait and what runs wait for', () => {
  expect(waitingOf([plan('awaiting_approval'), plan('approved')], [question, grant])).toEqual([
    { key: 'proposal p 1', text: 'claude proposes a plan for Press note.' },
    { key: 'question q', text: 'A worker asks: Which?' },
    { key: 'grant run', text: 'Waits for a grant: Write it' },
  ]);
});

test('what hides in an agent’s words is seen in a notice', () => {
  const lying = { kind: 'question', run, question: { id: 'q', text: 'Keep\u202e?lla' } } as unknown as InboxItem;
  expect(waitingOf([], [lying])).toMatchObject([{ text: 'A worker asks: Keep[U+202E]?lla' }]);
});

test('nothing is new on the first look, and each thing once', () => {
  const first = waitingOf([plan('awaiting_approval')], []);
  expect(newAmong(first, null)).toEqual([]);
  const known = new Set(first.map(({ key }) => key));
  expect(newAmong(first, known)).toEqual([]);
  expect(newAmong(waitingOf([plan('awaiting_approval', 2)], [grant]), known).map(({ key }) => key)).toEqual([
    'proposal p 2',
    'grant run',
  ]);
});
