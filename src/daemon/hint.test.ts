import { describe, expect, it } from 'vitest';
import { hint, programWords } from './hint.ts';
import { programFile } from './place.ts';

describe('a line to type', () => {
  it('names the program by its absolute path, unless the shell finds it by name', () => {
    expect(programWords('/work/clone/dist/cli.js', '/usr/bin')).toBe(`node ${programFile}`);
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
});
