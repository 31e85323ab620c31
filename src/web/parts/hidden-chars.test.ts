import fc from 'fast-check';
import { expect, it } from 'vitest';
import { showHidden, splitHidden } from './hidden-chars.ts';

it.each([
  ['a\u202Eb', 'a[U+202E]b'],
  ['zero\u200Bwidth\uFEFF', 'zero[U+200B]width[U+FEFF]'],
  ['\u2066iso\u2069', '[U+2066]iso[U+2069]'],
  ['bell\u0007 nul\0', 'bell[U+0007] nul[U+0000]'],
  ['tag \u{E0041}', 'tag [U+E0041]'],
  ['half \ud800', 'half [U+D800]'],
  ['x\u200Dy', 'x[U+200D]y'],
])('shows %j', (text, shown) => {
  expect(showHidden(text)).toBe(shown);
});

it.each(['line\nand\ttab', '👩‍👩‍👧 ❤️ 🏳️‍🌈 👩🏽‍🚀', 'ä é 漢字 नमस्ते مرحبا'])('leaves %j alone', (text) => {
  expect(showHidden(text)).toBe(text);
});

it('loses nothing that is seen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const seen = splitHidden(text).filter((part) => !part.hidden);
      expect(text).toContain(seen[0]?.text ?? '');
      expect(showHidden(showHidden(text))).toBe(showHidden(text));
    }),
  );
});
