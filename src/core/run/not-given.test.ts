import { expect, test } from 'vitest';
import type { Contract } from '../contract/contract.ts';
import { notGiven } from './not-given.ts';

const contract = (criteria: number, checks: readonly (readonly number[])[], files: readonly string[] = []) => {
  const items = Array.from({ length: criteria }, (_, at) => ({ id: `c${at + 1}`, text: `${at}`, obligations: [] }));
  const refs = (covers: readonly number[]) => covers.map((at) => ({ criterion_id: `c${at}` }));
  return {
    acceptance: items.map(({ text }) => text),
    acceptance_set: { items },
    scope: { owned_files: files },
    verification: { checks: checks.map((covers) => ({ acceptance_refs: refs(covers) })) },
  } as unknown as Contract;
};

test.each([
  ['all there', contract(2, [[1], [2]], ['a.ts']), 'work', null],
  ['no checklist', contract(0, [[]], ['a.ts']), 'work', /^Nothing says when the task is done: [^:]*$/],
  ['no checks', contract(1, [], ['a.ts']), 'work', /^It names no checks, so .* a line Checks: .*$/],
  ['no checks where nothing could run them', contract(1, []), 'think', null],
  ['no files', contract(1, [[1]]), 'work', /^It names no files, so .* a line Files: /],
  ['no files where nothing writes', contract(1, [[1]]), 'analyze', null],
  ['one line that no check covers', contract(2, [[1], []]), 'analyze', /^No check covers line 2 .*: covers 2 after /],
  ['several', contract(3, [[2]]), 'analyze', /^No check covers lines 1, 3 of the acceptance: covers 1 after /],
  ['many', contract(40, [[2]]), 'analyze', /lines 1, 3, .*21 and 19 more of/],
  [
    'nothing at all',
    contract(0, []),
    'work',
    /checklist would\. It names no checks.* It names no files.* Only a person can /,
  ],
] as const)('%s', (_, given, mode, words) => {
  const said = notGiven(given, mode);
  if (words === null) expect(said).toBeNull();
  else expect(said).toMatch(words);
});
