import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Home, openHome } from './folder.ts';
import { homeSecret, renewHomeSecret } from './secret.ts';

let home: Home;
beforeEach(() => {
  const opened = openHome(mkdtempSync(join(tmpdir(), 'sidekicks-secret-')));
  if (!opened.ok) throw new Error(opened.refusal.message);
  home = opened.value;
});
afterEach(() => rmSync(home.path, { recursive: true, force: true }));

it('is 32 bytes that stay, in a file of its owner', () => {
  const secret = homeSecret(home);
  expect(secret.length).toBe(32);
  expect(homeSecret(home)).toEqual(secret);
  expect(statSync(home.secret).mode & 0o777).toBe(0o600);
  expect(readdirSync(home.path)).toEqual(['secret']);
});

it('is another one after it was renewed', () => {
  const before = homeSecret(home);
  const after = renewHomeSecret(home);
  expect(after).not.toEqual(before);
  expect(homeSecret(home)).toEqual(Buffer.from(after));
  expect(statSync(home.secret).mode & 0o777).toBe(0o600);
});

it('is never made up when the file is damaged', () => {
  writeFileSync(home.secret, 'short');
  chmodSync(home.secret, 0o600);
  expect(() => homeSecret(home)).toThrow(/5 bytes/);
});
