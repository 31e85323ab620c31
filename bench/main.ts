/**
 * `npm run bench [-- --quick] [--tasks 100,1000] [--only evaluate,commit]`: every budget beside its floor in the same
 * run. It prints; a missed budget fails nothing.
 */
import { cpSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openSqliteStore } from '../src/store/sqlite/store.ts';
import { makeHome } from '../test/rigs/daemon.ts';
import { browserRows } from './browser.ts';
import { commitRows } from './commit.ts';
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
}

const whole: Effort = { evaluate: 1000, commit: 200, start: 9, tool: 200, calls: 10_000, steps: 120 };
const quick: Effort = { evaluate: 200, commit: 60, start: 3, tool: 40, calls: 1000, steps: 40 };

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

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    tasks: { type: 'string', default: '100,1000,10000' },
    only: { type: 'string', default: Object.keys(sections).join() },
  },
});

console.log(
  `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, ${(totalmem() / 2 ** 30).toFixed(0)} GB, ${type()} ${release()}`,
);
const rows: Row[] = [];
const sizes = values.tasks.split(',').map(Number);
for (const tasks of sizes) rows.push(...(await measure(tasks)));
console.log(`\n${tableOf([...sizeRows(), ...rows])}`);
const missed = rows.filter(({ ratio }) => ratio !== null && ratio > 1).length;
console.log(`\n${rows.filter(({ ratio }) => ratio !== null).length - missed} budgets met, ${missed} missed`);

async function measure(tasks: number): Promise<Row[]> {
  const filled = makeHome();
  const found: Row[] = [];
  try {
    const store = await openSqliteStore({ file: join(filled.path, 'sidekicks.db') });
    await fill(store, tasks);
    await store.close();
    const isLargest = tasks === Math.max(...sizes);
    for (const name of values.only.split(',')) {
      if (values.quick && !isLargest && slow.includes(name)) continue;
      const section = sections[name];
      if (!section) throw new Error(`no such part: ${name}; there are ${Object.keys(sections).join(', ')}`);
      const home = makeHome();
      cpSync(filled.path, home.path, { recursive: true });
      const began = performance.now();
      found.push(...(await section(home.path, tasks, values.quick ? quick : whole)));
      console.error(`${tasks} tasks, ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
      await home.remove();
    }
  } finally {
    await filled.remove();
  }
  return found;
}
