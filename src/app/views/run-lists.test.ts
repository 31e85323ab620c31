/** The lists and sums over runs, beside the plain way to make them: a look at every run. */
import { beforeEach, expect, it } from 'vitest';
import type { Author } from '../../core/access/author.ts';
import { spentOf } from '../../core/run/covering-grant.ts';
import { caller, person, World } from '../../core/run/fixture/world.ts';
import type { Grant } from '../../core/run/grant.ts';
import { acceptRun } from '../../core/run/result-commands.ts';
import type { Run } from '../../core/run/run.ts';
import { cancelRun, endRun, launchRun, reportRun } from '../../core/run/run-life.ts';
import { absorb } from '../../core/state/absorb.ts';
import { usageView } from './run-usage.ts';
import { newestRuns } from './runs.ts';

const other: Author = { ...caller, id: 'token-2' };
const COUNT = 24;

let world: World;
beforeEach(() => {
  world = new World();
  world.grant();
  for (let at = 0; at < COUNT; at++) {
    const run = world.start({ taskId: `task-${at % 3}`, goal: `goal ${at}` }, at % 4 === 0 ? other : caller);
    if (typeof run === 'string') throw new Error(run);
    if (at % 2 === 0) end(run.id, at);
    if (at === 7) world.do((state, context) => cancelRun(state, run.id, context));
  }
});

function end(id: string, number: number): void {
  const costUsd = number % 3 === 0 ? null : 0.25;
  const rest = { source: 's', semantics: 's' };
  const usage = { inputTokens: 10, outputTokens: number === 2 ? null : 1, costUsd, durationMs: 100, ...rest };
  world.do((state, context) => launchRun(state, id, context));
  world.do((state, context) => endRun(state, id, { status: 'failed', code: 'c', reason: null, usage }, context));
}

function every(keep: (run: Run) => boolean = () => true): readonly string[] {
  return [...world.state.tables.run.values()]
    .filter(keep)
    .map(({ id }) => id)
    .reverse();
}

it.each([
  [0, 5],
  [5, 5],
  [20, 10],
  [24, 5],
  [100, 5],
])('the page from %i on has %i runs at most, newest first', (offset, limit) => {
  const whole = every();
  const isOdd = ({ goal }: Run) => Number(goal.slice(5)) % 2 === 1;
  const odd = every(isOdd);
  const { runs: ids } = world.state.index;
  const idsOf = ({ runs, total }: ReturnType<typeof newestRuns>) => [runs.map(({ id }) => id), total];
  expect(idsOf(newestRuns(world.state, ids, null, offset, limit))).toEqual([
    whole.slice(offset, offset + limit),
    whole.length,
  ]);
  expect(idsOf(newestRuns(world.state, ids, isOdd, offset, limit))).toEqual([
    odd.slice(offset, offset + limit),
    odd.length,
  ]);
});

it('finds by starter, by task and among the active ones what a look at every run finds', () => {
  const { activeRuns, runsOfTask, runsStartedBy } = world.state.index;
  const listed = (ids: Iterable<string> = []) => [...ids].reverse();
  for (const id of ['token-1', 'token-2']) {
    expect(listed(runsStartedBy.get(id))).toEqual(every(({ startedBy }) => startedBy === id));
  }
  expect(listed(runsOfTask.get('task-1'))).toEqual(every(({ taskId }) => taskId === 'task-1'));
  expect(listed(activeRuns)).toEqual(every(({ endedAt }) => endedAt === null));
  expect(activeRuns.size).toBe(COUNT / 2 - 1);
});

it('knows what waits for a person, until they judge it', () => {
  const report = { outcome: 'success', summary: 's', answerHash: null, answerCharacters: 0 } as const;
  const ids = every(({ endedAt }) => endedAt === null).slice(0, 3);
  for (const id of ids) {
    world.do((state, context) => launchRun(state, id, context));
    const whole = { report: { ...report, blockers: [], changedFiles: [] }, checks: [] };
    world.do((state, context) => reportRun(state, id, whole, context));
    const ended = { status: 'completed', code: 'finished', reason: null, usage: null } as const;
    world.do((state, context) => endRun(state, id, ended, context));
  }
  const [runId = '', ...rest] = ids;
  expect(world.state.index.unjudgedRuns).toEqual(new Set(ids));
  world.do((state, context) => acceptRun(state, { runId, notes: '' }, context), person);
  expect(world.state.index.unjudgedRuns).toEqual(new Set(rest));
});

