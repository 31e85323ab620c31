import { describe, expect, it } from 'vitest';
import { taskOf } from '../plan/fixture/world.ts';
import { emptyState } from '../state/absorb.ts';
import type { State } from '../state/state.ts';
import type { Task } from '../workspace/task.ts';
import { parseInstant } from '../workspace/time.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { applicableSidekicks, matchSidekicks } from './match.ts';
import type { MatchRule, Sidekick } from './playbook.ts';

const now = parseInstant('2026-12-01T09:00:00Z') as number;

const task = (fields: Partial<Task> = {}) => taskOf({ id: 'task', number: 12, title: 'Something', ...fields });

function sidekick(
  id: string,
  rules: readonly MatchRule[],
  fields: Partial<Sidekick> & { threshold?: number } = {},
): Sidekick {
  const { threshold = 3, ...rest } = fields;
  const playbook = {
    id,
    name: id,
    summary: `About ${id}`,
    match: { threshold, rules },
    questions: [],
    constraints: [],
    recommendations: [],
    checklist: [],
  };
  const active = { number: 1, hash: 'h', playbook, yaml: '', skill: '', at: '', by: '' };
  return { id, source: 'shipped', enabled: true, mandatory: false, active, offered: null, broken: [], ...rest };
}

function world(sidekicks: readonly Sidekick[], others: readonly Task[] = []): State {
  const workspace = { calendar: { zone: 'Europe/Berlin' }, ownerId: null } as unknown as Workspace;
  const state = emptyState(workspace);
  const tables = state.tables as unknown as { sidekick: Map<string, Sidekick>; task: Map<string, Task> };
  for (const one of sidekicks) tables.sidekick.set(one.id, one);
  for (const one of others) tables.task.set(one.id, one);
  return state;
}

const release: MatchRule = { kind: 'words', words: ['release'], weight: 3 };
const blocker = task({ id: 'other', number: 7 });

describe('match rules', () => {
  const cases: readonly { name: string; rule: MatchRule; yes: Partial<Task>; no: Partial<Task>; fact: string }[] = [
    {
      name: 'words',
      rule: release,
      yes: { description: 'two releases' },
      no: { title: 'released' },
      fact: 'the text says "release" (+3)',
    },
    {
      name: 'words in the title',
      rule: { ...release, in: 'title' },
      yes: { title: 'Release it' },
      no: { description: 'release' },
      fact: 'the title says "release" (+3)',
    },
    {
      name: 'tags',
      rule: { kind: 'tags', tags: ['Bug', 'qa'], weight: 3 },
      yes: { tags: ['bug'] },
      no: { tags: ['bugs'] },
      fact: 'tagged Bug (+3)',
    },
    {
      name: 'priority',
      rule: { kind: 'priority', atLeast: 'high', weight: 3 },
      yes: { priority: 'urgent' },
      no: {},
      fact: 'priority urgent, at least high (+3)',
    },
    {
      name: 'a deadline in the zone of the workspace',
      rule: { kind: 'deadline_within', days: 1, weight: 3 },
      yes: { due: { date: '2026-12-01' } },
      no: { due: { date: '2026-12-02' } },
      fact: 'the deadline is within 1 day (+3)',
    },
    {
      name: 'a deadline at the edge',
      rule: { kind: 'deadline_within', days: 2, weight: 3 },
      yes: { due: { at: '2026-12-03T09:00:00Z' } },
      no: { due: { at: '2026-12-03T09:01:00Z' } },
      fact: 'the deadline is within 2 days (+3)',
    },
    {
      name: 'a past deadline',
      rule: { kind: 'deadline_within', days: 2, weight: 3 },
      yes: { due: { at: '2026-11-03T09:00:00Z' } },
      no: {},
      fact: 'the deadline is past (+3)',
    },
    {
      name: 'an estimate, unknown never counts',
      rule: { kind: 'estimate_at_least', minutes: 60, weight: 3 },
      yes: { estimateMinutes: 60 },
      no: { estimateMinutes: null },
      fact: 'estimate 1 h, at least 1 h (+3)',
    },
    {
      name: 'blocked',
      rule: { kind: 'blocked', weight: 3 },
      yes: { dependsOn: ['other'] },
      no: { dependsOn: ['gone'] },
      fact: 'blocked by T-7 (+3)',
    },
  ];

  it.each(cases)('$name', ({ rule, yes, no, fact }) => {
    const state = world([sidekick('one', [rule])], [blocker]);
    expect(applicableSidekicks(state, task(yes), now).map((found) => found.facts)).toEqual([[fact]]);
    expect(applicableSidekicks(state, task(no), now)).toEqual([]);
  });

  it('adds weights up to the threshold', () => {
    const rules: readonly MatchRule[] = [
      { ...release, weight: 2 },
      { kind: 'priority', atLeast: 'high', weight: 1 },
    ];
    const state = world([sidekick('one', rules)]);
    expect(applicableSidekicks(state, task({ title: 'release' }), now)).toEqual([]);
    const [found] = applicableSidekicks(state, task({ title: 'release', priority: 'high' }), now);
    expect(found).toMatchObject({
      score: 3,
      recorded: false,
      facts: ['the text says "release" (+2)', 'priority high, at least high (+1)'],
    });
  });
});

