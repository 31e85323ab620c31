/** The last words of a program that did not come up. */
import { expect, test } from 'vitest';
import { lastLines, lastWords } from './last-words.ts';

const node = `node:internal/modules/cjs/loader:1210
  throw err;
  ^

Error: Cannot find module '/home/ann/agent/agent.mjs'
    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)
    at node:internal/main/run_main_module:28:49 {
  code: 'MODULE_NOT_FOUND',
  requireStack: []
}

Node.js v20.20.2
`;

test.each([
  [node, "Error: Cannot find module '/home/ann/agent/agent.mjs'"],
  ['cannot find my configuration\n', 'cannot find my configuration'],
  ['Traceback (most recent call last):\n  File "a.py", line 1\nKeyError: 7\n', 'KeyError: 7'],
  ['starting\nno key here\n', 'starting no key here'],
  ['', ''],
])('what it says: %#', (stderr, words) => {
  expect(lastWords(stderr)).toBe(words);
});

test('what is kept is bounded in lines and characters, and is the end', () => {
  expect(lastLines(node)).toContain('Cannot find module');
  const many = Array.from({ length: 100 }, (_, at) => `line ${at}`).join('\n');
  expect(lastLines(many).split('\n')).toEqual(Array.from({ length: 20 }, (_, at) => `line ${at + 80}`));
  expect(lastLines('x'.repeat(5000))).toHaveLength(2000);
});
