import { expect, test } from 'vitest';
import { changedItsJudge } from './changed-judge.ts';

test.each([
  [['src/a.ts'], false],
  [['test/a.test.ts'], true],
  [['tests/a.ts'], false],
  [['deep/package.json'], true],
])('%s: %s', (files, changed) => {
  expect(changedItsJudge(files, { path: '/r', testPaths: ['./test/'] }, '/r')).toBe(changed);
});

test('test paths are those of the root, wherever it lies in the repository', () => {
  const root = { path: '/r/part', testPaths: ['test'] };
  expect(changedItsJudge(['part/test/a'], root, '/r')).toBe(true);
  expect(changedItsJudge(['test/a'], root, '/r')).toBe(false);
});
