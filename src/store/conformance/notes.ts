import assert from 'node:assert/strict';
import type { NoteRange } from '../../app/ports.ts';
import { assertChain, type Case } from './case.ts';
import { append, startLog } from './log.ts';
import { createTasks, sampleTask } from './sample.ts';

const day = (number: number) => `2026-05-${String(number).padStart(2, '0')}T10:00:00Z`;

export const noteCases: readonly Case[] = [
  {
    title: 'keeps a note until it is replaced or removed, in every opening',
    async run(place) {
      const { store } = await startLog(await place.open());
      const notes = store.notes('w-1');
      assert.equal(await notes.get('draft', 'p-1'), undefined);
      await notes.put('draft', 'p-1', day(1), { text: 'Looks \u0000 "fine"' });
      await notes.put('draft', 'p-1', day(2), { text: 'Looks good' });
      await notes.put('draft', 'p-2', day(2), null);
      const elsewhere = (await place.open()).notes('w-1');
      assert.deepEqual(await elsewhere.get('draft', 'p-1'), { text: 'Looks good' });
      assert.equal(await elsewhere.get('draft', 'p-2'), null);
      assert.equal(await elsewhere.get('evaluation', 'p-1'), undefined);
      await notes.remove('draft', 'p-1');
      await notes.remove('draft', 'p-1');
      assert.equal(await elsewhere.get('draft', 'p-1'), undefined);
    },
  },
  {
    title: 'lists notes newest first, of one kind, as many as asked for',
    async run(place) {
      const { store } = await startLog(await place.open());
      const notes = store.notes('w-1');
      for (const number of [2, 4, 1, 3]) await notes.put('evaluation', `e-${number}`, day(number), { number });
      await notes.put('draft', 'd-1', day(9), {});
      assert.deepEqual(await notes.list('evaluation', 3), [
        { id: 'e-4', at: day(4), body: { number: 4 } },
        { id: 'e-3', at: day(3), body: { number: 3 } },
        { id: 'e-2', at: day(2), body: { number: 2 } },
      ]);
    },
  },
  {
    title: 'lists notes within a time, and of ids that begin alike',
    async run(place) {
      const { store } = await startLog(await place.open());
      const notes = store.notes('w-1');
      for (const number of [1, 2, 3, 4]) {
        for (const of of ['a.', 'ab.']) await notes.put('evaluation', `${of}${number}`, day(number), number);
      }
      const ids = async (within: NoteRange) => (await notes.list('evaluation', 9, within)).map(({ id }) => id);
      assert.deepEqual(await ids({ from: day(2), before: day(4) }), ['ab.3', 'a.3', 'ab.2', 'a.2']);
      assert.deepEqual(await ids({ idPrefix: 'a.' }), ['a.4', 'a.3', 'a.2', 'a.1']);
      assert.deepEqual(await ids({ from: day(3), idPrefix: 'ab.' }), ['ab.4', 'ab.3']);
      assert.deepEqual(await ids({ idPrefix: 'a\0' }), []);
    },
  },
  {
    title: 'prunes what is older, of one kind and workspace, and counts it',
    async run(place) {
      const store = await place.open();
      await startLog(store, 'w-1');
      await startLog(store, 'w-2');
      for (const workspaceId of ['w-1', 'w-2']) {
        for (const number of [1, 2, 3])
          await store.notes(workspaceId).put('evaluation', `e-${number}`, day(number), number);
      }
      await store.notes('w-1').put('draft', 'd-1', day(1), {});
      assert.equal(await store.notes('w-1').prune('evaluation', day(3)), 2);
      assert.equal(await store.notes('w-1').prune('evaluation', day(3)), 0);
      assert.deepEqual(await store.notes('w-1').list('evaluation', 10), [{ id: 'e-3', at: day(3), body: 3 }]);
      assert.equal((await store.notes('w-2').list('evaluation', 10)).length, 3);
      assert.deepEqual(await store.notes('w-1').get('draft', 'd-1'), {});
    },
  },
  {
    title: 'leaves the log and its numbers alone',
    async run(place) {
      const log = await startLog(await place.open());
      await log.store.notes('w-1').put('draft', 'p-1', day(1), {});
      await log.store.notes('w-1').remove('draft', 'p-1');
      assert.equal(await append(log, createTasks([sampleTask(2)])), 0);
      await assertChain(log.store, 2);
    },
  },
];
