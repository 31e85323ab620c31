import { expect, test } from 'vitest';
import type { InboxItem, InboxView } from '../../protocol/delegation-views.ts';
import type { ProposalCard, TokenView } from '../../protocol/views.ts';
import { newAmong, overAmong, unreadWords, type WaitingParts, waitingOf, withNext } from './waiting.ts';

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

const nothing: WaitingParts = { proposals: [], items: [], tokens: [] };
const token = (state: string) => ({ id: state, label: 'co\u202edex', state, createdAt: at }) as unknown as TokenView;

test('plans that wait, agents that ask to be let in and what runs wait for', () => {
  expect(
    waitingOf({
      proposals: [plan('awaiting_approval'), plan('approved')],
      items: [question, grant],
      tokens: [token('active'), token('waiting')],
    }),
  ).toEqual([
    { key: 'proposal p 1', at, text: 'claude proposes a plan for Press note.' },
    { key: 'token waiting', at, text: 'co[U+202E]dex asks to be let in.' },
    { key: 'question q', at, text: 'A worker asks: Which?' },
    { key: 'grant run', at, text: 'Waits for a grant: Write it' },
  ]);
});

test('what hides in an agent’s words is seen in a notice', () => {
  const lying = { kind: 'question', run, question: { id: 'q', text: 'Keep\u202e?lla' } } as unknown as InboxItem;
  expect(waitingOf({ ...nothing, items: [lying] })).toMatchObject([{ text: 'A worker asks: Keep[U+202E]?lla' }]);
});

test('nothing is new on the first look, and each thing once', () => {
  const first = waitingOf({ ...nothing, proposals: [plan('awaiting_approval')] });
  expect(newAmong(first, null)).toEqual([]);
  const known = { keys: new Set(first.map(({ key }) => key)), since: null };
  expect(newAmong(first, known)).toEqual([]);
  expect(
    newAmong(waitingOf({ ...nothing, proposals: [plan('awaiting_approval', 2)], items: [grant] }), known).map(
      ({ key }) => key,
    ),
  ).toEqual(['proposal p 2', 'grant run']);
});

test('what was known and waits no more is over', () => {
  const known = { keys: new Set(['grant run', 'question q']), since: null };
  expect(overAmong(waitingOf({ ...nothing, items: [question] }), known)).toEqual(['grant run']);
  expect(overAmong([], null)).toEqual([]);
});

test('what comes up from a page that was not read is new only if it began to wait since', () => {
  const known = { keys: new Set<string>(), since: Date.parse(at) };
  const older = { ...grant, at: '2026-12-01T08:59:59Z', run: { ...run, id: 'older' } } as InboxItem;
  expect(newAmong(waitingOf({ ...nothing, items: [older, grant] }), known).map(({ key }) => key)).toEqual([
    'grant run',
  ]);
});

const page = (items: readonly InboxItem[], nextCursor: string | null): InboxView => {
  const kinds = { grant: 2, question: 1, permission: 0, apply: 1200, accept: 0 };
  return { items, total: 1203, kinds, broken: [], nextCursor };
};

test('pages are one list, in which nothing stands twice; what is on no page yet is counted', () => {
  const first = page([question, grant], 'next');
  expect(unreadWords(first)).toBe('1 run without a grant, 1,200 results to apply');
  const result = { kind: 'apply', at, run: { ...run, id: 'made' } } as unknown as InboxItem;
  const both = withNext(first, page([grant, result], null));
  expect(both).toMatchObject({ items: [question, grant, result], nextCursor: null });
});
