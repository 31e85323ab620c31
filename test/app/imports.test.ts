/** Imports: who may let them in, and that each task is made once. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { type Caller, call, desk, ok } from './callers.ts';
import { code, openTestWorkspace, type TestWorkspace } from './workspace.ts';

const BIG = 1_200;
let workspace: TestWorkspace;
beforeEach(async () => {
  workspace = await openTestWorkspace();
});
afterEach(() => workspace.close());

function terminal(app: App): Caller {
  return (operation, input) =>
    app.run(operation, call({ kind: 'terminal', id: 't', label: 'terminal', via: 'cli' }), input);
}

function tasks(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    sourceId: `s${at}`,
    title: `Task ${at}`,
    description: '',
    status: 'backlog',
    priority: 'medium',
    tags: [],
    parentSourceId: at === 0 ? null : 's0',
    dependsOnSourceIds: at > 1 ? [`s${at - 1}`] : [],
    dueDate: null,
    checklist: [{ text: 'Check', done: false }],
  }));
}

const offer = (count: number) => ({ format: 'backlog-md', source: '/somewhere', tasks: tasks(count), losses: [] });
const live = (app: App) => [...app.state().tables.task.values()].filter((task) => task.trashedAt === null);

test('in a home that never had a person it replaces the untouched example, once', async () => {
  const bring = terminal(workspace.app);
  expect(ok(await bring('import_tasks', offer(BIG)))).toMatchObject({ status: 'accepted', tasks: BIG });
  expect(live(workspace.app)).toHaveLength(BIG);
  expect(workspace.app.state().workspace.example).toBe(false);
  expect(ok(await bring('import_tasks', offer(3)))).toMatchObject({ status: 'waiting' });
  expect(live(workspace.app)).toHaveLength(BIG);
});

test('once a person exists it waits for the desk and the example stays; two acceptances at once make each task once', async () => {
  const person = await desk(workspace.app);
  const before = live(workspace.app).length;
  const { importId } = ok(await terminal(workspace.app)('import_tasks', offer(BIG))) as { importId: string };
  expect(live(workspace.app)).toHaveLength(before);
  expect(workspace.app.state().workspace.example).toBe(true);
  const decisions = await Promise.all([1, 2].map(() => person('decide_import', { importId, accept: true })));
  expect(decisions.map(code)).toEqual(['ok', 'ok']);
  expect(live(workspace.app)).toHaveLength(before + BIG);
  expect(code(await person('decide_import', { importId, accept: false }))).toBe('import_decided');
});

test('references that lead nowhere or in circles refuse the whole import with every problem', async () => {
  const [first, second] = tasks(2);
  const circle = [
    { ...first, dependsOnSourceIds: ['s1'] },
    { ...second, dependsOnSourceIds: ['s0', 'nowhere'] },
  ];
  const refused = await terminal(workspace.app)('import_tasks', { ...offer(0), tasks: circle });
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'invalid_input' } });
  if (refused.ok) throw new Error('accepted');
  expect(refused.refusal.problems?.map((one) => one.code).sort()).toEqual(['dependency_cycle', 'unknown_task']);
  expect(workspace.app.state().tables.import.size).toBe(0);
});
