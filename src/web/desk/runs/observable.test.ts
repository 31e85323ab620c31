import { expect, test } from 'vitest';
import { whyNotNow } from './observable.ts';

const command = (checkId: string | null, granted: boolean) =>
  ({ checkId, command: 'c', digest: 'd', granted }) as never;
const ended = { run: { endedAt: '2026-12-01T09:00:00Z' }, unobservable: null, observing: [] };

test.each([
  [[command('a', false), command('b', false)], 'No grant names these commands yet.'],
  [[command('a', true), command('b', false)], false],
  [[command(null, false), command('a', true)], 'No grant names these commands yet.'],
  [[command(null, true), command('a', true)], false],
])('checks %# run only under a grant', (commands, why) => {
  expect(whyNotNow({ ...ended, commands })).toBe(why);
});

test('what keeps them otherwise is said first', () => {
  const commands = [command('a', true)];
  expect(whyNotNow({ ...ended, commands, run: { endedAt: null } })).toMatch(/not ended/);
  expect(whyNotNow({ ...ended, commands, observing: ['a'] } as never)).toBe('They run now.');
});
