import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { openApp } from '../../src/app/open.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { decisionOn } from '../rigs/people.ts';
import { agent, call, desk, ok, planFor } from './callers.ts';

let home: string;
let app: App;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'sk-loop-'));
  const store = await openSqliteStore({ file: join(home, 'w.db') });
  app = await openApp({
    store,
    urls: { workspaceUrl: 'http://localhost:4141', deskUrl: 'http://localhost:4142' },
    playbooks: join(import.meta.dirname, '../../playbooks'),
    zone: 'Europe/Berlin',
  });
});

afterEach(async () => {
  await app.close();
  await app.store.close();
  await rm(home, { recursive: true });
});

test('the whole loop: read, match, consult, evaluate, stage, approve, commit, undo', async () => {
  const person = await desk(app);
  const bot = await agent(app, 'claude');
  const state = ok(await bot('get_workspace_state', {})) as {
    version: number;
    tasks: { id: string; alias: string; title: string }[];
  };
  expect(JSON.stringify(state).length).toBeLessThan(20_000);
  const found = ok(await bot('search_tasks', { text: 'look back' })) as { tasks: typeof state.tasks };
  const task = found.tasks[0];
  if (!task) throw new Error('the search found no task');
  const { matches } = ok(await bot('match_sidekicks_to_task', { taskId: task.alias })) as {
    matches: { sidekickId: string }[];
  };
  expect(matches.length).toBeGreaterThan(0);
  const consulted = [];
  for (const match of matches)
    consulted.push(ok(await bot('consult_sidekick', { taskId: task.id, sidekickId: match.sidekickId })));
  const plan = planFor(task.id, state.version, consulted as never);
  const evaluation = ok(await bot('evaluate_task_plan', plan)) as { valid: boolean; issues: unknown[] };
  expect(evaluation.valid, JSON.stringify(evaluation.issues)).toBe(true);
  const staged = ok(await bot('stage_task_plan', plan)) as { proposalId: string; digest: string; revision: number };
  const early = ok(await bot('commit_task_plan', { proposalId: staged.proposalId })) as { status: string };
  expect(early.status).toBe('approval_required');
  ok(await person('approve_proposal', await decisionOn(person, staged, { notes: 'go' })));
  const committed = ok(await bot('commit_task_plan', { proposalId: staged.proposalId })) as {
    status: string;
    tasks: unknown[];
  };
  expect(committed.status, JSON.stringify(committed)).toBe('committed');
  expect(committed.tasks).toHaveLength(plan.subtasks.length);
  const again = ok(await bot('commit_task_plan', { proposalId: staged.proposalId }));
  expect(again).toEqual(committed);
  const undone = ok(await person('undo_plan', { proposalId: staged.proposalId })) as { trash: unknown[] };
  expect(undone.trash).toHaveLength(plan.subtasks.length);
});

test('what is decided already is told at once, however long the wait would be', async () => {
  const person = await desk(app);
  const bot = await agent(app, 'claude');
  const { id } = ok(await person('create_task', { title: 'Shelf A' })) as { id: string };
  const { version } = ok(await bot('get_workspace_state', {})) as { version: number };
  const staged = ok(await bot('stage_task_plan', planFor(id, version, []))) as { proposalId: string };
  const read = { proposalId: staged.proposalId, waitSeconds: 50 };
  const waiting = bot('get_proposal', read);
  ok(await person('request_changes', { proposalId: staged.proposalId, revision: 1, text: 'Smaller steps.' }));
  expect(ok(await waiting)).toMatchObject({ status: 'changes_requested' });
  const began = performance.now();
  expect(ok(await bot('get_proposal', read))).toMatchObject({ status: 'changes_requested' });
  expect(performance.now() - began).toBeLessThan(5000);
});

test('who votes without a place is named with what it requires, and says where that stands', async () => {
  const person = await desk(app);
  const bot = await agent(app, 'claude');
  const title = 'Plan the release: design, security, migration, incident, meeting';
  const { id } = ok(await person('create_task', { title })) as { id: string };
  const { matches, alsoVoting } = ok(await bot('match_sidekicks_to_task', { taskId: id })) as {
    matches: { sidekickId: string }[];
    alsoVoting: { sidekickId: string; requiredItemIds: string[] }[];
  };
  expect(matches).toHaveLength(3);
  const [other = { sidekickId: '', requiredItemIds: [] }] = alsoVoting;
  expect(other.requiredItemIds.length).toBeGreaterThan(0);
  const refused = await bot('consult_sidekick', { taskId: id, sidekickId: other.sidekickId });
  expect(refused).toMatchObject({ refusal: { code: 'not_matched', next: expect.stringContaining('coverage') } });
  const { version } = ok(await bot('get_workspace_state', {})) as { version: number };
  const { coverage, votes } = ok(await bot('evaluate_task_plan', planFor(id, version, []))) as {
    coverage: { itemId: string }[];
    votes: { sidekickId: string }[];
  };
  expect(votes.map(({ sidekickId }) => sidekickId)).toContain(other.sidekickId);
  for (const itemId of other.requiredItemIds) expect(coverage.map((one) => one.itemId)).toContain(itemId);
});

test('an agent reaches no operation of the desk', async () => {
  const bot = await agent(app, 'claude');
  const result = await bot('approve_proposal', {
    proposalId: 'x',
    revision: 1,
    digest: 'a'.repeat(64),
    shown: 'a'.repeat(64),
    notes: '',
    create: true,
  });
  expect(result).toMatchObject({ ok: false, refusal: { code: 'forbidden' } });
  expect(call).toBeTypeOf('function');
});
