import assert from 'node:assert/strict';
import type { Store } from '../../app/ports.ts';
import type { Task } from '../../core/workspace/task.ts';
import type { Case } from './case.ts';
import { append, type Log, startLog } from './log.ts';
import { createTasks, editTask, sampleTask } from './sample.ts';

/** What would be an operator, a column filter or a syntax error in one query language or another. */
const notWords = [
  '"',
  `'`,
  '*',
  '(',
  ')',
  'AND',
  'OR NOT',
  'NEAR(',
  'title:',
  '-press',
  '+',
  '^press',
  '{title} :',
  'press"',
  'press AND',
  `'; drop table entity; --`,
  'a'.repeat(100_000),
  'press '.repeat(2000),
  '\u0000',
  'press\u0000note',
  '\uD800',
  '&| !',
  '<->',
  '\\',
];

export const searchCases: readonly Case[] = [
  {
    title: 'finds words of title, tags and description, all of them, by their beginnings, whatever their case',
    async run(place) {
      const log = await withTasks(await place.open());
      assert.deepEqual(await found(log, 'kiosk'), ['kiosk']);
      assert.deepEqual(await found(log, 'HARDWARE'), ['kiosk']);
      assert.deepEqual(await found(log, 'printer'), ['kiosk', 'zurich']);
      assert.deepEqual(await found(log, 'printer kios'), ['kiosk']);
      assert.deepEqual(await found(log, 'two screens'), ['kiosk']);
      assert.deepEqual(await found(log, 'kiosk zurich'), []);
      assert.deepEqual(await found(log, 'zurich'), ['zurich']);
      assert.deepEqual(await found(log, 'Z\u00FCR'), ['zurich']);
      assert.deepEqual(await found(log, 'iosk'), []);
    },
  },
  {
    title: 'puts a word in the title before one in the description',
    async run(place) {
      const log = await withTasks(await place.open());
      const { hits } = await search(log, 'printer', 0, 10);
      assert.deepEqual(hits, [{ taskId: 'zurich' }, { taskId: 'kiosk' }]);
    },
  },
  {
    title: 'follows edits, the trash and the way back',
    async run(place) {
      const log = await withTasks(await place.open());
      const kiosk = named('kiosk');
      await append(log, [editTask(kiosk, { title: 'Take the booth down' })]);
      assert.deepEqual(await found(log, 'booth'), ['kiosk']);
      assert.deepEqual(await found(log, 'kiosk'), []);
      await append(log, [editTask(kiosk, { trashedAt: '2026-05-05T00:00:00Z' })]);
      assert.deepEqual(await found(log, 'booth'), []);
      assert.deepEqual(await found(log, 'hardware'), []);
      await append(log, [editTask(kiosk, {})]);
      assert.deepEqual(await found(log, 'kiosk'), ['kiosk']);
    },
  },
  {
    title: 'finds nothing for an empty text, and only in its own workspace',
    async run(place) {
      const log = await withTasks(await place.open());
      await startLog(log.store, 'w-2');
      for (const text of ['', '   ', '\n', '...', '"" ""']) assert.equal((await search(log, text, 0, 10)).total, 0);
      assert.equal((await log.store.search('w-2', { text: 'kiosk', offset: 0, limit: 10 })).total, 0);
      assert.equal((await log.store.search('w-2', { text: 'press', offset: 0, limit: 10 })).total, 1);
    },
  },
  {
    title: 'takes any text as words, never as a query',
    async run(place) {
      const log = await withTasks(await place.open());
      for (const text of notWords) await search(log, text, 0, 10);
      // An operator's name is a word like others: no task holds it.
      assert.deepEqual(await found(log, 'kiosk NOT printer'), []);
      assert.deepEqual(await found(log, 'kiosk OR zurich'), []);
      assert.deepEqual(await found(log, '"kiosk"'), ['kiosk']);
      assert.deepEqual(await found(log, 'kiosk*'), ['kiosk']);
    },
  },
  {
    title: 'pages its hits, with an honest total and in one order',
    async run(place) {
      const log = await startLog(await place.open());
      await append(log, createTasks(Array.from({ length: 149 }, (_, index) => sampleTask(index + 2))));
      const all: string[] = [];
      for (let offset = 0; offset < 150; offset += 40) {
        const { hits, total } = await search(log, 'press', offset, 40);
        assert.equal(total, 150);
        all.push(...hits.map(({ taskId }) => taskId));
      }
      assert.equal(new Set(all).size, 150);
      assert.equal(all.length, 150);
      assert.deepEqual((await search(log, 'press', 1000, 40)).hits, []);
      assert.equal((await search(log, 'press', 0, 1_000_000)).hits.length, 150);
    },
  },
];

function named(id: string): Task {
  const number = id === 'kiosk' ? 2 : 3;
  return id === 'kiosk'
    ? sampleTask(number, {
        id,
        title: 'Set up the kiosk',
        description: 'A printer\0and two screens.',
        tags: ['hardware'],
      })
    : sampleTask(number, { id, title: 'Call the printer in Z\u00FCrich', description: 'Ask for proofs.', tags: [] });
}

async function withTasks(store: Store): Promise<Log> {
  const log = await startLog(store);
  // T-1 speaks of a printer as well; it would be in every answer.
  await append(log, [editTask(sampleTask(1), { description: 'Ask the two reviewers.' })]);
  await append(log, createTasks([named('kiosk'), named('zurich')]));
  return log;
}

function search(log: Log, text: string, offset: number, limit: number) {
  return log.store.search(log.workspaceId, { text, offset, limit });
}

async function found(log: Log, text: string): Promise<string[]> {
  const { hits, total } = await search(log, text, 0, 100);
  assert.equal(total, hits.length);
  return hits.map(({ taskId }) => taskId).sort();
}
