/** What a worker can leave in its home for the daemon that fills it again, outside every jail. */
import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHome, writeFiles } from './home.ts';

const files = { '.codex/config.toml': 'own = 1\n', 'deep/er/file': 'deep\n' };
let top: string;
let home: string;
const fill = async () => {
  home = await openHome(join(top, 'homes'), 'c-1');
  await writeFiles(home, files);
};
beforeEach(async () => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'sidekicks-home-')));
  mkdirSync(join(top, 'homes'));
  mkdirSync(join(top, 'outside'));
  writeFileSync(join(top, 'secret'), 'the secret');
  await fill();
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const inHome = (path: string) => join(home, path);
const replace = (path: string, plant: (at: string) => void) => {
  rmSync(inHome(path), { recursive: true, force: true });
  plant(inHome(path));
};
const link = (target: string) => (at: string) => symlinkSync(target, at);
const fifo = (at: string) => void execFileSync('mkfifo', [at]);
const folder = (at: string) => mkdirSync(join(at, 'kept'), { recursive: true });

function expectWhole(): void {
  for (const [name, text] of Object.entries(files)) {
    expect(lstatSync(inHome(name)).isFile(), name).toBe(true);
    expect(readFileSync(inHome(name), 'utf8')).toBe(text);
    expect(lstatSync(inHome(name)).mode & 0o777).toBe(0o600);
  }
  for (const name of [
    'tmp',
    'empty',
    '.config',
    '.local',
    '.local/share',
    '.local/state',
    '.cache',
    '.codex',
    'deep/er',
  ])
    expect(lstatSync(inHome(name)).isDirectory(), name).toBe(true);
  expect(readFileSync(join(top, 'secret'), 'utf8')).toBe('the secret');
  expect(readdirSync(top).sort()).toEqual(['homes', 'outside', 'secret']);
  expect(readdirSync(join(top, 'outside'))).toEqual([]);
  expect(readdirSync(inHome('.codex')).filter((name) => !name.endsWith('.aside'))).toEqual(['config.toml']);
}

describe('a home is filled anew', { timeout: 5000 }, () => {
  it.each<[string, string, (at: string) => void]>([
    ['a link to a file, where a file goes', '.codex/config.toml', link('../../../secret')],
    ['a link to a file that is not there', '.codex/config.toml', link('../../../planted')],
    ['a link to a folder, where a file goes', '.codex/config.toml', link('../../../outside')],
    ['a link to a folder, where a folder goes', '.codex', link('../../outside')],
    ['a link to a folder, above', 'deep', link('../../outside')],
    ['a link to itself', 'deep', link('deep')],
    ['a link to a folder that is not there', '.cache', link('../../planted')],
    ['a link where a folder of every home goes', '.local', link('../../outside')],
    ['a FIFO where a file goes', '.codex/config.toml', fifo],
    ['a FIFO where a folder goes', 'deep/er', fifo],
    ['a file where a folder goes', '.config', (at) => writeFileSync(at, 'x')],
    ['a folder where a file goes', '.codex/config.toml', folder],
  ])('over %s', async (_name, path, plant) => {
    replace(path, plant);
    await fill();
    expectWhole();
    await fill();
    expectWhole();
  });

  it('and keeps what else is in it, also a folder that was in the way', async () => {
    writeFileSync(inHome('.codex/session'), 'mine');
    await fill();
    expect(readFileSync(inHome('.codex/session'), 'utf8')).toBe('mine');
    replace('deep/er/file', folder);
    await fill();
    const [aside] = readdirSync(inHome('deep/er')).filter((name) => name.endsWith('.aside'));
    expect(existsSync(inHome(`deep/er/${aside}/kept`))).toBe(true);
  });

  it('and never elsewhere, whatever the entry says', async () => {
    await writeFiles(home, { '../out': 'x', '/abs': 'x', '.': 'x', 'a/../../out': 'x' });
    expect(existsSync(inHome('abs'))).toBe(true);
    expect(readdirSync(join(top, 'homes'))).toEqual(['c-1']);
  });
});

it('a home that is itself a link is none', async () => {
  symlinkSync('../outside', join(top, 'homes/c-2'));
  await expect(openHome(join(top, 'homes'), 'c-2')).rejects.toThrow(/ENOTDIR|ELOOP/);
  expect(readdirSync(join(top, 'outside'))).toEqual([]);
});

describe.runIf(process.platform === 'linux')('while somebody swaps its folders', () => {
  it('nothing is written elsewhere', async () => {
    // A folder for a moment, then a link, without end.
    const swap = `
      const fs = require('node:fs'), [at, to] = process.argv.slice(1);
      const tried = (act) => { try { act(); } catch {} };
      for (const end = Date.now() + 1500; Date.now() < end;) {
        tried(() => fs.symlinkSync(to, at + '.link'));
        tried(() => fs.renameSync(at, at + '.was'));
        tried(() => fs.renameSync(at + '.link', at));
        tried(() => fs.unlinkSync(at));
        tried(() => fs.renameSync(at + '.was', at));
        tried(() => fs.rmSync(at + '.was', { recursive: true }));
      }`;
    const swapper = spawn(process.execPath, ['-e', swap, inHome('deep'), join(top, 'outside')], { stdio: 'ignore' });
    let isOver = false;
    swapper.once('exit', () => {
      isOver = true;
    });
    while (!isOver) await fill().catch(() => undefined);
    expect(readdirSync(join(top, 'outside'))).toEqual([]);
  });
});
