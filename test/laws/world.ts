/** A real app over a real store whose next transaction can be made to break, and can have a planted bug. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp } from '../../src/app/open.ts';
import type { Store, Write } from '../../src/app/ports.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { agent, type Caller, desk, ok } from '../app/callers.ts';
import { changed } from '../rigs/stores.ts';

/** Where the next transaction breaks. `after`: it is durable, and nobody is told. */
export type Break = 'inside' | 'after' | null;

export interface World {
  readonly store: Store;
  readonly workspaceId: string;
  readonly person: Caller;
  readonly claude: Caller;
  readonly codex: Caller;
  readonly version: () => number;
  readonly otherTask: string;
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
  const app = await openApp({ store, urls, playbooks: null, empty: true, zone: 'UTC' });
  const person = await desk(app);
  const { id } = ok(await person('create_task', { title: 'Another' })) as { id: string };
  return {
    store: inner,
    workspaceId: app.workspaceId,
    person,
    claude: await agent(app, 'claude'),
    codex: await agent(app, 'codex'),
    version: () => app.state().workspace.version,
    otherTask: id,
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
