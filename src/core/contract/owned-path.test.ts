import { expect, test } from 'vitest';
import { ownedPathFault, pathsOverlap } from './owned-path.ts';

test.each(['a', 'src/app.ts', '.github/ci.yml', 'a b/c', '...x', 'caf\u00E9/\u{1F680}.md', 'console.ts', '~/x'])(
  '%j',
  (path) => expect(ownedPathFault(path)).toBeNull(),
);

test.each([
  ['', /empty/],
  [`${'a/'.repeat(500)}b`, /1000 characters/],
  ['a\u0000b', /control/],
  ['a\nb', /control/],
  ['/etc/passwd', /absolute/],
  ['\\x', /absolute/],
  ['\\\\server\\share', /absolute/],
  ['//server/share', /absolute/],
  ['C:\\x', /absolute/],
  ['c:x', /absolute/],
  ['C:/x', /absolute/],
  ['..\\x', /backslash/],
  ['src\\app.ts', /backslash/],
  ['src/*.ts', /pattern/],
  ['a?', /pattern/],
  ['[a]', /pattern/],
  ['{a,b}', /pattern/],
  ['a:stream', /Windows/],
  ['a|b', /Windows/],
  ['src/', /ends with/],
  ['a//b', /\/\//],
  ['.', /step/],
  ['..', /step/],
  ['./a', /step/],
  ['a/./b', /step/],
  ['../a', /step/],
  ['a/../b', /step/],
  ['a/..', /step/],
  ['a./b', /dot or a blank/],
  ['a /b', /dot or a blank/],
  [' ', /dot or a blank/],
  ['src/NUL', /device/],
  ['aux.c', /device/],
  ['NUL .txt', /device/],
  ['x/con .a', /device/],
  ['conout$', /device/],
  ['com1', /device/],
])('%j is no owned file', (path, why) => {
  expect(ownedPathFault(path)?.message).toMatch(why);
  expect(ownedPathFault(path)?.fix).toMatch(/\.$/);
});

test.each([
  ['a', 'a', true],
  ['src/App.ts', 'src/app.ts', true],
  ['src', 'src/app.ts', true],
  ['SRC/app.ts', 'src', true],
  ['caf\u00E9', 'cafe\u0301', true],
  ['\u03C3', '\u03C2', true],
  ['ß', 'ẞ', true],
  ['src', 'src2', false],
  ['src/a', 'src/ab', false],
  ['a/b', 'b', false],
])('%j and %j overlap: %j', (one, other, expected) => {
  expect(pathsOverlap(one, other)).toBe(expected);
  expect(pathsOverlap(other, one)).toBe(expected);
});
