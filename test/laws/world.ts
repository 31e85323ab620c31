/** A real app over a real store whose next transaction can be made to break, and can have a planted bug. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp } from '../../src/app/open.ts';
import type { Store, Write } from '../../src/app/ports.ts';
import type { State } from '../../src/core/state/state.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { agent, type Caller, desk, ok } from '../app/callers.ts';
import { changed } from '../rigs/stores.ts';

/** Where the next transaction breaks. `after`: it is durable, and nobody is told. */
export type Break = 'inside' | 'after' | null;

/** Ids of tasks that a plan beside a course may be for; each makes its own codes possible. */
export interface Parents {
  readonly sound: string;
  readonly done: string;
  /** Due on Friday. */
  readonly due: string;
  /** A playbook was matched to it. */
  readonly matched: string;
  /** A mandatory playbook applies to it. */
  readonly mandatory: string;
}

export interface World {
  readonly store: Store;
  readonly workspaceId: string;
  readonly person: Caller;
  readonly claude: Caller;
  readonly codex: Caller;
  /** Brings plans beside the courses. */
  readonly agent: Caller;
  readonly state: () => State;
  readonly version: () => number;
  /** Milliseconds; it stands still, so that a verdict holds as long as a course takes. */
  readonly now: () => number;
  readonly otherTask: string;
  readonly parents: Parents;
  breakNext(where: Break): void;
  close(): Promise<void>;
}

/** What a bug makes of a write whose transaction breaks (`isBroken`), or does not. Null = nothing is stored. */
export type Bug = (write: Write, isBroken: boolean) => Write | null;

export const sound: Bug = (write, isBroken) => (isBroken ? null : write);

export async function openWorld(bug: Bug): Promise<World> {
  const home = mkdtempSync(join(tmpdir(), 'sidekicks-law-'));
  const inner = await openSqliteStore({ file: join(home, 'w.db') });
  let next: Break = null;
  const store = breaking(inner, bug, () => {
    const where = next;
    next = null;
    return where;
  });
  const urls = { workspaceUrl: 'http://localhost:4141', deskUrl: 'http://localhost:4142' };
  const app = await openApp({ store, urls, playbooks, empty: true, zone: 'UTC', clock: { now: () => MONDAY } });
  const person = await desk(app);
  const third = await agent(app, 'gemini');
  return {
    store: inner,
    workspaceId: app.workspaceId,
    person,
    claude: await agent(app, 'claude'),
    codex: await agent(app, 'codex'),
    agent: third,
    state: () => app.state(),
    version: () => app.state().workspace.version,
    now: () => MONDAY,
    otherTask: await made(person, { title: 'Another' }),
    parents: await makeParents(person, third),
    breakNext: (where) => {
      next = where;
    },
    async close() {
      await app.close();
      await inner.close();
      rmSync(home, { recursive: true });
    },
  };
}

const playbooks = join(import.meta.dirname, '../../playbooks');

const MONDAY = Date.parse('2026-03-02T07:00:00Z');

async function made(person: Caller, task: object): Promise<string> {
  return (ok(await person('create_task', task)) as { readonly id: string }).id;
}

async function makeParents(person: Caller, matcher: Caller): Promise<Parents> {
  const meeting = { title: 'Fair', kind: 'fixed', start: '2026-03-04T10:00:00Z', end: '2026-03-04T12:00:00Z' };
  ok(await person('create_commitment', meeting));
  ok(await person('change_sidekick', { sidekickId: 'incident', enabled: true, mandatory: true }));
  const matched = await made(person, { title: 'Testing of boards' });
  ok(await matcher('match_sidekicks_to_task', { taskId: matched }));
  return {
    sound: await made(person, { title: 'Shelf of the third' }),
    done: await made(person, { title: 'Old shelf', status: 'done' }),
    due: await made(person, { title: 'Shelf for Friday', due: { at: '2026-03-06T16:00:00Z' } }),
    matched,
    mandatory: await made(person, { title: 'Outage of the lift' }),
  };
}

/** Says of what it broke whether that would have been, or was, a commit. */
function breaking(inner: Store, bug: Bug, take: () => Break): Store {
  return changed(inner, {
    async transact(workspaceId, knownSeq, work) {
      const where = take();
      let what = where === 'inside' ? 'broken inside' : 'broken after';
      const value = await inner.transact(workspaceId, knownSeq, (tail) => {
        const result = work(tail);
        if (result.write && isCommit(result.write)) what += ' a commit';
        const write = result.write && bug(result.write, where === 'inside');
        if (write === null && where === 'inside') throw new Error(what);
        return { ...result, write };
      });
      if (where !== null) throw new Error(what);
      return value;
    },
  });
}

export function isCommit({ events }: Write): boolean {
  return events.some(({ header }) => header.type === 'proposal.committed');
}
