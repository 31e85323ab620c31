import assert from 'node:assert/strict';
import type { Store } from '../../app/ports.ts';
import type { EventType, StoredEvent } from '../../core/state/event.ts';
import { assertChain, type Case, code } from './case.ts';
import { append, type Log, startLog } from './log.ts';
import { beginning, bot, createTasks, editTask, sampleTask, writeOf } from './sample.ts';

export const transactCases: readonly Case[] = [
  {
    title: 'gives back what was created, in every opening',
    async run(place) {
      const log = await startLog(await place.open());
      await append(log, createTasks([sampleTask(2), sampleTask(3)], bot));
      for (const store of [log.store, await place.open()]) {
        assert.deepEqual(await store.workspaces(), ['w-1']);
        const { entities, headers } = await store.load('w-1', 100);
        assert.deepEqual(
          entities.map(({ kind, id }) => `${kind}:${id}`).sort(),
          [1, 2, 3].map((number) => `task:${sampleTask(number).id}`),
        );
        assert.deepEqual(entities.find(({ id }) => id === sampleTask(2).id)?.entity, sampleTask(2));
        assert.deepEqual(seqs(headers), [1, 2, 3]);
        assert.deepEqual(headers[2]?.author, bot);
      }
    },
  },
  {
    title: 'loads only as many headers as asked for, the newest, oldest first',
    async run(place) {
      const log = await startLog(await place.open());
      await append(log, createTasks([2, 3, 4, 5].map((number) => sampleTask(number))));
      assert.deepEqual(seqs((await log.store.load('w-1', 2)).headers), [4, 5]);
      assert.deepEqual((await log.store.load('w-1', 0)).headers, []);
    },
  },
  {
    title: 'loads the newest headers of some types, however many others came since, and the very last one',
    async run(place) {
      const log = await startLog(await place.open());
      await append(log, createTasks([sampleTask(2), sampleTask(3)]));
      for (const rank of [1, 2, 3]) await append(log, [{ ...editTask(sampleTask(1), { rank }), type: 'run.moved' }]);
      const load = async (count: number, ...types: EventType[]) =>
        seqs((await log.store.load('w-1', count, types)).headers);
      assert.deepEqual(await load(10, 'task.created'), [1, 2, 3, 6]);
      assert.deepEqual(await load(2, 'task.created'), [2, 3, 6]);
      assert.deepEqual(await load(2, 'task.created', 'run.moved'), [5, 6]);
      assert.deepEqual(await load(10, 'task.trashed'), [6]);
      assert.deepEqual(await load(0, 'task.created'), [6]);
      await append(log, [editTask(sampleTask(1), { rank: 4 })]);
      assert.deepEqual(await load(2, 'task.edited'), [7]);
      assert.equal((await log.store.load('w-1', 1, ['task.edited'])).entities.length, 3);
    },
  },
  {
    title: 'replaces an entity that is written again',
    async run(place) {
      const log = await startLog(await place.open());
      await append(log, [editTask(sampleTask(1), { title: 'Print the press note' })]);
      const { entities } = await log.store.load('w-1', 0);
      assert.deepEqual(entities, [
        { kind: 'task', id: sampleTask(1).id, entity: sampleTask(1, { title: 'Print the press note' }) },
      ]);
    },
  },
  {
    title: 'stores nothing when the work throws, and goes on',
    async run(place) {
      const log = await startLog(await place.open());
      const before = await snapshot(log.store);
      await assert.rejects(
        log.store.transact('w-1', 1, () => {
          throw new Error('decided badly');
        }),
        /decided badly/,
      );
      assert.deepEqual(await snapshot(log.store), before);
      assert.equal(await append(log, createTasks([sampleTask(2)])), 0);
    },
  },
  {
    title: 'stores nothing when a row in the middle of a write cannot be written',
    async run(place) {
      const log = await startLog(await place.open());
      const before = await snapshot(log.store);
      const good = writeOf('w-1', log.tip, createTasks([sampleTask(2), sampleTask(3)]));
      // A body that has no JSON: the events before it are in their table already.
      const touched = new Map(good.touched);
      touched.set('task:bad', { kind: 'task', id: 'bad', entity: { ...sampleTask(4), rank: 1n as unknown as number } });
      await assert.rejects(log.store.transact('w-1', 1, () => ({ write: { ...good, touched }, value: null })));
      assert.deepEqual(await snapshot(log.store), before);
      assert.equal(await append(log, createTasks([sampleTask(2)])), 0);
    },
  },
  {
    title: 'leaves no trace of a null write and answers its value',
    async run(place) {
      const log = await startLog(await place.open());
      const before = await snapshot(log.store);
      assert.equal(await log.store.transact('w-1', 1, () => ({ write: null, value: 'refused' })), 'refused');
      assert.deepEqual(await snapshot(log.store), before);
    },
  },
  {
    title: 'refuses events that do not continue the log',
    async run(place) {
      const log = await startLog(await place.open());
      const before = await snapshot(log.store);
      const steps = createTasks([sampleTask(2)]);
      const wrong = [
        writeOf('w-1', { ...log.tip, seq: 2 }, steps),
        writeOf('w-1', { ...log.tip, seq: 0 }, steps),
        writeOf('w-1', { ...log.tip, head: 'f'.repeat(64) }, steps),
        writeOf('w-1', log.tip, []),
      ];
      for (const write of wrong) {
        await assert.rejects(
          log.store.transact('w-1', 1, () => ({ write, value: null })),
          code('broken_sequence'),
        );
      }
      assert.deepEqual(await snapshot(log.store), before);
    },
  },
  {
    title: 'tells where a workspace stands',
    async run(place) {
      const log = await startLog(await place.open());
      await append(log, createTasks([sampleTask(2), sampleTask(3)]));
      assert.deepEqual(await log.store.position('w-1'), { seq: 3, version: 2, head: log.tip.head });
      assert.equal(await log.store.position('w-9'), null);
    },
  },
  {
    title: 'refuses an unknown workspace, a second beginning and a reader from the future',
    async run(place) {
      const log = await startLog(await place.open());
      const nothing = () => ({ write: null, value: null });
      await assert.rejects(log.store.transact('w-9', 0, nothing), code('no_such_workspace'));
      await assert.rejects(log.store.transact('w-1', 2, nothing), code('broken_sequence'));
      const again = writeOf('w-1', beginning, createTasks([sampleTask(1)]));
      await assert.rejects(log.store.create('w-1', again), code('workspace_exists'));
    },
  },
  {
    title: 'hands a reader that is behind exactly the events it has not seen',
    async run(place) {
      const log = await startLog(await place.open());
      const late = await place.open();
      await append(log, createTasks([sampleTask(2), sampleTask(3)]));
      let seen: readonly StoredEvent[] = [];
      await late.transact('w-1', 1, (tail) => {
        seen = tail;
        return { write: null, value: null };
      });
      assert.deepEqual(seen, await log.store.events('w-1', { afterSeq: 1, limit: 10 }));
      assert.deepEqual(seqs(seen.map(({ header }) => header)), [2, 3]);
    },
  },
  {
    title: 'runs overlapping writes of one process one after the other',
    async run(place) {
      const log = await startLog(await place.open());
      const numbers = Array.from({ length: 20 }, (_, index) => index + 2);
      await Promise.all(numbers.map((number) => append(log, createTasks([sampleTask(number)]))));
      await assertChain(log.store, 21);
    },
  },
  {
    title: 'lets two openings interleave without a gap, a repeat or a torn chain',
    async run(place) {
      const one = await startLog(await place.open());
      const two: Log = { ...one, store: await place.open() };
      const writes = async (log: Log, from: number) => {
        let foreign = 0;
        for (let number = from; number < from + 25; number++) {
          foreign += await append(log, createTasks([sampleTask(number)]));
          // Give the other one its turn, or each would write all of its own at a stretch.
          await new Promise(setImmediate);
        }
        return foreign;
      };
      const [ofTwo, ofOne] = await Promise.all([writes(one, 100), writes(two, 200)]);
      assert.ok(ofTwo > 0 && ofOne > 0, `they did not interleave: ${ofTwo}, ${ofOne}`);
      await assertChain(one.store, 51);
      assert.equal((await two.store.load('w-1', 0)).entities.length, 51);
    },
  },
  {
    title: 'keeps workspaces apart',
    async run(place) {
      const store = await place.open();
      const one = await startLog(store, 'w-1');
      const two = await startLog(store, 'w-2');
      await append(two, createTasks([sampleTask(2)]));
      assert.deepEqual(await store.workspaces(), ['w-1', 'w-2']);
      assert.equal((await store.load('w-1', 10)).entities.length, 1);
      assert.equal((await store.events('w-1', { limit: 10 })).length, 1);
      assert.equal(await append(one, createTasks([sampleTask(3)])), 0);
    },
  },
  {
    title: 'answers nothing once it is closed, and closes twice',
    async run(place) {
      const log = await startLog(await place.open());
      const last = append(log, createTasks([sampleTask(2)]));
      await log.store.close();
      await log.store.close();
      await last;
      await assert.rejects(log.store.workspaces(), code('store_closed'));
      await assert.rejects(append(log, createTasks([sampleTask(3)])), code('store_closed'));
      await assertChain(await place.open(), 2);
    },
  },
];

function seqs(headers: readonly { readonly seq: number }[]): number[] {
  return headers.map(({ seq }) => seq);
}

async function snapshot(store: Store) {
  return {
    ...(await store.load('w-1', 100)),
    events: await store.events('w-1', { limit: 100 }),
    found: await store.search('w-1', { text: 'press', offset: 0, limit: 100 }),
  };
}
