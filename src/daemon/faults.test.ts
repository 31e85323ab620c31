/** What a fault is called: with real errors of the library and the system, and over HTTP on a disk that is really full. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createClient } from '../client/client.ts';
import { needs } from '../kit/needs.ts';
import { sqliteLibrary } from '../store/sqlite/driver.ts';
import { refusalOfFault } from './faults.ts';
import { openRig } from './http/rig.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidekicks-faults-'));
const isMounted =
  process.platform === 'linux' &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'sidekicks-test', folder]).status === 0;
afterAll(() => {
  if (isMounted) spawnSync('umount', ['--lazy', folder]);
  rmSync(folder, { recursive: true, force: true });
});

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

const open = (file: string) => new (sqliteLibrary().library.DatabaseSync)(file);

describe('a fault', () => {
  it('of a full database is named, and leaves the way back open', () => {
    const raw = open(':memory:');
    raw.exec('create table note (body); pragma max_page_count=3');
    const error = thrownBy(() => raw.exec(`insert into note values ('${'x'.repeat(50_000)}')`));
    raw.close();
    expect(refusalOfFault(error)).toMatchObject({
      code: 'disk_full',
      message: 'The disk is full; nothing was changed.',
    });
  });

  it.runIf(needs(existsSync('/dev/full'), 'this machine has no /dev/full'))('of a full disk is named', () => {
    expect(refusalOfFault(thrownBy(() => writeFileSync('/dev/full', 'x'))).code).toBe('disk_full');
  });

  it('of a broken file is named at once, and any other is not', () => {
    const file = join(folder, 'broken.db');
    writeFileSync(file, 'this is no database at all, and never was one');
    const raw = open(file);
    const error = thrownBy(() => raw.exec('select * from sqlite_schema'));
    raw.close();
    rmSync(file);
    expect(refusalOfFault(error).code).toBe('store_faulted');
    for (const other of [new Error('a bug'), null, undefined, 'text']) {
      expect(refusalOfFault(other)).toMatchObject({ code: 'internal' });
    }
  });
});

describe.runIf(needs(isMounted, 'no small disk could be mounted here, which takes root'))(
  'a disk that fills up',
  () => {
    it('refuses what it cannot write, and goes on once there is room', async () => {
      const before = process.env.TMPDIR;
      process.env.TMPDIR = folder;
      const rig = await openRig({ empty: true }).finally(() => {
        if (before === undefined) delete process.env.TMPDIR;
        else process.env.TMPDIR = before;
      });
      const desk = rig.desk(await rig.pair());
      const make = (title: string) => desk.call('create_task', { title, description: 'x'.repeat(18_000) });
      expect((await make('before')).ok).toBe(true);
      const { seq } = rig.app.state().workspace;
      const filler = join(folder, 'filler');
      thrownBy(() => writeFileSync(filler, Buffer.alloc(4 * 1024 * 1024)));
      const refused = [await make('one'), await make('two')];
      for (const one of refused) {
        expect(one).toMatchObject({ ok: false, refusal: { code: 'disk_full' } });
        expect(!one.ok && one.refusal.next).toContain('Free some space');
      }
      expect(rig.app.state().workspace.seq).toBe(seq);
      const agent = createClient({
        baseUrl: rig.urls.workspace,
        credential: { kind: 'none' },
      });
      expect((await agent.hello()).app).toBe('sidekicks');
      rmSync(filler);
      expect((await make('after')).ok).toBe(true);
      expect(rig.faults.splice(0).length).toBeGreaterThanOrEqual(2);
      await rig.close();
    });
  },
);
