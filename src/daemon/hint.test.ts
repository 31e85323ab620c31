import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hint, pairLines, programWords, toolLines } from './hint.ts';
import { homePath } from './home/folder.ts';
import { programFile } from './place.ts';

describe('a line to type', () => {
  it('names the program by its absolute path, unless the shell finds it by name', () => {
    expect(programWords('/home/ann/clone/dist/cli.js', '/usr/bin')).toBe(`node ${programFile}`);
    expect(programWords('/usr/local/bin/sidekicks', '/usr/bin:/usr/local/bin')).toBe('sidekicks');
    expect(programWords('/usr/local/bin/sidekicks', '/usr/bin')).toBe(`node ${programFile}`);
    const npx = '/home/ann/.npm/_npx/1/node_modules/.bin';
    expect(programWords(`${npx}/sidekicks`, npx)).toBe(`node ${programFile}`);
    expect(programWords(undefined, undefined)).toBe(`node ${programFile}`);
  });

  it('names a home that is not the usual one, as one word', () => {
    expect(hint('pair', "/srv/ann's home")).toBe(`node ${programFile} pair --home '/srv/ann'\\''s home'`);
    expect(hint('', '/srv/a')).toBe(`node ${programFile} --home /srv/a`);
    expect(hint('pair', undefined)).toBe(`node ${programFile} pair`);
  });

  it('names no path to whoever has no key', () => {
    expect(pairLines('/srv/a')).toEqual({
      pair: 'npm start -- pair --home HOME',
      recover: 'npm start -- recover --home HOME',
    });
    expect(pairLines(homePath(undefined)).pair).toBe('npm start -- pair');
  });

  it('is what the pages show, each for this home', () => {
    expect(toolLines('/srv/a')).toEqual({
      bridge: `node ${programFile} mcp --home /srv/a`,
      start: `node ${programFile} --home /srv/a`,
      importTasks: `node ${programFile} import backlog-md DIR --home /srv/a`,
    });
  });

  it('stands on no page as a bare name, which a clone does not have', () => {
    const pages = join(import.meta.dirname, '../web');
    const bare = readdirSync(pages, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .filter((name) =>
        /\bsidekicks (pair|mcp|recover|import|stop|status)\b/.test(readFileSync(join(pages, name), 'utf8')),
      );
    expect(bare).toEqual([]);
  });
});
