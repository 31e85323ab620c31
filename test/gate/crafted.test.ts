/** Backups that somebody edited: restore takes none, a start serves none, verify names each; and nothing changes. */
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RawDatabase } from '../../src/store/sqlite/driver.ts';
import { program, startDaemon } from '../rigs/daemon.ts';
import { approve, ok } from '../rigs/people.ts';
import { run } from '../surfaces/over-cli.ts';
import { openScene, type Scene } from './scene.ts';
import { inDatabase } from './tamper.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidekicks-crafted-'));
let scene: Scene;
let whole: string;

const sidekicks = (home: string, ...words: string[]) =>
  run({ command: process.execPath, args: [program], env: process.env }, [...words, '--home', home], '');

/** A home with a task, an approved plan, and its backup. */
beforeAll(async () => {
  scene = await openScene();
  const plan = await scene.plan(await scene.newTask('Build the shelf'));
  ok(await approve(scene.person, await scene.stage(scene.agent, plan)));
  whole = homeOf('whole');
  expect(await sidekicks(scene.daemon.home, 'backup', join(whole, 'sidekicks.db'))).toMatchObject({ code: 0 });
  await scene.daemon.stop();
});
afterAll(async () => {
  await scene?.close();
  rmSync(folder, { recursive: true, force: true });
});

function homeOf(name: string): string {
  const home = join(folder, name);
  mkdirSync(home, { mode: 0o700 });
  return home;
}

/** A home whose database is the backup, edited: what somebody would hand over, and what somebody would put in place. */
function crafted(name: string, edit: (database: RawDatabase) => void): string {
  const home = homeOf(name);
  copyFileSync(join(whole, 'sidekicks.db'), join(home, 'sidekicks.db'));
  inDatabase(home, edit);
  return home;
}

const changing = (sql: string) => (database: RawDatabase) => {
  expect(Number(database.prepare(sql).run().changes)).toBe(1);
};

const cases: readonly [name: string, edit: (database: RawDatabase) => void, named: RegExp, atStart: RegExp][] = [
  [
    'a task row under another id',
    changing("update entity set id = 'elsewhere' where kind = 'task'"),
    /task:elsewhere/,
    /the row task:elsewhere holds another id/,
  ],
  [
    'the row of an approval under the id of another',
    changing("update entity set id = 'a-second' where kind = 'approval'"),
    /approval:a-second/,
    /the row approval:a-second holds another id/,
  ],
  [
    'a trigger that would act on every later write',
    (database) =>
      database.exec("create trigger helper after insert on event begin update entity set body = body || ' '; end"),
    /triggers or views/,
    /triggers or views/,
  ],
  [
    'a view',
    (database) => database.exec('create view helper as select * from entity'),
    /triggers or views/,
    /triggers or views/,
  ],
  [
    'a second workspace beside the one',
    changing("insert into workspace (id, seq, version, head) values ('zz-second', 0, 0, '')"),
    /workspace:zz-second/,
    /2 workspaces/,
  ],
  [
    'a second workspace that comes first',
    changing("insert into workspace (id, seq, version, head) values ('00-second', 0, 0, '')"),
    /workspace:/,
    /2 workspaces/,
  ],
];

describe.each(cases)('%s', (name, edit, named, atStart) => {
  let home: string;
  beforeAll(() => {
    home = crafted(name.replaceAll(' ', '-'), edit);
  });

  test('is not restored, and the home stays as it was', async () => {
    const target = scene.daemon.home;
    const before = readFileSync(join(target, 'sidekicks.db'));
    const { code, stdout, stderr } = await sidekicks(target, 'restore', join(home, 'sidekicks.db'));
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).toMatch(named);
    expect(readFileSync(join(target, 'sidekicks.db')).equals(before)).toBe(true);
    expect(await sidekicks(target, 'verify')).toMatchObject({ code: 0 });
  });

  test('is not served', async () => {
    await expect(startDaemon(home)).rejects.toThrow(atStart);
  });

  test('is named by verify', async () => {
    const { code, stdout, stderr } = await sidekicks(home, 'verify');
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).toMatch(named);
  });
});

test('the same backup unedited is restored, served and verified', async () => {
  const home = crafted('unedited', () => undefined);
  expect(await sidekicks(home, 'verify')).toMatchObject({ code: 0 });
  const target = homeOf('target');
  expect(await sidekicks(target, 'restore', join(home, 'sidekicks.db'))).toMatchObject({ code: 0 });
  await (await startDaemon(target)).stop();
});
