import { expect, test } from 'vitest';
import { canonicalJson } from '../../kit/json.ts';
import { preparationText } from './preparation.ts';

test('the words alone without caches, else both', () => {
  expect(preparationText({ prepare: null, caches: [] })).toBe(null);
  expect(preparationText({ prepare: 'npm ci', caches: [] })).toBe('npm ci');
  for (const prepare of [null, 'echo "é\n"']) {
    const given = { prepare, caches: ['/b', '/a"'] };
    expect(preparationText(given)).toBe(canonicalJson(given));
  }
});
