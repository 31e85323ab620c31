/** The total of a search is what fits, however much that is. */
import { expect, test } from 'vitest';
import { type Caller, call, ok } from './callers.ts';
import { openTestWorkspace } from './workspace.ts';

const MANY = 10_200;

test('words with a filter count every task that fits, also beyond ten thousand', { timeout: 120_000 }, async () => {
  const { app, close } = await openTestWorkspace();
  const terminal: Caller = (operation, input) =>
    app.run(operation, call({ kind: 'terminal', id: 't', label: 'terminal', via: 'cli' }), input);
  const tasks = Array.from({ length: MANY }, (_, at) => ({
    sourceId: `s${at}`,
    title: `Lift board ${at}`,
    description: '',
    status: at % 2 === 0 ? 'backlog' : 'today',
    priority: 'medium',
    tags: ['shelf'],
    parentSourceId: null,
    dependsOnSourceIds: [],
    dueDate: null,
    checklist: [],
  }));
  ok(await terminal('import_tasks', { format: 'backlog-md', source: '/somewhere', tasks, losses: [] }));
  const total = async (query: object) => (ok(await terminal('search_tasks', query)) as { total: number }).total;
  expect(await total({ text: 'board' })).toBe(MANY);
  expect(await total({ text: 'board', tag: 'shelf' })).toBe(MANY);
  expect(await total({ text: 'board', status: 'today' })).toBe(MANY / 2);
  await close();
});
