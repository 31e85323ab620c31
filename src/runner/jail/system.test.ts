/** A bubblewrap that does not run is none, and no fault. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { findBubblewrap } from './system.ts';

const { PATH } = process.env;
const folder = mkdtempSync(join(tmpdir(), 'sidekicks-bwrap-'));
afterEach(() => {
  process.env.PATH = PATH;
  rmSync(folder, { recursive: true, force: true });
});

it.skipIf(process.platform === 'win32')('passes over a bubblewrap that cannot tell its version', async () => {
  const broken = join(folder, 'bwrap');
  writeFileSync(broken, '#!/bin/sh\nexit 1\n');
  chmodSync(broken, 0o755);
  process.env.PATH = `${folder}${delimiter}${PATH}`;
  expect((await findBubblewrap())?.path).not.toBe(broken);
});
