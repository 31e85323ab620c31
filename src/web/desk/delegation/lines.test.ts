import { expect, test } from 'vitest';
import { linesOf, pairsOf, textOf } from './lines.ts';

test('one to a line, without blanks around and between', () => {
  expect(linesOf(' a b \n\n c\r\n')).toEqual(['a b', 'c']);
  expect(linesOf(textOf(['x', 'y']))).toEqual(['x', 'y']);
  expect(linesOf('')).toEqual([]);
});

test('settings keep all that stands after the first sign', () => {
  expect(pairsOf('A=1\nB_2=x=y\nC=')).toEqual({ ok: true, pairs: { A: '1', B_2: 'x=y', C: '' } });
});

test('the first line that is no setting is named', () => {
  expect(pairsOf('A=1\n2B=3\nx')).toEqual({ ok: false, line: '2B=3' });
});
