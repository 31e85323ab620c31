/** The entry of an evaluation: written after the answer, never lost by a stop, never shown before it is stored. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Activity, openActivity } from '../../src/app/activity.ts';
import type { Notes } from '../../src/app/ports.ts';
import { systemAuthor } from '../../src/core/access/author.ts';
import { DAY_MS } from '../../src/kit/durations.ts';
import type { ActivityEntry } from '../../src/protocol/views.ts';
import { agent, desk, ok, planFor } from './callers.ts';
import { openTestWorkspace, type TestWorkspace } from './workspace.ts';

let workspace: TestWorkspace;
let notes: Notes;
let activity: Activity;
beforeEach(async () => {
  workspace = await openTestWorkspace({ empty: true });
  notes = workspace.app.store.notes(workspace.app.workspaceId);
  activity = await openActivity({ notes, clock: { now: Date.now } });
});
afterEach(async () => {
  await activity.close();
  await workspace.close();
});

const author = { ...systemAuthor, via: 'cli' } as const;
const entry = (summary: string) => ({ parentTaskId: null, digest: 'd', summary });
const stored = async () => (await notes.list('evaluation', 1000)).length;

test('the answer does not wait for the disk, and whoever reads the entries does', async () => {
  await activity.evaluated(author, entry('one'));
  expect(await stored()).toBe(0);
  expect((await activity.evaluations(10)).map(({ summary }) => summary)).toEqual(['one']);
  expect(await stored()).toBe(1);
});

test('a stop writes what still waits', async () => {
  for (let at = 0; at < 20; at++) await activity.evaluated(author, entry(String(at)));
  await activity.close();
  expect(await stored()).toBe(20);
});

test('an entry of before a restart stays beside those of after it', async () => {
  for (const when of ['before', 'after', 'after that']) {
    const one = await openActivity({ notes, clock: { now: Date.now } });
    for (let at = 0; at < 3; at++) await one.evaluated(author, entry(`${when} ${at}`));
    await one.close();
  }
  const kept = (await activity.evaluations(100)).map(({ summary }) => summary).sort();
  expect(kept).toEqual(['after', 'after that', 'before'].flatMap((when) => [0, 1, 2].map((at) => `${when} ${at}`)));
});

test('an entry is kept for thirty days', async () => {
  const made = Date.parse('2026-03-02T08:00:00Z');
  const at = (days: number) => openActivity({ notes, clock: { now: () => made + days * DAY_MS } });
  const first = await at(0);
  await first.evaluated(author, entry('one'));
  await first.close();
  for (const [days, left] of [
    [30, 1],
    [31, 0],
  ] as const) {
    const later = await at(days);
    expect(await later.evaluations(10)).toHaveLength(left);
    await later.close();
  }
});

test('a page hears of an entry once it is stored', async () => {
  const seen: number[] = [];
  const told = new Promise<void>((resolve) => {
    activity.onChange((change) => {
      if (!('entry' in change)) return;
      void stored().then((number) => {
        seen.push(number);
        resolve();
      });
    });
  });
  await activity.evaluated(author, entry('one'));
  await told;
  expect(seen).toEqual([1]);
});

test('no more than a hundred wait', async () => {
  for (let at = 0; at < 190; at++) await activity.evaluated(author, entry(String(at)));
  expect(await stored()).toBeGreaterThanOrEqual(90);
  expect(await activity.evaluations(500)).toHaveLength(190);
});

test('pages of the activity hold every evaluation once, also behind hundreds of another agent', async () => {
  const { app, clock } = workspace;
  const person = await desk(app, 'Mara', { now: () => clock.nowMs });
  const bot = await agent(app, 'claude');
  const { id } = ok(await person('create_task', { title: 'Sweep' })) as { id: string };
  const made: string[] = [];
  for (const title of ['A', 'B', 'C', 'D', 'E']) {
    clock.nowMs += 60_000;
    ok(await person('edit_task', { taskId: id, title }));
    clock.nowMs += 60_000;
    ok(await bot('evaluate_task_plan', planFor(id, app.state().workspace.version, [])));
    made.unshift(`T-1 ${title}`);
  }
  for (let at = 0; at < 600; at += 1) {
    const [when, other] = ['2026-03-03T08:00:00Z', { ...author, id: 'other' }];
    await notes.put('evaluation', `other.2026-03-03.${at}`, when, {
      ...entry('theirs'),
      subjects: [],
      at: when,
      author: other,
    });
  }
  const [token] = [...app.state().tables.token.values()];
  const evaluations = async (input: object) => {
    const found: ActivityEntry[] = [];
    for (let beforeSeq: number | null | undefined; beforeSeq !== null; ) {
      const page = ok(await person('read_activity', { ...input, limit: 2, ...(beforeSeq && { beforeSeq }) }));
      const { entries, nextBeforeSeq } = page as { entries: ActivityEntry[]; nextBeforeSeq: number | null };
      found.push(...entries.filter(({ type }) => type === 'plan.evaluated'));
      beforeSeq = nextBeforeSeq;
    }
    return found.map(({ summary }) => /T-1 \w/.exec(summary)?.[0]);
  };
  expect(await evaluations({ subject: `task:${id}` })).toEqual(made);
  expect(await evaluations({ authorId: token?.id })).toEqual(made);
});

test('what is done with sidekicks is told by their names', async () => {
  const { app } = workspace;
  const person = await desk(app);
  const bot = await agent(app, 'claude');
  const { id } = ok(await person('create_task', { title: 'Migrate the customer database' })) as { id: string };
  ok(await bot('match_sidekicks_to_task', { taskId: id }));
  ok(await person('change_sidekick', { sidekickId: 'data-migration', enabled: false }));
  const { entries } = ok(await person('read_activity', { limit: 10 })) as { entries: readonly ActivityEntry[] };
  const summaryOf = (type: string) => entries.find((entry) => entry.type === type)?.summary;
  expect(summaryOf('task.matched')).toMatch(/^matched .*Data migration.* to T-1 Migrate the customer database$/);
  expect(summaryOf('sidekick.changed')).toBe('disabled the sidekick Data migration');
});

test('what happened on a whole second stands where it happened, in every page', async () => {
  const { app, clock } = workspace;
  const person = await desk(app);
  clock.nowMs = Math.ceil(clock.nowMs / 1000) * 1000 - 3;
  const titles = Array.from({ length: 8 }, (_, at) => `Step ${at}.`);
  for (const title of titles) {
    ok(await person('create_task', { title }));
    clock.nowMs += 1;
  }
  const read = async (more: object) =>
    ok(await person('read_activity', more)) as { entries: ActivityEntry[]; nextBeforeSeq: number | null };
  const numbers = ({ entries }: { readonly entries: readonly ActivityEntry[] }) =>
    entries.flatMap(({ summary }) => summary.match(/Step \d\./) ?? []);
  expect(numbers(await read({}))).toEqual([...titles].reverse());
  const first = await read({ limit: 4 });
  const second = await read({ limit: 4, beforeSeq: first.nextBeforeSeq });
  expect([...numbers(first), ...numbers(second)]).toEqual([...titles].reverse());
});

test('an evaluation of a whole second is on the page of the events beside it', async () => {
  const second = Date.parse('2026-03-02T08:00:01Z');
  const at = async (ms: number) => {
    const one = await openActivity({ notes, clock: { now: () => second + ms } });
    await one.evaluated(author, entry(String(ms)));
    await one.close();
  };
  for (const ms of [-1, 0, 1, 2]) await at(ms);
  const within = { from: '2026-03-02T08:00:01Z', before: '2026-03-02T08:00:01.002Z' };
  expect((await activity.evaluations(10, within)).map(({ summary }) => summary)).toEqual(['1', '0']);
});
