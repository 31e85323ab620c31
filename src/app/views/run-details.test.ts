import { expect, test } from 'vitest';
import { pageOf, startsOf } from './run-details.ts';

test.each([
  [{}, false, [0, 0]],
  [{ details: true }, true, [0, 0]],
  [{ offset: 7 }, false, [7, 0]],
  [{ offset: 7, section: 'report' }, true, [0, 7]],
] as const)('of %j the answer and the report begin at their places', (asked, details, at) => {
  const from = startsOf(asked);
  expect([from.details, [from.at('answer'), from.at('report')]]).toEqual([details, at]);
});

test('no page cuts a character', () => {
  expect(pageOf('a\u{1F680}b', 1, 1)).toEqual({ text: '\u{1F680}', total: 3, next: 2 });
  expect(pageOf('ab', 2)).toEqual({ text: '', total: 2, next: null });
});
