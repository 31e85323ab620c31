import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeHidden, isPlain, showHidden, splitHidden } from './hidden-chars.ts';

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
      const parts = splitHidden(text);
      const seen = parts.filter((part) => !part.hidden);
      // The short cut may miss a text that is plain, never call one plain that hides something.
      if (isPlain(text)) expect(parts).toEqual([{ text, hidden: false }]);
      expect(text).toContain(seen[0]?.text ?? '');
      expect(showHidden(showHidden(text))).toBe(showHidden(text));
    }),
  );
});

it('writes what is hidden in JSON so that it is seen and still means the same', () => {
  const value = { path: '/p/\u202Etxt.exe\u{E0041}' };
  const json = escapeHidden(JSON.stringify(value));
  expect(json).toBe('{"path":"/p/\\u202Etxt.exe\\uDB40\\uDC41"}');
  expect(JSON.parse(json)).toEqual(value);
});

it('calls no text plain that holds a hidden character, whichever it is', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    const char = String.fromCodePoint(code);
    if (isPlain(char) && showHidden(char) !== char) throw new Error(`U+${code.toString(16)} is hidden`);
  }
  expect(isPlain('Write the press note, 250 words')).toBe(true);
});
