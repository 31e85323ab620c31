import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clearScratch, withScratch } from './scratch.ts';

const before = process.env.TMPDIR;
let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'sk-place-'));
  process.env.TMPDIR = place;
});
afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(place, { recursive: true });
});

test('is gone afterwards, also when the work failed', async () => {
  const used: string[] = [];
  await withScratch(async (folder) => void used.push(folder));
  const failing = withScratch(async (folder) => {
    used.push(folder);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(used.map((folder) => existsSync(folder))).toEqual([false, false]);
});

test('what a killed process left is removed when it is an hour old, and nothing else', async () => {
  const at = (name: string) => join(place, name);
  for (const name of ['sidekicks-scratch-old', 'sidekicks-scratch-young', 'other-old']) {
    mkdirSync(at(name));
    writeFileSync(join(at(name), 'bytes'), 'x');
  }
  symlinkSync(at('other-old'), at('sidekicks-scratch-link'));
  writeFileSync(at('sidekicks-scratch-file'), 'x');
  const twoHoursAgo = Date.now() / 1000 - 7200;
  for (const name of ['sidekicks-scratch-old', 'other-old', 'sidekicks-scratch-file']) {
    utimesSync(at(name), twoHoursAgo, twoHoursAgo);
  }
  execFileSync('touch', ['-h', '-d', '2 hours ago', at('sidekicks-scratch-link')]);
  await clearScratch();
  expect(existsSync(at('sidekicks-scratch-old'))).toBe(false);
  for (const name of ['sidekicks-scratch-young/bytes', 'other-old/bytes', 'sidekicks-scratch-file']) {
    expect(existsSync(at(name)), name).toBe(true);
  }
});
