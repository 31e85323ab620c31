import assert from 'node:assert/strict';
import type { EventQuery } from '../../app/ports.ts';
import { canonicalJson, sha256 } from '../../kit/json.ts';
import { assertChain, type Case, code } from './case.ts';
import { append, type Log, startLog } from './log.ts';
import { ann, bot, createTasks, editTask, sampleTask } from './sample.ts';

/** What people, agents and imported files put into text. */
const hostile = [
  `'; drop table event; --`,
  '"quoted" \\ back\\\\slash',
  'nul \u0000 inside',
  '\u202Eright to left\u202C',
  'zero\u200Bwidth\uFEFF',
  '\u{1F9D1}\u200D\u{1F680} and e\u0301 and \u00E9',
  '\u2028line\u2029separators\r\n\t',
  '<img src=x onerror=alert(1)>',
  '__proto__',
  '%_?:@$',
  '\uFFFF\uFFFE',
  'x'.repeat(500),
];

export const eventCases: readonly Case[] = [
  {
    title: 'pages the log by number, oldest or newest first',
    async run(place) {
      const log = await tenEvents(await startLog(await place.open()));
      assert.deepEqual(await page(log, { limit: 3 }), [1, 2, 3]);
      assert.deepEqual(await page(log, { afterSeq: 3, limit: 3 }), [4, 5, 6]);
      assert.deepEqual(await page(log, { newestFirst: true, limit: 3 }), [10, 9, 8]);
      assert.deepEqual(await page(log, { newestFirst: true, beforeSeq: 8, limit: 3 }), [7, 6, 5]);
      assert.deepEqual(await page(log, { afterSeq: 2, beforeSeq: 5, limit: 500 }), [3, 4]);
      assert.deepEqual(await page(log, { afterSeq: 10, limit: 3 }), []);
    },
  },
  {
    title: 'pages the log by subject and by author',
    async run(place) {
      const log = await tenEvents(await startLog(await place.open()));
      const subject = `task:${sampleTask(1).id}`;
      assert.deepEqual(await page(log, { subject, limit: 10 }), [1, 6, 8, 10]);
      assert.deepEqual(await page(log, { subject, newestFirst: true, beforeSeq: 10, limit: 2 }), [8, 6]);
      assert.deepEqual(await page(log, { authorId: bot.id, limit: 10 }), [6, 8, 10]);
      assert.deepEqual(await page(log, { authorId: ann.id, afterSeq: 5, limit: 10 }), [7, 9]);
      assert.deepEqual(await page(log, { authorId: ann.id, subject, limit: 10 }), [1]);
      assert.deepEqual(await page(log, { authorId: 'nobody', limit: 10 }), []);
    },
  },
  {
    title: 'serves pages of 1 to 500 and no others',
    async run(place) {
      const log = await startLog(await place.open());
      for (const limit of [0, -1, 501, 1.5, Number.NaN]) {
        await assert.rejects(page(log, { limit }), RangeError);
      }
    },
  },
  {
    title: 'empties a payload and keeps its header, its hash and the chain',
    async run(place) {
      const log = await tenEvents(await startLog(await place.open()));
      const before = await log.store.events('w-1', { limit: 10 });
      await log.store.redact('w-1', 4);
      await log.store.redact('w-1', 4);
      const after = await log.store.events('w-1', { limit: 10 });
      assert.deepEqual(
        after,
        before.map((event) => (event.header.seq === 4 ? { ...event, payload: null } : event)),
      );
      await assertChain(log.store, 10);
      assert.equal(await append(log, createTasks([sampleTask(20)])), 0);
      await assert.rejects(log.store.redact('w-1', 99), code('no_such_event'));
      await assert.rejects(log.store.redact('w-2', 1), code('no_such_event'));
    },
  },
  {
    title: 'gives hostile text back byte for byte, in bodies, ids and names',
    async run(place) {
      const log = await startLog(await place.open());
      const tasks = hostile.map((text, index) =>
        sampleTask(index + 2, { id: `id ${text.replaceAll('\0', '')}`, title: text, description: text, tags: [text] }),
      );
      const author = { ...bot, id: hostile[0] ?? '', label: hostile[3] ?? '' };
      await append(log, createTasks(tasks, author));
      const { entities } = await (await place.open()).load('w-1', 0);
      for (const task of tasks) {
        assert.deepEqual(entities.find(({ id }) => id === task.id)?.entity, task);
        assert.equal((await page(log, { subject: `task:${task.id}`, limit: 10 })).length, 1);
      }
      assert.equal((await page(log, { authorId: author.id, limit: 100 })).length, tasks.length);
      assert.deepEqual(await log.store.misfiled('w-1', 100), []);
      for (const { header, hash, payload } of await log.store.events('w-1', { limit: 100 })) {
        assert.equal(sha256(canonicalJson(header)), hash);
        assert.equal(sha256(canonicalJson(payload)), header.payloadHash);
      }
    },
  },
  {
    title: 'refuses a NUL in a name, where one engine would cut it off and another not take it',
    async run(place) {
      const log = await startLog(await place.open());
      await assert.rejects(append(log, createTasks([sampleTask(2, { id: 'task-000001\0' })])));
      assert.equal(await append(log, createTasks([sampleTask(2)])), 0);
      assert.deepEqual(await page(log, { subject: 'task:task-000001\0', limit: 10 }), []);
      assert.deepEqual(await page(log, { authorId: `${ann.id}\0`, limit: 10 }), []);
    },
  },
  {
    title: 'takes a payload of five megabytes',
    async run(place) {
      const log = await startLog(await place.open());
      const description = 'All work and no play. '.repeat(240_000);
      await append(log, createTasks([sampleTask(2, { description })]));
      const [event] = await log.store.events('w-1', { afterSeq: 1, limit: 1 });
      assert.equal(sha256(canonicalJson(event?.payload)), event?.header.payloadHash);
      const { entities } = await (await place.open()).load('w-1', 0);
      assert.ok(entities.some(({ entity }) => 'description' in entity && entity.description === description));
    },
  },
];

/** 1: T-1; 2 to 5: T-2 to T-5 by Ann; then the agent edits T-1 and Ann T-2, in turn. */
async function tenEvents(log: Log): Promise<Log> {
  await append(log, createTasks([2, 3, 4, 5].map((number) => sampleTask(number))));
  for (const rank of [6, 7, 8, 9, 10]) {
    const byAgent = rank % 2 === 0;
    await append(log, [editTask(sampleTask(byAgent ? 1 : 2), { rank }, byAgent ? bot : ann)]);
  }
  return log;
}

async function page(log: Log, query: EventQuery): Promise<number[]> {
  return (await log.store.events(log.workspaceId, query)).map(({ header }) => header.seq);
}
