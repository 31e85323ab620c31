/** Another process at the same file, for tests: `node --import tsx child.ts VERB FILE [NUMBER]`. */
import { once } from 'node:events';
import { append, type Log } from '../conformance/log.ts';
import { beginning, createTasks, sampleTask, tipOf, writeOf } from '../conformance/sample.ts';
import { openConnection } from './connection.ts';
import { openSqliteStore } from './store.ts';

const [verb, file = '', number = '0'] = process.argv.slice(2);
const verbs: Readonly<Record<string, () => Promise<void>>> = { open, write, hold, fill };
await verbs[verb ?? '']?.();

/** Opens the file and says how many workspaces it holds. */
async function open(): Promise<void> {
  const store = await openSqliteStore({ file });
  console.log((await store.workspaces()).length);
  await store.close();
}

/** Says it is ready; told to go, appends 30 tasks, numbered from NUMBER; says how many events of others it met. */
async function write(): Promise<void> {
  const store = await openSqliteStore({ file });
  console.log('ready');
  await once(process.stdin, 'data');
  process.stdin.destroy();
  const log: Log = { store, workspaceId: 'w-1', tip: beginning };
  let foreign = 0;
  for (let index = 0; index < 30; index++) {
    foreign += await append(log, createTasks([sampleTask(Number(number) + index)]));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  console.log(foreign);
  await store.close();
}

/** Holds the write lock for NUMBER milliseconds, from the line that it prints. */
async function hold(): Promise<void> {
  const connection = openConnection(file, { busyMs: 1000 });
  connection.exec('begin immediate');
  console.log('held');
  await new Promise((resolve) => setTimeout(resolve, Number(number)));
  connection.close();
}

/** Writes until the disk (here: the limit on the size of a file) refuses; says what then still worked. */
async function fill(): Promise<void> {
  // The signal would end the process; caught, it leaves the write to fail, as on a broken disk.
  process.on('SIGXFSZ', () => undefined);
  const store = await openSqliteStore({ file });
  const first = writeOf('w-1', beginning, createTasks([sampleTask(1)]));
  await store.create('w-1', first);
  const log: Log = { store, workspaceId: 'w-1', tip: tipOf(first.events, beginning) };
  const description = 'x'.repeat(50_000);
  const failure = await untilItFails((index) => append(log, createTasks([sampleTask(index + 2, { description })])));
  const nothing = () => ({ write: null, value: null });
  const next = await untilItFails(() => store.transact('w-1', log.tip.seq, nothing));
  const note = await untilItFails(() => store.notes('w-1').put('draft', 'd', '2026-01-01T00:00:00Z', {}));
  const { headers } = await store.load('w-1', 1);
  console.log(
    JSON.stringify({ acknowledged: log.tip.seq, read: headers[0]?.seq, faulted: store.faulted, failure, next, note }),
  );
  await store.close();
}

async function untilItFails(work: (index: number) => Promise<unknown>): Promise<string> {
  for (let index = 0; index < 1000; index++) {
    try {
      await work(index);
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      return `${code}: ${message}`;
    }
  }
  return 'it never failed';
}
