import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasOwners, isRoot } from '../../kit/needs.ts';
import { homePath, openHome } from './folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sidekicks-home-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the place of the data', () => {
  const on = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv = {}, userHome = '/home/ann') => ({
    platform,
    env,
    userHome,
  });

  it('is the one that is named', () => {
    expect(homePath('/srv/a', on('linux', { SIDEKICKS_HOME: '/srv/b' }))).toBe('/srv/a');
    expect(homePath(undefined, on('linux', { SIDEKICKS_HOME: '/srv/b', XDG_DATA_HOME: '/srv/c' }))).toBe('/srv/b');
    expect(homePath('data', on('linux'))).toBe(resolve('data'));
    expect(homePath('', on('linux', { SIDEKICKS_HOME: '' }))).toBe('/home/ann/.local/share/sidekicks');
  });

  it('is else where the platform keeps such data', () => {
    expect(homePath(undefined, on('linux', { XDG_DATA_HOME: '/srv/c' }))).toBe('/srv/c/sidekicks');
    expect(homePath(undefined, on('linux', { XDG_DATA_HOME: 'not/absolute' }))).toBe(
      '/home/ann/.local/share/sidekicks',
    );
    expect(homePath(undefined, on('darwin', {}, '/Users/ann'))).toBe(
      '/Users/ann/Library/Application Support/Sidekicks',
    );
    const local = { LOCALAPPDATA: 'C:\\Users\\ann\\AppData\\Local' };
    expect(homePath(undefined, on('win32', local))).toBe('C:\\Users\\ann\\AppData\\Local\\Sidekicks');
  });
});

describe.runIf(hasOwners())('the folder', () => {
  it('is made for its owner only, whatever the umask', () => {
    const before = process.umask(0);
    const opened = openHome(join(folder, 'deep/home'));
    process.umask(before);
    expect(opened).toMatchObject({ ok: true, value: { path: join(folder, 'deep/home') } });
    expect(statSync(join(folder, 'deep/home')).mode & 0o777).toBe(0o700);
    expect(openHome(join(folder, 'deep/home')).ok).toBe(true);
  });

  it.each([0o750, 0o705, 0o701, 0o720, 0o710, 0o777])('is refused when others may get in (%o)', (mode) => {
    const home = join(folder, "ann's home");
    mkdirSync(home);
    chmodSync(home, mode);
    expect(openHome(home)).toMatchObject({
      ok: false,
      refusal: { code: 'unsafe_home', next: `Run: chmod 700 '${folder}/ann'\\''s home'` },
    });
    expect(statSync(home).mode & 0o777).toBe(mode);
  });

  it('is refused when it is a link, with and without a slash behind it', () => {
    mkdirSync(join(folder, 'real'), { mode: 0o700 });
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
    for (const path of [
      join(folder, 'dangling'),
      join(folder, 'link'),
      `${join(folder, 'link')}/`,
      `${join(folder, 'link')}/.`,
    ]) {
      expect(openHome(path)).toMatchObject({ ok: false, refusal: { code: 'unsafe_home' } });
    }
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  it.runIf(isRoot())('is refused when it belongs to another user', () => {
    const home = join(folder, 'home');
    mkdirSync(home, { mode: 0o700 });
    chownSync(home, 65_534, 65_534);
    expect(openHome(home)).toMatchObject({ ok: false, refusal: { code: 'unsafe_home' } });
  });

  it('is refused when it is a file', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(openHome(join(folder, 'file'))).toMatchObject({ ok: false, refusal: { code: 'unsafe_home' } });
  });
});
