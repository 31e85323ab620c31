import { describe, expect, test } from 'vitest';
import { evaluate } from '../evaluate.ts';
import type { World } from '../fixture/world.ts';
import { candidateOf, NOW, taskOf, worldOf } from '../fixture/world.ts';

function messages(titles: readonly string[], world: World = {}): readonly string[] {
  const candidate = candidateOf(...titles.map((title, place) => ({ candidateId: `s${place}`, title })));
  const { issues } = evaluate(worldOf(world), candidate, NOW);
  return issues.filter(({ code }) => code === 'near_duplicate_title').map(({ message }) => message);
}

describe('near-duplicate titles', () => {
  test.each([
    ['Write the press note', 'write press notes'],
    ['Test login, then pay', 'Then pay: test login'],
    ['Write press note', 'Write press note again'],
    ['\uFF37rite press note', 'Write press note'],
    ['\u30C6\u30B9\u30C8\u3092\u66F8\u304F', '\u30C6\u30B9\u30C8\u3092\u66F8\u304F'],
    ['\u{1F680}', '\u{1F680}'],
    ['The', 'the'],
  ])('%s ~ %s', (one, other) => expect(messages([one, other])).toHaveLength(1));

  test.each([
    ['Test login', 'Test logout'],
    ['Draft chapter 1', 'Draft chapter 2'],
    ['Write integration tests for the payment service', 'Write integration tests for the refund service'],
    ['Write', 'Write docs'],
    ['', ' '],
    ['\u{1F680}', '\u{1F33B}'],
  ])('%s / %s', (one, other) => expect(messages([one, other])).toEqual([]));

  test('many like each other make one issue', () => {
    expect(messages(Array.from({ length: 20 }, () => 'Write the press note'))).toEqual([
      '"Write the press note", "Write the press note", "Write the press note" and 17 more have nearly the same title.',
    ]);
  });

  test('open siblings count, done ones and cousins do not', () => {
    const parent = taskOf({ id: 'parent' });
    const like = { title: 'Write press notes', number: 900 };
    const sibling = taskOf({ id: 'one', parentId: 'parent', ...like });
    expect(messages(['Write the press note'], { tasks: [parent, sibling] })).toEqual([
      '"Write the press note" nearly repeats the open task T-900 "Write press notes".',
    ]);
    expect(messages(['Write the press note'], { tasks: [parent, { ...sibling, status: 'done' }] })).toEqual([]);
    expect(messages(['Write the press note'], { tasks: [parent, { ...sibling, parentId: null }] })).toEqual([]);
  });

  test('an idea rejected for this parent is remembered, with its reason', () => {
    const idea = {
      id: 'p',
      parentTaskId: 'parent',
      titles: ['Write press notes'],
      reason: 'No press',
      at: '',
      by: 'Ada',
    };
    expect(messages(['Write the press note'], { rejected: [idea] })).toEqual([
      '"Write the press note" nearly repeats "Write press notes", which a person rejected ("No press").',
    ]);
    expect(messages(['Write the press note'], { rejected: [{ ...idea, parentTaskId: 'other' }] })).toEqual([]);
  });
});

test('the order in which a state holds its rows is never seen', () => {
  const subtask = { candidateId: 'a', description: '' };
  const candidate = candidateOf({ ...subtask, title: 'Print badges' }, { ...subtask, title: 'Call the client' });
  const siblings = [
    taskOf({ id: 'one', number: 2, title: 'Print the badges', parentId: 'parent' }),
    taskOf({ id: 'two', number: 3, title: 'Call clients', parentId: 'parent' }),
  ];
  const idea = { parentTaskId: 'parent', at: '2026-01-01T00:00:00Z', by: 'Ada', titles: ['Print badges'] };
  const ideas = ['p1', 'p2'].map((id) => ({ ...idea, id, reason: `as ${id}` }));
  const judged = (turn: <T>(rows: readonly T[]) => readonly T[]) => {
    const state = worldOf({
      tasks: [taskOf({ id: 'parent', number: 1 }), ...turn(siblings)],
      rejected: [...turn(ideas)],
    });
    return evaluate(state, candidate, NOW).issues.filter(({ code }) => code === 'near_duplicate_title');
  };
  expect(judged((rows) => rows.toReversed())).toEqual(judged((rows) => rows));
  expect(judged((rows) => rows).map(({ message }) => message)).toContainEqual(expect.stringContaining('as p2'));
});