it('sums what was launched, and counts what is known', () => {
  const { total, byDay, byTask, byConversation, byRun } = usageView(world.state);
  const sum = { runs: 12, costUsd: 2, costKnown: 8, inputTokens: 110, outputTokens: 11, tokensKnown: 11 };
  expect(total).toEqual({ ...sum, durationMs: 1200, durationKnown: 12 });
  expect(byDay).toEqual([{ day: '2026-01-01', sum: total }]);
  expect(byTask.map(({ taskId, task, sum }) => [taskId, task, sum.runs, sum.costKnown])).toEqual([
    ['task-1', 'No task', 4, 4],
    ['task-2', 'No task', 4, 4],
    ['task-0', 'No task', 4, 0],
  ]);
  const goals = every(({ launchedAt }) => launchedAt !== null).map((id) => world.state.tables.run.get(id)?.goal);
  expect(byRun.map(({ goal }) => goal)).toEqual(goals);
  expect(byConversation.map(({ goal }) => goal)).toEqual(goals);
});

it('sums by the days of the workspace, not by those of Greenwich', () => {
  const [run] = [...world.state.tables.run.values()].filter(({ launchedAt }) => launchedAt !== null);
  const made = ['2026-04-03T10:59:59Z', '2026-04-03T11:00:00Z', '2026-04-04T23:59:59Z', '2026-04-05T11:59:59Z'];
  const own = new World().state;
  const rows = made.map((createdAt, at) => [
    `r${at}`,
    { kind: 'run', id: `r${at}`, entity: { ...run, id: `r${at}`, createdAt } },
  ]);
  absorb(own, new Map(rows as never), []);
  const { byDay } = usageView({
    ...own,
    workspace: { ...own.workspace, calendar: { zone: 'Pacific/Auckland' } as never },
  });
  // The clocks go back there on 5 April: that day has 25 hours.
  expect(byDay.map(({ day, sum }) => [day, sum.runs])).toEqual([
    ['2026-04-05', 2],
    ['2026-04-04', 1],
    ['2026-04-03', 1],
  ]);
});

const told = { source: 's', semantics: 's', durationMs: 1 };

it.each([
  [1e308, null],
  [Number.POSITIVE_INFINITY, null],
  [Number.NaN, null],
  [-1, null],
  [1e12 + 1, null],
  [1e12, 1e12],
  [0, 0],
])('takes %d tokens that a peer told for %d, and its sums stay finite', (inputTokens, kept) => {
  const before = usageView(world.state).total;
  const [one, two] = every(({ endedAt }) => endedAt === null);
  for (const id of [one ?? '', two ?? '']) {
    world.do((state, context) => launchRun(state, id, context));
    const usage = { ...told, inputTokens, outputTokens: 1, costUsd: inputTokens };
    world.do((state, context) => endRun(state, id, { status: 'failed', code: 'c', reason: null, usage }, context));
    expect(world.run(id).usage).toMatchObject({ inputTokens: kept, costUsd: inputTokens === 0 ? 0 : null });
  }
  const { total } = usageView(world.state);
  expect(total.tokensKnown - before.tokensKnown).toBe(kept === null ? 0 : 2);
  expect(total.inputTokens - before.inputTokens).toBe(2 * (kept ?? 0));
});

it('sums a row of an earlier version that holds what cannot be true', () => {
  const run = world.run(every(({ usage }) => usage !== null)[0] ?? '');
  const usage = { ...told, inputTokens: 1e308, outputTokens: 1e308, costUsd: 1e308 };
  for (const id of ['old-1', 'old-2']) {
    absorb(world.state, new Map([[id, { kind: 'run', id, entity: { ...run, id, usage } }]]), []);
  }
  const { total } = usageView(world.state);
  expect(Object.values(total).every((figure) => Number.isSafeInteger(Math.ceil(figure)))).toBe(true);
  expect(spentOf(world.state, [...world.state.tables.grant.values()][0] as Grant).costUsd).toBeLessThan(1e6);
});
