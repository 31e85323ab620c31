import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Refusal } from '../../kit/result.ts';
import { inRoom, listPart, refusalInRoom } from './room.ts';

const size = (value: unknown) => JSON.stringify(value).length;
const nasty = (length: number) => '\u0001'.repeat(length);

test('what has room is whole, and nothing is said', () => {
  const answer = { a: 'x'.repeat(9000), list: [1, { b: null }], gone: undefined };
  expect(inRoom(answer)).toEqual({ a: answer.a, list: answer.list, cut: [] });
});

test('long parts give way alike, short ones are whole, and what gave way is named', () => {
  const answer = {
    ...{ id: 'i'.repeat(68), long: 'x'.repeat(50_000), object: { longer: '\u{1F680}'.repeat(60_000), count: 7 } },
    files: Array.from({ length: 500 }, (_, at) => `${at}/${'f'.repeat(100)}`),
    few: listPart(['one'], { of: 3 }),
  };
  const shown = inRoom(answer) as unknown as typeof answer & { readonly few: unknown };
  expect(size(shown)).toBeLessThan(20_000);
  expect(size(shown)).toBeGreaterThan(18_000);
  expect([shown.id, shown.object.count, shown.few]).toEqual([answer.id, 7, ['one']]);
  expect(size(shown.long)).toBeGreaterThan(4000);
  expect(shown.files.length).toBeGreaterThan(40);
  expect((shown as unknown as { cut: unknown }).cut).toEqual([
    { at: '/long' },
    { at: '/object/longer' },
    { at: '/files', shown: shown.files.length, of: 500 },
    { at: '/few', shown: 1, of: 3 },
  ]);
});

test('no answer of few keys reaches 20,000 characters', () => {
  const text = fc.tuple(fc.constantFrom('x', '"', '\u0001', '\u{1F680}', '\ud800'), fc.nat(30_000));
  const leaf = fc.oneof(
    text.map(([one, count]) => one.repeat(count)),
    fc.integer(),
    fc.constant(null),
  );
  const entry = fc.record({ one: leaf, list: fc.array(leaf, { maxLength: 30 }) });
  const list = fc.tuple(fc.array(entry, { maxLength: 40 }), fc.nat(1000));
  const answer = fc.dictionary(
    fc.string({ maxLength: 12 }),
    fc.oneof(
      leaf,
      entry,
      list.map(([entries, least]) => listPart(entries, { least })),
    ),
    { maxKeys: 12 },
  );
  fc.assert(
    fc.property(answer, (one) => size(inRoom(one)) < 20_000),
    { numRuns: 25 },
  );
});

test('of the problems of a refusal the first are listed, and their number is said', () => {
  const problem = { code: 'c', path: `/${nasty(5000)}`, message: nasty(9000), fix: nasty(3000) };
  const refusal: Refusal = { code: 'c', message: nasty(9000), next: nasty(9000), problems: Array(300).fill(problem) };
  const shown = refusalInRoom(refusal);
  expect(size(shown)).toBeLessThan(20_000);
  expect(shown.message).toContain(` Listed: ${shown.problems?.length} problems.`);
  expect(shown.problems?.length).toBeGreaterThan(2);
  const whole = { code: 'c', message: 'm', next: 'n' };
  expect(refusalInRoom(whole)).toBe(whole);
});
