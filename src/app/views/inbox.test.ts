/** What waits for a person comes in pages, whose counts are of all of it. */
import { beforeEach, expect, it } from 'vitest';
import type { Author } from '../../core/access/author.ts';
import { end, finish, launch, running, started, ways } from '../../core/run/fixture/steps.ts';
import { caller, person, World } from '../../core/run/fixture/world.ts';
import { askQuestion } from '../../core/run/question-commands.ts';
import { sendBackRun } from '../../core/run/result-commands.ts';
import type { Conversation, RunResult } from '../../core/run/run.ts';
import { keepResult } from '../../core/run/run-life.ts';
import { continueRun } from '../../core/run/start-run.ts';
import type { State } from '../../core/state/state.ts';
import { createTask, editTask, trashTask } from '../../core/workspace/task-commands.ts';
import type { Parts } from '../parts.ts';
import { inboxOf } from './inbox.ts';
import { nextFor, whyNoGrant } from './runs.ts';

let world: World;
let parts: Parts;
const urls = { deskUrl: 'http://desk' };
beforeEach(() => {
  world = new World();
  parts = { kernel: { state: world.state, now: () => world.nowMs }, delegation: null, urls } as unknown as Parts;
});

const later = () => {
  world.nowMs += 1000;
};

it('bounds a page and counts everything: deadlines first, then waiting runs, then results', async () => {
  world.grant();
  const made = Array.from({ length: 30 }, () => {
    later();
    return completed();
  });
  const asking = ways.running(world);
  later();
  world.do((state, context) => askQuestion(state, asking, { text: 'Which?', options: [] }, context));
  const waiting = ['a', 'b'].flatMap((token) => waitingOf({ ...caller, id: token }, 40));
  const page = (offset: number, limit = 100) => inboxOf(parts, offset, limit);
  const first = await page(0);
  expect(first).toMatchObject({ total: 111, kinds: { grant: 80, question: 1, permission: 0, apply: 0, accept: 30 } });
  expect(first.items).toHaveLength(100);
  expect(first.items.map(({ kind }) => kind).slice(0, 2)).toEqual(['question', 'grant']);
  const all = [...first.items, ...(await page(100)).items];
  expect(all.slice(1, 81).map(({ run }) => run.id)).toEqual(waiting);
  expect(all.slice(81).map(({ run }) => run.id)).toEqual(made);
  expect((await page(111)).items).toEqual([]);
});

it('a run that waits for a grant says why, and whoever asked gets the address where a person grants it', () => {
  const run = started(world);
  expect(nextFor(parts, run)).toContain(`http://desk/run/${run.id}`);
  expect(whyNoGrant(parts, world.state, run)).toBe('no standing grant was made for this folder');
  world.grant({ maxLaunches: 1 });
  launch(world, started(world, { startDigest: 'second' }).id);
  const third = started(world, { startDigest: 'third' });
  expect(whyNoGrant(parts, world.state, third)).toMatch(/standing grant .* its launches are used up$/);
});

it('of a run that failed it is told until when the same start is no new one', () => {
  const failed = world.run(ways.failed(world));
  expect(nextFor(parts, failed)).toMatch(/go on with tandem_continue, or start anew \(until 00:10 UTC the same start/);
  world.nowMs += 600_001;
  expect(nextFor(parts, failed)).toMatch(/go on with tandem_continue, or start anew\.$/);
});

it('what broke off and left a diff waits until a person judges it or a next turn takes it up', async () => {
  world.grant();
  const broken = ways.failed(world);
  const ids = async () => (await inboxOf(parts, 0, 100)).items.map(({ run, kind }) => `${run.id} ${kind}`);
  expect(await ids()).toEqual([]);
  world.do((state) => keepResult(state, broken, result));
  expect(await ids()).toEqual([`${broken} apply`]);
  const { conversationId } = world.run(broken);
  const turn = { ...world.run(broken), inputHash: 'h2', startDigest: 'next' };
  world.do((state, context) => continueRun(state, place(state, conversationId), turn, context));
  expect((await ids()).filter((one) => one.startsWith(broken))).toEqual([]);
  const other = ways.failed(world);
  world.do((state) => keepResult(state, other, result));
  world.do((state, context) => sendBackRun(state, { runId: other, notes: 'more' }, context), person);
  expect((await ids()).filter((one) => one.startsWith(other))).toEqual([]);
});

it('what came to nothing is told for a day, the newest first, until something takes it up', async () => {
  world.grant();
  const broken = async () => (await inboxOf(parts, 0, 100)).broken.map(({ id }) => id);
  const failed = ways.failed(world);
  later();
  const interrupted = ways.interrupted(world);
  ways.cancelled(world);
  completed();
  expect(await broken()).toEqual([interrupted, failed]);
  expect(await inboxOf(parts, 0, 100)).toMatchObject({ total: 1 });
  const { conversationId } = world.run(failed);
  const turn = { ...world.run(failed), inputHash: 'h2', startDigest: 'next' };
  world.do((state, context) => continueRun(state, place(state, conversationId), turn, context));
  expect(await broken()).toEqual([interrupted]);
  world.nowMs += 86_400_000;
  expect(await broken()).toEqual([interrupted]);
  later();
  expect(await broken()).toEqual([]);
});

it('of a task that is done, gone or delegated anew nothing is told as come to nothing', async () => {
  world.grant();
  const broken = async () => (await inboxOf(parts, 0, 100)).broken.map(({ id }) => id);
  const failedFor = (taskId: string, startDigest: string) => {
    const { id } = started(world, { taskId, startDigest });
    launch(world, id);
    running(world, id);
    end(world, id, 'failed');
    return id;
  };
  const task = (title: string) =>
    (world.do((state, context) => createTask(state, { title }, context), person) as { readonly id: string }).id;
  const [one, other] = [task('one'), task('other')];
  const first = failedFor(one, 'a');
  expect(await broken()).toEqual([first]);
  const second = failedFor(one, 'b');
  expect(await broken()).toEqual([second]);
  world.do((state, context) => editTask(state, one, { status: 'done' }, context), person);
  expect(await broken()).toEqual([]);
  const third = failedFor(other, 'c');
  expect(await broken()).toEqual([third]);
  world.do((state, context) => trashTask(state, other, context), person);
  expect(await broken()).toEqual([]);
});

const result: RunResult = {
  ...{ branch: 'b', base: 'x', commit: 'y', diffHash: 'h', files: ['a'], filesTotal: 1 },
  ...{ appliedAt: null, appliedBy: null, how: null },
} as unknown as RunResult;

function place(state: State, id: string): Conversation {
  const found = state.tables.conversation.get(id);
  if (!found) throw new Error('no such conversation');
  return found;
}

function waitingOf(author: Author, count: number): string[] {
  return Array.from({ length: count }, () => {
    later();
    const run = world.start({ agentId: 'other' }, author);
    if (typeof run === 'string') throw new Error(run);
    return run.id;
  });
}

function completed(): string {
  const { id } = started(world);
  launch(world, id);
  running(world, id);
  finish(world, id);
  end(world, id, 'completed');
  return id;
}
