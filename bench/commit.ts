/**
 * `commit <= the same rows and hashes written raw + evaluate + 0.5 ms`, both on files of the same size, in turns. By the
 * clock, flush included, and by the processor's time, which says the same on a busy machine as on an idle one.
 */
import { join } from 'node:path';
import type { App } from '../src/app/app.ts';
import { openApp } from '../src/app/open.ts';
import type { Write } from '../src/app/ports.ts';
import { evaluate } from '../src/core/plan/evaluate.ts';
import type { Task } from '../src/core/workspace/task.ts';
import { DAY_MS } from '../src/kit/durations.ts';
import { canonicalJson, sha256 } from '../src/kit/json.ts';
import { type Connection, openConnection } from '../src/store/sqlite/connection.ts';
import { openSqliteStore } from '../src/store/sqlite/store.ts';
import { agent, type Caller, desk, ok } from '../test/app/callers.ts';
import { decisionOn } from '../test/rigs/people.ts';
import { changed } from '../test/rigs/stores.ts';
import { playbooks, urls } from './fill.ts';
import { median, ms, timedAsync } from './numbers.ts';
import { parentFields, richPlan } from './plan.ts';
import type { Row } from './report.ts';

const ALLOWED_MS = 0.5;
/** Rounds before those that count: the compiler needs some fifty to settle. */
const WARM = 50;

export async function commitRows(home: string, tasks: number, runs: number): Promise<Row[]> {
  const store = await openSqliteStore({ file: join(home, 'sidekicks.db') });
  const rawFile = join(home, 'raw.db');
  await store.backup(rawFile);
  const raw = openConnection(rawFile, { busyMs: 1000 });
  // Every write of the app goes to the raw file too, so that both are in the same state of their write-ahead logs.
  const writes: Write[] = [];
  const watched = changed(store, {
    transact: (workspaceId, knownSeq, work) =>
      store.transact(workspaceId, knownSeq, (tail) => {
        const result = work(tail);
        if (result.write) writes.push(result.write);
        return result;
      }),
  });
  const app = await openApp({ store: watched, urls, playbooks });
  const person = await desk(app);
  const bot = await agent(app, 'bench');
  const clock: Spent = { commit: [], raw: [], evaluate: [] };
  const processor: Spent = { commit: [], raw: [], evaluate: [] };
  for (let run = -WARM; run < runs; run++) {
    const { proposalId, parent } = await approved(app, person, bot);
    for (const write of writes.splice(0)) writeRaw(raw, app.workspaceId, write);
    const nowMs = Date.now();
    const plan = richPlan(app, parent, nowMs);
    const work = {
      evaluate: async () => void evaluate(app.state(), plan, nowMs),
      commit: async () => void ok(await bot('commit_task_plan', { proposalId })),
      raw: async () => {
        for (const write of writes.splice(0)) writeRaw(raw, app.workspaceId, write);
      },
    } as const;
    for (const name of ['evaluate', 'commit', 'raw'] as const) {
      const before = process.cpuUsage();
      const took = await timedAsync(work[name]);
      const { user, system } = process.cpuUsage(before);
      if (run < 0) continue;
      clock[name].push(took);
      processor[name].push((user + system) / 1000);
    }
  }
  raw.close();
  await app.close();
  await store.close();
  return [rowOf('p50', clock, tasks), rowOf('processor time p50', processor, tasks)];
}

interface Spent {
  readonly commit: number[];
  readonly raw: number[];
  readonly evaluate: number[];
}

function rowOf(what: string, spent: Spent, tasks: number): Row {
  const commit = median(spent.commit);
  const floor = median(spent.raw);
  const judged = median(spent.evaluate);
  return {
    budget: `commit of 20 subtasks <= raw rows and hashes + evaluate + ${ms(ALLOWED_MS)}, ${what}`,
    tasks,
    floor: `${ms(floor)} raw + ${ms(judged)} evaluate`,
    measured: ms(commit),
    ratio: commit / (floor + judged + ALLOWED_MS),
  };
}

async function approved(app: App, person: Caller, bot: Caller): Promise<{ proposalId: string; parent: Task }> {
  const due = { date: new Date(Date.now() + 60 * DAY_MS).toISOString().slice(0, 10) };
  const made = ok(await person('create_task', { ...parentFields, due })) as { id: string };
  const parent = app.state().tables.task.get(made.id) as Task;
  const staged = ok(await bot('stage_task_plan', richPlan(app, parent, Date.now()))) as {
    proposalId: string;
    revision: number;
    digest: string;
  };
  ok(await person('approve_proposal', await decisionOn(person, staged)));
  return { proposalId: staged.proposalId, parent };
}

const statements = {
  move: 'update workspace set seq = ?, version = ?, head = ? where id = ?',
  event:
    'insert into event (workspace_id, seq, header, hash, payload, type, author_id, at) values (?, ?, ?, ?, ?, ?, ?, ?)',
  subject: 'insert or ignore into event_subject (workspace_id, subject, seq) values (?, ?, ?)',
  entity: `insert into entity (workspace_id, kind, id, body) values (?, ?, ?, ?)
    on conflict (workspace_id, kind, id) do update set body = excluded.body returning row`,
  text: 'insert or replace into task_text (rowid, title, tags, description) values (?, ?, ?, ?)',
} as const;

/** No check, no decision: only the bytes, the hashes that seal them, and the flush. */
function writeRaw(raw: Connection, workspaceId: string, { events, touched }: Write): void {
  raw.immediate(() => {
    for (const { header, payload } of events) {
      sha256(canonicalJson(payload));
      const text = canonicalJson(header);
      const hash = sha256(text);
      raw.prepare(statements.move).run([header.seq, header.version, hash, workspaceId]);
      const values = [workspaceId, header.seq, text, hash, JSON.stringify(payload)];
      raw.prepare(statements.event).run([...values, header.type, header.author.id, header.at]);
      for (const name of header.subjects) raw.prepare(statements.subject).run([workspaceId, name, header.seq]);
    }
    for (const { kind, id, entity } of touched.values()) {
      const { row } = raw.prepare(statements.entity).get([workspaceId, kind, id, JSON.stringify(entity)]) as {
        row: number;
      };
      if (kind !== 'task') continue;
      const { title, tags, description } = entity as Task;
      raw.prepare(statements.text).run([row, title, tags.join(' '), description]);
    }
  });
}
