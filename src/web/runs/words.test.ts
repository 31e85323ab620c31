import { expect, test } from 'vitest';
import { counted } from '../../kit/text.ts';
import { sumWords } from './sum-words.ts';
import {
  commandWords,
  costWords,
  endOf,
  evidenceWords,
  filesWords,
  heldWords,
  settingWords,
  sizeWords,
  spanWords,
  tokenWords,
} from './words.ts';

test('what nobody measured is unknown, never zero', () => {
  expect([tokenWords(null), costWords(null), spanWords(null)]).toEqual(['unknown', 'unknown', 'unknown']);
  expect([tokenWords(0), costWords(0), spanWords(0)]).toEqual(['0', '0.00 US dollars', '0 ms']);
  expect(costWords(0.004)).toBe('under 0.01 US dollars');
});

const sum = {
  runs: 3,
  costUsd: 0,
  costKnown: 0,
  inputTokens: 1200,
  outputTokens: 5,
  tokensKnown: 2,
  durationMs: 61_000,
  durationKnown: 2,
};

test('a sum says of how many runs nothing is known', () => {
  expect(sumWords(sum)).toEqual({
    cost: { figure: 'unknown', note: null },
    input: { figure: 'at least 1,200', note: '1 of 3 runs unknown' },
    output: { figure: 'at least 5', note: '1 of 3 runs unknown' },
    time: { figure: 'at least 1 min 1 s', note: '1 of 3 runs unknown' },
  });
  expect(sumWords({ ...sum, tokensKnown: 3 }).input).toEqual({ figure: '1,200', note: null });
  expect(sumWords({ ...sum, durationKnown: 0 }).time).toEqual({ figure: 'unknown', note: null });
});

test.each([
  [999, '999 ms'],
  [4_000, '4 s'],
  [120_000, '2 min'],
  [3_780_000, '1 h 3 min'],
  [7_200_000, '2 h'],
])('%i ms take "%s"', (ms, words) => {
  expect(spanWords(ms)).toBe(words);
});

test('counts, sizes', () => {
  expect([counted(1, 'step'), counted(12_345, 'step')]).toEqual(['1 step', '12,345 steps']);
  expect([sizeWords(10), sizeWords(2048), sizeWords(4 * 1024 * 1024)]).toEqual(['10 B', '2.0 KiB', '4.0 MiB']);
});

test('the reason that was given comes first, then what the code means', () => {
  expect(endOf({ code: 'finished', reason: null })).toBe('It handed in its report.');
  expect(endOf({ code: 'timed_out', reason: 'Too slow.' })).toBe('Too slow.');
  expect(endOf({ code: 'something_new', reason: null })).toBeNull();
});

test.each([
  [null, 'the agent’s own'],
  ['rig', 'the agent’s own'],
  ['rig/large', 'rig/large'],
])('the model of %j is "%s"', (model, words) => {
  const settings = { model, thinking: null, profile: 'balanced', timeoutSeconds: 60 } as const;
  expect(settingWords(settings, 'rig').Model).toBe(words);
});

test('what nobody asked for is not named', () => {
  expect(settingWords({ model: null, thinking: null, profile: null, timeoutSeconds: null }, 'rig')).toMatchObject({
    Thinking: 'not named',
    Profile: 'not named',
    Time: 'not named',
  });
});

test('a wall that did not hold is called weak', () => {
  const held = { jail: 'unsandboxed', network: 'open', project: 'unprotected', notes: [] } as const;
  expect(heldWords(held).every(({ weak }) => weak)).toBe(true);
  expect(
    heldWords({ ...held, jail: 'bubblewrap', network: 'relay', project: 'worktree' }).some(({ weak }) => weak),
  ).toBe(false);
});

test.each([
  [3, 3, 3, 'Evidence for 3 of 3, observed'],
  [3, 2, 1, 'Evidence for 2 of 3, 1 observed'],
  [3, 2, 0, 'Evidence for 2 of 3, only reported'],
  [3, 0, 0, 'Evidence for 0 of 3'],
])('of %i units %i with evidence, %i observed: "%s"', (units, eligible, observed, words) => {
  const evidence = { units, eligible, observed };
  expect(evidenceWords({ evidence, endedAt: '2026-12-01T09:00:00Z' })).toBe(words);
  expect(evidenceWords({ evidence, endedAt: null })).toBe(eligible === 0 ? null : words);
  expect(evidenceWords({ evidence: null, endedAt: null })).toBeNull();
});

test.each([
  [true, true, true, 'Runs commands in think, analyze and work.'],
  [false, false, true, 'Runs commands in work; none in think and analyze.'],
  [false, false, false, 'Runs no commands.'],
  [false, null, true, 'Runs commands in work; none in think; not known for analyze.'],
  [null, null, null, 'Whether it can run commands is not known.'],
])('commands: think %s, analyze %s, work %s: "%s"', (think, analyze, work, words) => {
  expect(commandWords(['think', 'analyze', 'work'], { think, analyze, work })).toBe(words);
});

test('files of a result: of all of them, also where a row keeps the first names only', () => {
  expect(filesWords({ files: ['a'] })).toBe('1 file');
  expect(filesWords({ files: ['a'], filesTotal: 5000 })).toBe('5,000 files');
});
