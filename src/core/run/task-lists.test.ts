import { expect, test } from 'vitest';
import { taskLists } from './task-lists.ts';

const lines = (...all: readonly string[]) => all.join('\n');

test('several of one name are one list, by bullets or numbers as each begins; nothing is lost', () => {
  const description = lines(
    ...['Files:', '1. src/a.ts', '2) src/b.ts', '- no file', ''],
    ...['Checks:', '1. `true`', '', 'Then:', '', '## Files', '- src/c.ts', '', '1. Do it.'],
  );
  expect(taskLists(description)).toEqual({
    files: ['src/a.ts', 'src/b.ts', 'src/c.ts'],
    checks: ['`true`'],
    text: lines('- no file', '', 'Then:', '', '1. Do it.'),
    strays: [],
  });
});

test('a line that looks like a list and begins none stays text, and is named', () => {
  const description = lines('Files: src/a.ts, src/b.ts', '**Checks:** `npm test`', 'Checks:', 'npm test', 'Files:');
  const named = ['Files: src/a.ts, src/b.ts', '**Checks:** `npm test`', 'Checks:', 'Files:'];
  expect(taskLists(description)).toEqual({
    files: [],
    checks: [],
    text: description,
    strays: named.map((line) => expect.stringContaining(`"${line}" begins no list`)),
  });
});