describe('who applies', () => {
  const title = { title: 'release' };

  it('leaves out the switched off and those without an active version', () => {
    const state = world([
      sidekick('off', [release], { enabled: false }),
      sidekick('draft', [release], { active: null }),
    ]);
    expect(applicableSidekicks(state, task(title), now)).toEqual([]);
  });

  it('keeps a recorded match when the text moves on, not when it is switched off', () => {
    const matches = ['on', 'off'].map((sidekickId) => ({ sidekickId, score: 3, facts: [], at: '', by: '' }));
    const state = world([sidekick('on', [release]), sidekick('off', [release], { enabled: false })]);
    const found = applicableSidekicks(state, task({ matches }), now);
    expect(found.map(({ sidekick: { id }, recorded, score, facts }) => ({ id, recorded, score, facts }))).toEqual([
      { id: 'on', recorded: true, score: 0, facts: ['matched to this task earlier'] },
    ]);
  });

  it('orders by score, then by id, whatever the order of the table', () => {
    const strong = sidekick('zeta', [{ ...release, weight: 5 }]);
    const sidekicks = [sidekick('beta', [release]), sidekick('Alpha', [release]), strong, sidekick('alpha', [release])];
    for (const order of [sidekicks, [...sidekicks].reverse()]) {
      const ids = applicableSidekicks(world(order), task(title), now).map((found) => found.sidekick.id);
      expect(ids).toEqual(['zeta', 'Alpha', 'alpha', 'beta']);
    }
  });
});

describe('the answer of a match', () => {
  const title = { title: 'release' };

  it('names three and counts the rest, mandatory ones first', () => {
    const state = world([
      sidekick('a', [{ ...release, weight: 9 }]),
      sidekick('b', [{ ...release, weight: 8 }]),
      sidekick('c', [{ ...release, weight: 7 }]),
      sidekick('must', [release], { mandatory: true }),
      sidekick('elsewhere', [{ kind: 'tags', tags: ['x'], weight: 3 }], { mandatory: true }),
    ]);
    const answer = matchSidekicks(state, task(title), now);
    expect(answer.matches.map((match) => match.sidekickId)).toEqual(['must', 'a', 'b']);
    expect(answer.matches[0]).toEqual({
      sidekickId: 'must',
      name: 'must',
      summary: 'About must',
      score: 3,
      threshold: 3,
      mandatory: true,
      facts: ['the text says "release" (+3)'],
    });
    expect(answer.alsoVoting).toEqual([{ sidekickId: 'c', requiredItemIds: [] }]);
    expect(answer.reason).toContain('4 enabled sidekicks apply');
    expect(answer.reason).toContain('c.');
  });

  it('gives the places to mandatory ones by score when there are too many', () => {
    const must = [5, 7, 6, 8].map((weight) => sidekick(`m${weight}`, [{ ...release, weight }], { mandatory: true }));
    const answer = matchSidekicks(world([...must, sidekick('big', [{ ...release, weight: 50 }])]), task(title), now);
    expect(answer.matches.map((match) => match.sidekickId)).toEqual(['m8', 'm7', 'm6']);
    expect(answer.alsoVoting.map(({ sidekickId }) => sidekickId)).toEqual(['m5', 'big']);
  });

  it('says who came closest when none applies', () => {
    const near = sidekick('near', [
      { ...release, weight: 2 },
      { kind: 'blocked', weight: 9 },
    ]);
    const answer = matchSidekicks(world([sidekick('far', [release], { threshold: 9 }), near]), task(title), now);
    expect(answer.matches).toEqual([]);
    expect(answer.reason).toBe(
      'No enabled sidekick reaches its threshold for T-12. Closest: near with 2 of 3: the text says "release" (+2).',
    );
  });

  it('says that nothing speaks for anybody', () => {
    const answer = matchSidekicks(world([sidekick('one', [release])]), task(), now);
    expect(answer.reason).toMatch(/^Nothing in T-12 .* speaks for any of 1 enabled sidekicks\.$/);
  });

  it('says that nobody is enabled', () => {
    expect(matchSidekicks(world([]), task(title), now).reason).toContain('No sidekick is enabled');
  });

  it('is the same every time', () => {
    const state = world([sidekick('a', [release]), sidekick('b', [release])]);
    const bytes = JSON.stringify(matchSidekicks(state, task(title), now));
    expect(JSON.stringify(matchSidekicks(state, task(title), now))).toBe(bytes);
  });
});
