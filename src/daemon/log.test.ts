import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { LogFile, redacted } from './log.ts';

const folder = mkdtempSync(join(tmpdir(), 'sidekicks-log-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the log', () => {
  it('is private and turns over at 1 MB', () => {
    const log = new LogFile(folder);
    for (let count = 0; count < 300; count++) log.info('word '.repeat(1000));
    log.close();
    log.info('after the end');
    for (const name of ['daemon.log', 'daemon.log.1']) {
      const { mode, size } = statSync(join(folder, name));
      expect(mode & 0o777).toBe(0o600);
      expect(size).toBeLessThanOrEqual(1_000_000);
    }
    expect(readFileSync(join(folder, 'daemon.log'), 'utf8')).not.toContain('after the end');
  });

  it.each([
    ['token sk_agent_abc-DEF_123 came', 'token sk_[redacted] came'],
    ['authorization: Bearer sk_agent_x', 'authorization: Bearer [redacted]'],
    [`signature ${'Ab-_'.repeat(16)} failed`, 'signature [redacted] failed'],
    [`hash ${'0f'.repeat(32)}`, 'hash [redacted]'],
    ['at /home/ann/projects/sidekicks/src/daemon/http/origin-app.ts:12', null],
  ])('blots out secrets: %s', (line, expected) => {
    expect(redacted(line)).toBe(expected ?? line);
  });
});
