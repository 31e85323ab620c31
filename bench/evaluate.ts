/** `evaluate a 20-subtask plan <= 2 ms p50 in process`, beside the digest that no evaluation can do without. */
import { join } from 'node:path';
import { openApp } from '../src/app/open.ts';
import { planDigest } from '../src/core/plan/digest.ts';
import { evaluate } from '../src/core/plan/evaluate.ts';
import type { Task } from '../src/core/workspace/task.ts';
import { DAY_MS } from '../src/kit/durations.ts';
import { openSqliteStore } from '../src/store/sqlite/store.ts';
import { type Caller, desk, ok } from '../test/app/callers.ts';
import { playbooks, urls } from './fill.ts';
import { median, ms, timed } from './numbers.ts';
import { brokenPlan, parentFields, richPlan } from './plan.ts';
import type { Row } from './report.ts';

const ALLOWED_MS = 2;

export async function evaluateRows(home: string, tasks: number, runs: number): Promise<Row[]> {
  const store = await openSqliteStore({ file: join(home, 'sidekicks.db') });
  const app = await openApp({ store, urls, playbooks });
  const person = await desk(app);
  const due = { date: new Date(Date.now() + 60 * DAY_MS).toISOString().slice(0, 10) };
  const { id } = ok(await person('create_task', { ...parentFields, due })) as { id: string };
  const nowMs = Date.now();
  const plan = richPlan(app, app.state().tables.task.get(id) as Task, nowMs);
  const broken = brokenPlan(plan);
  const valid = timed(runs, () => evaluate(app.state(), plan, nowMs));
  const invalid = timed(runs, () => evaluate(app.state(), broken, nowMs));
  const digest = timed(runs, () => planDigest(app.workspaceId, plan));
  const moved: number[] = [];
  for (let run = 0; run < Math.min(runs, 40); run++) {
    await renameSomething(person, id, run);
    moved.push(...timed(1, () => evaluate(app.state(), plan, nowMs)));
  }
  await app.close();
  await store.close();
  const row = (what: string, spent: readonly number[]): Row => ({
    budget: `evaluate 20 subtasks${what} <= ${ms(ALLOWED_MS)} p50 in process`,
    tasks,
    floor: `${ms(median(digest))} digest`,
    measured: ms(median(spent)),
    ratio: median(spent) / ALLOWED_MS,
  });
  return [
    row('', valid),
    row(' right after the version moved', moved),
    row(' with 8 errors and their repairs', invalid),
  ];
}

/** Moves the version, as somebody else's work would, so that nothing remembered may simply be used again. */
async function renameSomething(person: Caller, besides: string, run: number): Promise<void> {
  const { id } = ok(await person('create_task', { title: `Lamp ${run}`, plannedStart: soon(run) })) as { id: string };
  if (id === besides) throw new Error('a new task has an old id');
}

function soon(run: number): string {
  return new Date(Date.now() + (run + 1) * DAY_MS).toISOString().replace(/\.\d+Z$/, 'Z');
}
