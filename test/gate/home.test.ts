/** The data folder: nobody else may look into it or put another in its place, and there is no way around its rules. */
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasOwners, isRoot } from '../../src/kit/needs.ts';
import { makeHome, program, startDaemon } from '../rigs/daemon.ts';
import { run } from '../surfaces/over-cli.ts';

let base: ReturnType<typeof makeHome>;
beforeEach(() => {
  base = makeHome();
});
afterEach(() => base.remove());

const sidekicks = (...words: string[]) =>
  run({ command: process.execPath, args: [program], env: { ...process.env } }, words, '');

/** The ways into a home: to serve it, to ask its daemon, to read it without one. */
const commands = [['--no-open', '--json', '--port', '0'], ['call', 'get_workspace_state'], ['verify']];

describe.runIf(hasOwners())('an unsafe home is refused', () => {
  const cases: readonly [string, (path: string) => string][] = [
    ['a symbolic link', (path) => linked(path)],
    ['a symbolic link with a slash at its end', (path) => `${linked(path)}/`],
    ['a folder that its group may write', (path) => made(path, 0o720)],
    ['a folder that its group may read', (path) => made(path, 0o740)],
    ['a folder that others may enter', (path) => made(path, 0o701)],
    ['a file', (path) => written(path)],
  ];

  test.each(cases)('%s', async (_, make) => {
    const home = make(base.path);
    for (const words of commands) {
      const { code, stdout, stderr } = await sidekicks(...words, '--home', home);
      expect(code, words[0]).not.toBe(0);
      expect(`${stdout}${stderr}`, words[0]).toMatch(
        /unsafe_home|symbolic link|other users|not a folder|EEXIST|ENOTDIR/,
      );
      expect(stdout).not.toContain('"pid"');
    }
    const inside = lstatSync(home.replace(/\/$/, '')).isDirectory() ? readdirSync(home) : [];
    expect(inside).toEqual([]);
  });

  test.runIf(isRoot())('a folder of another user', async () => {
    const home = made(base.path, 0o700);
    chownSync(home, 4711, 4711);
    const { code, stderr } = await sidekicks('--no-open', '--json', '--port', '0', '--home', home);
    expect(code).toBe(1);
    expect(stderr).toContain('belongs to another user');
  });
});

function linked(path: string): string {
  mkdirSync(join(path, 'real'), { mode: 0o700 });
  symlinkSync(join(path, 'real'), join(path, 'link'));
  return join(path, 'link');
}

function written(path: string): string {
  writeFileSync(join(path, 'file'), '');
  return join(path, 'file');
}

function made(path: string, mode: number): string {
  const home = join(path, 'home');
  mkdirSync(home);
  // Past the umask of whoever runs this.
  chmodSync(home, mode);
  return home;
}

test.runIf(hasOwners())('everything in a home is its owner’s alone, also while it runs', async () => {
  const daemon = await startDaemon(base.path);
  try {
    await sidekicks('call', 'get_workspace_state', '--home', base.path);
    await sidekicks('backup', join(base.path, 'copy.db'), '--home', base.path);
    const open = readdirSync(base.path, { recursive: true, encoding: 'utf8' }).filter((name) => {
      const { mode } = lstatSync(join(base.path, name));
      return (mode & 0o077) !== 0;
    });
    expect(open).toEqual([]);
    expect(readdirSync(base.path)).toEqual(expect.arrayContaining(['secret', 'sidekicks.db', 'logs', 'lock']));
  } finally {
    await daemon.stop();
  }
});

test('there is no flag for another address, and a home keeps its ports', async () => {
  for (const flag of ['--host', '--bind', '--listen', '--address', '--cors', '--insecure', '--no-auth']) {
    const { code, stderr } = await sidekicks(flag, '0.0.0.0', '--no-open', '--home', base.path);
    expect(code, flag).toBe(2);
    expect(stderr).toContain(`There is no option ${flag}.`);
  }
  const daemon = await startDaemon(base.path);
  await daemon.stop();
  const { code, stderr } = await sidekicks('--port', String(daemon.port + 2), '--no-open', '--home', base.path);
  expect(code).toBe(1);
  expect(stderr).toContain('port_fixed');
});

test('a pairing code is shown on a terminal only, and to no pipe', async () => {
  const daemon = await startDaemon(base.path);
  try {
    const { code, stdout, stderr } = await sidekicks('pair', '--home', base.path);
    expect(code).toBe(1);
    expect(`${stdout}${stderr}`).not.toMatch(/\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/);
  } finally {
    expect(await daemon.stop()).not.toMatch(/\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/);
  }
});
