/**
 * Ten thousand finished runs beside a hundred: each list of one page over the API of two daemons in turns, what the daemon
 * holds in memory, and how long it takes to be ready.
 */
import { makeCursor } from '../../src/app/cursor.ts';
import type { Client } from '../../src/client/client.ts';
import { grant, openScene, type Scene } from '../../test/delegation/scene.ts';
import { ok } from '../../test/rigs/people.ts';
import { residentMb } from '../memory.ts';
import { median, ms, timedAsync } from '../numbers.ts';
import type { Row } from '../report.ts';
import { fillRuns } from './fill-runs.ts';
import { listPageRows } from './pages.ts';

const FEW = 100;
const MANY = 10_000;
const ALLOWED_FACTOR = 2;
const TASKS = 40;

interface Filled {
  readonly scene: Scene;
  readonly count: number;
  readonly taskId: string;
  /** Of the daemon when it is ready and nothing was asked yet. */
  readonly readyMb: number;
}

export async function runRows(calls: number, wheels: number): Promise<Row[]> {
  const filled: Filled[] = [];
  try {
    for (const count of [FEW, MANY]) filled.push(await openFilled(count));
    const [few, many] = filled as [Filled, Filled];
    const rows: Row[] = [];
    for (const [name, ask] of Object.entries(lists)) rows.push(await listRow(name, ask, { few, many, calls }));
    for (const [name, ask] of Object.entries(sums)) {
      const { budget, ...row } = await listRow(name, ask, { few, many, calls });
      rows.push({ ...row, budget: budget.replace(/ <= .*?,/, ','), ratio: null });
    }
    rows.push(memoryRow(few, many), readyRow(few, many));
    return [...rows, ...(await listPageRows(many.scene, `the list of ${words(MANY)} runs`, wheels))];
  } finally {
    for (const { scene } of filled) await scene.close();
  }
}

async function openFilled(count: number): Promise<Filled> {
  const scene = await openScene();
  await grant(scene, { maxLaunches: 10_000 });
  const taskIds: string[] = [];
  for (let at = 0; at < TASKS; at++) {
    taskIds.push((ok(await scene.desk().call('create_task', { title: `Shelf ${at + 1}` })) as { id: string }).id);
  }
  await scene.daemon.stop();
  await fillRuns(scene.daemon.home, count, { tokenId: scene.token.id, cwd: scene.project, taskIds });
  await scene.restart();
  return { scene, count, taskId: taskIds[0] ?? '', readyMb: residentMb(scene.daemon.pid) };
}

type Ask = (clients: { readonly desk: Client; readonly agent: Client }, of: Filled) => Promise<unknown>;

const lists: Readonly<Record<string, Ask>> = {
  read_runs: async ({ desk }) => ok(await desk.call('read_runs', {})),
  'read_runs, last page': async ({ desk }, { count }) =>
    ok(await desk.call('read_runs', { cursor: makeCursor('read_runs..false', [count - 50]) })),
  'read_runs, active': async ({ desk }) => ok(await desk.call('read_runs', { active: true })),
  'read_runs, of a task': async ({ desk }, { taskId }) => ok(await desk.call('read_runs', { taskId })),
  tandem_list: async ({ agent }) => ok(await agent.call('tandem_list', {})),
  'tandem_list, active': async ({ agent }) => ok(await agent.call('tandem_list', { active: true })),
  read_inbox: async ({ desk }) => ok(await desk.call('read_inbox', {})),
};

/** They sum over all runs, so they only have figures. */
const sums: Readonly<Record<string, Ask>> = {
  tandem_scope: async ({ agent }) => ok(await agent.call('tandem_scope', {})),
  read_usage: async ({ desk }) => ok(await desk.call('read_usage', {})),
};

interface Beside {
  readonly few: Filled;
  readonly many: Filled;
  readonly calls: number;
}

async function listRow(name: string, ask: Ask, { few, many, calls }: Beside): Promise<Row> {
  const spent = new Map<Filled, number[]>([
    [few, []],
    [many, []],
  ]);
  for (let at = -5; at < calls; at++) {
    for (const [one, times] of spent) {
      const clients = { desk: one.scene.desk(), agent: one.scene.agent() };
      const took = await timedAsync(() => ask(clients, one));
      if (at >= 0) times.push(took);
    }
  }
  const floor = median(spent.get(few) ?? []);
  const measured = median(spent.get(many) ?? []);
  return {
    budget: `${name} with ${words(MANY)} finished runs <= ${ALLOWED_FACTOR} x with ${FEW}, p50 over HTTP`,
    tasks: null,
    floor: ms(floor),
    measured: ms(measured),
    ratio: measured / (ALLOWED_FACTOR * floor),
  };
}

function memoryRow(few: Filled, many: Filled): Row {
  const now = (one: Filled) => residentMb(one.scene.daemon.pid).toFixed(0);
  return {
    budget: `RSS with ${words(MANY)} finished runs, after the lists`,
    tasks: null,
    floor: `${few.readyMb.toFixed(0)} MB when ready, ${now(few)} MB after with ${FEW}`,
    measured: `${many.readyMb.toFixed(0)} MB when ready, ${now(many)} MB after`,
    ratio: null,
  };
}

function readyRow(few: Filled, many: Filled): Row {
  return {
    budget: `daemon ready with ${words(MANY)} finished runs`,
    tasks: null,
    floor: `${ms(few.scene.daemon.readyMs)} with ${FEW}`,
    measured: ms(many.scene.daemon.readyMs),
    ratio: null,
  };
}

export function words(count: number): string {
  return count.toLocaleString('en');
}
