import { expect, test } from 'vitest';
import { progressWord, stepWords } from './step-words.ts';

test.each([
  ['tool', 'Read src/sum.js (in_progress)', 'Read src/sum.js (in progress)'],
  ['tool', 'Read (a) file (completed)', 'Read (a) file (done, it says)'],
  ['tool', 'Read (something_new)', 'Read (something_new)'],
  ['usage', 'the session has cost 0.0321 US dollars', 'So far the conversation has cost 0.03 US dollars.'],
  ['usage', 'the session has cost NaN US dollars', 'the session has cost NaN US dollars'],
  ['note', 'tree changed during the run', 'Tree changed during the run'],
  ['permission', 'allowed: execute make', 'Allowed: execute make'],
  ['message', 'in_progress (pending)', 'in_progress (pending)'],
])('a step %s "%s" reads "%s"', (kind, text, words) => {
  expect(stepWords({ kind, text })).toBe(words);
});

test('a state that nobody knows stands as it came', () => {
  expect([progressWord('pending'), progressWord('odd')]).toEqual(['not begun', 'odd']);
});
