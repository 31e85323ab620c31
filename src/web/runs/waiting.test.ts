import { expect, test } from 'vitest';
import type { InboxItem, InboxView } from '../../protocol/delegation-views.ts';
import type { ProposalCard } from '../../protocol/views.ts';
import { newAmong, unreadWords, waitingOf, withNext } from './waiting.ts';

const at = '2026-12-01T09:00:00Z';
const run = { id: 'run', goal: 'Write it' };
const question = { kind: 'question', at, run, question: { id: 'q', text: 'Which?' } } as unknown as InboxItem;
const grant = { kind: 'grant', at, run } as unknown as InboxItem;
const plan = (status: string, revision = 1) =>
  ({
    id: 'p',
    revision,
    status,
    author: { label: 'claude' },
    title: 'Press note',
    updatedAt: at,
  }) as unknown as ProposalCard;

test('plans that wait and what runs wait for', () => {
  expect(waitingOf([plan('awaiting_approval'), plan('approved')], [question, grant])).toEqual([
    { key: 'proposal p 1', at, text: 'claude proposes a plan for Press note.' },
    { key: 'question q', at, text: 'A worker asks: Which?' },
    { key: 'grant run', at, text: 'Waits for a grant: Write it' },
  ]);
});

test('what hides in an agent’s words is seen in a notice', () => {
  const lying = { kind: 'question', run, question: { id: 'q', text: 'Keep\u202e?lla' } } as unknown as InboxItem;
  expect(waitingOf([], [lying])).toMatchObject([{ text: 'A worker asks: Keep[U+202E]?lla' }]);
});

test('nothing is new on the first look, and each thing once', () => {
  const first = waitingOf([plan('awaiting_approval')], []);
  expect(newAmong(first, null)).toEqual([]);
  const known = { keys: new Set(first.map(({ key }) => key)), since: null };
  expect(newAmong(first, known)).toEqual([]);
  expect(newAmong(waitingOf([plan('awaiting_approval', 2)], [grant]), known).map(({ key }) => key)).toEqual([
    'proposal p 2',
    'grant run',
  ]);
});

test('what comes up from a page that was not read is new only if it began to wait since', () => {
  const known = { keys: new Set<string>(), since: Date.parse(at) };
  const older = { ...grant, at: '2026-12-01T08:59:59Z', run: { ...run, id: 'older' } } as InboxItem;
  expect(newAmong(waitingOf([], [older, grant]), known).map(({ key }) => key)).toEqual(['grant run']);
});

const page = (items: readonly InboxItem[], nextCursor: string | null): InboxView => {
  const kinds = { grant: 2, question: 1, permission: 0, apply: 1200, accept: 0 };
  return { items, total: 1203, kinds, nextCursor };
};

test('pages are one list, in which nothing stands twice; what is on no page yet is counted', () => {
  const first = page([question, grant], 'next');
  expect(unreadWords(first)).toBe('1 run without a grant, 1,200 results to apply');
  const result = { kind: 'apply', at, run: { ...run, id: 'made' } } as unknown as InboxItem;
  const both = withNext(first, page([grant, result], null));
  expect(both).toMatchObject({ items: [question, grant, result], nextCursor: null });
});
