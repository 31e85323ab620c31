/**
 * `npm run bench [-- --quick] [--tasks 100,1000] [part...]`: every budget beside its floor in the same run. It prints; a
 * missed budget fails nothing. Parts: `evaluate`, `commit`, ..., and `delegation`, or one of its own: `calls`, `log`, ...
 */
import { cpSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSqliteStore } from '../src/store/sqlite/store.ts';
import { makeHome } from '../test/rigs/daemon.ts';
import { browserRows } from './browser.ts';
import { commitRows } from './commit.ts';
import { callRows } from './delegation/calls.ts';
import { launchRows } from './delegation/launch.ts';
import { logRows } from './delegation/log.ts';
import { runRows } from './delegation/runs.ts';
import { evaluateRows } from './evaluate.ts';
import { fill } from './fill.ts';
import { memoryRows } from './memory.ts';
import { type Row, tableOf } from './report.ts';
import { sizeRows } from './sizes.ts';
import { startRows } from './start.ts';
import { toolRows } from './tools.ts';

interface Effort {
  readonly evaluate: number;
  readonly commit: number;
  readonly start: number;
  readonly tool: number;
  readonly calls: number;
  /** Of the mouse, for each gesture in the browser. */
  readonly steps: number;
  /** Of a run, from its start to its first prompt. */
  readonly launch: number;
}

const whole: Effort = { evaluate: 1000, commit: 200, start: 9, tool: 200, calls: 10_000, steps: 120, launch: 9 };
const quick: Effort = { evaluate: 200, commit: 60, start: 3, tool: 40, calls: 1000, steps: 40, launch: 3 };

/** Each works on a home of its own, a copy of the filled one. */
type Section = (home: string, tasks: number, effort: Effort) => Promise<Row[]>;

/** They take longest and say least about small workspaces: a quick run measures them once. */
const slow = ['memory', 'browser'];

const sections: Readonly<Record<string, Section>> = {
  evaluate: (home, tasks, effort) => evaluateRows(home, tasks, effort.evaluate),
  commit: (home, tasks, effort) => commitRows(home, tasks, effort.commit),
  start: (home, tasks, effort) => startRows(home, tasks, effort.start),
  tools: (home, tasks, effort) => toolRows(home, tasks, effort.tool),
  memory: (home, tasks, effort) => memoryRows(home, tasks, effort.calls),
  browser: (home, tasks, effort) => browserRows(home, tasks, effort.steps),
};

/** Of runs. They make workspaces of their own: what they measure does not depend on tasks. */
const delegation: Readonly<Record<string, (effort: Effort) => Promise<Row[]>>> = {
  launch: ({ launch }) => launchRows(launch),
  calls: ({ tool }) => callRows(tool),
  runs: ({ tool, steps }) => runRows(tool, steps),
  log: ({ tool, steps }) => logRows(tool, steps),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    tasks: { type: 'string', default: '100,1000,10000' },
    only: { type: 'string', default: '' },
  },
});

const effort = values.quick ? quick : whole;
const wanted = namesOf([...positionals, ...values.only.split(',')].filter((name) => name !== ''));
console.log(
  `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, ${type()} ${release()}`,
);
const rows: Row[] = [];
const sizes = values.tasks.split(',').map(Number);
const perSize = wanted.filter((name) => name in sections);
if (perSize.length > 0) {
  rows.push(...sizeRows());
  for (const tasks of sizes) rows.push(...(await measure(tasks)));
}
for (const [name, part] of Object.entries(delegation)) {
  if (wanted.includes(name)) rows.push(...(await told(`delegation, ${name}`, () => part(effort))));
}
console.log(`\n${tableOf(rows)}`);
const missed = rows.filter(({ ratio }) => ratio !== null && ratio > 1).length;
console.log(`\n${rows.filter(({ ratio }) => ratio !== null).length - missed} budgets met, ${missed} missed`);

/** Everything when nothing is named. */
function namesOf(given: readonly string[]): readonly string[] {
  const all = [...Object.keys(sections), ...Object.keys(delegation)];
  const unknown = given.find((name) => name !== 'delegation' && !all.includes(name));
  if (unknown) throw new Error(`no such part: ${unknown}; there are ${all.join(', ')}, and delegation`);
  if (given.length === 0) return all;
  return given.flatMap((name) => (name === 'delegation' ? Object.keys(delegation) : [name]));
}

async function told(what: string, part: () => Promise<Row[]>): Promise<Row[]> {
  const began = performance.now();
  const found = await part();
  console.error(`${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return found;
}

async function measure(tasks: number): Promise<Row[]> {
  const filled = makeHome();
  const found: Row[] = [];
  try {
    const store = await openSqliteStore({ file: join(filled.path, 'sidekicks.db') });
    await fill(store, tasks);
    await store.close();
    const isLargest = tasks === Math.max(...sizes);
    for (const name of perSize) {
      if (values.quick && !isLargest && slow.includes(name)) continue;
      const home = makeHome();
      cpSync(filled.path, home.path, { recursive: true });
      found.push(
        ...(await told(`${tasks} tasks, ${name}`, async () => sections[name]?.(home.path, tasks, effort) ?? [])),
      );
      await home.remove();
    }
  } finally {
    await filled.remove();
  }
  return found;
}
