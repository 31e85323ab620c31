import { expect, test } from 'vitest';
import type { DelegationView, RunView } from '../../../protocol/delegation-views.ts';
import { draftForRun, type GrantDraft, inputOf, problemOf, standingDraft, toggled } from './grant-draft.ts';

const now = Date.parse('2026-12-02T10:00:00.250Z');
const zone = 'Europe/Berlin';

const draft: GrantDraft = {
  runId: null,
  rootId: 'root',
  agentIds: ['opencode'],
  modes: ['think'],
  commands: [{ checkId: 'unit', command: 'npm test', digest: 'd' }],
  launches: '3',
  ceiling: '1,5',
  lasts: '24',
  exact: '',
  ask: false,
  openNetwork: false,
  unsandboxed: false,
};

test('what it says to the daemon', () => {
  expect(problemOf(draft, zone, now)).toBeNull();
  expect(inputOf(draft, zone, now)).toMatchObject({
    commandDigests: ['d'],
    maxLaunches: 3,
    costCeilingUsd: 1.5,
    until: '2026-12-03T10:00:00Z',
  });
});

test('an empty ceiling is none, an exact end is in the zone of the workspace', () => {
  const exact = { ...draft, ceiling: ' ', lasts: 'exact', exact: '2026-12-24T18:00' };
  expect(inputOf(exact, zone, now)).toMatchObject({ costCeilingUsd: null, until: '2026-12-24T17:00:00Z' });
});

test.each([
  [{ agentIds: [] }, /agent/],
  [{ modes: [] }, /mode/],
  [{ rootId: '' }, /folder/],
  [{ launches: '0' }, /launches/],
  [{ launches: '-1' }, /launches/],
  [{ launches: 'many' }, /launches/],
  [{ ceiling: 'much' }, /ceiling/],
  [{ ceiling: '-2' }, /ceiling/],
  [{ lasts: 'exact', exact: '' }, /until when/],
  [{ lasts: 'exact', exact: '2026-12-02T10:00' }, /passed/],
] as const)('%j is a problem', (change, problem) => {
  expect(problemOf({ ...draft, ...change }, zone, now)).toMatch(problem);
});

test('a grant for a run names only what the run is, and no command unless asked', () => {
  const view = {
    run: { id: 'run', agentId: 'codex', mode: 'work' },
    conversation: { rootId: 'root' },
    commands: [{ digest: 'd' }],
  } as unknown as RunView;
  expect(draftForRun(view, false)).toMatchObject({
    runId: 'run',
    agentIds: ['codex'],
    modes: ['work'],
    commands: [],
    launches: '1',
    openNetwork: false,
    unsandboxed: false,
  });
  expect(draftForRun(view, true).commands).toEqual([{ digest: 'd' }]);
});

test('a standing grant begins without work, with an allowed agent', () => {
  const view = {
    roots: [{ id: 'root', defaultAgentId: 'gone' }],
    agents: [
      { id: 'gone', allowed: false },
      { id: 'claude', allowed: true },
    ],
  } as unknown as DelegationView;
  expect(standingDraft(view)).toMatchObject({ agentIds: ['claude'], modes: ['think', 'analyze'], runId: null });
});

test('a choice is taken or left once', () => {
  expect(toggled(['a'], 'b', true)).toEqual(['a', 'b']);
  expect(toggled(['a', 'b'], 'b', true)).toEqual(['a', 'b']);
  expect(toggled(['a', 'b'], 'a', false)).toEqual(['b']);
});
