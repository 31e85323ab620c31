import { expect, test } from 'vitest';
import { pageOf } from './text-page.ts';

test('no page cuts a character', () => {
  expect(pageOf('a\u{1F680}b', 1, { points: 1 })).toEqual({ text: '\u{1F680}', total: 3, next: 2 });
  expect(pageOf('ab', 2)).toEqual({ text: '', total: 2, next: null });
  expect(pageOf('ab', 9)).toEqual({ text: '', total: 2, next: null });
});

test('a page ends where its JSON would be too long, and is never empty before the end', () => {
  expect(pageOf('\u0001'.repeat(9), 0, { characters: 14 })).toEqual({ text: '\u0001\u0001', total: 9, next: 2 });
  expect(pageOf('\u0001\u0001', 1, { characters: 1 })).toEqual({ text: '\u0001', total: 2, next: null });
  expect(JSON.stringify(pageOf('\u0001'.repeat(20_000), 0).text).length).toBeLessThanOrEqual(17_000);
  expect(pageOf('x'.repeat(20_000), 0).next).toBe(12_000);
});
